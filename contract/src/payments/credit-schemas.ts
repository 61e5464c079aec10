/** Credit notes and the credit of customers (R90). */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { reasonSchema } from '../http/pages-and-problems.ts';
import { attemptIdSchema, customerIdSchema, invoiceIdSchema } from '../ids.ts';
import { invoiceLineSchema, LINES_MAX, newLineSchema } from '../invoices/provider-schemas.ts';
import { amountCentsSchema, centsSchema } from '../money.ts';
import { plainText } from '../plain-text.ts';
import { refundSchema } from './refund-schemas.ts';

export const creditNoteSchema = z
  .object({
    id: attemptIdSchema.describe('Credit note ID.'),
    number: z.string().describe('Number of the credit note, unique within the company.'),
    customerId: customerIdSchema,
    invoiceId: invoiceIdSchema,
    amount: centsSchema.describe('Amount of the credit note, in cents.'),
    settled: centsSchema.describe('Part that reduced the balance of the invoice, in cents.'),
    credit: centsSchema.describe(
      "Part that exceeded the balance and became the customer's credit, in cents.",
    ),
    reason: z.string().describe('Reason, as printed on the credit note.'),
    lines: z
      .array(invoiceLineSchema)
      .describe('Credited lines; empty if only an amount was given.'),
    used: centsSchema.describe('Part of the credit that was applied or paid out, in cents.'),
    isVoided: z.boolean().describe('Whether the credit note was voided.'),
    createdAt: instantSchema,
  })
  .meta({ id: 'CreditNote' });
export type CreditNote = z.infer<typeof creditNoteSchema>;

export const creditNotesSchema = z
  .object({ data: z.array(creditNoteSchema) })
  .meta({ id: 'CreditNotes' });

export const newCreditNoteSchema = z
  .strictObject({
    amount: amountCentsSchema
      .optional()
      .describe(
        'Amount in cents. Required if there are no lines; otherwise, the amount must equal the sum of the lines. The credit notes for an invoice cannot add up to more than its total, less what was waived, or refunded and not owed again.',
      ),
    lines: z
      .array(newLineSchema)
      .max(LINES_MAX)
      .optional()
      .describe('Lines that are credited. They are printed on the credit note.'),
    reason: plainText({ max: 500 }).describe('Reason, which is printed on the credit note.'),
    number: plainText({ max: 60 })
      .optional()
      .describe('Number of the credit note; the next free number, such as CN-0001, by default.'),
  })
  .meta({ id: 'NewCreditNote' });
export type NewCreditNote = z.infer<typeof newCreditNoteSchema>;

export const creditUseSchema = z
  .strictObject({ invoiceId: invoiceIdSchema, amount: amountCentsSchema })
  .meta({ id: 'CreditUse' });
export type CreditUse = z.infer<typeof creditUseSchema>;

export const creditPayoutSchema = reasonSchema
  .extend({ amount: amountCentsSchema })
  .meta({ id: 'CreditPayout' });
export type CreditPayout = z.infer<typeof creditPayoutSchema>;

export const customerCreditSchema = z
  .object({
    id: customerIdSchema.describe('Customer ID.'),
    credit: centsSchema.describe('Credit that is left, in cents.'),
  })
  .meta({ id: 'CustomerCredit' });
export type CustomerCredit = z.infer<typeof customerCreditSchema>;

export const newVoidSchema = reasonSchema
  .extend({
    keepsFee: z
      .boolean()
      .optional()
      .describe(
        'Whether the company keeps its fees. Requires the company setting `isFeeKeepable`.',
      ),
  })
  .meta({ id: 'NewVoid' });

export const invoiceVoidSchema = z
  .object({
    id: invoiceIdSchema.describe('Invoice ID.'),
    creditNote: creditNoteSchema.describe('The credit note that closes the invoice.'),
    refunds: z.array(refundSchema).describe('Refunds of the payments that a processor made.'),
    credit: centsSchema.describe(
      'Unused credit that notes for the invoice gave and that was not refunded, in cents. It stays credit of the customer, to be paid out or applied.',
    ),
  })
  .meta({ id: 'InvoiceVoid' });
export type InvoiceVoid = z.infer<typeof invoiceVoidSchema>;
