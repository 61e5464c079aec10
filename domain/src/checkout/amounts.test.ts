import { payableSchema } from '@quittance/contract/invoices/portal-schemas';
import { cents, ZERO } from '@quittance/contract/money';
import {
  INVOICE_STATUSES,
  type InstallmentStatus,
  type InvoiceStatus,
  type PaymentOption,
} from '@quittance/contract/vocabulary';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleCompany } from '../../test/sample-company.ts';
import {
  estimateTotal,
  isPartialAmountAllowed,
  partialTotal,
  payableAmount,
  remainingTotal,
  restOfPlan,
  toPayable,
} from './amounts.ts';

const company = sampleCompany();
const invoice = { totalCents: cents(10_000), paidCents: ZERO, negotiation: null };

function negotiated(changes: { isActive?: boolean; isApplied?: boolean; paidBefore?: number }) {
  const { isActive = true, isApplied = false, paidBefore = 0 } = changes;
  return { isActive, isApplied, amountCents: cents(6_000), paidBeforeCents: cents(paidBefore) };
}

describe('Payable amount (R11)', () => {
  it('the payable amount is the unpaid balance', () => {
    expect(payableAmount({ ...invoice, paidCents: cents(2_500) })).toBe(7_500);
  });

  it('the payable amount is the negotiated amount during an active negotiation', () => {
    expect(payableAmount({ ...invoice, negotiation: negotiated({}) })).toBe(6_000);
  });

  it('the payable amount deducts only payments made since the negotiation', () => {
    const negotiation = negotiated({ paidBefore: 1_000 });
    expect(payableAmount({ ...invoice, paidCents: cents(1_000), negotiation })).toBe(6_000);
    expect(payableAmount({ ...invoice, paidCents: cents(3_500), negotiation })).toBe(3_500);
  });

  it.each([
    ['inactive', negotiated({ isActive: false })],
    ['applied', negotiated({ isApplied: true })],
  ])('the payable amount ignores a negotiation that is %s', (_, negotiation) => {
    expect(payableAmount({ ...invoice, negotiation })).toBe(10_000);
  });

  it('the payable amount is never negative and never above the balance', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 }).map(cents);
    const negotiation = fc.record({
      isActive: fc.boolean(),
      isApplied: fc.boolean(),
      amountCents: amount,
      paidBeforeCents: amount,
    });
    fc.assert(
      fc.property(amount, amount, fc.option(negotiation), (totalCents, paidCents, agreed) => {
        const payable = payableAmount({ totalCents, paidCents, negotiation: agreed });
        expect(payable).toBeGreaterThanOrEqual(0);
        expect(payable).toBeLessThanOrEqual(Math.max(0, totalCents - paidCents));
      }),
    );
  });
});

describe('Totals of partial requests and estimates (product §5)', () => {
  const orders = [
    { amount: cents(1_000), totalBalance: cents(5_000), paidBalance: cents(1_500) },
    { amount: cents(250), totalBalance: cents(250), paidBalance: ZERO },
  ];

  it('the total of a partial request is the sum of the chosen order amounts, in cents', () => {
    expect(partialTotal(orders)).toBe(1_250);
    expect(partialTotal([])).toBe(0);
  });

  it('the total returns to the full open balance when an order is removed', () => {
    expect(remainingTotal(orders.slice(0, 1))).toBe(3_500);
    expect(remainingTotal(orders)).toBe(3_750);
  });

  it('the total of an estimate is the sum of its items', () => {
    expect(estimateTotal([{ amount: cents(12_000) }, { amount: cents(345) }])).toBe(12_345);
  });

  it('the amount paid on an order ranges from one cent to its balance (R12)', () => {
    const order = { totalBalance: cents(5_000), paidBalance: cents(1_500) };
    const allowed = [0, 1, 3_500, 3_501].filter((amount) =>
      isPartialAmountAllowed({ ...order, amount: cents(amount) }),
    );
    expect(allowed).toEqual([1, 3_500]);
  });
});

