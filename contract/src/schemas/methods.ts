/**
 * Saved payment methods. The wire keeps the names of the three processors (product §3); `toMethodLine` maps
 * each to one display line. `token`, `tokenData` and `paymentMethodId` are our own id: the processor's token
 * never leaves the server.
 */
import { z } from 'zod';
import { methodIdSchema } from '../ids.ts';
import { type ChargeKind, chargeKindSchema, SOURCE_TYPES } from '../vocabulary.ts';

const last4Schema = z.string().regex(/^\d{4}$/);

/** A method as the portal shows it: '**** 4242' with a brand or bank icon. */
export const methodLineSchema = z.object({
  id: methodIdSchema.nullable(),
  type: chargeKindSchema,
  brand: z.string().nullable(),
  last4: last4Schema,
});
export type MethodLine = z.infer<typeof methodLineSchema>;

const brandSchema = z.string().nullable();
const shared = { id: methodIdSchema, brand: brandSchema, last4: last4Schema };

export const stripeMethodSchema = z.object({
  ...shared,
  paymentMethodId: methodIdSchema,
  paymentMethod: z.enum(['card', 'us_bank_account']),
});
export const payengineMethodSchema = z.object({
  ...shared,
  token: methodIdSchema,
  paymentType: chargeKindSchema,
});
export const fiservMethodSchema = z.object({
  ...shared,
  tokenData: methodIdSchema,
  sourceType: z.enum(SOURCE_TYPES),
});

export type StripeMethod = z.infer<typeof stripeMethodSchema>;
export type PayengineMethod = z.infer<typeof payengineMethodSchema>;
export type FiservMethod = z.infer<typeof fiservMethodSchema>;
export type SavedMethod = StripeMethod | PayengineMethod | FiservMethod;

function kindOf(method: SavedMethod): ChargeKind {
  if ('paymentMethod' in method) return method.paymentMethod === 'us_bank_account' ? 'ach' : 'card';
  if ('sourceType' in method) return method.sourceType === 'PaymentCheck' ? 'ach' : 'card';
  return method.paymentType;
}

export function toMethodLine(method: SavedMethod): MethodLine {
  return { id: method.id, type: kindOf(method), brand: method.brand, last4: method.last4 };
}
