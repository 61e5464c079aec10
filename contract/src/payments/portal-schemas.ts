/**
 * Bodies and responses of the payment calls under request/{id} (product §7). Amounts sent by the browser are
 * quotes: the server compares them with its own amounts and never charges them directly (R6).
 */

import { z } from 'zod';
import { instantSchema, isoDateSchema } from '../dates.ts';
import { attemptIdSchema } from '../ids.ts';
import { debitTimelineSchema } from '../invoices/payment-outcome.ts';
import { installmentSchema } from '../invoices/portal-schemas.ts';
import {
  challengeShape,
  deviceInfoSchema,
  feeDetailSchema,
  methodLineSchema,
  paymentInfoSchema,
} from '../methods/portal-schemas.ts';
import { amountCentsSchema, centsSchema } from '../money.ts';
import { paymentStatusSchema, processingStatusSchema, processorSchema } from '../vocabulary.ts';

export type DeviceInfo = z.infer<typeof deviceInfoSchema>;

export type PaymentInfo = z.infer<typeof paymentInfoSchema>;

/** The amounts that the payer saw and accepted (R38). Without them, the server's own amounts of the moment apply. */
const quoteSchema = z.strictObject({ amount: amountCentsSchema, fee: centsSchema });
const submitBase = { processor: processorSchema, paymentInfo: paymentInfoSchema };

export const fullSubmitBodySchema = z.strictObject({
  ...submitBase,
  quote: quoteSchema.optional(),
});
export type FullSubmitBody = z.infer<typeof fullSubmitBodySchema>;

/** `credit` is what the signed-in customer's credit pays first. The quote is for the rest. */
export const payInFullBodySchema = z.strictObject({
  ...fullSubmitBodySchema.shape,
  credit: amountCentsSchema.optional(),
});
export type PayInFullBody = z.infer<typeof payInFullBodySchema>;

export const creditPaymentBodySchema = z.strictObject({ amount: amountCentsSchema });

/** The payer ticked the box (product §2.22). Without it, submitting is the agreement, and its evidence says so. */
const isAutoChargeAgreed = z.literal(true).optional();

export const scheduleBodySchema = z.strictObject({
  ...submitBase,
  date: isoDateSchema,
  quote: quoteSchema.optional(),
  isAutoChargeAgreed,
});
export type ScheduleBody = z.infer<typeof scheduleBodySchema>;

const planCountSchema = z.int().min(2).max(12);
const installmentQuoteSchema = z.strictObject({ date: isoDateSchema, cost: amountCentsSchema });

export const planSubmitBodySchema = z.strictObject({
  ...submitBase,
  quote: quoteSchema.optional(),
  /** The dates and costs that the payer saw, or only how many installments. */
  installments: z.union([planCountSchema, z.array(installmentQuoteSchema).min(2).max(12)]),
  isAutoChargeAgreed,
});

export const planIntentBodySchema = z.strictObject({ installments: planCountSchema });
export const planIntentAnswerSchema = z.object({
  success: z.literal(true),
  installments: z.array(installmentSchema),
  total: centsSchema,
  fee: feeDetailSchema,
});

/** Charges the plan's method with the payer present, so the bank may require a challenge. */
export const planPayBodySchema = z.strictObject({
  returnUrl: z.string().max(200).optional(),
  isFull: z.boolean(),
  quote: quoteSchema.optional(),
  /** The numbers of the installments that the payer saw, or only how many of the next ones. One without it. */
  installments: z
    .union([z.int().min(1).max(12), z.array(z.int().min(1).max(12)).min(1).max(12)])
    .optional(),
  browserInfo: z.string().max(4096).optional(),
  deviceInfo: deviceInfoSchema.optional(),
});

/** The amount is the payer's own choice. */
export const ownAmountBodySchema = z.strictObject({ ...submitBase, quote: quoteSchema });
export type OwnAmountBody = z.infer<typeof ownAmountBodySchema>;

