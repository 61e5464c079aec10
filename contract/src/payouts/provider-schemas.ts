/** Deposits by the processor, what they contain, and how they differ from the ledger (R96). */
import { z } from 'zod';
import { instantSchema, isoDateSchema } from '../dates.ts';
import { oneOrMore, pageQuerySchema, toPage } from '../http/pages-and-problems.ts';
import { attemptIdSchema } from '../ids.ts';
import { centsSchema } from '../money.ts';
import { processorSchema } from '../vocabulary.ts';

export const PAYOUT_STATES = ['PENDING', 'PAID', 'FAILED'] as const;
const payoutStateSchema = z.enum(PAYOUT_STATES);
export type PayoutState = z.infer<typeof payoutStateSchema>;

export const PAYOUT_LINE_KINDS = [
  'CHARGE',
  'REFUND',
  'DISPUTE',
  'RETURN',
  'FEE',
  'ADJUSTMENT',
] as const;
const payoutLineKindSchema = z.enum(PAYOUT_LINE_KINDS);
export type PayoutLineKind = z.infer<typeof payoutLineKindSchema>;

export const PAYOUT_DIFFERENCE_KINDS = [
  'MISSING_HERE',
  'MISSING_THERE',
  'OTHER_AMOUNT',
  'OTHER_FEE',
  'OTHER_TOTAL',
] as const;
const payoutDifferenceKindSchema = z.enum(PAYOUT_DIFFERENCE_KINDS);
export type PayoutDifferenceKind = z.infer<typeof payoutDifferenceKindSchema>;

const BASIS_POINTS_MAX = 1000;
const FEE_CENTS_MAX = 10_000;
const basisPointsSchema = z.int().min(0).max(BASIS_POINTS_MAX);
const feeSchema = z.int().min(0).max(FEE_CENTS_MAX).brand<'Cents'>();

const processorFeesSchema = z
  .strictObject({
    card: basisPointsSchema.describe('Percentage of a card payment, in basis points.'),
    cardFixed: feeSchema.describe('Fixed part of the fee for a card payment, in cents.'),
    ach: basisPointsSchema.describe('Percentage of a bank payment, in basis points.'),
    achFixed: feeSchema.describe('Fixed part of the fee for a bank payment, in cents.'),
    achMax: feeSchema
      .nullable()
      .describe('Largest fee for a bank payment, in cents; null if there is no maximum.'),
    dispute: feeSchema
      .nullable()
      .describe('Fee for a dispute, in cents; null if it is not checked.'),
  })
  .meta({ id: 'ProcessorFees' });
export type ProcessorFees = z.infer<typeof processorFeesSchema>;

export const PAYOUT_PROBLEMS = ['NOT_PERMITTED', 'NO_RESPONSE'] as const;
export type PayoutProblem = (typeof PAYOUT_PROBLEMS)[number];

export const payoutStatusSchema = z
  .object({
    processor: processorSchema,
    isSupported: z
      .boolean()
      .describe('Whether the processor has an API from which payouts can be read.'),
    readAt: instantSchema
      .nullable()
      .describe('Time at which payouts were last read completely; null if they never were.'),
    problem: z
      .enum(PAYOUT_PROBLEMS)
      .nullable()
      .describe(
        'Reason why the last read failed. NOT_PERMITTED: the key may not read payouts or balance transactions.',
      ),
    fees: processorFeesSchema
      .nullable()
      .describe('Fees agreed with the processor; null if they are not known, and not checked.'),
  })
  .meta({ id: 'PayoutStatus' });

export const processorFeesChangeSchema = z
  .strictObject({
    fees: processorFeesSchema.nullable().describe('Agreed fees; null to stop checking fees.'),
  })
  .meta({ id: 'ProcessorFeesChange' });

const amounts = {
  deposited: centsSchema.describe('Amount deposited, in cents; negative if it was withdrawn.'),
  expected: centsSchema
    .nullable()
    .describe(
      'Amount that should have been deposited, in cents: the items as recorded here, minus the agreed fees. Null while the content of a payout is not known.',
    ),
  fees: centsSchema.describe('Fees that the processor deducted, in cents.'),
};

