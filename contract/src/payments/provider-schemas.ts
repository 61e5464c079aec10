/** Payments as the company sees them, and payments that the company records itself. */
import { z } from 'zod';
import { providerCustomerSchema } from '../customers/provider-schemas.ts';
import { instantSchema, isoDateSchema } from '../dates.ts';
import { metadataChangeSchema, metadataFilterSchema } from '../http/metadata.ts';
import {
  createdRange,
  expandSchema,
  oneOrMore,
  pageQuerySchema,
  reasonSchema,
  searchSchema,
  toPage,
  updatedRange,
} from '../http/pages-and-problems.ts';
import { attemptIdSchema, customerIdSchema, invoiceIdSchema } from '../ids.ts';
import { paymentStateSchema, providerPaymentSchema } from '../invoices/payment-provider-schemas.ts';
import { providerInvoiceSchema } from '../invoices/provider-schemas.ts';
import { amountCentsSchema, centsSchema, REQUEST_CENTS_MAX } from '../money.ts';
import { plainText } from '../plain-text.ts';
import { MANUAL_METHODS, methodTypeSchema } from '../vocabulary.ts';

export const paymentChangeSchema = z
  .strictObject({ metadata: metadataChangeSchema })
  .meta({ id: 'PaymentChange' });

const paymentMoveSchema = z
  .object({
    from: paymentStateSchema,
    to: paymentStateSchema,
    source: z
      .string()
      .describe("Source of the state change: the processor's response, a webhook or a lookup."),
    at: instantSchema,
  })
  .meta({ id: 'PaymentMove' });

const PAYMENT_STEPS = [
  ...(['RECORDED', 'SENT', 'ACTION_REQUIRED', 'PENDING', 'UNKNOWN', 'HELD'] as const),
  ...(['SUCCEEDED', 'FAILED', 'RETURNED', 'DECIDED', 'ACKNOWLEDGED', 'ASSIGNED'] as const),
  ...(['WEBHOOK_RECEIVED', 'CHARGE_ANNOUNCED', 'EVENT_RECORDED', 'EVENT_DELIVERED'] as const),
  ...(['MAIL_SENT', 'MAIL_NOT_SENT'] as const),
  ...(['REFUND_ORDERED', 'REFUND_MADE', 'REFUND_FAILED', 'REFUND_STUCK'] as const),
  ...(['DISPUTE_OPENED', 'DISPUTE_WON', 'DISPUTE_LOST'] as const),
] as const;

export const paymentStepSchema = z
  .object({
    at: instantSchema.describe('Step time.'),
    step: z.enum(PAYMENT_STEPS).describe('Payment step.'),
    source: z
      .string()
      .nullable()
      .describe(
        "Source of the step: the processor's response, a webhook, a lookup or an API key; null for the portal itself.",
      ),
    code: z.string().nullable().describe('Decline, return, dispute, event or email code.'),
    amount: centsSchema.nullable().describe('Amount, in cents; null if no money moves.'),
    reference: z.string().nullable().describe("Processor's ID or event ID."),
    reason: z
      .string()
      .nullable()
      .describe('Reason that the person gave; null if the step has none.'),
  })
  .meta({ id: 'PaymentStep' });
export type PaymentStep = z.infer<typeof paymentStepSchema>;

const expand = expandSchema(['customer', 'invoice']);
const expanded = {
  customer: providerCustomerSchema.optional().describe('Customer, with `expand=customer`.'),
  invoice: providerInvoiceSchema
    .nullable()
    .optional()
    .describe('Invoice, with `expand=invoice`; null for a payment on several invoices.'),
};

export const paymentReadSchema = z.strictObject({ expand });

export const providerPaymentDetailSchema = providerPaymentSchema
  .extend({
    ...expanded,
    timeline: z.array(paymentMoveSchema),
    history: z
      .array(paymentStepSchema)
      .describe(
        'Complete payment history, oldest first: state changes, refunds, disputes, events and emails.',
      ),
  })
  .meta({ id: 'PaymentDetail' });

const PAYMENT_SORTS = [
  ...(['-createdAt', 'createdAt', '-amount', 'amount'] as const),
  ...(['updatedAt', '-updatedAt'] as const),
] as const;
const REFERENCE_MAX = 200;

/** Coerced because query parameters are text. */
const centsInQuery = z.coerce.number().int().min(0).max(REQUEST_CENTS_MAX).optional();

export const paymentQuerySchema = pageQuerySchema.extend({
  customerId: customerIdSchema.optional(),
  invoiceId: invoiceIdSchema.optional(),
  state: oneOrMore(paymentStateSchema).describe('State. Repeat the parameter for several.'),
  method: oneOrMore(methodTypeSchema).describe('Method. Repeat the parameter for several.'),
  ...createdRange,
  ...updatedRange,
  processorReference: z.string().max(REFERENCE_MAX).optional(),
  reference: z
    .string()
    .max(REFERENCE_MAX)
    .optional()
    .describe('Number of a payment that you recorded, such as a check number, ignoring case.'),
  search: searchSchema.describe(
    "Search text: the beginning of an invoice number or of a customer's number or name, a complete email address, processor reference or number of a recorded payment, an amount, or the last four digits of the card or account.",
  ),
  minAmount: centsInQuery.describe('Minimum amount applied to invoices, in cents.'),
  maxAmount: centsInQuery.describe('Maximum amount applied to invoices, in cents.'),
  metadata: metadataFilterSchema,
  expand,
  sort: z
    .enum(PAYMENT_SORTS)
    .optional()
    .describe(
      'Sort order. A leading minus sign means descending. The default is `updatedAt` with `updatedFrom` or `updatedTo`, and `-createdAt` otherwise.',
    ),
  isHeld: z
    .stringbool()
    .optional()
    .describe(
      'If true, only payments whose outcome has been unknown for an hour are returned. Such payments hold their invoices.',
    ),
});