/**
 * The response to every submit; PENDING while the result is unknown. For a scheduled payment, `paymentId` is the id
 * of the schedule, and SUCCESS means that the payment was scheduled.
 */
export const submitAnswerSchema = z.object({
  success: z.boolean(),
  message: z.string(),
  responseMessage: z.string().optional(),
  paymentId: attemptIdSchema,
  status: paymentStatusSchema,
  ...challengeShape,
});
export type SubmitAnswer = z.infer<typeof submitAnswerSchema>;

export const deviceDataBodySchema = z.strictObject({
  token: paymentInfoSchema.shape.token,
  pmID: paymentInfoSchema.shape.pmID,
});
export type DeviceDataBody = z.infer<typeof deviceDataBodySchema>;

/**
 * The URL at which the browser sends its device data to the bank's 3-D Secure service. The submit then includes the
 * reference as `browserInfo`. Null means that the card is charged without device data.
 */
export const deviceDataAnswerSchema = z.object({
  success: z.literal(true),
  collection: z
    .object({ url: z.url(), token: z.string(), reference: z.string().max(60) })
    .nullable(),
});
export type DeviceDataAnswer = z.infer<typeof deviceDataAnswerSchema>;

/** Stripe's names for the kinds of method (product §3). */
const stripeMethodSchema = z.enum(['card', 'us_bank_account']);

const paymentIntentSchema = z.object({
  id: z.string(),
  client_secret: z.string(),
  amount: centsSchema,
  currency: z.literal('usd'),
});

/**
 * An offer that the browser confirms at Stripe (R44). The page must show the quote, the installments and the
 * mandate text first, because confirming means agreeing to them.
 */
export const intentAnswerSchema = z.object({
  success: z.literal(true),
  paymentIntent: paymentIntentSchema,
  paymentMethod: stripeMethodSchema,
  quote: z.object({ amount: centsSchema, fee: centsSchema }),
  /** Empty unless a plan is chosen. */
  installments: z.array(z.object({ date: isoDateSchema, cost: centsSchema })),
  mandateText: z.string().nullable(),
  expiresAt: instantSchema,
});
export type IntentAnswer = z.infer<typeof intentAnswerSchema>;

/**
 * Selects another kind of method, or a plan with its number of installments. If both are absent, the intent is one
 * payment in full.
 */
export const intentUpdateBodySchema = z.strictObject({
  paymentMethod: stripeMethodSchema.optional(),
  paymentIntent: z.string().min(1).max(256),
  installments: z.int().min(2).max(12).optional(),
});

/** `pe` means that the page uses the Payment Element, as every page with Stripe does. It has no effect. */
export const setupIntentBodySchema = z.strictObject({
  pe: z.boolean().optional(),
  paymentMethod: stripeMethodSchema.optional(),
});

export const setupIntentAnswerSchema = z.object({
  success: z.literal(true),
  paymentIntent: paymentIntentSchema,
  setupId: z.uuid(),
  mandateText: z.string(),
});
export type SetupIntentAnswer = z.infer<typeof setupIntentAnswerSchema>;

/** The status of the newest payment of a request (R21). */
export const requestStatusAnswerSchema = z.object({
  success: z.literal(true),
  paymentProcessingStatus: processingStatusSchema,
  payment: z
    .object({
      id: attemptIdSchema,
      status: paymentStatusSchema,
      amount: centsSchema,
      fee: centsSchema,
      method: methodLineSchema.nullable(),
      createdAt: instantSchema,
      responseMessage: z.string().nullable(),
      /** The payer's bank is waiting for the payer, who can continue or abandon the challenge (R43). */
      isActionRequired: z.boolean(),
      /**
       * For the payer who sent the payment, by the same link or as the same customer: the challenge can be canceled, and
       * continued with its data. Null for everyone else.
       */
      challenge: z.object({ threeDSData: z.string().nullable() }).nullable(),
      /** The dates of a bank debit (R66). */
      debit: debitTimelineSchema.nullable(),
    })
    .nullable(),
});
export type RequestStatusAnswer = z.infer<typeof requestStatusAnswerSchema>;
