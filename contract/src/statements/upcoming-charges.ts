/** Upcoming charges: what will be charged without the payer, and what they may change of it (ADR 0092). */
import { z } from 'zod';
import { instantSchema, isoDateSchema } from '../dates.ts';
import { methodIdSchema } from '../ids.ts';
import { methodLineSchema } from '../methods/portal-schemas.ts';
import { centsSchema } from '../money.ts';
import { plainText } from '../plain-text.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** 'schedule:<id>', 'plan:<id>:<number>'; of auto-pay 'auto-pay:<id of the invoice>'. */
export const chargeKeySchema = z
  .string()
  .regex(new RegExp(`^(?:schedule:${UUID}|plan:${UUID}:[1-9]\\d?|auto-pay:${UUID})$`));
/** A plan as a whole: 'plan:<id>'. */
const planKeySchema = z.string().regex(new RegExp(`^plan:${UUID}$`));

const upcomingKindSchema = z.enum(['schedule', 'installment', 'autoPay']);

const windowSchema = z.object({ earliest: isoDateSchema, latest: isoDateSchema });

export const upcomingChargeSchema = z.object({
  key: chargeKeySchema,
  kind: upcomingKindSchema,
  date: isoDateSchema,
  /** Of an auto-pay charge: what is owed today. The rest is fixed by agreement. */
  amount: centsSchema,
  fee: centsSchema,
  method: methodLineSchema.nullable(),
  invoice: z.object({
    accountRef: z.string(),
    internalRef: z.string(),
    productName: z.string(),
    dueDate: isoDateSchema,
  }),
  /** Of an installment: its number, and how many the plan has. */
  installment: z.object({ number: z.int(), of: z.int() }).nullable(),
  /** processing: it is being charged; retrying: it failed before; suspended: it has no method. */
  state: z.enum(['planned', 'processing', 'retrying', 'suspended']),
  /** What may be changed now; null or false where it may not. */
  changes: z.object({
    move: windowSchema.nullable(),
    isSkippable: z.boolean(),
    isSwitchable: z.boolean(),
    isCancelable: z.boolean(),
  }),
});
export type UpcomingCharge = z.infer<typeof upcomingChargeSchema>;

/** An open invoice that auto-pay leaves alone until its payer includes it again (R83). */
export const excludedInvoiceSchema = z.object({
  key: chargeKeySchema,
  accountRef: z.string(),
  productName: z.string(),
  dueDate: isoDateSchema,
  /** What is owed today. */
  amount: centsSchema,
});
export type ExcludedInvoice = z.infer<typeof excludedInvoiceSchema>;

/** A change of one charge, or of a plan. */
export const chargeChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('move'), charge: chargeKeySchema, date: isoDateSchema }),
  z.strictObject({ kind: z.literal('skip'), charge: chargeKeySchema }),
  /** Of auto-pay: this invoice is not charged. Schedules and plans are canceled by their own calls. */
  z.strictObject({ kind: z.literal('exclude'), charge: chargeKeySchema }),
  /** Of an invoice that is left out of auto-pay: it is charged again, after a new notice (R83). */
  z.strictObject({ kind: z.literal('include'), charge: chargeKeySchema }),
  /** Of auto-pay: the charge becomes a scheduled payment with this method, on the same day. */
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

/** What the change does, before the payer agrees: the charges it concerns, and the text they agree to. */
export const changePreviewSchema = z.object({
  before: z.array(chargeTermsSchema),
  after: z.array(chargeTermsSchema),
  method: methodLineSchema.nullable(),
  text: z.string(),
  /** The company answers first; nothing changes until then. */
  needsAnswer: z.boolean(),
});
export type ChangePreview = z.infer<typeof changePreviewSchema>;

/** The change, and the text as it was shown. */
export const agreedChangeSchema = z.strictObject({
  change: chargeChangeSchema,
  agreedText: z.string().max(4096),
});

/** What the payer may change of their plan as a whole, and a pause that waits for its answer. */
export const planChangesSchema = z.object({
  key: planKeySchema,
  dayOfMonth: z.int(),
  isDayChangeable: z.boolean(),
  /** Fewer installments that may be chosen; empty where it cannot be shortened. */
  counts: z.array(z.int()),
  /** Months; empty where it cannot be paused. */
  pauses: z.array(z.int()),
  isPauseAnswered: z.boolean(),
  requested: z
    .object({ months: z.int(), requestedAt: instantSchema, answerBy: isoDateSchema })
    .nullable(),
});
export type PlanChanges = z.infer<typeof planChangesSchema>;

export const calendarFeedSchema = z.object({ createdAt: instantSchema });