const payoutSchema = z
  .object({
    id: z.uuid(),
    processor: processorSchema,
    processorReference: z.string(),
    state: payoutStateSchema.describe(
      'PENDING: on its way. PAID: sent to the bank. FAILED: the bank refused it.',
    ),
    arrivalDate: isoDateSchema.describe('Date on which the money arrives at the bank.'),
    ...amounts,
    isItemized: z
      .boolean()
      .describe(
        'Whether the lines are known. False for a payout that was requested manually in the processor dashboard, and while the processor still compiles the lines.',
      ),
    lineCount: z.int(),
    differenceCount: z.int().describe('Number of open differences.'),
    createdAt: instantSchema,
  })
  .meta({ id: 'Payout' });
export type Payout = z.infer<typeof payoutSchema>;

const dates = {
  arrivesFrom: isoDateSchema.optional().describe('Returns only payouts that arrive on or after.'),
  arrivesTo: isoDateSchema.optional().describe('Returns only payouts that arrive on or before.'),
};

export const payoutQuerySchema = pageQuerySchema.extend({
  state: oneOrMore(payoutStateSchema).describe('State. Repeat the parameter for several.'),
  ...dates,
  sort: z
    .enum(['-arrivalDate', 'arrivalDate'])
    .default('-arrivalDate')
    .describe('Sort order. A leading minus sign means descending.'),
});
export type PayoutQuery = z.infer<typeof payoutQuerySchema>;
export const payoutPageSchema = toPage(payoutSchema).meta({ id: 'PayoutPage' });

const payoutTotalSchema = z.object({
  kind: payoutLineKindSchema,
  count: z.int(),
  gross: centsSchema,
  fee: centsSchema,
  net: centsSchema,
});

export const payoutDetailSchema = payoutSchema
  .extend({ totals: z.array(payoutTotalSchema).describe('Sums of the lines, by kind.') })
  .meta({ id: 'PayoutDetail' });

const payoutLineSchema = z
  .object({
    id: z.uuid(),
    kind: payoutLineKindSchema,
    processorReference: z.string(),
    gross: centsSchema.describe('Amount before fees, in cents; negative if it was deducted.'),
    fee: centsSchema.describe('Fee that the processor deducted, in cents.'),
    net: centsSchema.describe('Amount after fees, in cents.'),
    expected: centsSchema.describe('Net amount that was expected, in cents.'),
    paymentId: attemptIdSchema
      .nullable()
      .describe(
        'ID of the payment that the line concerns; null for fees, and for items of the account that were not made here.',
      ),
    createdAt: instantSchema,
  })
  .meta({ id: 'PayoutLine' });

export const payoutLineQuerySchema = pageQuerySchema.extend({
  kind: payoutLineKindSchema.optional().describe('Kind of line.'),
});
export const payoutLinePageSchema = toPage(payoutLineSchema).meta({ id: 'PayoutLinePage' });

const payoutDifferenceSchema = z
  .object({
    id: z.uuid(),
    kind: payoutDifferenceKindSchema.describe(
      'MISSING_HERE: deposited, and not in the ledger. MISSING_THERE: in the ledger, and in no payout. OTHER_AMOUNT, OTHER_FEE: differs. OTHER_TOTAL: the lines do not add up to the payout.',
    ),
    payoutId: z.uuid().nullable(),
    paymentId: attemptIdSchema.nullable(),
    processorReference: z.string().nullable(),
    expected: centsSchema,
    found: centsSchema,
    closedAt: instantSchema
      .nullable()
      .describe('Time at which the difference was resolved or acknowledged.'),
    createdAt: instantSchema,
  })
  .meta({ id: 'PayoutDifference' });

export const payoutDifferenceQuerySchema = pageQuerySchema.extend({
  isOpen: z.stringbool().optional().describe('If true, only open differences are returned.'),
  payoutId: z.uuid().optional(),
});
export type PayoutDifferenceQuery = z.infer<typeof payoutDifferenceQuerySchema>;
export const payoutDifferencePageSchema = toPage(payoutDifferenceSchema).meta({
  id: 'PayoutDifferencePage',
});

const payoutDaySchema = z
  .object({
    id: isoDateSchema.describe('Day on which the payouts arrive.'),
    payoutCount: z.int(),
    ...amounts,
    differenceCount: z.int().describe('Number of open differences.'),
  })
  .meta({ id: 'PayoutDay' });
export const payoutDayQuerySchema = pageQuerySchema.extend(dates);
export type PayoutDayQuery = z.infer<typeof payoutDayQuerySchema>;
export const payoutDayPageSchema = toPage(payoutDaySchema).meta({ id: 'PayoutDayPage' });
