import { customerIdSchema, invoiceIdSchema } from '@quittance/contract/ids';
import { addCents, type Cents, cents } from '@quittance/contract/money';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { receivable } from '../ledger-accounts.ts';
import { leftOfPart, postingsForRefund, postingsForSuccess, principalsIn } from '../postings.ts';
import { partMax } from './charge-minimum.ts';
import {
  allowsOwnAmount,
  hasNoArrangement,
  INVOICES_MAX,
  isAmountAllowed,
  splitFee,
} from './split.ts';

const anAmount = fc.integer({ min: 1, max: 99_999_999 }).map(cents);
const someAmounts = fc.array(anAmount, { minLength: 1, maxLength: INVOICES_MAX });
const aFee = fc.integer({ min: 0, max: 5_000_000 }).map(cents);

describe('Splitting the fee of a payment over its invoices (R48)', () => {
  it('the fee split rounds the cumulative share at each part', () => {
    const amounts = [10_000, 3333, 667].map(cents);
    expect(splitFee(cents(450), amounts)).toEqual([321, 108, 21]);
    expect(splitFee(cents(1), [cents(1), cents(1)])).toEqual([1, 0]);
    expect(splitFee(cents(0), amounts)).toEqual([0, 0, 0]);
  });

  it('the fee split conserves every cent over 1 to 500 invoices, and no part is negative', () => {
    fc.assert(
      fc.property(someAmounts, aFee, (amounts, fee) => {
        const parts = splitFee(fee, amounts);
        expect(parts).toHaveLength(amounts.length);
        expect(addCents(...parts)).toBe(fee);
        expect(parts.every((part) => part >= 0)).toBe(true);
      }),
    );
  });

  it('each part of the fee split differs from its exact share by less than a cent', () => {
    fc.assert(
      fc.property(someAmounts, aFee, (amounts, fee) => {
        const total = addCents(...amounts);
        for (const [index, part] of splitFee(fee, amounts).entries()) {
          const exact = (fee * (amounts[index] ?? 0)) / total;
          expect(Math.abs(part - exact)).toBeLessThan(1 + 1e-6);
        }
      }),
    );
  });
});

describe('A refund of a payment on several invoices (R48)', () => {
  const customerId = customerIdSchema.parse('00000000-0000-4000-8000-000000000000');
  const invoiceId = (index: number) =>
    invoiceIdSchema.parse(`00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`);

  const paid = (amounts: readonly Cents[], feeCents: Cents) =>
    postingsForSuccess({
      principals: amounts.map((amountCents, index) => ({
        account: receivable(invoiceId(index)),
        amountCents,
      })),
      customerId,
      processor: 'stripe',
      feeCents,
      creditCents: cents(0),
    });

  it('a refund is split in proportion to the cent, and no part exceeds the amount paid', () => {
    fc.assert(
      fc.property(someAmounts, aFee, fc.nat(1_000_000), (amounts, fee, share) => {
        const total = addCents(fee, ...amounts);
        const amountCents = cents(Math.max(1, Math.floor((total * share) / 1_000_000)));
        const entries = postingsForRefund({ amountCents, processor: 'stripe' }, paid(amounts, fee));
        expect(addCents(...entries.map((entry) => entry.amountCents))).toBe(amountCents);
        for (const part of principalsIn(entries)) {
          const index = amounts.findIndex((_, at) => invoiceId(at) === part.invoiceId);
          expect(part.amountCents).toBeLessThanOrEqual(amounts[index] ?? 0);
        }
      }),
    );
  });

  it('a refund applies to the named part and its share of the fee first', () => {
    const amounts = [cents(10_000), cents(5000)];
    const named = {
      account: receivable(invoiceId(1)),
      amountCents: cents(5000),
      feeCents: cents(160),
    };
    const posted = paid(amounts, cents(480));
    const refunded = (amountCents: Cents) =>
      postingsForRefund(
        { amountCents, processor: 'stripe' },
        posted,
        leftOfPart(named, posted),
      ).map(({ destination, amountCents: part }) => [destination.split(':')[0], part]);
    expect(refunded(cents(5160))).toEqual([
      ['fee_income', 160],
      ['receivable', 5000],
    ]);
    expect(refunded(cents(6000))).toEqual([
      ['fee_income', 186],
      ['receivable', 814],
      ['receivable', 5000],
    ]);
  });
});

describe('Own amounts (R49)', () => {
  const rules = { availablePaymentOptions: [], restrictedPaymentMethods: [] };
  const processor: ProcessorName = 'payengine';
  const silent: { rules: typeof rules; processor: ProcessorName } = { rules, processor };
  const allowing = { rules: { ...rules, isOwnAmountAllowed: true }, processor };
  const check = (amount: number, company: typeof silent) =>
    isAmountAllowed({ amount: cents(amount), owed: cents(5000), company });

  it('a payer can pay from one dollar up to the balance if the company allows custom amounts', () => {
    expect(allowsOwnAmount(silent)).toBe(false);
    expect([99, 100, 4999, 5000, 5001].map((amount) => check(amount, allowing))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    expect([100, 4999, 5000, 5001].map((amount) => check(amount, silent))).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  it('a custom amount leaves either no balance or at least the minimum charge of the processor (R87)', () => {
    const stripe = { ...allowing, processor: 'stripe' } as const;
    const amounts = [4950, 4951, 4999, 5000];
    expect(amounts.map((amount) => check(amount, stripe))).toEqual([true, false, false, true]);
    expect(partMax({ owed: cents(5000), company: stripe })).toBe(4950);
  });

  it('a balance below one dollar can be paid only in full', () => {
    const part = { owed: cents(60), company: allowing };
    expect(isAmountAllowed({ ...part, amount: cents(60) })).toBe(true);
    expect(isAmountAllowed({ ...part, amount: cents(59) })).toBe(false);
    expect(isAmountAllowed({ ...part, owed: cents(0), amount: cents(0) })).toBe(false);
  });

  it('an invoice that is planned, scheduled, disputed or being paid does not accept a custom amount', () => {
    expect(hasNoArrangement('DUE') && hasNoArrangement('IN_COLLECTION')).toBe(true);
    const arranged = [
      'PAYMENT_EXTENSION',
      'PAYMENT_PLAN_IN_PROGRESS',
      'PENDING',
      'DISPUTED',
    ] as const;
    expect(arranged.some(hasNoArrangement)).toBe(false);
  });
});
