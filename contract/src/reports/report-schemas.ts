/** A company's figures, computed from its ledger, its invoices and its customers' arrangements. */
import { z } from 'zod';
import { isoDateSchema } from '../dates.ts';
import { centsSchema } from '../money.ts';
import { methodTypeSchema } from '../vocabulary.ts';

export const REPORT_DAYS_MAX = 92;
export const EXPECTED_DAYS = 60;
export const DAYS_TO_PAY_SAMPLE = 1000;

export const summaryQuerySchema = z.strictObject({
  from: isoDateSchema.optional().describe('First day of the range; 30 days ago by default.'),
  to: isoDateSchema
    .optional()
    .describe(`The last day; today by default. The range can have up to ${REPORT_DAYS_MAX} days.`),
  asOf: isoDateSchema
    .optional()
    .describe(
      'Day at whose end `overdue` is computed, with the same amounts as the receivables aging; today by default.',
    ),
});
export type SummaryQuery = z.infer<typeof summaryQuerySchema>;

const collectedDaySchema = z.object({
  date: isoDateSchema.describe("Date in the company's time zone."),
  received: centsSchema.describe('Amount received, including the fee, in cents.'),
  returned: centsSchema.describe(
    'Amount paid back through refunds, returns and lost disputes, in cents.',
  ),
  fee: centsSchema.describe('Fees received, less the fees paid back, in cents.'),
});

const ageBucketSchema = z.object({
  bucket: z.enum(['1-30', '31-60', '61-90', '90+']).describe('Number of days past the due date.'),
  count: z.int().describe('Number of invoices.'),
  amount: centsSchema.describe('Outstanding balance of these invoices, in cents.'),
});

const expectedDaySchema = z.object({
  date: isoDateSchema.describe("Date in the company's time zone."),
  schedules: centsSchema.describe('Total of scheduled payments, including the fee, in cents.'),
  plans: centsSchema.describe('Total of installments, including the fee, in cents.'),
  autoPay: centsSchema.describe(
    'Total of the invoices that auto-pay will charge, excluding the fee, in cents.',
  ),
});

const successRateSchema = z.object({
  method: methodTypeSchema.describe('Payment method type.'),
  succeeded: z
    .int()
    .describe('Number of successful payments, including payments that were later returned.'),
  failed: z.int().describe('Number of declined payments.'),
});

const owedSchema = z.object({
  count: z.int().describe('Number of invoices.'),
  amount: centsSchema.describe('Outstanding balance of these invoices, in cents.'),
});

const previousSchema = z
  .object({
    from: isoDateSchema.describe('First day.'),
    to: isoDateSchema.describe('Last day.'),
    received: centsSchema.describe('Amount received, including the fee, in cents.'),
    returned: centsSchema.describe(
      'Amount paid back through refunds, returns and lost disputes, in cents.',
    ),
    successRates: z.array(successRateSchema).describe('Success rates for payments started then.'),
    daysToPay: z.number().nullable().describe('As in the range itself.'),
  })
  .describe('The period of the same length before the range.');

export const summarySchema = z
  .object({
    from: isoDateSchema.describe('First day of the range.'),
    to: isoDateSchema.describe('Last day of the range.'),
    collected: z.array(collectedDaySchema).describe('Amounts for each day of the range.'),
    open: owedSchema.describe('All outstanding invoices, including those that are not due yet.'),
    overdue: z.array(ageBucketSchema).describe('Past-due balances by age.'),
    expected: z
      .array(expectedDaySchema)
      .describe(`The next ${EXPECTED_DAYS} days on which something is arranged.`),
    successRates: z
      .array(successRateSchema)
      .describe('Success rates for payments started in the range.'),
    daysToPay: z
      .number()
      .nullable()
      .describe(
        `From the date of an invoice to its payment: the mean of the last ${DAYS_TO_PAY_SAMPLE} payments of the range; null without any.`,
      ),
    billed: centsSchema.describe(
      'Total of the invoices whose date is in the range, drafts left out, in cents.',
    ),
    daysSalesOutstanding: z
      .number()
      .nullable()
      .describe(
        'Outstanding balance divided by what was billed on an average day of the range; null if nothing was billed.',
      ),
    previous: previousSchema,
  })
  .meta({ id: 'Summary' });
export type ReportSummary = z.infer<typeof summarySchema>;
