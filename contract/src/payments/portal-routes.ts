/** Schemas of the payment calls under request/{id} (product §7). */
import { z } from 'zod';
import type { RouteSchemas } from '../http/portal-route.ts';
import { successSchema } from '../http/success.ts';
import { idempotencyKeySchema, requestIdSchema } from '../ids.ts';
import { fieldSessionAnswerSchema } from '../methods/portal-schemas.ts';
import {
  creditPaymentBodySchema,
  deviceDataAnswerSchema,
  deviceDataBodySchema,
  fullSubmitBodySchema,
  intentAnswerSchema,
  intentUpdateBodySchema,
  ownAmountBodySchema,
  payInFullBodySchema,
  planIntentAnswerSchema,
  planIntentBodySchema,
  planPayBodySchema,
  planSubmitBodySchema,
  requestStatusAnswerSchema,
  scheduleBodySchema,
  setupIntentAnswerSchema,
  setupIntentBodySchema,
  submitAnswerSchema,
} from './portal-schemas.ts';

const params = z.object({ id: requestIdSchema });

export const paymentSchemas = {
  payInFull: {
    limits: ['payerLink'],
    params,
    body: payInFullBodySchema,
    answer: submitAnswerSchema,
  },
  payByCredit: {
    limits: [],
    params,
    body: creditPaymentBodySchema,
    answer: successSchema,
  },
  payIntent: {
    limits: ['payerLink', 'fields'],
    params,
    answer: intentAnswerSchema,
  },
  schedulePayment: {
    limits: ['payerLink'],
    params,
    body: scheduleBodySchema,
    answer: submitAnswerSchema,
  },
  scheduledPaymentIntent: {
    limits: ['payerLink', 'fields'],
    params,
    answer: intentAnswerSchema,
  },
  planIntent: {
    limits: ['payerLink'],
    params,
    body: planIntentBodySchema,
    answer: planIntentAnswerSchema,
  },
  startPlan: {
    limits: ['payerLink'],
    params,
    body: planSubmitBodySchema,
    answer: submitAnswerSchema,
  },
  payPlan: {
    limits: ['payerLink'],
    params,
    body: planPayBodySchema,
    answer: submitAnswerSchema,
  },
  payPartial: {
    limits: ['payerLink'],
    params,
    body: fullSubmitBodySchema,
    answer: submitAnswerSchema,
  },
  /** Pays part of the amount owed on an invoice, if the company allows it (R49). */
  payOwnAmount: {
    limits: ['payerLink'],
    params,
    body: ownAmountBodySchema,
    answer: submitAnswerSchema,
  },
  /** Pays several selected invoices together (R48). */
  payInvoices: {
    limits: ['payerLink'],
    params,
    body: fullSubmitBodySchema,
    answer: submitAnswerSchema,
  },
  payEstimate: {
    limits: ['payerLink'],
    params,
    body: fullSubmitBodySchema,
    answer: submitAnswerSchema,
  },
  updateIntent: {
    limits: ['payerLink', 'fields'],
    params,
    body: intentUpdateBodySchema,
    answer: intentAnswerSchema,
  },
  setupIntent: {
    limits: ['fields'],
    params,
    body: setupIntentBodySchema,
    answer: setupIntentAnswerSchema,
  },
  openFields: {
    limits: ['payerLink', 'fields'],
    params,
    answer: fieldSessionAnswerSchema,
  },
  beginDeviceData: {
    limits: ['payerLink', 'fields'],
    params,
    body: deviceDataBodySchema,
    answer: deviceDataAnswerSchema,
  },
  requestStatus: {
    limits: ['payerLink'],
    params,
    /**
     * With a key, returns the payment made with that key, if any. Without one, returns the newest payment of the
     * request.
     */
    query: z.object({ key: idempotencyKeySchema.optional() }),
    answer: requestStatusAnswerSchema,
  },
  /**
   * The payer abandons the bank's challenge (R43). Without a key, that of the newest payment. Only the payer who sent the
   * payment can do that.
   */
  cancelChallenge: {
    limits: ['payerLink'],
    params,
    body: z.strictObject({ key: idempotencyKeySchema.optional() }),
    answer: requestStatusAnswerSchema,
  },
} satisfies Record<string, RouteSchemas>;
