/** Builds the text of an invoice from database rows. Drawing is in draw-invoice.ts. */
import { contactWords } from '@quittance/contract/companies/company-contact';
import type { Instant } from '@quittance/contract/dates';
import { formatDate, formatMoney } from '@quittance/contract/format';
import { subtractCents } from '@quittance/contract/money';
import { toQuantity } from '@quittance/domain/billing/invoice-lines';
import { companyHead, type DocumentCompany } from '../../companies/company-head.ts';
import type { Logo } from '../../companies/logos/logo-rows.ts';
import type { CustomerRow } from '../../customers/store.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { type DocumentWords, documentWordsFor } from '../../texts/catalogs.ts';
import type { LineRow } from '../invoice-records.ts';
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
  customer: Pick<
    CustomerRow,
    'firstName' | 'lastName' | 'businessName' | 'customerRef' | 'language'
  >;
  portalUrl: string;
  payUrl: string;
  /** The holder of a public link sees no more of the customer's data than the page shows (R4). */
  isByLink: boolean;
  now: Instant;
};

/** An invoice without lines is shown with a single line. */
function toLines({ invoice, lines }: InvoiceInput): InvoiceLine[] {
  if (lines.length === 0) {
    const amount = formatMoney(invoice.totalCents);
    return [{ text: invoice.productName, quantity: '1', unitPrice: amount, tax: '', amount }];
  }
  return lines.map(({ text, quantity, unitPriceCents, taxCents, amountCents }) => ({
    text,
    quantity: String(toQuantity(quantity)),
    unitPrice: formatMoney(unitPriceCents),
    tax: taxCents === 0 ? '' : formatMoney(taxCents),
    amount: formatMoney(amountCents),
  }));
}

export function toRecipient({
  firstName,
  lastName,
  businessName,
}: Pick<CustomerRow, 'firstName' | 'lastName' | 'businessName'>): string {
  const person = `${firstName} ${lastName}`.trim();
  if (businessName === null || person === businessName) return businessName ?? person;
  return `${businessName}, ${person}`;
}

function toName({ customer, isByLink }: InvoiceInput): string {
  const { firstName, businessName } = customer;
  return isByLink ? (businessName ?? firstName) : toRecipient(customer);
}

type InvoiceTexts = DocumentWords['documents']['invoice'];

function toWarning({ invoice }: InvoiceInput, { voided, draft }: InvoiceTexts): string | null {
  if (invoice.voidedAt !== null) return voided;
  return invoice.status === 'DRAFT' ? draft : null;
}

/** The settled amount includes amounts that were waived or written off. */
function toHeadline({ invoice }: InvoiceInput, { documents, dates }: DocumentWords): string {
  const { totalCents, paidCents, dueOn } = invoice;
  const { settled, dueOn: due } = documents.invoice;
  return paidCents === totalCents ? settled : due(formatDate(dueOn, dates));
}

function toSums(
  { taxCents, totalCents, paidCents }: InvoiceInput['invoice'],
  texts: InvoiceTexts,
): [string, string][] {
  const taxed: [string, string][] = [
    [texts.subtotal, formatMoney(subtractCents(totalCents, taxCents))],
    [texts.tax, formatMoney(taxCents)],
  ];
  return [
    ...(taxCents === 0 ? [] : taxed),
    [texts.total, formatMoney(totalCents)],
    [texts.paid, formatMoney(paidCents)],
    [texts.balance, formatMoney(subtractCents(totalCents, paidCents))],
  ];
}

function howToPay({ company, portalUrl, invoice }: InvoiceInput, words: DocumentWords): string {
  const { invoice: texts } = words.documents;
  const contact = contactWords(company, words.contact);
  return [
    texts.payOnline(portalUrl),
    texts.mention(invoice.accountRef),
    ...(contact === null ? [] : [texts.questions(contact)]),
  ].join(' ');
}

export function invoiceText(input: InvoiceInput): InvoiceDocument {
  const { invoice, company, customer, isByLink } = input;
  const words = documentWordsFor(customer);
  const { documents, dates } = words;
  const { invoice: texts } = documents;
  const { accountRef, openedOn, dueOn, poNumber, productName, description, note } = invoice;
  const facts: [string, string | null][] = [
    [texts.billTo, toName(input)],
    [documents.customerReference, isByLink ? null : customer.customerRef],
    [texts.date, formatDate(openedOn, dates)],
    [texts.dueDate, formatDate(dueOn, dates)],
    [texts.poNumber, poNumber],
    [documents.for, productName],
    [texts.description, description],
  ];
  const warning = toWarning(input, texts);
  const isOpen = invoice.paidCents < invoice.totalCents && warning === null;
  return {
    texts: documents,
    number: accountRef,
    drawnAt: input.now,
    company: companyHead(company, input.logo, words),
    total: formatMoney(subtractCents(invoice.totalCents, invoice.paidCents)),
    headline: toHeadline(input, words),
    warning,
    facts: facts.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const])),
    lines: toLines(input),
    sums: toSums(invoice, texts),
    paragraphs: [
      ...(note === null ? [] : [[texts.note, note] as const]),
      ...(isOpen ? [[texts.howToPay, howToPay(input, words)] as const] : []),
    ],
    payCode: isOpen ? { url: input.payUrl, text: texts.scan } : null,
  };
}
