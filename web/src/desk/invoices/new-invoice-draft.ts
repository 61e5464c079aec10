/**
 * The form draft of a new invoice, and the request built from it. Totals are computed in the same way as on the
 * server.
 */
import { INVOICE_FIELDS } from '@quittance/contract/invoices/fields';
import { type Cents, cents, dollarsToCents, ZERO } from '@quittance/contract/money';
import { lineAmount, type Sums, sumOfLines } from '@quittance/domain/billing/invoice-lines';
import { type FieldDraft, missingIn, newBody } from '../forms/plain-fields.ts';
import type { DraftErrors } from '../forms/use-draft.ts';
import { customerFinderTexts } from '../texts/customers.ts';
import { formTexts } from '../texts/forms.ts';
import { newInvoiceTexts } from '../texts/invoices.ts';

export type DraftLine = {
  key: string;
  text: string;
  quantity: string;
  unitPrice: string;
  tax: string;
};

export type Draft = FieldDraft<typeof INVOICE_FIELDS> & {
  customer: { id: string; name: string } | null;
  lines: readonly DraftLine[];
};

export const emptyLine = (key: string): DraftLine => ({
  key,
  text: '',
  quantity: '1',
  unitPrice: '',
  tax: '',
});

const QUANTITY = /^\d{1,7}(?:\.\d{1,3})?$/;

function quantityIn(text: string): number | null {
  const quantity = QUANTITY.test(text.trim()) ? Number(text.trim()) : 0;
  return quantity > 0 ? quantity : null;
}

/** A price may be negative, for a discount. */
function priceIn(text: string): Cents | null {
  const isDiscount = /^\s*[-−]/.test(text);
  const amount = dollarsToCents(text.replace(/^\s*[-−]/, ''));
  if (amount === null) return null;
  return isDiscount ? cents(-amount) : amount;
}

const taxIn = (text: string): Cents | null => (text.trim() === '' ? ZERO : dollarsToCents(text));

type ParsedLine = { text: string; quantity: number; unitPrice: Cents; tax: Cents };

function parsedLine(line: DraftLine): ParsedLine | null {
  const quantity = quantityIn(line.quantity);
  const unitPrice = priceIn(line.unitPrice);
  const tax = taxIn(line.tax);
  if (quantity === null || unitPrice === null || tax === null) return null;
  return { text: line.text.trim(), quantity, unitPrice, tax };
}

export function amountOfLine(line: DraftLine): Cents | null {
  const parsed = parsedLine(line);
  return parsed && lineAmount(parsed);
}

/** Covers the lines that are complete so far. */
export function toSums(lines: readonly DraftLine[]): Sums {
  return sumOfLines(lines.map(parsedLine).filter((line) => line !== null));
}

export function toErrors(draft: Draft): DraftErrors {
  const texts = newInvoiceTexts;
  const errors: Record<string, string> = {
    ...missingIn(draft, texts, ['accountRef', 'productName', 'dueDate']),
  };
  if (!draft.customer) errors['customerId'] = customerFinderTexts.missing;
  for (const [index, line] of draft.lines.entries()) {
    if (line.text.trim() === '') errors[`lines.${index}.text`] = formTexts.missing(texts.lineText);
    if (quantityIn(line.quantity) === null) errors[`lines.${index}.quantity`] = texts.wrongQuantity;
    if (priceIn(line.unitPrice) === null) errors[`lines.${index}.unitPrice`] = texts.wrongPrice;
    if (taxIn(line.tax) === null) errors[`lines.${index}.tax`] = texts.wrongTax;
  }
  if (toSums(draft.lines).totalCents <= 0) errors['total'] = texts.noTotal;
  return errors;
}

export function toBody(draft: Draft, isDraft: boolean) {
  return {
    customerId: draft.customer?.id ?? '',
    ...newBody(INVOICE_FIELDS, draft),
    isDraft,
    lines: draft.lines.map(parsedLine).filter((line) => line !== null),
  };
}
