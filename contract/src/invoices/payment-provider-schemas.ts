/** A payment as the company sees it, without the objects that a read can include. */
import { z } from 'zod';
import { instantSchema, isoDateSchema } from '../dates.ts';
import { metadataSchema } from '../http/metadata.ts';
import { attemptIdSchema, customerIdSchema, invoiceIdSchema } from '../ids.ts';
import { centsSchema } from '../money.ts';
import { methodTypeSchema, paymentWarningSchema } from '../vocabulary.ts';

export const PAYMENT_STATES = [
  'CREATED',
  'SENT',
  'ACTION_REQUIRED',
  'PENDING',
  'UNKNOWN',
  'SUCCEEDED',
  'FAILED',
  'RETURNED',
] as const;
export const paymentStateSchema = z.enum(PAYMENT_STATES);

/** One invoice's share of a payment on several invoices (R48). */
const paymentPartSchema = z.object({
  invoiceId: invoiceIdSchema,
  accountRef: z.string(),
  amount: centsSchema.describe('Amount applied to this invoice, in cents.'),
  fee: centsSchema.describe(
    "This invoice's share of the fee, which is calculated once on the total.",
  ),
  refunded: centsSchema.describe('Amount refunded on this invoice, excluding fees.'),
});

export const providerPaymentSchema = z
  .object({
    id: attemptIdSchema,
    customerId: customerIdSchema,
    invoiceId: invoiceIdSchema
      .nullable()
      .describe(
        'ID of the invoice that the payment is for; null for a payment on several invoices, which has `parts`.',
      ),
    parts: z
      .array(paymentPartSchema)
      .describe(
        'Amount applied to each invoice, for a payment on several invoices. Empty for any other payment.',
      ),
    type: z.string(),
    state: paymentStateSchema,
    amount: centsSchema.describe('Amount applied to the invoice, in cents.'),
    credit: centsSchema.describe(
      'How much of the amount exceeded the invoices, in cents. Of a payment that the company recorded, it became credit of the customer.',
    ),
    fee: centsSchema.describe('Fee charged on top of the amount, in cents.'),
    refunded: centsSchema.describe('Amount refunded, including the fee, in cents.'),
    method: methodTypeSchema,
    methodBrand: z.string().nullable(),
    methodLast4: z.string().nullable(),
    processor: z.string(),
    processorReference: z.string().nullable(),
    responseCode: z.string().nullable(),
    warning: paymentWarningSchema
      .nullable()
      .describe("The processor's latest warning about the charge. It moves no money."),
    reference: z
      .string()
      .nullable()
      .describe('Number of a payment that the company recorded, such as a check number.'),
    receivedDate: isoDateSchema
      .nullable()
      .describe('Date on which a payment that the company recorded was received.'),
    note: z.string().nullable().describe('Note of the company on a payment that it recorded.'),
    createdAt: instantSchema,
    settledAt: instantSchema.nullable(),
    updatedAt: instantSchema.describe('Time of the last change.'),
    metadata: metadataSchema.optional(),
  })
  .meta({ id: 'Payment' });
export type ProviderPayment = z.infer<typeof providerPaymentSchema>;
