import { z } from 'zod';
import { pdfFileSchema } from '../http/files.ts';
import { reasonSchema } from '../http/pages-and-problems.ts';
import type { ProviderRoute } from '../http/provider-route.ts';
import { attemptIdSchema, customerIdSchema, invoiceIdSchema } from '../ids.ts';
import {
  creditNoteSchema,
  creditNotesSchema,
  creditPayoutSchema,
  creditUseSchema,
  customerCreditSchema,
  newCreditNoteSchema,
} from './credit-schemas.ts';
import {
  assignmentSchema,
  chargeRefundSchema,
  decisionSchema,
  manualReversalSchema,
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

const invoiceParams = z.object({ invoiceId: invoiceIdSchema });

const customerParams = z.object({ customerId: customerIdSchema });

const chargeParams = z.object({ chargeId: attemptIdSchema });

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
    answer: providerPaymentDetailSchema,
  },
  createRefund: {
    method: 'POST',
    path: '/payments/{paymentId}/refunds',
    scope: 'money',
    tag: 'Refunds',
    summary: 'Refund all or part of a payment',
    description:
      'The refund is sent within a minute and retried until the processor responds. The refunded amount remains settled on the invoice unless `isOwedAgain` is true; the amount can be made due again later by calling `reopen` for the invoice.',
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
    summary: 'Preview the ledger postings for a refund',
    description:
      'The preview fails for the same reasons as the refund itself. No refund is created.',
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
      'Applies to a refund that failed or for which the processor has not responded. Look up the refund at the processor first. The response contains the replacement refund.',
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
      "Applies to a payment whose outcome the processor does not report. Look up the payment at the processor first. If the payment appears in the processor's records later, those records take precedence.",
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
      "Refunds the remaining amount of the charge at the processor. The charge leaves the list of attention items when the processor's records show the refund. Nothing is posted to the ledger, because neither the charge nor its refund is recorded as a payment.",
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
    summary: 'Record a payment that was made without a processor',
    description:
      'Records cash, a check, a wire, a money order or another payment on one invoice or on several invoices of a customer. No fee is charged.',
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
    ],
  },
  reverseManualPayment: {
    method: 'POST',
    path: '/manual-payments/{paymentId}/reverse',
    scope: 'money',
    tag: 'Payments',
    summary: 'Reverse a recorded payment',
    description:
      'The whole payment is reversed, and the amount becomes due on its invoices again. The reference can be used again.',
    params: paymentParams,
    body: manualReversalSchema,
    answer: providerPaymentSchema,
  },
  createCreditNote: {
    method: 'POST',
    path: '/invoices/{invoiceId}/credit-notes',
    scope: 'money',
    tag: 'Credit',
    summary: 'Issue a credit note for an invoice',
    description:
      "The credit note reduces the balance of an issued invoice, which may be partly paid or disputed. Any excess over the balance becomes the customer's credit. An invoice with a payment plan or scheduled payment is credited only as a whole, which ends the arrangement.",
    params: invoiceParams,
    body: newCreditNoteSchema,
    answer: creditNoteSchema,
    status: 201,
    errors: [
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_NOT_PAYABLE',
      'ACCOUNT_IS_PROCESSING',
      'CREDIT_NOTE_TOO_LARGE',
      'CREDIT_NOTE_NUMBER_ALREADY_USED',
      'INVOICE_IS_ARRANGED',
    ],
  },
  listCreditNotes: {
    method: 'GET',
    path: '/invoices/{invoiceId}/credit-notes',
    scope: 'read',
    tag: 'Credit',
    summary: 'List credit notes for an invoice',
    params: invoiceParams,
    answer: creditNotesSchema,
    errors: ['ACCOUNT_NOT_FOUND'],
  },
  getCreditNotePdf: {
    method: 'GET',
    path: '/credit-notes/{creditNoteId}/pdf',
    scope: 'read',
    tag: 'Credit',
    summary: 'Download a credit note as a PDF',
    params: z.object({ creditNoteId: attemptIdSchema }),
    answer: pdfFileSchema,
    answerType: 'application/pdf',
  },
  applyCredit: {
    method: 'POST',
    path: '/customers/{customerId}/credit/apply',
    scope: 'money',
    tag: 'Credit',
    summary: "Apply a customer's credit to an invoice",
    params: customerParams,
    body: creditUseSchema,
    answer: customerCreditSchema,
    errors: [
      'DEBTOR_NOT_FOUND',
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_ALREADY_CLOSED',
      'ACCOUNT_NOT_PAYABLE',
      'ACCOUNT_IS_PROCESSING',
      'AMOUNT_CHANGED',
      'CREDIT_TOO_LARGE',
      'INVOICE_IS_ARRANGED',
    ],
  },
  payOutCredit: {
    method: 'POST',
    path: '/customers/{customerId}/credit/pay-out',
    scope: 'money',
    tag: 'Credit',
    summary: "Record that a customer's credit was paid out",
    description:
      'The company pays the credit itself, for example by check. No processor is called.',
    params: customerParams,
    body: creditPayoutSchema,
    answer: customerCreditSchema,
    errors: ['DEBTOR_NOT_FOUND', 'CREDIT_TOO_LARGE'],
  },
} as const satisfies Record<string, ProviderRoute>;
