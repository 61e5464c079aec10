/**
 * Invoices (called accounts on the wire), their transactions and the balance summary, with the names of product §3.
 */

import { z } from 'zod';
import { instantSchema, isoDateSchema } from '../dates.ts';
import { attemptIdSchema, invoiceIdSchema, methodIdSchema, requestIdSchema } from '../ids.ts';
import { feeDetailSchema, methodLineSchema } from '../methods/portal-schemas.ts';
import { centsSchema } from '../money.ts';
import {
  chargeKindSchema,
  contractStatusSchema,
  installmentStatusSchema,
  invoiceStatusSchema,
  methodTypeSchema,
  paymentOptionSchema,
  paymentStatusSchema,
  purposeSchema,
  transactionTypeSchema,
} from '../vocabulary.ts';
import { attachmentSchema } from './attachment-schemas.ts';
import { debitTimelineSchema, paymentOutcomeSchema } from './payment-outcome.ts';

export const negotiationSchema = z.object({
  isActive: z.boolean(),
  isApplied: z.boolean(),
  amount: centsSchema,
  saves: centsSchema,
});

/** Whether payment is possible now, the amount and the methods. Computed only by the server. */
export const payableSchema = z.object({
  isPayable: z.boolean(),
  isProcessing: z.boolean(),
  amount: centsSchema,
  options: z.array(paymentOptionSchema),
  kinds: z.array(chargeKindSchema),
  fees: z.object({ card: feeDetailSchema, ach: feeDetailSchema }),
});
export type Payable = z.infer<typeof payableSchema>;

export const installmentSchema = z.object({
  index: z.int().min(1),
  date: isoDateSchema,
  cost: centsSchema,
  fee: centsSchema,
  status: installmentStatusSchema,
  /** The day of the next try after the charge failed (R15). */
  nextTryOn: isoDateSchema.optional(),
  isActive: z.boolean(),
  parts: z.int().min(1),
});
export type Installment = z.infer<typeof installmentSchema>;

export const invoiceContractSchema = z.object({
  contractRef: z.string(),
  amount: centsSchema,
  paidBalance: centsSchema,
  date: isoDateSchema,
  status: contractStatusSchema,
  type: z.object({ singularName: z.string() }),
  billingSetting: z.object({
    chargeOffDate: isoDateSchema.nullable(),
    acceleratedDate: isoDateSchema.nullable(),
  }),
});

/** An expired card is the reason for a suspension. It is shown to its customer only (R4). */
const arrangedMethodSchema = methodLineSchema.extend({ isExpired: z.literal(true).optional() });

/** A scheduled payment. If suspended, there is no method to charge (R16). */
const invoiceScheduleSchema = z.object({
  date: isoDateSchema,
  /** The day of the next try after the charge failed (R15). */
  nextTryOn: isoDateSchema.nullable(),
  amount: centsSchema,
  fee: centsSchema,
  method: arrangedMethodSchema.nullable(),
  /** The kind of method that the fee was agreed for. Set even if no method remains. */
  kind: chargeKindSchema,
  isSuspended: z.boolean(),
  /** When a suspended plan ends unless the payer chooses another method (R37). */
  endsOn: isoDateSchema.nullable(),
});

const invoicePlanSchema = z.object({
  amount: centsSchema,
  fee: centsSchema,
  total: centsSchema,
  method: arrangedMethodSchema.nullable(),
  /** The kind of method that the fee was agreed for. Set even if no method remains. */
  kind: chargeKindSchema,
  isSuspended: z.boolean(),
  /** When a suspended plan ends unless the payer chooses another method (R37). */
  endsOn: isoDateSchema.nullable(),
});

const billedLineSchema = z.object({
  text: z.string(),
  quantity: z.number(),
  unitPrice: centsSchema,
  amount: centsSchema,
});

