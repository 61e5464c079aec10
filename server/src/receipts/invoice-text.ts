/** The text of an invoice, from database rows. Drawing is in draw-invoice.ts. */
import { contactWords } from '@quittance/contract/company-contact';
import type { Instant } from '@quittance/contract/dates';
import { formatDate, formatMoney } from '@quittance/contract/format';
import { subtractCents } from '@quittance/contract/money';
import { quantityOf } from '@quittance/domain/billing/invoice-lines';
import type { CustomerRow } from '../storage/billing/customers.ts';
import type { InvoiceRow } from '../storage/billing/invoices.ts';
import type { Logo } from '../storage/billing/logos.ts';
import type { LineRow } from '../storage/provider/invoices.ts';
import { companyHead, type DocumentCompany } from './company-head.ts';
import type { InvoiceDocument, InvoiceLine } from './draw-invoice.ts';

export type InvoiceInput = {
  invoice: Pick<
    InvoiceRow,
    | 'accountRef'
    | 'productName'
    | 'description'
    | 'poNumber'
    | 'note'
    | 'taxCents'
    | 'totalCents'
    | 'paidCents'
    | 'dueOn'
    | 'openedOn'
    | 'status'
    | 'voidedAt'
  >;
  lines: readonly Pick<
    LineRow,
    'text' | 'quantity' | 'unitPriceCents' | 'amountCents' | 'taxCents'
  >[];
  company: DocumentCompany;
  logo: Logo | null;
  customer: Pick<CustomerRow, 'firstName' | 'lastName' | 'businessName' | 'customerRef'>;
  /** The portal of the company. */
  portalUrl: string;
  /** Where this reader pays the invoice: the address in the QR code. */
  payUrl: string;
  /** The holder of a public link reads no more of the customer than the page shows (R4). */
  isByLink: boolean;
  now: Instant;
};

/** An invoice without lines bills one thing. */
function linesOf({ invoice, lines }: InvoiceInput): InvoiceLine[] {
  if (lines.length === 0) {
    const amount = formatMoney(invoice.totalCents);
    return [{ text: invoice.productName, quantity: '1', unitPrice: amount, tax: '', amount }];
  }
  return lines.map(({ text, quantity, unitPriceCents, taxCents, amountCents }) => ({
    text,
    quantity: String(quantityOf(quantity)),
    unitPrice: formatMoney(unitPriceCents),
    tax: taxCents === 0 ? '' : formatMoney(taxCents),
    amount: formatMoney(amountCents),
  }));
}

function nameOf({ customer, isByLink }: InvoiceInput): string {
  const { firstName, lastName, businessName } = customer;
  if (isByLink) return businessName ?? firstName;
  const person = `${firstName} ${lastName}`.trim();
  if (businessName === null || person === businessName) return businessName ?? person;
  return `${businessName}, ${person}`;
}

function warningOf({ invoice }: InvoiceInput): string | null {
  if (invoice.voidedAt !== null) return 'Voided. This invoice is not to be paid.';
  return invoice.status === 'DRAFT' ? 'Draft. This invoice has not been issued.' : null;
}

/** Settled includes what was waived or written off. */
function headlineOf({ invoice }: InvoiceInput): string {
  const { totalCents, paidCents, dueOn } = invoice;
  return paidCents === totalCents ? 'Settled in full' : `Due on ${formatDate(dueOn)}`;
}

function sumsOf({ taxCents, totalCents, paidCents }: InvoiceInput['invoice']): [string, string][] {
  const taxed: [string, string][] = [
    ['Subtotal', formatMoney(subtractCents(totalCents, taxCents))],
    ['Tax', formatMoney(taxCents)],
  ];
  return [
    ...(taxCents === 0 ? [] : taxed),
    ['Total', formatMoney(totalCents)],
    ['Paid', formatMoney(paidCents)],
    ['Balance due', formatMoney(subtractCents(totalCents, paidCents))],
  ];
}

function howToPay({ company, portalUrl, invoice }: InvoiceInput): string {
  const contact = contactWords(company);
  const questions = contact === null ? '' : ` Questions? Please contact ${contact}.`;
  const reference = `Please mention invoice ${invoice.accountRef}.`;
  return `Pay online at ${portalUrl}. ${reference}${questions}`;
}

const SCAN = 'Scan to see and pay this invoice';

export function invoiceText(input: InvoiceInput): InvoiceDocument {
  const { invoice, company, customer, isByLink } = input;
  const { accountRef, openedOn, dueOn, poNumber, productName, description, note } = invoice;
  const facts: [string, string | null][] = [
    ['Bill to', nameOf(input)],
    ['Customer reference', isByLink ? null : customer.customerRef],
    ['Invoice date', formatDate(openedOn)],
    ['Due date', formatDate(dueOn)],
    ['PO number', poNumber],
    ['For', productName],
    ['Description', description],
  ];
  const isOpen = invoice.paidCents < invoice.totalCents && warningOf(input) === null;
  return {
    number: accountRef,
    drawnAt: input.now,
    company: companyHead(company, input.logo),
    total: formatMoney(subtractCents(invoice.totalCents, invoice.paidCents)),
    headline: headlineOf(input),
    warning: warningOf(input),
    facts: facts.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const])),
    lines: linesOf(input),
    sums: sumsOf(invoice),
    paragraphs: [
      ...(note === null ? [] : [['Note', note] as const]),
      ...(isOpen ? [['How to pay', howToPay(input)] as const] : []),
    ],
    payCode: isOpen ? { url: input.payUrl, text: SCAN } : null,
  };
}
