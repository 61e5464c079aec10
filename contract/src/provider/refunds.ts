/** Refunds that a company orders, and those found at the processor (R39). */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { attemptIdSchema, invoiceIdSchema } from '../ids.ts';
import { amountCentsSchema, centsSchema } from '../money.ts';
import { plainText } from '../plain-text.ts';

export const refundSchema = z.object({
  id: z.uuid(),
  paymentId: attemptIdSchema,
  origin: z
    .enum(['OVERPAYMENT', 'PROVIDER', 'PROCESSOR', 'DISPUTE'])
    .describe('PROVIDER: ordered by the company. PROCESSOR: found in its records.'),
  state: z
    .enum(['OPEN', 'DONE', 'REFUSED', 'REVIEW'])
    .describe('OPEN: about to be made. REVIEW: tried too often; make it at the processor.'),
  amount: centsSchema.describe('In cents, fee included.'),
  principal: centsSchema.describe('The part that was paid on the invoice.'),
  invoiceId: invoiceIdSchema
    .nullable()
    .describe('Of a payment on several invoices: the one it falls on; null: on all in proportion.'),
  isOwedAgain: z.boolean().describe('The invoice was reopened by it.'),
  createdAt: instantSchema,
  doneAt: instantSchema.nullable(),
});
export type Refund = z.infer<typeof refundSchema>;

export const newRefundSchema = z.strictObject({
  amount: amountCentsSchema
    .optional()
    .describe('In cents, fee included. Everything that is left, if it is left out.'),
  invoiceId: invoiceIdSchema
    .optional()
    .describe(
      'Of a payment on several invoices: the one to refund. On all in proportion, if it is left out.',
    ),
  reason: plainText({ max: 500 }),
});
export type NewRefund = z.infer<typeof newRefundSchema>;

export const refundsSchema = z.object({ data: z.array(refundSchema) });