describe('Payable now, how much, how (product §10.3)', () => {
  it('a payable invoice has an amount, payment options, payment kinds and a fee per kind', () => {
    const payable = toPayable({ status: 'DUE', ...invoice, company });
    expect(payable).toEqual({
      isPayable: true,
      isProcessing: false,
      amount: 10_000,
      options: ['PAY_IN_FULL', 'PAYMENT_PLAN', 'PAYMENT_EXTENSION'],
      kinds: ['card', 'ach'],
      fees: {
        card: { fee: 320, feePercentage: 290, feeFixed: 30 },
        ach: { fee: 80, feePercentage: 80, feeFixed: 0 },
      },
    });
    expect(payableSchema.parse(payable)).toEqual(payable);
  });

  it('each invoice status offers the listed payment options', () => {
    const ways = Object.fromEntries(
      INVOICE_STATUSES.map((status) => [
        status,
        toPayable({ status, ...invoice, company }).options.join(' '),
      ]),
    );
    const all = 'PAY_IN_FULL PAYMENT_PLAN PAYMENT_EXTENSION';
    expect(ways).toEqual({
      DUE: all,
      IN_COLLECTION: all,
      DEFAULTED: 'PAY_IN_FULL',
      PAYMENT_EXTENSION: 'PAY_IN_FULL',
      PAYMENT_PLAN_IN_PROGRESS: 'PAY_IN_FULL',
      PENDING: '',
      DRAFT: '',
      DISPUTED: '',
      COLLECTED: '',
      PAYMENT_PLAN_COLLECTED: '',
    });
  });

  it('an invoice is shown as processing only while a payment is open', () => {
    const processing = INVOICE_STATUSES.filter(
      (status) => toPayable({ status, ...invoice, company }).isProcessing,
    );
    expect(processing).toEqual(['PENDING']);
  });

  it('an invoice is payable if and only if it has a payment option and an accepted kind', () => {
    for (const status of INVOICE_STATUSES) {
      const { isPayable, options, kinds } = toPayable({ status, ...invoice, company });
      expect({ status, isPayable }).toEqual({ status, isPayable: options.length > 0 });
      expect(kinds.length > 0).toBe(isPayable);
    }
  });

  it('the fee is calculated on the negotiated amount', () => {
    const negotiation = negotiated({});
    const { amount, fees } = toPayable({ status: 'DUE', ...invoice, negotiation, company });
    expect({ amount, card: fees.card.fee }).toEqual({ amount: 6_000, card: 204 });
  });

  it('an invoice with no balance is not payable', () => {
    const paid = { ...invoice, paidCents: cents(10_000) };
    expect(toPayable({ status: 'DUE', ...paid, company })).toMatchObject({
      isPayable: false,
      amount: 0,
      options: [],
      fees: { card: { fee: 0 } },
    });
  });

  it('an invoice is not payable when the company accepts neither cards nor bank payments', () => {
    const closed = sampleCompany({
      rules: { availablePaymentOptions: [], restrictedPaymentMethods: ['CARD', 'ACH'] },
    });
    expect(toPayable({ status: 'DUE', ...invoice, company: closed }).isPayable).toBe(false);
  });

  it('only the company’s payment options are offered, but an arrangement can always be paid early', () => {
    const offering = (option: PaymentOption) =>
      sampleCompany({
        rules: { availablePaymentOptions: [option], restrictedPaymentMethods: [] },
      });
    const options = (status: InvoiceStatus, option: PaymentOption) =>
      toPayable({ status, ...invoice, company: offering(option) }).options;
    expect(options('DUE', 'PAYMENT_PLAN')).toEqual(['PAYMENT_PLAN']);
    expect(options('PAYMENT_PLAN_IN_PROGRESS', 'PAYMENT_PLAN')).toEqual(['PAY_IN_FULL']);
    expect(options('PAYMENT_EXTENSION', 'PAYMENT_EXTENSION')).toEqual(['PAY_IN_FULL']);
  });

  it('a balance of one cent cannot be paid by a plan', () => {
    const cent = { ...invoice, totalCents: cents(1) };
    expect(toPayable({ status: 'DUE', ...cent, company }).options).toEqual([
      'PAY_IN_FULL',
      'PAYMENT_EXTENSION',
    ]);
  });
});

describe('What is left of a plan (R13)', () => {
  const part = (status: InstallmentStatus) => ({
    status,
    principalCents: cents(5000),
    feeCents: cents(165),
  });

  it('the remainder of a plan consists of every unpaid installment with its agreed fee', () => {
    const rest = restOfPlan([part('SUCCESS'), part('FAILED'), part('OPEN')]);
    expect(rest).toEqual({ amountCents: 10_000, feeCents: 330 });
  });

  it('the remainder of a plan is zero once all installments are paid or canceled', () => {
    const rest = restOfPlan([part('SUCCESS'), part('CANCELED')]);
    expect(rest).toEqual({ amountCents: 0, feeCents: 0 });
  });
});
