/** Items that need a person: everything that the portal cannot or may not decide itself (R76). */
import { z } from 'zod';
import { instantSchema, isoDateSchema } from '../dates.ts';
import { pageQuerySchema, toPage } from '../http/pages-and-problems.ts';
import { attemptIdSchema, customerIdSchema, invoiceIdSchema } from '../ids.ts';
import { centsSchema } from '../money.ts';
import { plainText } from '../plain-text.ts';
import { methodTypeSchema } from '../vocabulary.ts';

export const ATTENTION_KINDS = [
  'CHARGES_HELD',
  'HELD_PAYMENT',
  'ORPHANED_CHARGE',
  'UNPLACED_CHARGE',
  'RETURNED_PAYMENT',
  'DISPUTED_PAYMENT',
  'INQUIRY',
  'STUCK_REFUND',
  'UNEXPECTED_REFUND',
  'FAILED_REFUND',
  'BOUNCED_MAIL',
  'FAILING_ENDPOINT',
  'EXPIRING_METHOD',
  'SUSPENDED_SCHEDULE',
  'SUSPENDED_PLAN',
  'PAUSE_REQUEST',
] as const;
export const attentionKindSchema = z.enum(ATTENTION_KINDS);
export type AttentionKind = z.infer<typeof attentionKindSchema>;

/** The calls that settle an item. The same rules apply to them as anywhere else. */
export const ATTENTION_DECISIONS = [
  'decidePayment',
  'assignCharge',
  'refundCharge',
  'releaseCharges',
  'createRefund',
  'decideRefund',
  'acknowledgeAttention',
  'answerInquiry',
  'changeCustomer',
  'resumeWebhookEndpoint',
  'cancelSchedule',
  'cancelPlan',
  'answerPause',
] as const;
export type AttentionDecision = (typeof ATTENTION_DECISIONS)[number];

const ID_MAX = 80;

/** The kind and the id of the object, such as RETURNED_PAYMENT.3f6c1f0a-… */
export const attentionIdSchema = z.string().max(ID_MAX);

const attentionFactsSchema = z.object({
  objectId: z
    .uuid()
    .describe('Id of the payment, refund, endpoint or method that the item is about.'),
  code: z
    .string()
    .nullable()
    .describe(
      "Of the return, dispute, refusal or failed refund, as its sender has it; of a charge without an invoice, the processor's id.",
    ),
  method: methodTypeSchema.nullable(),
  methodBrand: z.string().nullable(),
  methodLast4: z.string().nullable(),
  inquiryKind: z
    .enum(['QUESTION', 'DISPUTE'])
    .nullable()
    .describe('Kind of the inquiry, if the item is one.'),
  months: z.int().nullable().describe('Months of the requested pause, if the item is one.'),
  date: isoDateSchema
    .nullable()
    .describe('The day on which a card expires or a suspended charge was agreed.'),
  state: z
    .string()
    .nullable()
    .describe(
      'Of an endpoint: it still fails, or it is paused. Of a charge: PENDING, SUCCEEDED or REFUND_SENT.',
    ),
});

export const attentionItemSchema = z
  .object({
    id: z.string().describe('The kind and the id of the object.'),
    kind: attentionKindSchema.describe('Reason why the item requires attention.'),
    since: instantSchema.describe(
      'Time since which the item has required attention. For an expiring card, the first instant of the month in which the card expires.',
    ),
    customer: z
      .object({ id: customerIdSchema, name: z.string(), customerRef: z.string() })
      .nullable()
      .describe(
        'Whom it is about; null for a webhook endpoint, a charge without an invoice, and the hold of the company.',
      ),
    invoice: z
      .object({ id: invoiceIdSchema, accountRef: z.string() })
      .nullable()
      .describe('Null if it is about none or several.'),
    paymentId: attemptIdSchema.nullable().describe('The payment; null if it is about none.'),
    amount: centsSchema.nullable().describe('In cents; null if it is about no amount.'),
    facts: attentionFactsSchema.describe('Values used in the title of the item.'),
    allowedDecisions: z
      .array(z.enum(ATTENTION_DECISIONS))
      .describe('The calls that settle it. None: it ends by itself or at the processor.'),
  })
  .meta({ id: 'AttentionItem' });
export type AttentionItem = z.infer<typeof attentionItemSchema>;

export const attentionPageSchema = toPage(attentionItemSchema).meta({ id: 'AttentionPage' });

export const attentionQuerySchema = pageQuerySchema.extend({
  kind: attentionKindSchema.optional().describe('If omitted, all are returned.'),
});
export type AttentionQuery = z.infer<typeof attentionQuerySchema>;

/** Counting stops here; larger numbers are not counted exactly. */
export const ATTENTION_COUNT_MAX = 1000;

const countSchema = z.int().min(0).max(ATTENTION_COUNT_MAX);

const countFields = Object.fromEntries(
  ATTENTION_KINDS.map((kind) => [kind, countSchema]),
) as Record<AttentionKind, typeof countSchema>; // because the keys are the kinds

export const attentionCountsSchema = z
  .object({
    total: z.int().describe('The sum of the counts.'),
    counts: z
      .object(countFields)
      .describe(`Counts by kind; ${ATTENTION_COUNT_MAX} stands for that many or more.`),
  })
  .meta({ id: 'AttentionCounts' });

export const acknowledgementSchema = z
  .strictObject({
    reason: plainText({ max: 500 }).describe(
      'What was done about it. It is kept in the audit trail.',
    ),
  })
  .meta({ id: 'Acknowledgement' });

export const acknowledgedSchema = z
  .object({
    id: z.string().describe('The kind and the id of the object.'),
    acknowledgedAt: instantSchema.describe('Time when the item was acknowledged.'),
  })
  .meta({ id: 'Acknowledged' });
