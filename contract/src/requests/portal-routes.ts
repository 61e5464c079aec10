/** Schemas of the calls that select several invoices to pay together (R48). */
import { z } from 'zod';
import { isoDateSchema } from '../dates.ts';
import type { RouteSchemas } from '../http/portal-route.ts';
import { success } from '../http/success.ts';
import { requestIdSchema } from '../ids.ts';
import {
  invoiceSelectionSchema,
  payableInvoiceSchema,
  selectionBodySchema,
} from './invoice-selection.ts';

export const selectionSchemas = {
  /** Most urgent first, limited to the maximum number of invoices in one payment. */
  payableInvoices: {
    limits: [],
    answer: success({
      invoices: z.array(payableInvoiceSchema),
      hasMore: z.boolean(),
      today: isoDateSchema,
    }),
  },
  selectInvoices: {
    limits: [],
    body: selectionBodySchema,
    answer: success({ selection: invoiceSelectionSchema }),
  },
  invoiceSelection: {
    limits: [],
    params: z.object({ id: requestIdSchema }),
    answer: success({ selection: invoiceSelectionSchema }),
  },
} satisfies Record<string, RouteSchemas>;
