/** The future charges of a payment method, shown before it is removed (R16). */
import { z } from 'zod';
import { isoDateSchema } from '../dates.ts';
import { invoiceIdSchema } from '../ids.ts';
import { centsSchema } from '../money.ts';

export const methodDependantsSchema = z.object({
  invoices: z.array(
    z.object({
      id: invoiceIdSchema,
      accountRef: z.string(),
      productName: z.string(),
      option: z.enum(['PAYMENT_EXTENSION', 'PAYMENT_PLAN']),
      nextDate: isoDateSchema.nullable(),
      nextCost: centsSchema.nullable(),
    }),
  ),
  isAutoPay: z.boolean(),
});
export type MethodDependants = z.infer<typeof methodDependantsSchema>;
