/** Refunds that a company requests, and refunds found at the processor (R39). */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { attemptIdSchema, invoiceIdSchema } from '../ids.ts';
import { amountCentsSchema, centsSchema } from '../money.ts';
import { plainText } from '../plain-text.ts';

export const refundSchema = z
  .object({
    id: z.uuid(),
    paymentId: attemptIdSchema,
    origin: z
      .enum(['OVERPAYMENT', 'PROVIDER', 'PROCESSOR', 'DISPUTE', 'MANUAL'])
      .describe(
        'PROVIDER: ordered by the company. PROCESSOR: found in its records. MANUAL: paid another way.',
      ),
    state: z
      .enum(['REQUESTED', 'SENT', 'PENDING', 'SUCCEEDED', 'FAILED'])
      .describe(
        'REQUESTED: ordered, not sent yet. SENT: without an answer so far. PENDING: accepted by the processor, not made yet. SUCCEEDED: made, which can still fail for weeks. FAILED: the payer does not have the money.',
      ),
    amount: centsSchema.describe('Amount of the refund, including the fee, in cents.'),
    principal: centsSchema.describe(
      'Part of the refund that was applied to the invoice, in cents.',
    ),
    invoiceId: invoiceIdSchema
      .nullable()
      .describe(
        'For a payment on several invoices, the invoice to refund. If null, the refund is divided in proportion.',
      ),
    isOwedAgain: z
      .boolean()
      .describe('The principal is owed again on its invoice, once the refund is made.'),
    createdAt: instantSchema,
    doneAt: instantSchema.nullable(),
    heldAt: instantSchema
      .nullable()
      .describe('Since when it needs a person: without an answer, or pending, for too long.'),
    failedAt: instantSchema.nullable().describe('When the processor reported that it failed.'),
    failureReason: z.string().nullable().describe("Why it failed, in the processor's words."),
    resolution: z
      .enum(['SENT_AGAIN', 'PAID_ANOTHER_WAY', 'ACKNOWLEDGED', 'RETURNED'])
      .nullable()
      .describe(
        'What was done about a failed refund. RETURNED: the payment itself went back, so nothing is owed.',
      ),
  })
  .meta({ id: 'Refund' });
export type Refund = z.infer<typeof refundSchema>;

export const newRefundSchema = z
  .strictObject({
    amount: amountCentsSchema
      .optional()
      .describe('In cents, including the fee. If omitted, everything that is left.'),
    invoiceId: invoiceIdSchema
      .optional()
      .describe(
        'Of a payment on several invoices: the one to refund. On all in proportion, if it is left out.',
      ),
    isOwedAgain: z
      .boolean()
      .optional()
      .describe(
        'Have the refunded principal paid again: its invoice owes that much more once the refund is made. Otherwise the debt stays settled.',
      ),
    reason: plainText({ max: 500 }),
  })
  .meta({ id: 'NewRefund' });
export type NewRefund = z.infer<typeof newRefundSchema>;

export const refundDecisionSchema = z
  .strictObject({
    decision: z
      .enum(['SEND_AGAIN', 'PAID_ANOTHER_WAY'])
      .describe(
        'SEND_AGAIN: order it at the processor once more. PAID_ANOTHER_WAY: the company gave the money back by itself, by check for example.',
      ),
    reason: plainText({ max: 500 }),
  })
  .meta({ id: 'RefundDecision' });
export type RefundDecision = z.infer<typeof refundDecisionSchema>;

const refundFields = {
  amount: newRefundSchema.shape.amount,
  invoiceId: newRefundSchema.shape.invoiceId,
};

/** Has the fields of a refund request except the reason, because it only previews the refund. */
export const refundQuestionSchema = z.strictObject(refundFields).meta({ id: 'RefundQuestion' });
export type RefundQuestion = z.infer<typeof refundQuestionSchema>;

const postingSchema = z.object({
  source: z.string().describe('The account that the money leaves: `clearing:stripe`.'),
  destination: z.string().describe('The account that it goes to: `receivable:…`, `fee_income`.'),
  amount: centsSchema,
});

export const refundPreviewSchema = z
  .object({
    amount: centsSchema.describe('Amount that would be refunded, including the fee, in cents.'),
    principal: centsSchema.describe(
      'Part of the refund that was applied to the invoice, in cents.',
    ),
    fee: centsSchema.describe('Part of the refund that is the fee, in cents.'),
    left: centsSchema.describe('Amount that could still be refunded afterward, in cents.'),
    postings: z.array(postingSchema).describe('Postings that the ledger would record.'),
    recent: z
      .array(refundSchema)
      .describe('The refunds of this payment in the last 10 minutes: this one may be among them.'),
  })
  .meta({ id: 'RefundPreview' });
export type RefundPreview = z.infer<typeof refundPreviewSchema>;

export const refundsSchema = z.object({ data: z.array(refundSchema) }).meta({ id: 'RefundList' });
