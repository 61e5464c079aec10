/** Refunds requested by a company, and refunds found at the processor (R39). */
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
        "PROVIDER: requested by the company. PROCESSOR: found in the processor's records. MANUAL: paid another way.",
      ),
    state: z
      .enum(['REQUESTED', 'SENT', 'PENDING', 'SUCCEEDED', 'FAILED'])
      .describe(
        'REQUESTED: requested, not sent yet. SENT: sent, no response so far. PENDING: accepted by the processor, not made yet. SUCCEEDED: made, but can still fail for weeks. FAILED: the payer does not have the money.',
      ),
    amount: centsSchema.describe('Refund amount, including the fee, in cents.'),
    principal: centsSchema.describe(
      'Part of the refund that was applied to the invoice, in cents.',
    ),
    credit: centsSchema.describe(
      "Part of the principal that paid out the customer's credit, in cents.",
    ),
    invoiceId: invoiceIdSchema
      .nullable()
      .describe(
        'For a payment on several invoices, the invoice to refund. If null, the refund is divided in proportion.',
      ),
    isOwedAgain: z
      .boolean()
      .describe('Whether the principal is owed again on its invoice once the refund is made.'),
    isFromCredit: z
      .boolean()
      .describe("Whether the refund pays out the customer's credit, or a part of it."),
    keepsFee: z.boolean().describe('Whether the company kept its fee.'),
    createdAt: instantSchema,
    doneAt: instantSchema.nullable(),
    heldAt: instantSchema
      .nullable()
      .describe(
        'Time since which the refund has required manual attention, because the refund had no response, or was pending, for too long.',
      ),
    failedAt: instantSchema
      .nullable()
      .describe('Time at which the processor reported that the refund failed.'),
    failureReason: z
      .string()
      .nullable()
      .describe("Reason for the failure, in the processor's words."),
    resolution: z
      .enum(['SENT_AGAIN', 'PAID_ANOTHER_WAY', 'ACKNOWLEDGED', 'RETURNED'])
      .nullable()
      .describe(
        'Action taken on a failed refund. RETURNED: the payment itself was returned, so nothing is owed.',
      ),
  })
  .meta({ id: 'Refund' });
export type Refund = z.infer<typeof refundSchema>;

export const newRefundSchema = z
  .strictObject({
    amount: amountCentsSchema
      .optional()
      .describe(
        'Refund amount, including the fee, in cents. If omitted, the entire remaining amount is refunded.',
      ),
    invoiceId: invoiceIdSchema
      .optional()
      .describe(
        'For a payment on several invoices, the ID of the invoice to refund. If omitted, the refund is prorated across all invoices of the payment.',
      ),
    isOwedAgain: z
      .boolean()
      .optional()
      .describe(
        'Whether the refunded principal must be paid again. If true, the invoice owes that much more once the refund is made; otherwise, the debt remains settled.',
      ),
    isFromCredit: z
      .boolean()
      .optional()
      .describe(
        "Whether the refund pays out the customer's credit, whatever gave it. The credit is reserved until the refund is made or fails. If the amount is omitted, the refund is as large as the credit and the payment allow.",
      ),
    credit: z
      .enum(['PAY_OUT', 'KEEP'])
      .optional()
      .describe(
        'Required if credit notes for the invoice gave the customer credit that is not used. PAY_OUT: the refund pays out that credit first, and the customer no longer has it. KEEP: the customer keeps the credit, and only what the credit notes left can be refunded.',
      ),
    keepsFee: z
      .boolean()
      .optional()
      .describe(
        'Whether the company keeps its fee. By default, the fee is refunded in proportion. Requires the company setting `isFeeKeepable`.',
      ),
    isAgain: z
      .boolean()
      .optional()
      .describe(
        'Must be true if the same amount of the same payment was already refunded, so that a repeated order is not an accident.',
      ),
    reason: plainText({ max: 500 }),
  })
  .meta({ id: 'NewRefund' });
export type NewRefund = z.infer<typeof newRefundSchema>;

export const refundDecisionSchema = z
  .strictObject({
    decision: z
      .enum(['SEND_AGAIN', 'PAID_ANOTHER_WAY', 'ACKNOWLEDGE'])
      .describe(
        'SEND_AGAIN: request the refund from the processor again. PAID_ANOTHER_WAY: the company returned the money itself, for example by check. ACKNOWLEDGE: nothing is returned, for example because the credit has been used since.',
      ),
    reason: plainText({ max: 500 }),
  })
  .meta({ id: 'RefundDecision' });
export type RefundDecision = z.infer<typeof refundDecisionSchema>;

const refundFields = {
  amount: newRefundSchema.shape.amount,
  invoiceId: newRefundSchema.shape.invoiceId,
  isOwedAgain: newRefundSchema.shape.isOwedAgain,
  isFromCredit: newRefundSchema.shape.isFromCredit,
  credit: newRefundSchema.shape.credit,
  keepsFee: newRefundSchema.shape.keepsFee,
};

/** The fields of a refund request that decide about money. */
export const refundQuestionSchema = z.strictObject(refundFields).meta({ id: 'RefundQuestion' });
export type RefundQuestion = z.infer<typeof refundQuestionSchema>;

const postingSchema = z.object({
  source: z.string().describe('Account that the money leaves, such as `clearing:stripe`.'),
  destination: z
    .string()
    .describe('Account that receives the money, such as `receivable:…` or `fee_income`.'),
  amount: centsSchema,
});

export const refundPreviewSchema = z
  .object({
    amount: centsSchema.describe('Amount that would be refunded, including the fee, in cents.'),
    principal: centsSchema.describe(
      'Part of the refund that was applied to the invoice, in cents.',
    ),
    fee: centsSchema.describe('Part of the refund that is the fee, in cents.'),
    credit: centsSchema.describe(
      "Part of the principal that pays out the customer's credit, in cents.",
    ),
    left: centsSchema.describe('Amount that could still be refunded afterward, in cents.'),
    postings: z.array(postingSchema).describe('Postings that the ledger would record.'),
    recent: z
      .array(refundSchema)
      .describe(
        'Refunds of this payment in the last 10 minutes. The previewed refund may be among them.',
      ),
  })
  .meta({ id: 'RefundPreview' });
export type RefundPreview = z.infer<typeof refundPreviewSchema>;

export const refundsSchema = z.object({ data: z.array(refundSchema) }).meta({ id: 'RefundList' });
