/** Invoices as the company sees them, and the changes that the company can make. */
import { z } from 'zod';
import { providerCustomerSchema } from '../customers/provider-schemas.ts';
import { instantSchema, isoDateSchema } from '../dates.ts';
import { changeShape, createShape, outputShape, REF_MAX } from '../fields.ts';
import { metadataChangeSchema, metadataFilterSchema, metadataSchema } from '../http/metadata.ts';
import {
  createdRange,
  expandSchema,
  externalRefSchema,
  oneOrMore,
  pageQuerySchema,
  searchSchema,
  toPage,
  updatedRange,
} from '../http/pages-and-problems.ts';
import { contractIdSchema, customerIdSchema, invoiceIdSchema, projectIdSchema } from '../ids.ts';
import { amountCentsSchema, centsSchema, REQUEST_CENTS_MAX, ZERO } from '../money.ts';
import { plainText } from '../plain-text.ts';
import { invoiceStatusSchema } from '../vocabulary.ts';
import { INVOICE_FIELDS } from './fields.ts';
import { providerPaymentSchema } from './payment-provider-schemas.ts';

const TEXT_MAX = 500;
export const LINES_MAX = 200;
const QUANTITY_MAX = 1_000_000;
/** Quantities have up to three decimal places. */
const PARTS = 1000;

const signedCentsSchema = z.int().min(-REQUEST_CENTS_MAX).max(REQUEST_CENTS_MAX).brand<'Cents'>();
const taxSchema = z.int().min(0).max(REQUEST_CENTS_MAX).brand<'Cents'>();

const hasThreeDecimals = (quantity: number) =>
  Math.abs(quantity * PARTS - Math.round(quantity * PARTS)) < 1e-6;

export const newLineSchema = z
  .strictObject({
    text: plainText({ max: TEXT_MAX }),
    quantity: z
      .number()
      .min(1 / PARTS)
      .max(QUANTITY_MAX)
      .refine(hasThreeDecimals, 'At most three decimals')
      .default(1),
    unitPrice: signedCentsSchema.describe('Price per unit, in cents; negative for a discount.'),
    tax: taxSchema.default(ZERO).describe('Tax for the whole line, in cents.'),
  })
  .meta({ id: 'NewInvoiceLine' });
export type NewLine = z.infer<typeof newLineSchema>;

export const invoiceLineSchema = z
  .object({
    text: z.string(),
    quantity: z.number(),
    unitPrice: centsSchema,
    amount: centsSchema.describe('Quantity times unit price, rounded half up, excluding tax.'),
    tax: centsSchema,
  })
  .meta({ id: 'InvoiceLine' });
export type InvoiceLine = z.infer<typeof invoiceLineSchema>;

export const providerInvoiceSchema = z
  .object({
    id: invoiceIdSchema,
    customerId: customerIdSchema,
    ...outputShape(INVOICE_FIELDS),
    lines: z.array(invoiceLineSchema),
    tax: centsSchema,
    total: centsSchema,
    credited: centsSchema.describe('Amount credited by the company, in cents.'),
    waived: centsSchema.describe('Amount waived by an offer that the payer accepted, in cents.'),
    paidBefore: centsSchema.describe(
      'Amount paid before the company used the portal, in cents. Not in `paid`.',
    ),
    paid: centsSchema.describe('Money received, in cents, excluding fees and returned payments.'),
    refunded: centsSchema.describe('Money given back, in cents, excluding fees.'),
    balance: centsSchema.describe(
      'Outstanding balance, in cents: the total less what was credited, waived, paid before and paid, plus what is owed again after a refund.',
    ),
    status: invoiceStatusSchema,
    voidedAt: instantSchema.nullable(),
    offer: centsSchema
      .nullable()
      .describe('Amount that settles the invoice now, if less than the invoice balance.'),
    createdAt: instantSchema,
    updatedAt: instantSchema.describe('Time of the last change.'),
    metadata: metadataSchema.optional(),
  })
  .meta({ id: 'Invoice' });
export type ProviderInvoice = z.infer<typeof providerInvoiceSchema>;

/** Payments of one invoice that a read includes. */
export const EXPANDED_PAYMENTS_MAX = 100;

const expand = expandSchema(['customer', 'payments']);
const expanded = {
  customer: providerCustomerSchema.optional().describe('Customer, with `expand=customer`.'),
  payments: z
    .array(providerPaymentSchema)
    .optional()
    .describe(
      `Payments on the invoice, newest first, with \`expand=payments\`. At most ${EXPANDED_PAYMENTS_MAX}; \`GET /payments?invoiceId=\` lists all.`,
    ),
};

export const invoiceReadSchema = z.strictObject({ expand });

export const providerInvoiceDetailSchema = providerInvoiceSchema
  .extend(expanded)
  .meta({ id: 'InvoiceDetail' });

const amountFields = {
  total: amountCentsSchema
    .optional()
    .describe(
      'Total amount, in cents. Required if there are no lines; otherwise, the total must equal the sum of the lines.',
    ),
  lines: z.array(newLineSchema).max(LINES_MAX).optional(),
};

