/** What is going to be charged to a payment method, for whoever is about to remove it (R16). */
import { z } from 'zod';
import { isoDateSchema } from './dates.ts';
import { invoiceIdSchema } from './ids.ts';
import { centsSchema } from './money.ts';

export const methodDependantsSchema = z.object({
  invoices: z.array(
    z.object({
      id: invoiceIdSchema,
      accountRef: z.string(),
      productName: z.string(),
      option: z.enum(['PAYMENT_EXTENSION', 'PAYMENT_PLAN']),
      /** The next charge; null where a plan has nothing left to charge. */
      nextDate: isoDateSchema.nullable(),
      nextCost: centsSchema.nullable(),
    }),
  ),
  isAutoPay: z.boolean(),
});
export type MethodDependants = z.infer<typeof methodDependantsSchema>;
