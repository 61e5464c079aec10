/** Items that need a person's decision: everything that the portal cannot or may not decide itself (R76). */
import { z } from 'zod';
import { instantSchema, isoDateSchema } from '../dates.ts';
import { pageQuerySchema, toPage } from '../http/pages-and-problems.ts';
import { attemptIdSchema, customerIdSchema, invoiceIdSchema } from '../ids.ts';
import { centsSchema } from '../money.ts';
import { plainText } from '../plain-text.ts';
import { invoiceStatusSchema, methodTypeSchema } from '../vocabulary.ts';

export const ATTENTION_KINDS = [
  'CHARGES_HELD',
  'BROKEN_CONNECTION',
  'HELD_PAYMENT',
  'ORPHANED_CHARGE',
  'UNPLACED_CHARGE',
  'RETURNED_PAYMENT',
  'DISPUTED_PAYMENT',
  'WARNED_PAYMENT',
  'INQUIRY',
  'STUCK_REFUND',
  'UNEXPECTED_REFUND',
  'FAILED_REFUND',
  'PAYOUT_DIFFERENCE',
  'BOUNCED_MAIL',
  'FAILING_ENDPOINT',
  'EXPIRING_METHOD',
  'SUSPENDED_SCHEDULE',
  'SUSPENDED_PLAN',
  'PAUSE_REQUEST',
] as const;
export const attentionKindSchema = z.enum(ATTENTION_KINDS);
export type AttentionKind = z.infer<typeof attentionKindSchema>;

/** The calls that resolve an item. They follow the same rules as anywhere else. */
export const ATTENTION_DECISIONS = [
  'decidePayment',
  'assignCharge',
  'refundCharge',
  'releaseCharges',
  'changeProcessor',
  'createRefund',
  'decideRefund',
  'acknowledgeAttention',
  'submitEvidence',
  'answerInquiry',
  'changeCustomer',
  'resumeWebhookEndpoint',
  'cancelSchedule',
  'cancelPlan',
  'answerPause',
] as const;
export type AttentionDecision = (typeof ATTENTION_DECISIONS)[number];

const ID_MAX = 80;

/** The kind and id of the object, such as RETURNED_PAYMENT.3f6c1f0a-… */
export const attentionIdSchema = z.string().max(ID_MAX);

const attentionFactsSchema = z.object({
  objectId: z
    .uuid()
    .describe('ID of the payment, refund, endpoint or payment method that the item concerns.'),
  code: z
    .string()
    .nullable()
    .describe(
      "Code of the return, dispute, decline or failed refund, as provided by the sender. For a charge without an invoice and for a payout difference, the processor's ID.",
    ),
  method: methodTypeSchema.nullable(),
  methodBrand: z.string().nullable(),
  methodLast4: z.string().nullable(),
  inquiryKind: z
    .enum(['QUESTION', 'DISPUTE'])
    .nullable()
    .describe('Inquiry kind, if the item is an inquiry.'),
  months: z
    .int()
    .nullable()
    .describe('Length of the requested pause in months, if the item is a pause request.'),
  date: isoDateSchema
    .nullable()
    .describe(
      'Expiration date of the card, agreed date of the suspended charge, or deadline for evidence against a dispute.',
    ),
  state: z
    .string()
    .nullable()
    .describe(
      'For an endpoint, whether the endpoint still fails or is paused. For a charge: PENDING, SUCCEEDED or REFUND_SENT. For a processor connection, its problem. For a payout difference, its kind. For a dispute, AWAITS_EVIDENCE if the processor accepts evidence.',
    ),
});

export const attentionItemSchema = z
  .object({
    id: z.string().describe('Item ID, composed of the item kind and the object ID.'),
    kind: attentionKindSchema.describe('Reason why the item requires attention.'),
    since: instantSchema.describe(
      'Time since which the item has required attention. For an expiring card, the first instant of the month in which the card expires.',
    ),
    customer: z
      .object({ id: customerIdSchema, name: z.string(), customerRef: z.string() })
      .nullable()
      .describe(
        "Customer that the item concerns; null for a webhook endpoint, a processor connection, a charge without an invoice, and the hold on the company's charges.",
      ),
    invoice: z
      .object({
        id: invoiceIdSchema,
        accountRef: z.string(),
        status: invoiceStatusSchema.describe('Present status of the invoice.'),
      })
      .nullable()
      .describe(
        'Invoice that the item concerns; null if the item concerns no invoice or several invoices.',
      ),
    paymentId: attemptIdSchema
      .nullable()
      .describe('ID of the payment that the item concerns; null if the item concerns no payment.'),
    amount: centsSchema
      .nullable()
      .describe('Amount, in cents; null if the item concerns no amount.'),
    facts: attentionFactsSchema.describe('Values used in the item title.'),
    allowedDecisions: z
      .array(z.enum(ATTENTION_DECISIONS))
      .describe(
        'API calls that resolve the item. If empty, the item is resolved automatically or in the processor dashboard.',
      ),
  })
  .meta({ id: 'AttentionItem' });
export type AttentionItem = z.infer<typeof attentionItemSchema>;

export const attentionPageSchema = toPage(attentionItemSchema).meta({ id: 'AttentionPage' });

export const attentionQuerySchema = pageQuerySchema.extend({
  kind: attentionKindSchema
    .optional()
    .describe('Kind to filter by. If omitted, items of all kinds are returned.'),
});
export type AttentionQuery = z.infer<typeof attentionQuerySchema>;

/** Items are counted only up to this number. */
export const ATTENTION_COUNT_MAX = 1000;

const countSchema = z.int().min(0).max(ATTENTION_COUNT_MAX);

const countFields = Object.fromEntries(
  ATTENTION_KINDS.map((kind) => [kind, countSchema]),
) as Record<AttentionKind, typeof countSchema>; // because the keys are the kinds

export const attentionCountsSchema = z
  .object({
    total: z.int().describe('Sum of the counts.'),
    counts: z
      .object(countFields)
      .describe(`Counts by kind; ${ATTENTION_COUNT_MAX} stands for that many or more.`),
  })
  .meta({ id: 'AttentionCounts' });

export const acknowledgementSchema = z
  .strictObject({
    reason: plainText({ max: 500 }).describe('Action taken on the item, kept in the audit trail.'),
  })
  .meta({ id: 'Acknowledgement' });

export const acknowledgedSchema = z
  .object({
    id: z.string().describe('Item ID, composed of the item kind and the object ID.'),
    acknowledgedAt: instantSchema.describe('Time at which the item was acknowledged.'),
  })
  .meta({ id: 'Acknowledged' });
