/** Calls about payments. */
import { z } from 'zod';
import { attemptIdSchema } from '../ids.ts';
import { reasonSchema } from './invoices.ts';
import {
  newManualPaymentSchema,
  paymentPageSchema,
  paymentQuerySchema,
  providerPaymentDetailSchema,
  providerPaymentSchema,
} from './payments.ts';
import type { ProviderRoute } from './route.ts';

const paymentParams = z.object({ paymentId: attemptIdSchema });

export const PAYMENT_ROUTES = {
  listPayments: {
    method: 'GET',
    path: '/payments',
    scope: 'read',
    tag: 'Payments',
    summary: 'List payments, the newest first',
    query: paymentQuerySchema,
    answer: paymentPageSchema,
  },
  getPayment: {
    method: 'GET',
    path: '/payments/{paymentId}',
    scope: 'read',
    tag: 'Payments',
    summary: 'Read a payment with its timeline',
    params: paymentParams,
    answer: providerPaymentDetailSchema,
  },
  recordManualPayment: {
    method: 'POST',
    path: '/manual-payments',
    scope: 'money',
    tag: 'Payments',
    summary: 'Record cash that was received',
    body: newManualPaymentSchema,
    answer: providerPaymentSchema,
    status: 201,
  },
  reverseManualPayment: {
    method: 'POST',
    path: '/manual-payments/{paymentId}/reverse',
    scope: 'money',
    tag: 'Payments',
    summary: 'Reverse a recorded cash payment',
    description: 'The invoice is owed again.',
    params: paymentParams,
    body: reasonSchema,
    answer: providerPaymentSchema,
  },
} as const satisfies Record<string, ProviderRoute>;
