/** A failed charge on a recovery link (ADR 0093). */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { centsSchema } from '../money.ts';

export const publicRecoverySchema = z.object({
  /**
   * bank: the bank asks the payer to confirm; method: another method may help; processing: a payment is in
   * progress; settled: there is nothing left to do.
   */
  state: z.enum(['bank', 'method', 'processing', 'settled']),
  amount: centsSchema,
  fee: centsSchema,
  reason: z.string().nullable(),
  failedAt: instantSchema,
});
export type PublicRecovery = z.infer<typeof publicRecoverySchema>;
