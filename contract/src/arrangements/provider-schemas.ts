/** Scheduled payments and plans as the company sees them, and pauses requested by payers (ADR 0093). */
import { z } from 'zod';
import { providerCustomerSchema } from '../customers/provider-schemas.ts';
import { instantSchema, isoDateSchema } from '../dates.ts';
import {
  createdRange,
  expandSchema,
  oneOrMore,
  pageQuerySchema,
  toPage,
} from '../http/pages-and-problems.ts';
import { customerIdSchema, invoiceIdSchema } from '../ids.ts';
import { providerInvoiceSchema } from '../invoices/provider-schemas.ts';
import { centsSchema } from '../money.ts';
import { plainText } from '../plain-text.ts';
import { installmentStatusSchema } from '../vocabulary.ts';

export const providerScheduleSchema = z
  .object({
    id: z.uuid(),
    invoiceId: invoiceIdSchema,
    chargeOn: isoDateSchema.describe('Charge date.'),
    amount: centsSchema.describe('Amount applied to the invoice, in cents.'),
    fee: centsSchema.describe('Fee charged to the payer on top of the amount, in cents.'),
  })
  .meta({ id: 'Schedule' });
export type ProviderSchedule = z.infer<typeof providerScheduleSchema>;

export const scheduleMoveSchema = z
  .strictObject({
    chargeOn: isoDateSchema.describe('New charge date. Must be later than the agreed date.'),
    reason: plainText({ max: 500 }),
  })
  .meta({ id: 'ScheduleMove' });

const SCHEDULE_STATES = ['LIVE', 'DONE', 'CANCELED', 'SUSPENDED', 'GAVE_UP'] as const;
const PLAN_STATES = ['LIVE', 'PAID_OFF', 'CANCELED', 'SUSPENDED', 'DEFAULTED'] as const;

const arrangementFields = {
  id: z.uuid(),
  invoiceId: invoiceIdSchema,
  accountRef: z.string(),
  customerId: customerIdSchema,
  customerName: z.string().describe('Customer name (business or person).'),
  amount: centsSchema.describe('Total applied to the invoice, in cents.'),
  fee: centsSchema.describe('Fee charged to the payer on top of the amount, in cents.'),
  remaining: centsSchema.describe('Amount still to be charged, including the fee, in cents.'),
  nextChargeOn: isoDateSchema
    .nullable()
    .describe('Date of the next charge; null if no further charge is due.'),
  suspendedAt: instantSchema
    .nullable()
    .describe(
      'Time since which the arrangement has had no payment method to charge; null unless the arrangement is suspended.',
    ),
  createdAt: instantSchema,
  customer: providerCustomerSchema.optional().describe('Customer, with `expand=customer`.'),
  invoice: providerInvoiceSchema.nullable().optional().describe('Invoice, with `expand=invoice`.'),
};

export const listedScheduleSchema = z
  .object({
    ...arrangementFields,
    state: z
      .enum(SCHEDULE_STATES)
      .describe(
        'SUSPENDED: no payment method to charge. GAVE_UP: the charge was declined too many times.',
      ),
    chargeOn: isoDateSchema.describe('Agreed charge date.'),
  })
  .meta({ id: 'ListedSchedule' });
export type ListedSchedule = z.infer<typeof listedScheduleSchema>;

export const listedPlanSchema = z
  .object({
    ...arrangementFields,
    state: z
      .enum(PLAN_STATES)
      .describe('SUSPENDED: no payment method to charge. DEFAULTED: the plan was not kept.'),
    count: z.int().describe('Number of installments.'),
    paidCount: z.int().describe('Number of paid installments.'),
  })
  .meta({ id: 'ListedPlan' });
export type ListedPlan = z.infer<typeof listedPlanSchema>;

const installmentSchema = z
  .object({
    number: z.int().describe('Installment number, starting at 1.'),
    dueOn: isoDateSchema.describe('Charge date.'),
    amount: centsSchema.describe('Amount applied to the invoice, in cents.'),
    fee: centsSchema.describe('Fee charged to the payer on top of the amount, in cents.'),
    status: installmentStatusSchema,
  })
  .meta({ id: 'Installment' });

export const installmentListSchema = z
  .object({ data: z.array(installmentSchema) })
  .meta({ id: 'InstallmentList' });

export const schedulePageSchema = toPage(listedScheduleSchema).meta({ id: 'SchedulePage' });
export const planPageSchema = toPage(listedPlanSchema).meta({ id: 'PlanPage' });

const commonFilters = {
  customerId: customerIdSchema.optional(),
  invoiceId: invoiceIdSchema.optional(),
  ...createdRange,
  expand: expandSchema(['customer', 'invoice']),
};
export const scheduleQuerySchema = pageQuerySchema.extend({
  state: oneOrMore(z.enum(SCHEDULE_STATES)).describe('State. Repeat the parameter for several.'),
  ...commonFilters,
});
export type ScheduleQuery = z.infer<typeof scheduleQuerySchema>;
export const planQuerySchema = pageQuerySchema.extend({
  state: oneOrMore(z.enum(PLAN_STATES)).describe('State. Repeat the parameter for several.'),
  ...commonFilters,
});
export type PlanQuery = z.infer<typeof planQuerySchema>;

const pauseStateSchema = z
  .enum(['OPEN', 'GRANTED', 'REFUSED', 'WITHDRAWN'])
  .describe('OPEN: awaiting your answer. WITHDRAWN: withdrawn by the payer.');

export const planPauseSchema = z
  .object({
    id: z.uuid(),
    invoiceId: invoiceIdSchema,
    customerId: customerIdSchema,
    months: z.int().describe('Number of months by which the open installments are moved.'),
    dates: z
      .array(z.object({ index: z.int(), dueOn: isoDateSchema }))
      .describe(
        'Open installments at the time of the request. The request can be granted only while the open installments are the same.',
      ),
    note: z.string().nullable().describe('Note from the payer.'),
    state: pauseStateSchema,
    answer: z.string().nullable().describe('Message shown to the payer.'),
    createdAt: instantSchema,
    answeredAt: instantSchema
      .nullable()
      .describe('Time at which the request was answered; null until then.'),
  })
  .meta({ id: 'PlanPause' });
export type ProviderPause = z.infer<typeof planPauseSchema>;

export const planPausePageSchema = toPage(planPauseSchema).meta({ id: 'PlanPausePage' });

export const pauseQuerySchema = pageQuerySchema.extend({ state: pauseStateSchema.optional() });

export const pauseAnswerSchema = z
  .strictObject({
    isGranted: z
      .boolean()
      .describe('True: the open installments are moved. False: the plan remains unchanged.'),
    message: plainText({ max: 500 })
      .nullable()
      .default(null)
      .describe('Message sent to the payer by email.'),
  })
  .meta({ id: 'PauseAnswer' });
