import { z } from 'zod';
import { reasonSchema } from '../http/pages-and-problems.ts';
import type { ProviderRoute } from '../http/provider-route.ts';
import { attemptIdSchema } from '../ids.ts';
import { providerPaymentSchema } from '../invoices/payment-provider-schemas.ts';
import {
  disputeDetailSchema,
  disputePageSchema,
  disputeQuerySchema,
  evidenceBytesSchema,
  evidenceFileKindSchema,
  evidenceFileQuerySchema,
  evidenceTextsSchema,
} from './dispute-schemas.ts';
import {
  assignmentSchema,
  chargeRefundSchema,
  decisionSchema,
  manualReversalSchema,
  newManualPaymentSchema,
  paymentChangeSchema,
  paymentPageSchema,
  paymentQuerySchema,
  paymentReadSchema,
  providerPaymentDetailSchema,
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

const disputeParams = z.object({ disputeId: z.uuid() });

const evidenceFileParams = disputeParams.extend({ fileKind: evidenceFileKindSchema });

const chargeParams = z.object({ chargeId: attemptIdSchema });

const REFUND_ERRORS = [
  'PAYMENT_NOT_REFUNDABLE',
  'REFUND_TOO_LARGE',
  'REFUND_CREDIT_UNDECIDED',
  'FEE_NOT_KEEPABLE',
  'CREDIT_TOO_LARGE',
  'ACCOUNT_NOT_PAYABLE',
] as const;

export const PAYMENT_ROUTES = {
  listPayments: {
    method: 'GET',
    path: '/payments',
    scope: 'read',
    tag: 'Payments',
    summary: 'List payments, newest first by default',
    query: paymentQuerySchema,
    answer: paymentPageSchema,
  },
  getPayment: {
    method: 'GET',
    path: '/payments/{paymentId}',
    scope: 'read',
    tag: 'Payments',
    summary: 'Retrieve a payment with its timeline and history',
    params: paymentParams,
    query: paymentReadSchema,
    answer: providerPaymentDetailSchema,
  },
  changePayment: {
    method: 'PATCH',
    path: '/payments/{paymentId}',
    scope: 'write',
    tag: 'Payments',
    summary: 'Update the metadata of a payment',
    params: paymentParams,
    body: paymentChangeSchema,
    answer: providerPaymentSchema,
    errors: ['CUSTOMER_ERASED'],
  },
  createRefund: {
    method: 'POST',
    path: '/payments/{paymentId}/refunds',
    scope: 'money',
    tag: 'Refunds',
    summary: 'Refund all or part of a payment',
    description:
      'The refund is sent within a minute and retried until the processor responds. The refunded amount remains settled on the invoice unless `isOwedAgain` is true; the amount can be made due again later by calling `reopen` for the invoice. The fee is refunded in proportion. With `isFromCredit`, the refund pays out credit of the customer who made the payment, and the invoice stays as it is. If credit notes for the invoice gave credit that is not used, `credit` says whether it is paid out or kept.',
    params: paymentParams,
    body: newRefundSchema,
    answer: refundSchema,
    status: 201,
    errors: [...REFUND_ERRORS, 'REFUND_ALREADY_ORDERED'],
  },
  previewRefund: {
    method: 'POST',
    path: '/payments/{paymentId}/refunds/preview',
    scope: 'read',
    readsOnly: true,
    tag: 'Refunds',
    summary: 'Preview the ledger postings for a refund',
    description:
      'The preview fails for the same reasons as the refund itself. No refund is created.',
    params: paymentParams,
    body: refundQuestionSchema,
    answer: refundPreviewSchema,
    errors: REFUND_ERRORS,
  },
  listRefunds: {
    method: 'GET',
    path: '/payments/{paymentId}/refunds',
    scope: 'read',
    tag: 'Refunds',
    summary: 'List refunds for a payment',
    params: paymentParams,
    answer: refundsSchema,
  },
  decideRefund: {
    method: 'POST',
    path: '/refunds/{refundId}/decide',
    scope: 'money',
    tag: 'Refunds',
    summary: 'Decide how to proceed with a failed refund',
    description:
      'Applies to a refund that failed or for which the processor has not responded. First look up the refund in the processor dashboard. The response contains the replacement refund, or the failed one if nothing replaces it.',
    params: z.object({ refundId: z.uuid() }),
    body: refundDecisionSchema,
    answer: refundSchema,
    status: 201,
    errors: ['REFUND_NOT_FAILED', ...REFUND_ERRORS],
  },
  decidePayment: {
    method: 'POST',
    path: '/payments/{paymentId}/decide',
    scope: 'money',
    tag: 'Payments',
    summary: 'Decide the outcome of a held payment',
    description:
      "Applies to a payment whose outcome the processor does not report. First look up the payment in the processor dashboard. If the payment appears in the processor's records later, those records take precedence.",
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
    summary: 'Assign an unmatched charge to one or more invoices',
    description:
      "Applies to a charge in the processor's records that does not name an invoice to which the charge can be applied. Such charges are in the list of attention items. The charge becomes a payment on the invoice, on installments of the invoice's plan, or on several invoices of a customer. Any excess over the balance is refunded.",
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
    summary: 'Refund an unmatched charge',
    description:
      "Refunds the remaining amount of the charge. The charge leaves the list of attention items when the processor's records show the refund. Nothing is posted to the ledger, because neither the charge nor its refund is recorded as a payment.",
    params: chargeParams,
    body: reasonSchema,
    answer: chargeRefundSchema,
    errors: ['REQUEST_CHANGED', 'PAYMENT_NOT_REFUNDABLE', 'PROCESSOR_NOT_ANSWERING'],
  },
  listDisputes: {
    method: 'GET',
    path: '/disputes',
    scope: 'read',
    tag: 'Disputes',
    summary: 'List disputes of card payments, newest first',
    query: disputeQuerySchema,
    answer: disputePageSchema,
  },
  getDispute: {
    method: 'GET',
    path: '/disputes/{disputeId}',
    scope: 'read',
    tag: 'Disputes',
    summary: 'Retrieve a dispute with its deadline and evidence',
    params: disputeParams,
    answer: disputeDetailSchema,
  },
  putEvidenceFile: {
    method: 'PUT',
    path: '/disputes/{disputeId}/files/{fileKind}',
    scope: 'money',
    tag: 'Disputes',
    summary: 'Add or replace a file of the evidence',
    description:
      'The request body is a PDF, JPEG or PNG file. Dispute files can total up to 4.5 MB. They are sent with the evidence.',
    params: evidenceFileParams,
    query: evidenceFileQuerySchema,
    body: evidenceBytesSchema,
    bodyType: 'application/octet-stream',
    answer: disputeDetailSchema,
    errors: ['WRONG_FILE', 'EVIDENCE_TOO_LARGE', 'EVIDENCE_NOT_ACCEPTED'],
  },
  deleteEvidenceFile: {
    method: 'DELETE',
    path: '/disputes/{disputeId}/files/{fileKind}',
    scope: 'money',
    tag: 'Disputes',
    summary: 'Remove a file of the evidence',
    params: evidenceFileParams,
    answer: disputeDetailSchema,
    errors: ['EVIDENCE_NOT_ACCEPTED'],
  },
  submitEvidence: {
    method: 'POST',
    path: '/disputes/{disputeId}/evidence',
    scope: 'money',
    tag: 'Disputes',
    summary: 'Submit evidence to the processor',
    description:
      'The texts and the files are sent within a minute, and retried until the processor responds. Evidence can be submitted only once: the card network decides by it.',
    params: disputeParams,
    body: evidenceTextsSchema,
    answer: disputeDetailSchema,
    errors: ['EVIDENCE_NOT_ACCEPTED'],
  },
  recordManualPayment: {
    method: 'POST',
    path: '/manual-payments',
    scope: 'money',
    tag: 'Payments',
    summary: 'Record a payment that was made without a processor',
    description:
      'Records the amount of cash, a check, a wire, a money order or another payment that arrived: on one invoice, on several invoices of a customer, or on account. What exceeds the invoices becomes credit of the customer. No fee is charged.',
    body: newManualPaymentSchema,
    answer: providerPaymentSchema,
    status: 201,
    errors: [
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_ALREADY_CLOSED',
      'ACCOUNT_IS_PROCESSING',
      'AMOUNT_CHANGED',
      'ACCOUNT_NOT_PAYABLE',
      'PAYMENT_REFERENCE_ALREADY_USED',
      'WRITE_OFF_TOO_LARGE',
    ],
  },
  reverseManualPayment: {
    method: 'POST',
    path: '/manual-payments/{paymentId}/reverse',
    scope: 'money',
    tag: 'Payments',
    summary: 'Reverse a recorded payment',
    description:
      'The whole payment is reversed, and the amount becomes due on its invoices again. Credit that the payment gave is taken back; if it was used, the call is refused. The reference can be used again.',
    params: paymentParams,
    body: manualReversalSchema,
    answer: providerPaymentSchema,
    errors: ['CREDIT_ALREADY_USED'],
  },
} as const satisfies Record<string, ProviderRoute>;
