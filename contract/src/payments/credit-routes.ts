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
  invoiceVoidSchema,
  newCreditNoteSchema,
  newVoidSchema,
} from './credit-schemas.ts';

const invoiceParams = z.object({ invoiceId: invoiceIdSchema });
const customerParams = z.object({ customerId: customerIdSchema });

export const CREDIT_ROUTES = {
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
  voidWithRefund: {
    method: 'POST',
    path: '/invoices/{invoiceId}/void-with-refund',
    scope: 'money',
    tag: 'Credit',
    summary: 'Void a paid invoice and refund its payments',
    description:
      "Issues a credit note for everything that was billed and not credited, waived or refunded before, and refunds the unused credit of its notes to the payments of the invoice, with their fees in proportion. What was paid without a processor, or by a payment of which a dispute was lost, stays the customer's credit. If credit of its notes paid another invoice, that use must be undone first. The payer still sees the invoice, with the credit note.",
    params: invoiceParams,
    body: newVoidSchema,
    answer: invoiceVoidSchema,
    errors: [
      'FEE_NOT_KEEPABLE',
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_NOT_PAYABLE',
      'ACCOUNT_IS_PROCESSING',
      'INVOICE_NOT_CHANGEABLE',
      'PAYMENT_NOT_REFUNDABLE',
      'CREDIT_ALREADY_USED',
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
  voidCreditNote: {
    method: 'POST',
    path: '/credit-notes/{creditNoteId}/void',
    scope: 'money',
    tag: 'Credit',
    summary: 'Void a credit note',
    description:
      'Takes back the credit that the credit note gave, which must be unused, and the invoice owes again what the credit note had settled.',
    params: z.object({ creditNoteId: attemptIdSchema }),
    body: reasonSchema,
    answer: creditNoteSchema,
    errors: [
      'CREDIT_ALREADY_USED',
      'CREDIT_ALREADY_UNDONE',
      'ACCOUNT_IS_PROCESSING',
      'INVOICE_IS_ARRANGED',
    ],
  },
  undoCredit: {
    method: 'POST',
    path: '/payments/{paymentId}/undo-credit',
    scope: 'money',
    tag: 'Credit',
    summary: 'Undo an applied credit',
    description:
      'The customer gets the credit back and owes that amount on the invoice again. `paymentId` is that of the payment of method `CREDIT`.',
    params: z.object({ paymentId: attemptIdSchema }),
    body: reasonSchema,
    answer: customerCreditSchema,
    errors: [
      'CREDIT_ALREADY_UNDONE',
      'ACCOUNT_IS_PROCESSING',
      'INVOICE_IS_ARRANGED',
      'INVOICE_NOT_CHANGEABLE',
    ],
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
