/** Payments as their company sees them, and those that it records itself. */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { attemptIdSchema, customerIdSchema, invoiceIdSchema } from '../ids.ts';
import { amountCentsSchema, centsSchema } from '../money.ts';
import { plainText } from '../plain-text.ts';
import { methodTypeSchema } from '../vocabulary.ts';
import { pageOf, pageQuerySchema } from './pages-and-problems.ts';

export const PAYMENT_STATES = [
  'CREATED',
  'SENT',
  'ACTION_REQUIRED',
  'PENDING',
  'UNKNOWN',
  'SUCCEEDED',
  'FAILED',
  'RETURNED',
] as const;
const paymentStateSchema = z.enum(PAYMENT_STATES);

/** A part of a payment on several invoices (R48). */
const paymentPartSchema = z.object({
  invoiceId: invoiceIdSchema,
  accountRef: z.string(),
  amount: centsSchema.describe('What this invoice is credited with, in cents.'),
  fee: centsSchema.describe('Its share of the fee, which is computed once on the sum.'),
  refunded: centsSchema.describe('What refunds gave back on this invoice, without fee.'),
});

export const providerPaymentSchema = z.object({
  id: attemptIdSchema,
  customerId: customerIdSchema,
  invoiceId: invoiceIdSchema
    .nullable()
    .describe('The invoice it pays; null for a payment on several invoices, which has parts.'),
  parts: z
    .array(paymentPartSchema)
    .describe('What each of several invoices is paid with. Empty for any other payment.'),
  type: z.string(),
  state: paymentStateSchema,
  amount: centsSchema.describe('What the invoice is credited with, in cents.'),
  fee: centsSchema.describe('What the payer paid on top, in cents.'),
  refunded: centsSchema.describe('What went back, fee included.'),
  method: methodTypeSchema,
  methodBrand: z.string().nullable(),
  methodLast4: z.string().nullable(),
  processor: z.string(),
  processorReference: z.string().nullable(),
  responseCode: z.string().nullable(),
  createdAt: instantSchema,
  settledAt: instantSchema.nullable(),
});
export type ProviderPayment = z.infer<typeof providerPaymentSchema>;

export const paymentMoveSchema = z.object({
  from: paymentStateSchema,
  to: paymentStateSchema,
  source: z.string().describe('Who reported it: the answer, a webhook, a lookup.'),
  at: instantSchema,
});

export const providerPaymentDetailSchema = providerPaymentSchema.extend({
  timeline: z.array(paymentMoveSchema),
});

export const paymentQuerySchema = pageQuerySchema.extend({
  customerId: customerIdSchema.optional(),
  invoiceId: invoiceIdSchema.optional(),
  state: paymentStateSchema.optional(),
  isHeld: z
    .stringbool()
    .optional()
    .describe(
      'Only payments whose outcome has been unknown for an hour: they hold their invoices.',
    ),
});

/** A payment whose outcome the processor does not tell. */
export const decisionSchema = z.discriminatedUnion('outcome', [
  z.strictObject({
    outcome: z.literal('paid'),
    processorReference: plainText({ max: 200 }).describe(
      "The processor's id of the charge. Its amount must be that of the payment.",
    ),
    reason: plainText({ max: 500 }),
  }),
  z.strictObject({ outcome: z.literal('not_paid'), reason: plainText({ max: 500 }) }),
]);
export type Decision = z.infer<typeof decisionSchema>;

export const paymentPageSchema = pageOf(providerPaymentSchema);

export const newManualPaymentSchema = z.strictObject({
  invoiceId: invoiceIdSchema,
  amount: amountCentsSchema,
  method: z.literal('CASH'),
  receiptNumber: plainText({ max: 60 }).describe(
    'Of the paper receipt. The same number records the payment once.',
  ),
});