const newInvoiceFields = {
  customerId: customerIdSchema.optional(),
  customerRef: z
    .string()
    .max(REF_MAX)
    .optional()
    .describe('Customer number, used instead of `customerId`.'),
  ...createShape(INVOICE_FIELDS),
  ...amountFields,
  projectId: projectIdSchema
    .optional()
    .describe('Project ID. The project must belong to the same customer.'),
  contractId: contractIdSchema
    .optional()
    .describe('Project ID. The project must belong to the same customer.'),
  metadata: metadataChangeSchema.optional(),
  paidBefore: z
    .int()
    .min(0)
    .max(REQUEST_CENTS_MAX)
    .brand<'Cents'>()
    .optional()
    .describe(
      'Amount of the total that was paid before the company used the portal, in cents. It does not change later.',
    ),
  isDraft: z
    .boolean()
    .default(false)
    .describe('Whether the invoice is a draft. Payers cannot pay a draft.'),
};

type InvoiceInput = {
  customerId?: unknown;
  customerRef?: unknown;
  total?: unknown;
  lines?: unknown;
  paidBefore?: number | undefined;
  isDraft?: unknown;
};

const namesCustomer = ({ customerId, customerRef }: InvoiceInput) =>
  (customerId === undefined) !== (customerRef === undefined);
const NAMES_CUSTOMER = { error: 'Name customerId or customerRef', path: ['customerId'] };
const hasAmount = ({ total, lines }: InvoiceInput) =>
  total !== undefined || (Array.isArray(lines) && lines.length > 0);
const isPaidWithin = ({ total, paidBefore = 0 }: InvoiceInput) =>
  typeof total !== 'number' || paidBefore <= Math.max(total, 0);
const PAID_WITHIN = { error: 'Expected at most the total.', path: ['paidBefore'] };
const isIssuedOrUnpaid = ({ isDraft, paidBefore = 0 }: InvoiceInput) =>
  isDraft !== true || paidBefore === 0;
const ISSUED_OR_UNPAID = { error: 'Expected 0 for a draft.', path: ['paidBefore'] };
const HAS_AMOUNT = { error: 'Name total or lines', path: ['total'] };

export const newInvoiceSchema = z
  .strictObject(newInvoiceFields)
  .refine(namesCustomer, NAMES_CUSTOMER)
  .refine(hasAmount, HAS_AMOUNT)
  .refine(isPaidWithin, PAID_WITHIN)
  .refine(isIssuedOrUnpaid, ISSUED_OR_UNPAID)
  .meta({ id: 'NewInvoice' });
export type NewInvoice = z.infer<typeof newInvoiceSchema>;

/** The reference is omitted because it is in the path. */
export const invoiceByRefSchema = z
  .strictObject(newInvoiceFields)
  .omit({ externalRef: true })
  .refine(namesCustomer, NAMES_CUSTOMER)
  .refine(hasAmount, HAS_AMOUNT)
  .refine(isPaidWithin, PAID_WITHIN)
  .refine(isIssuedOrUnpaid, ISSUED_OR_UNPAID)
  .meta({ id: 'InvoiceByRef' });
export type InvoiceByRef = z.infer<typeof invoiceByRefSchema>;

export const invoiceChangeSchema = z
  .strictObject({
    ...changeShape(INVOICE_FIELDS),
    ...amountFields,
    metadata: metadataChangeSchema.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field')
  .meta({ id: 'InvoiceChange' });
export type InvoiceChange = z.infer<typeof invoiceChangeSchema>;

const INVOICE_SORTS = [
  ...(['-createdAt', 'createdAt', 'dueDate', '-dueDate'] as const),
  ...(['balance', '-balance', 'accountRef', '-accountRef'] as const),
  ...(['updatedAt', '-updatedAt'] as const),
] as const;

/** Coerced because query parameters are text. */
const centsInQuery = z.coerce.number().int().min(0).max(REQUEST_CENTS_MAX).optional();

export const invoiceQuerySchema = pageQuerySchema.extend({
  customerId: customerIdSchema.optional(),
  status: oneOrMore(invoiceStatusSchema).describe('Status. Repeat the parameter for several.'),
  isOverdue: z
    .stringbool()
    .optional()
    .describe('If true, only past-due invoices with a balance are returned.'),
  accountRef: z.string().max(REF_MAX).optional(),
  externalRef: externalRefSchema.optional(),
  ...createdRange,
  ...updatedRange,
  dueFrom: isoDateSchema.optional().describe('Earliest due date, inclusive.'),
  dueTo: isoDateSchema.optional().describe('Latest due date, inclusive.'),
  minTotal: centsInQuery.describe('Minimum total, in cents.'),
  maxTotal: centsInQuery.describe('Maximum total, in cents.'),
  minBalance: centsInQuery.describe('Minimum outstanding balance, in cents.'),
  maxBalance: centsInQuery.describe('Maximum outstanding balance, in cents.'),
  metadata: metadataFilterSchema,
  expand,
  search: searchSchema.describe(
    "Search text: the beginning of `accountRef`, of `externalRef`, or of the customer's name or number.",
  ),
  sort: z
    .enum(INVOICE_SORTS)
    .optional()
    .describe(
      'Sort order. A leading minus sign means descending. The default is `dueDate` with `dueFrom` or `dueTo`, `updatedAt` with `updatedFrom` or `updatedTo`, and `-createdAt` otherwise.',
    ),
});
export type InvoiceQuery = z.infer<typeof invoiceQuerySchema>;

const listedInvoiceSchema = providerInvoiceSchema
  .extend({
    customerName: z.string().describe('Customer name (business or person).'),
    ...expanded,
  })
  .meta({ id: 'ListedInvoice' });

export const invoicePageSchema = toPage(listedInvoiceSchema).meta({ id: 'InvoicePage' });

export const offerSchema = z
  .strictObject({
    amount: amountCentsSchema.describe(
      'Amount that settles the invoice, in cents, in addition to the amount already paid.',
    ),
  })
  .meta({ id: 'Offer' });