/** An invoice on a public link (R4). The customer's view extends it. */
export const publicInvoiceSchema = z.object({
  accountRef: z.string(),
  requestId: requestIdSchema,
  productName: z.string(),
  description: z.string().nullable(),
  totalBalance: centsSchema,
  paidBalance: centsSchema,
  /** The refunded part of `paidBalance`, which is not owed again (R39). */
  refundedBalance: centsSchema,
  /** The part of `paidBalance` that credit notes and account credit settled (R90). */
  creditedBalance: centsSchema,
  dueDate: isoDateSchema,
  openedAt: isoDateSchema,
  /** Only when a single invoice is read; empty in lists. */
  lines: z.array(billedLineSchema),
  /** Only when a single invoice is read; empty in lists. */
  attachments: z.array(attachmentSchema),
  tax: centsSchema,
  poNumber: z.string().nullable(),
  note: z.string().nullable(),
  status: invoiceStatusSchema,
  project: z.object({ projectName: z.string() }).nullable(),
  contract: invoiceContractSchema.nullable(),
  negotiation: negotiationSchema.nullable(),
  paymentScheduledAt: isoDateSchema.nullable(),
  schedule: invoiceScheduleSchema.nullable(),
  plan: invoicePlanSchema.nullable(),
  attachedPaymentMethod: methodLineSchema.nullable(),
  installments: z.array(installmentSchema),
  payable: payableSchema,
  today: isoDateSchema,
  version: z.int(),
});
export type PublicInvoice = z.infer<typeof publicInvoiceSchema>;

export const ownInstallmentSchema = installmentSchema.extend({
  paymentId: attemptIdSchema.nullable(),
  receiptUrl: z.string().nullable(),
});
export type OwnInstallment = z.infer<typeof ownInstallmentSchema>;

export const invoiceSchema = publicInvoiceSchema.extend({
  id: invoiceIdSchema,
  internalRef: z.string(),
  /** The method of the invoice's plan, schedule or next payment. `token` is the portal's own id. */
  paymentMethod: z.object({ token: methodIdSchema }).nullable(),
  installments: z.array(ownInstallmentSchema),
  payments: z.array(z.object({ cost: centsSchema })),
});
export type Invoice = z.infer<typeof invoiceSchema>;

/** A transaction on a public link. Receipts and method details require a session. */
export const publicTransactionSchema = z.object({
  type: transactionTypeSchema,
  status: paymentStatusSchema,
  amount: centsSchema,
  fee: centsSchema,
  method: methodTypeSchema,
  /** The part of a credit note that exceeded the balance and became account credit (R90). Zero for a payment. */
  credit: centsSchema,
  createdAt: instantSchema,
  /** For a refund, whether the payer has received the money (R80). Null for a payment. */
  refund: z.enum(['ON_ITS_WAY', 'MADE', 'FAILED']).nullable(),
  /** For a pending payment: when a bank debit is expected to settle, and whether it is taking longer than usual. */
  pending: z
    .object({
      expectedOn: isoDateSchema.nullable(),
      isLate: z.boolean(),
      /** The payer's bank is waiting for the payer's confirmation (R43). */
      isActionRequired: z.boolean(),
    })
    .nullable(),
  /** Why the payment failed or was returned, and the next step (R65). */
  outcome: paymentOutcomeSchema.nullable(),
  /** The dates of a bank debit (R66). */
  debit: debitTimelineSchema.nullable(),
});
export type PublicTransaction = z.infer<typeof publicTransactionSchema>;

/** One payment for several invoices (R48). */
const paidTogetherSchema = z.object({
  count: z.int().min(1),
  total: centsSchema,
  /** The first invoices, in the order of the split. The receipt lists all of them. */
  parts: z.array(z.object({ accountRef: z.string(), amount: centsSchema, fee: centsSchema })),
});

export const transactionSchema = publicTransactionSchema.extend({
  id: attemptIdSchema,
  purpose: purposeSchema,
  invoice: z
    .object({ accountRef: z.string(), productName: z.string(), status: invoiceStatusSchema })
    .nullable(),
  /** Null if the payment was for one invoice. In an invoice's own transactions, the amounts are its share. */
  together: paidTogetherSchema.nullable(),
  paymentOption: paymentOptionSchema.nullable(),
  paymentMethod: methodLineSchema.nullable(),
  /** The number of a payment that the company recorded (R89), or of a credit note (R90). */
  reference: z.string().nullable(),
  receiptUrl: z.string().nullable(),
  receipt: z.string().nullable(),
});
export type Transaction = z.infer<typeof transactionSchema>;

/**
 * Totals over all invoices except drafts: the total billed, the outstanding balance (product §4), the part of it
 * that is not yet due, and the amount paid. An invoice with an agreed offer counts with the amount of the offer (R11).
 * `credit` is the customer's account credit, which no invoice counts (R90).
 */
export const balanceSummarySchema = z.object({
  total: centsSchema,
  open: centsSchema,
  outstanding: centsSchema,
  paid: centsSchema,
  credit: centsSchema,
});
export type BalanceSummary = z.infer<typeof balanceSummarySchema>;
