/** The payment calls under request/{id} (product §7), and the status for a silent socket. */
import { z } from 'zod';
import { idempotencyKeySchema, requestIdSchema } from '../ids.ts';
import {
  amountSubmitBodySchema,
  fieldSessionAnswerSchema,
  fullSubmitBodySchema,
  intentAnswerSchema,
  intentUpdateBodySchema,
  planIntentAnswerSchema,
  planIntentBodySchema,
  planPayBodySchema,
  planSubmitBodySchema,
  requestStatusAnswerSchema,
  scheduleBodySchema,
  setupIntentBodySchema,
  submitAnswerSchema,
} from '../payments.ts';
import { route } from './route.ts';

const params = z.object({ id: requestIdSchema });

export const paymentRoutes = {
  payInFull: route({
    method: 'POST',
    path: '/{product}/request/{id}/full/submit',
    who: 'payer',
    params,
    body: fullSubmitBodySchema,
    answer: submitAnswerSchema,
    movesMoney: true,
  }),
  payIntent: route({
    method: 'GET',
    path: '/{product}/request/{id}/pay/intent',
    who: 'payer',
    params,
    answer: intentAnswerSchema,
  }),
  schedulePayment: route({
    method: 'POST',
    path: '/{product}/request/{id}/schedule-payment',
    who: 'payer',
    params,
    body: scheduleBodySchema,
    answer: submitAnswerSchema,
    movesMoney: true,
  }),
  scheduledPaymentIntent: route({
    method: 'GET',
    path: '/{product}/request/{id}/schedule-payment/pay',
    who: 'payer',
    params,
    answer: intentAnswerSchema,
  }),
  planIntent: route({
    method: 'POST',
    path: '/{product}/request/{id}/plan/intent',
    who: 'payer',
    params,
    body: planIntentBodySchema,
    answer: planIntentAnswerSchema,
  }),
  startPlan: route({
    method: 'POST',
    path: '/{product}/request/{id}/plan/submit',
    who: 'payer',
    params,
    body: planSubmitBodySchema,
    answer: submitAnswerSchema,
    movesMoney: true,
  }),
  payPlan: route({
    method: 'POST',
    path: '/{product}/request/{id}/plan/pay',
    who: 'payer',
    params,
    body: planPayBodySchema,
    answer: submitAnswerSchema,
    movesMoney: true,
  }),
  payPartial: route({
    method: 'POST',
    path: '/{product}/request/{id}/partial/pay',
    who: 'payer',
    params,
    body: amountSubmitBodySchema,
    answer: submitAnswerSchema,
    movesMoney: true,
  }),
  payEstimate: route({
    method: 'POST',
    path: '/{product}/request/{id}/estimate/pay',
    who: 'payer',
    params,
    body: amountSubmitBodySchema,
    answer: submitAnswerSchema,
    movesMoney: true,
  }),
  updateIntent: route({
    method: 'PUT',
    path: '/{product}/request/{id}/intent',
    who: 'payer',
    params,
    body: intentUpdateBodySchema,
    answer: intentAnswerSchema,
  }),
  setupIntent: route({
    method: 'POST',
    path: '/{product}/request/{id}/setup-method/intent',
    who: 'customer',
    params,
    body: setupIntentBodySchema,
    answer: intentAnswerSchema,
  }),
  /** Opens the processor's own session for its fields: once per form, or once per submit. */
  openFields: route({
    method: 'POST',
    path: '/{product}/request/{id}/fields',
    who: 'payer',
    params,
    answer: fieldSessionAnswerSchema,
  }),
  requestStatus: route({
    method: 'GET',
    path: '/{product}/request/{id}/status',
    who: 'payer',
    params,
    /** With a key: the payment started under it, or none. Without: the newest of the request. */
    query: z.object({ key: idempotencyKeySchema.optional() }),
    answer: requestStatusAnswerSchema,
  }),
};
