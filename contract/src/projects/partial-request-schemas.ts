/** Requests to pay a part of an order, as the company that asks for them sees them (R12). */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { customerIdSchema, orderIdSchema, requestIdSchema } from '../ids.ts';
import { amountCentsSchema, centsSchema } from '../money.ts';

const requestedOrderSchema = z.object({
  orderId: orderIdSchema,
  orderRef: z.string(),
  amount: centsSchema.describe('How much of the order is asked for, in cents.'),
});

export const partialRequestSchema = z.object({
  id: requestIdSchema,
  customerId: customerIdSchema,
  orders: z
    .array(requestedOrderSchema)
    .describe(
      'What is asked for; empty once the request is canceled. A customer can choose several orders.',
    ),
  total: centsSchema.describe('What a payer of the request pays, without the fee, in cents.'),
  state: z
    .enum(['OPEN', 'PROCESSING', 'PAID', 'CANCELED'])
    .describe('PROCESSING: a payment of it is open, and it cannot be changed.'),
  createdAt: instantSchema,
});
export type ProviderPartialRequest = z.infer<typeof partialRequestSchema>;

export const partialRequestsSchema = z.object({ data: z.array(partialRequestSchema) });

export const newPartialRequestSchema = z.strictObject({
  amount: amountCentsSchema.describe('In cents; at most what the order still owes.'),
});
