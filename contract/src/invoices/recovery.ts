/** A failed charge, as shown on a recovery link (ADR 0093). */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { centsSchema } from '../money.ts';

export const publicRecoverySchema = z.object({
  /**
   * `bank`: the bank is waiting for the payer's confirmation. `method`: another method may work. `processing`: a
   * payment is in progress. `settled`: nothing is left to do.
   */
  state: z.enum(['bank', 'method', 'processing', 'settled']),
  amount: centsSchema,
  fee: centsSchema,
  reason: z.string().nullable(),
  failedAt: instantSchema,
});
export type PublicRecovery = z.infer<typeof publicRecoverySchema>;
