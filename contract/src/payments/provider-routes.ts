/** Calls about payments. */
import { z } from 'zod';
import { reasonSchema } from '../http/pages-and-problems.ts';
import type { ProviderRoute } from '../http/provider-route.ts';
import { attemptIdSchema } from '../ids.ts';
import {
  assignmentSchema,
  chargeRefundSchema,
  decisionSchema,
  newManualPaymentSchema,
  paymentPageSchema,
  paymentQuerySchema,
  providerPaymentDetailSchema,
  providerPaymentSchema,
} from './provider-schemas.ts';
import {
  newRefundSchema,
  refundDecisionSchema,
  refundPreviewSchema,
  refundQuestionSchema,
  refundSchema,
  refundsSchema,
} from './refund-schemas.ts';

const paymentParams = z.object({ paymentId: attemptIdSchema });

const chargeParams = z.object({ chargeId: attemptIdSchema });

export const PAYMENT_ROUTES = {
  listPayments: {
    method: 'GET',
    path: '/payments',
    scope: 'read',
    tag: 'Payments',
    summary: 'List payments, the newest first by default',
    query: paymentQuerySchema,
    answer: paymentPageSchema,
  },
  getPayment: {
    method: 'GET',
    path: '/payments/{paymentId}',
    scope: 'read',
    tag: 'Payments',
    summary: 'Read a payment with its timeline and history',
    params: paymentParams,
    answer: providerPaymentDetailSchema,
  },
  createRefund: {
    method: 'POST',
    path: '/payments/{paymentId}/refunds',
    scope: 'money',
    tag: 'Refunds',
    summary: 'Refund a payment, or a part of it',
    description:
      'It is made within a minute and retried until the processor answers. What was paid stays settled, unless `isOwedAgain` asks for it again; `reopen` of the invoice does so later.',
    params: paymentParams,
    body: newRefundSchema,
    answer: refundSchema,
    status: 201,
    errors: ['PAYMENT_NOT_REFUNDABLE', 'REFUND_TOO_LARGE', 'ACCOUNT_NOT_PAYABLE'],
  },
  previewRefund: {
    method: 'POST',
    path: '/payments/{paymentId}/refunds/preview',
    scope: 'read',
    readsOnly: true,
    tag: 'Refunds',
    summary: 'Preview the postings of a refund',
    description: 'Refused as the refund itself would be. Nothing is ordered.',
    params: paymentParams,
    body: refundQuestionSchema,
    answer: refundPreviewSchema,
    errors: ['PAYMENT_NOT_REFUNDABLE', 'REFUND_TOO_LARGE'],
  },
  listRefunds: {
    method: 'GET',
    path: '/payments/{paymentId}/refunds',
    scope: 'read',
    tag: 'Refunds',
    summary: 'List the refunds of a payment',
    params: paymentParams,
    answer: refundsSchema,
  },
  decideRefund: {
    method: 'POST',
    path: '/refunds/{refundId}/decide',
    scope: 'money',
    tag: 'Refunds',
    summary: 'Decide what follows a failed refund',
    description:
      'For a refund that failed, or that stays without an answer. Look it up at the processor first. Answers with the refund that takes its place.',
    params: z.object({ refundId: z.uuid() }),
    body: refundDecisionSchema,
    answer: refundSchema,
    status: 201,
    errors: ['REFUND_NOT_FAILED', 'PAYMENT_NOT_REFUNDABLE', 'REFUND_TOO_LARGE'],
  },
  decidePayment: {
    method: 'POST',
    path: '/payments/{paymentId}/decide',
    scope: 'money',
    tag: 'Payments',
    summary: 'Decide the outcome of a held payment',
    description:
      'For a payment whose outcome the processor does not tell. Look it up at the processor first. If it appears there later, its record wins.',
    params: paymentParams,
    body: decisionSchema,
    answer: providerPaymentSchema,
    errors: ['PAYMENT_NOT_HELD', 'PROCESSOR_REFERENCE_ALREADY_USED'],
  },
  assignCharge: {
    method: 'POST',
    path: '/charges/{chargeId}/assign',
    scope: 'money',
    tag: 'Payments',
    summary: 'Assign a charge without an invoice to what it paid',
    description:
      'For a charge in the records of the processor that names no invoice which can take it; the list of what needs a person has it. It becomes a payment of the invoice, of installments of its plan, or of several invoices of a customer. What exceeds the balance is refunded.',
    params: chargeParams,
    body: assignmentSchema,
    answer: providerPaymentSchema,
    status: 201,
    errors: [
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_NOT_PAYABLE',
      'REQUEST_CHANGED',
      'CHARGE_DOES_NOT_MATCH',
    ],
  },
  refundCharge: {
    method: 'POST',
    path: '/charges/{chargeId}/refund',
    scope: 'money',
    tag: 'Payments',
    summary: 'Refund a charge without an invoice',
    description:
      'All that is left of it, at the processor. The charge leaves the list when the records of the processor show the refund. Nothing is posted: neither the charge nor its refund is a payment here.',
    params: chargeParams,
    body: reasonSchema,
    answer: chargeRefundSchema,
    errors: ['REQUEST_CHANGED', 'PAYMENT_NOT_REFUNDABLE', 'PROCESSOR_NOT_ANSWERING'],
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
    errors: [
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_ALREADY_CLOSED',
      'ACCOUNT_IS_PROCESSING',
      'AMOUNT_CHANGED',
      'ACCOUNT_NOT_PAYABLE',
    ],
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
