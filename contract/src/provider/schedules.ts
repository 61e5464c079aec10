/** Scheduled payments, as their company sees and moves them. */
import { z } from 'zod';
import { isoDateSchema } from '../dates.ts';
import { invoiceIdSchema } from '../ids.ts';
import { centsSchema } from '../money.ts';
import { plainText } from '../plain-text.ts';

export const providerScheduleSchema = z.object({
  id: z.uuid(),
  invoiceId: invoiceIdSchema,
  chargeOn: isoDateSchema.describe('The day on which it is charged.'),
  amount: centsSchema.describe('What the invoice is credited with, in cents.'),
  fee: centsSchema.describe('What the payer pays on top, in cents.'),
});
export type ProviderSchedule = z.infer<typeof providerScheduleSchema>;

export const scheduleMoveSchema = z.strictObject({
  chargeOn: isoDateSchema.describe('A later day than the agreed one.'),
  reason: plainText({ max: 500 }),
});
