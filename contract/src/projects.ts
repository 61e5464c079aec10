/** Projects with their orders and estimates, and partial-payment requests (product §3). */
import { z } from 'zod';
import { isoDateSchema } from './dates.ts';
import { estimateIdSchema, orderIdSchema, projectIdSchema, requestIdSchema } from './ids.ts';
import { payableSchema } from './invoices.ts';
import { amountCentsSchema, centsSchema } from './money.ts';
import { estimateStatusSchema, projectStatusSchema } from './vocabulary.ts';

/** Its balance is that of its invoices and of its orders, which are paid apart from each other. */
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
  /** Whether it may be put into a partial request: something is owed, and the work was ordered. */
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
  /** Open and not past its day: R25 would accept it now. */
  isAcceptable: z.boolean(),
  /** Once accepted: what it is paid through, and what is to be paid. */
  requestId: requestIdSchema.nullable(),
  payable: payableSchema.nullable(),
  today: isoDateSchema,
});
export type Estimate = z.infer<typeof estimateSchema>;

/** An order in a partial request: what it owes, and how much of that is to be paid. */
export const partialOrderSchema = z.object({
  id: orderIdSchema,
  orderRef: z.string(),
  name: z.string(),
  amount: centsSchema,
  totalBalance: centsSchema,
  paidBalance: centsSchema,
});

/**
 * While a payment is open, `payable.isProcessing` is true and the request does not change; once paid, it
 * is not paid again (R12).
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

/** What a public link shows of an estimate or of a partial request (R4): no ids but the request's. */
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

/** Cents on the wire; the server re-reads every order and checks 1 ≤ amount ≤ balance (R12). */
export const partialRequestBodySchema = z.strictObject({
  orders: z
    .array(z.strictObject({ id: orderIdSchema, amount: amountCentsSchema }))
    .min(1)
    .max(200),
});

/** The version is the one that was read: a change made meanwhile elsewhere is not overwritten. */
export const partialRequestUpdateSchema = partialRequestBodySchema.extend({
  version: z.int().min(1).optional(),
});
