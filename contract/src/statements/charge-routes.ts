/** Schemas of the calls about upcoming charges (product §13). */
import { z } from 'zod';
import { isoDateSchema } from '../dates.ts';
import type { RouteSchemas } from '../http/portal-route.ts';
import { success, successSchema } from '../http/success.ts';
import { customerIdSchema } from '../ids.ts';
import { pageQuery } from '../invoices/portal-routes.ts';
import {
  agreedChangeSchema,
  calendarFeedSchema,
  changePreviewSchema,
  chargeChangeSchema,
  excludedInvoiceSchema,
  planChangesSchema,
  upcomingChargeSchema,
} from './upcoming-charges.ts';

const internalRefParams = z.object({ id: z.string().min(1).max(64) });

/** Covers the longest token and the file extension that calendar apps require. */
const feedFileSchema = z.string().regex(/^[\w-]{43,65}\.ics$/);

export const chargeSchemas = {
  upcomingCharges: {
    limits: [],
    params: z.object({ id: customerIdSchema }),
    query: pageQuery,
    answer: success({
      charges: z.array(upcomingChargeSchema),
      /** Only on the first page. */
      excluded: z.array(excludedInvoiceSchema),
      today: isoDateSchema,
      feed: calendarFeedSchema.nullable(),
      nextCursor: z.string().nullable(),
    }),
  },
  planChanges: {
    limits: [],
    params: internalRefParams,
    answer: success({ plan: planChangesSchema.nullable() }),
  },
  previewChange: {
    limits: [],
    body: z.strictObject({ change: chargeChangeSchema }),
    answer: success({ preview: changePreviewSchema }),
  },
  changeCharge: { limits: ['change'], body: agreedChangeSchema, answer: successSchema },
  withdrawPause: { limits: ['change'], params: internalRefParams, answer: successSchema },
  /** Returns a new URL each time; the previous URL stops working. */
  createCalendarFeed: { limits: ['change'], answer: success({ url: z.string() }) },
  revokeCalendarFeed: { limits: ['change'], answer: successSchema },
  /** Accessible to anyone who has the URL (ADR 0092). */
  calendarFeed: {
    limits: ['publicRead', 'unknownLink'],
    params: z.object({ file: feedFileSchema }),
    answer: z.string(),
  },
} satisfies Record<string, RouteSchemas>;
