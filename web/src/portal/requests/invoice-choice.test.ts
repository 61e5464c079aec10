import { isoDate } from '@quittance/contract/dates';
import { invoiceIdSchema } from '@quittance/contract/ids';
import { type Cents, cents } from '@quittance/contract/money';
import type { PayableInvoice } from '@quittance/contract/requests/invoice-selection';
import { describe, expect, it } from 'vitest';
import {
  chosenInvoices,
  computeTotal,
  differences,
  firstChoice,
  typedAmount,
  withTyped,
} from './invoice-choice.ts';

const today = isoDate('2026-11-15');
const company = { processor: 'stripe' } as const;

function owing(number: number, owed: Cents): PayableInvoice {
  return {
    id: invoiceIdSchema.parse(`00000000-0000-4000-8000-00000000000${number}`),
    accountRef: `A-${number}`,
    productName: 'Repair',
    dueDate: today,
    status: 'DUE',
    owed,
  };
}

const listed = [owing(1, cents(20_000)), owing(2, cents(20_000))] as const;
const paidInPart = [listed[0], owing(2, cents(15_000))] as const;
const choice = firstChoice(listed, { selected: [], today });

describe('Selected invoices that are paid elsewhere (R48)', () => {
  it('the amount of a selected invoice follows what it owes, and the difference is named', () => {
    expect(differences(listed, choice)).toEqual([]);
    expect(computeTotal(paidInPart, choice)).toBe(35_000);
    expect(typedAmount(choice, paidInPart[1])).toBe('150.00');
    expect(chosenInvoices(paidInPart, choice, company)).toEqual([
      { id: listed[0].id, amount: 20_000 },
      { id: listed[1].id, amount: 15_000 },
    ]);
    expect(differences(paidInPart, choice)).toEqual([{ accountRef: 'A-2', owed: 15_000 }]);
  });

  it('an invoice that was paid in full is no longer selected, and is named', () => {
    const [left] = listed;
    expect(chosenInvoices([left], choice, company)).toEqual([{ id: left.id, amount: 20_000 }]);
    expect(differences([left], choice)).toEqual([{ accountRef: 'A-2', owed: null }]);
  });

  it('a typed amount stays', () => {
    const typed = withTyped(choice, listed[1], '120.00');
    expect(computeTotal(paidInPart, typed)).toBe(32_000);
  });
});