export type PaymentQuery = z.infer<typeof paymentQuerySchema>;

/** The company's decision on a payment whose outcome the processor does not report. */
export const decisionSchema = z
  .discriminatedUnion('outcome', [
    z.strictObject({
      outcome: z.literal('paid'),
      processorReference: plainText({ max: REFERENCE_MAX }).describe(
        "Processor's ID for the charge. The charge amount must equal the payment amount.",
      ),
      reason: plainText({ max: 500 }),
    }),
    z.strictObject({ outcome: z.literal('not_paid'), reason: plainText({ max: 500 }) }),
  ])
  .meta({ id: 'Decision' });
export type Decision = z.infer<typeof decisionSchema>;

const ASSIGNED_MAX = 500;

const installmentNumberSchema = z.int().min(1).max(100);

/**
 * Assigns a charge found in the processor's records, which could not be matched to an invoice, to the item that it
 * paid.
 */
export const assignmentSchema = z
  .union([
    z.strictObject({
      invoiceId: invoiceIdSchema.describe('ID of the invoice to which the charge is applied.'),
      installments: z
        .strictObject({ from: installmentNumberSchema, to: installmentNumberSchema })
        .describe(
          "Installments of the invoice's plan, by number. The charge must equal their total.",
        )
        .optional(),
      reason: plainText({ max: 500 }),
    }),
    z.strictObject({
      invoices: z
        .array(z.strictObject({ invoiceId: invoiceIdSchema, amount: amountCentsSchema }))
        .min(2)
        .max(ASSIGNED_MAX)
        .describe(
          'Invoices of one customer, with the amount applied to each. The remainder of the charge must equal the fee on the total.',
        ),
      reason: plainText({ max: 500 }),
    }),
  ])
  .meta({ id: 'ChargeAssignment' });
export type ChargeAssignment = z.infer<typeof assignmentSchema>;

export const chargeRefundSchema = z
  .object({
    id: attemptIdSchema.describe('Charge ID.'),
    state: z
      .enum(['SENT', 'REFUNDED'])
      .describe(
        "SENT: the refund was requested, and the processor's records do not show the full refund yet.",
      ),
  })
  .meta({ id: 'ChargeRefund' });
export type ChargeRefund = z.infer<typeof chargeRefundSchema>;

const listedPaymentSchema = providerPaymentSchema
  .extend({
    customerName: z.string().describe('Customer name (business or person).'),
    accountRef: z
      .string()
      .nullable()
      .describe('Invoice number; null if the charge pays no invoice or several invoices.'),
    ...expanded,
  })
  .meta({ id: 'ListedPayment' });

export const paymentPageSchema = toPage(listedPaymentSchema).meta({ id: 'PaymentPage' });

const manualFields = {
  method: z.enum(MANUAL_METHODS),
  reference: plainText({ max: 60 })
    .optional()
    .describe(
      'Number of the check, transfer or paper receipt. Required unless the method is CASH. Each is recorded once per customer and method, unless its payment was reversed.',
    ),
  receivedDate: isoDateSchema
    .optional()
    .describe('Date on which the money was received; today by default, and not in the future.'),
  note: plainText({ max: 500 })
    .optional()
    .describe('Note for the company, which payers do not see.'),
};

const arrived = amountCentsSchema.describe(
  'Amount that arrived. What exceeds the invoices becomes credit of the customer.',
);

const writesOffRest = z
  .boolean()
  .optional()
  .describe(
    'Whether the balance that the payment leaves on its invoices is written off. Requires that it is at most the company setting `shortfallMax`.',
  );

/** Payments that were made without a processor (R89). They state what arrived (R116). */
export const newManualPaymentSchema = z
  .union([
    z.strictObject({
      invoiceId: invoiceIdSchema,
      amount: arrived,
      writesOffRest,
      ...manualFields,
    }),
    z.strictObject({
      invoices: z
        .array(z.strictObject({ invoiceId: invoiceIdSchema, amount: amountCentsSchema }))
        .min(1)
        .max(ASSIGNED_MAX)
        .describe('Invoices of one customer, with the amount applied to each.'),
      amount: arrived.optional(),
      writesOffRest,
      ...manualFields,
    }),
    z.strictObject({
      customerId: customerIdSchema.describe('ID of the customer who paid on account.'),
      amount: arrived,
      ...manualFields,
    }),
  ])
  .refine(({ method, reference }) => method === 'CASH' || reference !== undefined, {
    path: ['reference'],
    message: 'Expected the number of the payment. Only cash has none.',
  })
  .meta({ id: 'NewManualPayment' });
export type NewManualPayment = z.infer<typeof newManualPaymentSchema>;

export const REVERSAL_CAUSES = ['BOUNCED', 'ERROR'] as const;

export const manualReversalSchema = reasonSchema
  .extend({
    cause: z
      .enum(REVERSAL_CAUSES)
      .describe(
        'BOUNCED: the bank returned the money. ERROR: the payment was recorded by mistake; the customer is notified only if the receipt was emailed.',
      ),
  })
  .meta({ id: 'ManualReversal' });
