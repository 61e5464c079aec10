import { describe, expect, it } from 'vitest';
import { invoice, PAID, PROCESSING } from '../../../test/fixtures.ts';
import { payState, shownAmount } from './pay-state.ts';

const { payable } = invoice();
const closed = { ...payable, isPayable: false };

describe('What the page offers for an invoice (product §4.1, §10.3)', () => {
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
  ] as const)('is %s for %j', (state, change) => {
    expect(payState(invoice(change))).toBe(state);
  });
});

describe('The amount of the page', () => {
  it.each([
    ['Amount due', 10_000, {}],
    ['Paid', 10_000, PAID],
    ['Left to pay', 10_320, { status: 'PAYMENT_PLAN_IN_PROGRESS' }],
  ] as const)('is %s %d', (label, amountCents, change) => {
    expect(shownAmount(invoice(change))).toEqual({ label, amountCents });
  });
});
