/**
 * Upcoming charges, which are made without the payer, and the changes that the payer may make to them (ADR 0092).
 */
import { z } from 'zod';
import { instantSchema, isoDateSchema } from '../dates.ts';
import { methodIdSchema } from '../ids.ts';
import { methodLineSchema } from '../methods/portal-schemas.ts';
import { centsSchema } from '../money.ts';
import { plainText } from '../plain-text.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** 'schedule:<id>', 'plan:<id>:<number>' or 'auto-pay:<invoice id>'. */
export const chargeKeySchema = z
  .string()
  .regex(new RegExp(`^(?:schedule:${UUID}|plan:${UUID}:[1-9]\\d?|auto-pay:${UUID})$`));
const planKeySchema = z.string().regex(new RegExp(`^plan:${UUID}$`));

const upcomingKindSchema = z.enum(['schedule', 'installment', 'autoPay']);

const windowSchema = z.object({ earliest: isoDateSchema, latest: isoDateSchema });

export const upcomingChargeSchema = z.object({
  key: chargeKeySchema,
  kind: upcomingKindSchema,
  date: isoDateSchema,
  /** For an auto-pay charge, the amount owed today. Other amounts are fixed by agreement. */
  amount: centsSchema,
  fee: centsSchema,
  method: methodLineSchema.nullable(),
  invoice: z.object({
    accountRef: z.string(),
    internalRef: z.string(),
    productName: z.string(),
    dueDate: isoDateSchema,
  }),
  installment: z.object({ number: z.int(), of: z.int() }).nullable(),
  /**
   * `processing`: the charge is in progress. `retrying`: the charge failed before. `suspended`: there is no method
   * to charge.
   */
  state: z.enum(['planned', 'processing', 'retrying', 'suspended']),
  changes: z.object({
    move: windowSchema.nullable(),
    isSkippable: z.boolean(),
    isSwitchable: z.boolean(),
    isCancelable: z.boolean(),
  }),
});
export type UpcomingCharge = z.infer<typeof upcomingChargeSchema>;

/** An open invoice that auto-pay skips until the payer includes it again (R83). */
export const excludedInvoiceSchema = z.object({
  key: chargeKeySchema,
  accountRef: z.string(),
  productName: z.string(),
  dueDate: isoDateSchema,
  amount: centsSchema,
});
export type ExcludedInvoice = z.infer<typeof excludedInvoiceSchema>;

export const chargeChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('move'), charge: chargeKeySchema, date: isoDateSchema }),
  z.strictObject({ kind: z.literal('skip'), charge: chargeKeySchema }),
  /** Auto-pay only: this invoice is not charged. Schedules and plans are canceled by their own calls. */
  z.strictObject({ kind: z.literal('exclude'), charge: chargeKeySchema }),
  /** The invoice was excluded from auto-pay and is charged again, after a new notice (R83). */
  z.strictObject({ kind: z.literal('include'), charge: chargeKeySchema }),
  /** Auto-pay only: the charge becomes a scheduled payment with this method, on the same day. */
  z.strictObject({ kind: z.literal('switch'), charge: chargeKeySchema, method: methodIdSchema }),
  z.strictObject({ kind: z.literal('day'), plan: planKeySchema, day: z.int().min(1).max(31) }),
  z.strictObject({
    kind: z.literal('shorten'),
    plan: planKeySchema,
    count: z.int().min(1).max(11),
  }),
  z.strictObject({
    kind: z.literal('pause'),
    plan: planKeySchema,
    months: z.int().min(1).max(6),
    note: plainText({ max: 500 }).optional(),
  }),
]);
export type ChargeChange = z.infer<typeof chargeChangeSchema>;

const chargeTermsSchema = z.object({
  date: isoDateSchema,
  amount: centsSchema,
  fee: centsSchema,
});
export type ShownTerms = z.infer<typeof chargeTermsSchema>;

export const changePreviewSchema = z.object({
  before: z.array(chargeTermsSchema),
  after: z.array(chargeTermsSchema),
  method: methodLineSchema.nullable(),
  text: z.string(),
  /** The company has to approve first; nothing changes until then. */
  needsAnswer: z.boolean(),
});
export type ChangePreview = z.infer<typeof changePreviewSchema>;

export const agreedChangeSchema = z.strictObject({
  change: chargeChangeSchema,
  agreedText: z.string().max(4096),
});

export const planChangesSchema = z.object({
  key: planKeySchema,
  dayOfMonth: z.int(),
  isDayChangeable: z.boolean(),
  /** The smaller numbers of installments that the payer may choose; empty if the plan cannot be shortened. */
  counts: z.array(z.int()),
  /** The possible lengths of a pause in months; empty if the plan cannot be paused. */
  pauses: z.array(z.int()),
  isPauseAnswered: z.boolean(),
  requested: z
    .object({ months: z.int(), requestedAt: instantSchema, answerBy: isoDateSchema })
    .nullable(),
});
export type PlanChanges = z.infer<typeof planChangesSchema>;

export const calendarFeedSchema = z.object({ createdAt: instantSchema });
