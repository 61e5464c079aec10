/** Projects with their orders and estimates, and partial-payment requests (product §3). */
import { z } from 'zod';
import { isoDateSchema } from '../dates.ts';
import { estimateIdSchema, orderIdSchema, projectIdSchema, requestIdSchema } from '../ids.ts';
import { payableSchema } from '../invoices/portal-schemas.ts';
import { amountCentsSchema, centsSchema } from '../money.ts';
import { estimateStatusSchema, projectStatusSchema } from '../vocabulary.ts';

/** A project's balance covers its invoices and its orders, which are paid separately. */
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
  /** The order can be added to a partial request: it has a balance, and the work was ordered. */
  isPayable: z.boolean(),
});
export type Order = z.infer<typeof orderSchema>;

export const estimateSchema = z.object({
  id: estimateIdSchema,
  estimateRef: z.string(),
  memo: z.string(),
  status: estimateStatusSchema,
  items: z.array(z.object({ name: z.string(), amount: centsSchema })),
  total: centsSchema,
  paidBalance: centsSchema,
  expiresOn: isoDateSchema,
  /** The estimate is open and has not expired (R25). */
  isAcceptable: z.boolean(),
  requestId: requestIdSchema.nullable(),
  payable: payableSchema.nullable(),
  today: isoDateSchema,
});
export type Estimate = z.infer<typeof estimateSchema>;

export const partialOrderSchema = z.object({
  id: orderIdSchema,
  orderRef: z.string(),
  name: z.string(),
  amount: centsSchema,
  totalBalance: centsSchema,
  paidBalance: centsSchema,
});

/**
 * While a payment is in progress, `payable.isProcessing` is true and the request cannot be changed. A paid request
 * cannot be paid again (R12).
 */
export const partialRequestSchema = z.object({
  requestId: requestIdSchema,
  orders: z.array(partialOrderSchema),
  payable: payableSchema,
  isPaid: z.boolean(),
  today: isoDateSchema,
  version: z.int(),
});
export type PartialRequest = z.infer<typeof partialRequestSchema>;

/** An estimate or partial request on a public link (R4). The only id it contains is the request's. */
export const publicEstimateSchema = estimateSchema.pick({
  estimateRef: true,
  memo: true,
  status: true,
  items: true,
  total: true,
  paidBalance: true,
  expiresOn: true,
});
export const publicOrderSchema = partialOrderSchema.omit({ id: true });
export type PublicOrder = z.infer<typeof publicOrderSchema>;

/** Amounts are in cents. The server checks 1 ≤ amount ≤ balance for every order (R12). */
export const partialRequestBodySchema = z.strictObject({
  orders: z
    .array(z.strictObject({ id: orderIdSchema, amount: amountCentsSchema }))
    .min(1)
    .max(200),
});

/** Includes the version that was read, so that a concurrent change is not overwritten. */
export const partialRequestUpdateSchema = partialRequestBodySchema.extend({
  version: z.int().min(1).optional(),
});
