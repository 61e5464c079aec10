/** Invoices that a customer pays together, with one charge (R48). */
import { z } from 'zod';
import { isoDateSchema } from '../dates.ts';
import { invoiceIdSchema, requestIdSchema } from '../ids.ts';
import { payableSchema } from '../invoices/portal-schemas.ts';
import { amountCentsSchema, centsSchema } from '../money.ts';
import { invoiceStatusSchema } from '../vocabulary.ts';

const INVOICES_MAX = 500;

export const payableInvoiceSchema = z.object({
  id: invoiceIdSchema,
  accountRef: z.string(),
  productName: z.string(),
  dueDate: isoDateSchema,
  status: invoiceStatusSchema,
  owed: centsSchema,
});
export type PayableInvoice = z.infer<typeof payableInvoiceSchema>;

export const selectionBodySchema = z.strictObject({
  invoices: z
    .array(z.strictObject({ id: invoiceIdSchema, amount: amountCentsSchema }))
    .min(1)
    .max(INVOICES_MAX),
});

/** A selection is immutable: a different choice creates a new selection. */
export const invoiceSelectionSchema = z.object({
  requestId: requestIdSchema,
  /** In the order chosen by the payer, which is also the order of the split. */
  invoices: z.array(payableInvoiceSchema.extend({ amount: amountCentsSchema })),
  payable: payableSchema,
  isPaid: z.boolean(),
  today: isoDateSchema,
});
export type InvoiceSelection = z.infer<typeof invoiceSelectionSchema>;
