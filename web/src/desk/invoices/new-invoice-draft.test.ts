import { INVOICE_FIELDS } from '@quittance/contract/invoices/fields';
import { describe, expect, it } from 'vitest';
import { draftFrom } from '../forms/plain-fields.ts';
import {
  amountOfLine,
  type Draft,
  emptyLine,
  toBody,
  toErrors,
  toSums,
} from './new-invoice-draft.ts';

const line = (parts: Partial<ReturnType<typeof emptyLine>>) => ({ ...emptyLine('1'), ...parts });

const DRAFT: Draft = {
  ...draftFrom(INVOICE_FIELDS, null),
  customer: { id: '6f1f7a52-0000-4000-8000-000000000001', name: 'Ada' },
  accountRef: 'HD-1',
  productName: 'Repair',
  dueDate: '2026-12-01',
  lines: [line({ text: 'Work', quantity: '2.5', unitPrice: '3.33', tax: '0.50' })],
};

describe('A new invoice (R78)', () => {
  it('an invoice draft totals its lines like the server and rounds half up', () => {
    expect(amountOfLine(line({ quantity: '2.5', unitPrice: '3.33' }))).toBe(833);
    expect(toSums(DRAFT.lines)).toEqual({ netCents: 833, taxCents: 50, totalCents: 883 });
  });

  it('an invoice draft accepts a negative price as a discount', () => {
    expect(amountOfLine(line({ unitPrice: '-5.00' }))).toBe(-500);
  });

  it('an invoice draft omits incomplete lines from the total', () => {
    expect(toSums([...DRAFT.lines, line({ unitPrice: 'five' })]).totalCents).toBe(883);
  });

  it('an invoice draft sends cents and omits empty fields', () => {
    expect(toErrors(DRAFT)).toEqual({});
    expect(toBody(DRAFT, false)).toEqual({
      customerId: DRAFT.customer?.id,
      accountRef: 'HD-1',
      productName: 'Repair',
      dueDate: '2026-12-01',
      isDraft: false,
      lines: [{ text: 'Work', quantity: 2.5, unitPrice: 333, tax: 50 }],
    });
  });

  it.each([
    ['lines.0.quantity', { quantity: '1.2345' }],
    ['lines.0.unitPrice', { unitPrice: '1.999' }],
    ['lines.0.tax', { tax: '-1' }],
    ['lines.0.text', { text: ' ' }],
    ['total', { unitPrice: '-3.33' }],
  ])('an invoice draft reports the invalid field: %s', (field, parts) => {
    const wrong = { ...DRAFT, lines: [line({ text: 'Work', unitPrice: '3.33', ...parts })] };
    expect(Object.keys(toErrors(wrong))).toContain(field);
  });
});
