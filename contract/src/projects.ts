/** Projects with their orders and estimates, and partial-payment requests (product §3). */
import { z } from 'zod';
import { isoDateSchema } from './dates.ts';
import { estimateIdSchema, orderIdSchema, projectIdSchema, requestIdSchema } from './ids.ts';
import { amountCentsSchema, centsSchema } from './money.ts';
import { estimateStatusSchema, projectStatusSchema } from './vocabulary.ts';

export const projectSchema = z.object({
  id: projectIdSchema,
  projectName: z.string(),
  projectRef: z.string(),
  status: projectStatusSchema,
  totalBalance: centsSchema,
  paidBalance: centsSchema,
  startedOn: isoDateSchema,
});
export type Project = z.infer<typeof projectSchema>;

export const orderSchema = z.object({
  id: orderIdSchema,
  orderRef: z.string(),
  name: z.string(),
  status: projectStatusSchema,
  totalBalance: centsSchema,
  paidBalance: centsSchema,
});
export type Order = z.infer<typeof orderSchema>;

export const estimateSchema = z.object({
  id: estimateIdSchema,
  estimateRef: z.string(),
  memo: z.string(),
  status: estimateStatusSchema,
  items: z.array(z.object({ name: z.string(), amount: centsSchema })),
  total: centsSchema,
  expiresOn: isoDateSchema,
});
export type Estimate = z.infer<typeof estimateSchema>;

export const partialRequestSchema = z.object({
  requestId: requestIdSchema,
  orders: z.array(
    z.object({
      id: orderIdSchema,
      amount: centsSchema,
      totalBalance: centsSchema,
      paidBalance: centsSchema,
    }),
  ),
});
export type PartialRequest = z.infer<typeof partialRequestSchema>;

/** Cents on the wire; the server re-reads every order and checks 1 ≤ amount ≤ balance (R12). */
export const partialRequestBodySchema = z.strictObject({
  orders: z
    .array(z.strictObject({ id: orderIdSchema, amount: amountCentsSchema }))
    .min(1)
    .max(200),
});
