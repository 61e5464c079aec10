/**
 * Saved payment methods. The wire keeps the names of the three processors (product §3); `toMethodLine` maps
 * each to one display line. `token`, `tokenData` and `paymentMethodId` are our own id: the processor's token
 * never leaves the server.
 */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { methodIdSchema } from '../ids.ts';
import {
  achAccountTypeSchema,
  type ChargeKind,
  chargeKindSchema,
  SOURCE_TYPES,
} from '../vocabulary.ts';

const last4Schema = z.string().regex(/^\d{4}$/);

/** The last month in which a card is valid: '2027-04'. */
export const expiryMonthSchema = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/);

/** Of a saved method, for its customer only (R4). What is unknown or false is absent. */
const detailShape = {
  expires: expiryMonthSchema.optional(),
  isExpired: z.literal(true).optional(),
  /** Of a bank account (R45). */
  accountType: achAccountTypeSchema.optional(),
  /** A payment with it was lost to a dispute: it is charged only with the payer (R40). */
  isPayNowOnly: z.literal(true).optional(),
};

/** A method as the portal shows it: '**** 4242' with a brand or bank icon. */
export const methodLineSchema = z.object({
  id: methodIdSchema.nullable(),
  type: chargeKindSchema,
  brand: z.string().nullable(),
  last4: last4Schema,
});
export type MethodLine = z.infer<typeof methodLineSchema>;

const detailedLineSchema = methodLineSchema.extend(detailShape);
export type DetailedMethodLine = z.infer<typeof detailedLineSchema>;

const brandSchema = z.string().nullable();
const shared = {
  id: methodIdSchema,
  brand: brandSchema,
  last4: last4Schema,
  ...detailShape,
  /** When the customer last paid with it; absent if never. */
  lastUsedAt: instantSchema.optional(),
};

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

export function toMethodLine(method: SavedMethod): DetailedMethodLine {
  const { id, brand, last4, expires, isExpired, accountType, isPayNowOnly } = method;
  return {
    id,
    type: kindOf(method),
    brand,
    last4,
    ...(expires && { expires }),
    ...(isExpired && { isExpired }),
    ...(accountType && { accountType }),
    ...(isPayNowOnly && { isPayNowOnly }),
  };
}
