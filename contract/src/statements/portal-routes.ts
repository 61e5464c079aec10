/** Schemas of the calls about a whole account: statement, history and their files (product §7). */
import { z } from 'zod';
import { isoDateSchema } from '../dates.ts';
import type { RouteSchemas } from '../http/portal-route.ts';
import { success } from '../http/success.ts';
import { customerParams, fileLink, filePass, pageQuery } from '../invoices/portal-routes.ts';
import { historyEntrySchema } from './history.ts';
import { statementLineSchema, statementSummarySchema } from './statement.ts';

/** Both days are inclusive. Default: the last 12 months. */
const days = { from: isoDateSchema.optional(), to: isoDateSchema.optional() };

export const ACCOUNT_FILES = [
  'statement-pdf',
  'statement-csv',
  'receipts',
  'history-pdf',
  'history-data',
  'personal-data',
  'personal-page',
] as const;
export type AccountFile = (typeof ACCOUNT_FILES)[number];

const fileQuery = z.object({
  kind: z.enum(ACCOUNT_FILES),
  from: isoDateSchema.optional(),
  to: isoDateSchema.optional(),
});

export const accountSchemas = {
  statement: {
    limits: [],
    params: customerParams,
    query: pageQuery.extend(days),
    answer: success({
      from: isoDateSchema,
      to: isoDateSchema,
      today: isoDateSchema,
      lines: z.array(statementLineSchema),
      summary: statementSummarySchema,
      nextCursor: z.string().nullable(),
    }),
  },
  history: {
    limits: [],
    params: customerParams,
    query: pageQuery,
    answer: success({
      entries: z.array(historyEntrySchema),
      /**
       * The position and hash of the last entry, such as '12:9f86…'; null if there are no entries. Only on the
       * first page.
       */
      head: z.string().nullable(),
      nextCursor: z.string().nullable(),
    }),
  },
  accountFileLink: { limits: [], params: customerParams, query: fileQuery, answer: fileLink },
  /**
   * The target of the file link. The file is streamed while it is generated. The pass in its URL works only with
   * the cookie of the same session.
   */
  accountFile: {
    limits: ['publicRead', 'unknownLink'],
    params: customerParams,
    query: fileQuery.extend(filePass.shape),
    answer: z.custom<AsyncIterable<Uint8Array>>(),
  },
} satisfies Record<string, RouteSchemas>;
