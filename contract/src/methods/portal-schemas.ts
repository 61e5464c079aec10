/**
 * Saved payment methods. The wire format keeps the field names of the three processors (product §3); `toMethodLine`
 * converts each to a display line. `token`, `tokenData` and `paymentMethodId` contain the portal's own id: the
 * processor's token never leaves the server.
 */

import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { methodIdSchema } from '../ids.ts';
import { centsSchema } from '../money.ts';

import {
  achAccountTypeSchema,
  type ChargeKind,
  chargeKindSchema,
  SOURCE_TYPES,
} from '../vocabulary.ts';

const last4Schema = z.string().regex(/^\d{4}$/);

const expiryMonthSchema = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/);

/** Details of a saved method, visible only to its customer (R4). Unknown and false values are omitted. */
const detailShape = {
  expires: expiryMonthSchema.optional(),
  isExpired: z.literal(true).optional(),
  /** The type of a bank account (R45). */
  accountType: achAccountTypeSchema.optional(),
  /** A payment with this method was lost to a dispute, so it may be charged only with the payer present (R40). */
  isPayNowOnly: z.literal(true).optional(),
};

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

function toKind(method: SavedMethod): ChargeKind {
  if ('paymentMethod' in method) return method.paymentMethod === 'us_bank_account' ? 'ach' : 'card';
  if ('sourceType' in method) return method.sourceType === 'PaymentCheck' ? 'ach' : 'card';
  return method.paymentType;
}

export function toMethodLine(method: SavedMethod): DetailedMethodLine {
  const { id, brand, last4, expires, isExpired, accountType, isPayNowOnly } = method;
  return {
    id,
    type: toKind(method),
    brand,
    last4,
    ...(expires && { expires }),
    ...(isExpired && { isExpired }),
    ...(accountType && { accountType }),
    ...(isPayNowOnly && { isPayNowOnly }),
  };
}

/** The fee and the terms it is computed from (product §3). */
export const feeDetailSchema = z.object({
  fee: centsSchema,
  feePercentage: z.int().min(0),
  feeFixed: centsSchema,
});

export type FeeDetail = z.infer<typeof feeDetailSchema>;

/** Reported by the browser. Recorded as claimed and never used for limits (R30). */
export const deviceInfoSchema = z.strictObject({
  screen: z.strictObject({
    width: z.int().min(0).max(100_000),
    height: z.int().min(0).max(100_000),
    colorDepth: z.int().min(0).max(128),
  }),
  timezone: z.string().max(64),
  timezoneOffset: z.int().min(-1440).max(1440),
  locale: z.string().max(35),
  userAgent: z.string().max(512),
  ipAddress: z.string().max(64),
});

export const paymentInfoSchema = z.strictObject({
  paymentType: chargeKindSchema,
  token: z.string().min(1).max(512).optional(),
  pmID: methodIdSchema.optional(),
  browserInfo: z.string().max(4096).optional(),
  deviceInfo: deviceInfoSchema.optional(),
  achMandateText: z.string().max(4096).optional(),
  /** The type of a new bank account. Default: personal checking (R45). */
  achAccountType: achAccountTypeSchema.optional(),
  isSavePMOnPay: z.boolean().optional(),
  /** Reported by the hosted fields. Used only if the processor reports nothing to the server. */
  claimedMethod: z
    .strictObject({
      brand: z.string().max(32).nullable(),
      last4: methodLineSchema.shape.last4,
      expires: expiryMonthSchema.optional(),
      holder: z.string().max(200).optional(),
    })
    .optional(),
});

export const challengeShape = {
  isThreeDSActionRequired: z.boolean(),
  threeDSData: z.string().optional(),
};

/** A processor session for its hosted fields. `id` refers to data that stays on the server. */
export const fieldSessionAnswerSchema = z.object({
  success: z.literal(true),
  session: z.object({
    id: z.uuid().nullable(),
    data: z.record(z.string(), z.union([z.string(), z.number()])),
    expiresAt: instantSchema,
  }),
});

export type FieldSessionAnswer = z.infer<typeof fieldSessionAnswerSchema>;
