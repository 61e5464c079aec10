import { describe, expect, it } from 'vitest';
import { invoice, PAID, PROCESSING } from '../../../test/fixtures.ts';
import { openCents, payButtonText, payState, shownAmount } from './pay-state.ts';

const { payable } = invoice();
const closed = { ...payable, isPayable: false };

describe('The actions of the invoice page (product §4.1, §10.3)', () => {
  it.each([
    ['payable', {}],
    ['payable', { payable: { ...payable, kinds: ['ach'] } }],
    ['paid', PAID],
    ['paid', { ...PAID, status: 'PAYMENT_PLAN_COLLECTED' }],
    ['processing', PROCESSING],
    ['closed', { status: 'DISPUTED', payable: closed }],
    ['closed', { status: 'DRAFT', payable: closed }],
    ['closed', { status: 'PAYMENT_PLAN_IN_PROGRESS', payable: closed }],
    ['payable', { payable: { ...payable, options: ['PAYMENT_PLAN'] } }],
    ['unavailable', { payable: { ...payable, options: [] } }],
  ] as const)('the invoice page has the state %s for %j', (state, change) => {
    expect(payState(invoice(change))).toBe(state);
  });
});

describe('The amount on the invoice page', () => {
  it.each([
    ['Balance due', 10_000, 0, {}],
    ['Paid', 10_000, 0, PAID],
    ['Remaining balance', 10_000, 320, { status: 'PAYMENT_PLAN_IN_PROGRESS' }],
  ] as const)(
    'the invoice page shows %s %d, with a fee of %d',
    (label, amountCents, feeCents, change) => {
      expect(shownAmount(invoice(change))).toEqual({ label, amountCents, feeCents });
    },
  );

  it('the invoice page shows the same amount as the lists, and nothing left for a paid invoice', () => {
    expect(openCents(invoice({ status: 'PAYMENT_PLAN_IN_PROGRESS' }))).toBe(10_000);
    expect(openCents(invoice(PAID))).toBe(0);
  });
});

describe('The pay button of the page', () => {
  const next = {
    index: 3,
    parts: 3,
    date: '2026-12-15',
    cost: 3_440,
    fee: 110,
    status: 'OPEN',
    isActive: true,
  };
  it.each([
    ['Pay now', {}],
    ['Pay Final payment $34.40', { status: 'PAYMENT_PLAN_IN_PROGRESS', installments: [next] }],
  ] as const)('the pay button has the text %s', (text, change) => {
    expect(payButtonText(invoice(change))).toBe(text);
  });
});
