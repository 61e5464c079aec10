/** Partial-payment requests, as the company that makes them sees them (R12). */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { customerIdSchema, orderIdSchema, requestIdSchema } from '../ids.ts';
import { amountCentsSchema, centsSchema } from '../money.ts';

const requestedOrderSchema = z.object({
  orderId: orderIdSchema,
  orderRef: z.string(),
  amount: centsSchema.describe('Requested part of the order amount, in cents.'),
});

export const partialRequestSchema = z
  .object({
    id: requestIdSchema,
    customerId: customerIdSchema,
    orders: z
      .array(requestedOrderSchema)
      .describe(
        'Requested orders. Empty once the request is canceled. A customer can choose several orders.',
      ),
    total: centsSchema.describe('Amount due on the request, excluding the fee, in cents.'),
    state: z
      .enum(['OPEN', 'PROCESSING', 'PAID', 'CANCELED'])
      .describe(
        'PROCESSING: a payment for the request is open, and the request cannot be changed.',
      ),
    createdAt: instantSchema,
  })
  .meta({ id: 'PartialRequest' });
export type ProviderPartialRequest = z.infer<typeof partialRequestSchema>;

export const partialRequestsSchema = z
  .object({ data: z.array(partialRequestSchema) })
  .meta({ id: 'PartialRequestList' });

export const newPartialRequestSchema = z
  .strictObject({
    amount: amountCentsSchema.describe(
      "Requested amount, in cents; at most the order's outstanding balance.",
    ),
  })
  .meta({ id: 'NewPartialRequest' });
