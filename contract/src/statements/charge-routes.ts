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

/** Allows for the longest token and the extension that calendar programs require. */
const feedFileSchema = z.string().regex(/^[\w-]{43,65}\.ics$/);

export const chargeSchemas = {
  upcomingCharges: {
    params: z.object({ id: customerIdSchema }),
    query: pageQuery,
    answer: success({
      charges: z.array(upcomingChargeSchema),
      /** Included only in the first page. */
      excluded: z.array(excludedInvoiceSchema),
      today: isoDateSchema,
      feed: calendarFeedSchema.nullable(),
      nextCursor: z.string().nullable(),
    }),
  },
  /** The possible changes to the plan of an invoice; null without a running plan. */
  planChanges: {
    params: internalRefParams,
    answer: success({ plan: planChangesSchema.nullable() }),
  },
  previewChange: {
    body: z.strictObject({ change: chargeChangeSchema }),
    answer: success({ preview: changePreviewSchema }),
  },
  changeCharge: { body: agreedChangeSchema, answer: successSchema },
  withdrawPause: { params: internalRefParams, answer: successSchema },
  /** Returns a new address each time; the previous address stops working. */
  createCalendarFeed: { answer: success({ url: z.string() }) },
  revokeCalendarFeed: { answer: successSchema },
  /** Available to every holder of the address (ADR 0092). */
  calendarFeed: { params: z.object({ file: feedFileSchema }), answer: z.string() },
} satisfies Record<string, RouteSchemas>;
