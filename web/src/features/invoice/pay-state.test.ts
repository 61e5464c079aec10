import { describe, expect, it } from 'vitest';
import { canPayWith } from '../../processors/registry.ts';
import { company, invoice, PAID, PROCESSING } from '../../state/fixtures.ts';
import { payState } from './pay-state.ts';

const { payable } = invoice();

describe('What the page offers for an invoice (product §4.1, §10.3)', () => {
  it.each([
    ['payable', {}, {}],
    ['paid', PAID, {}],
    ['paid', { ...PAID, status: 'PAYMENT_PLAN_COLLECTED' }, {}],
    ['processing', PROCESSING, {}],
    ['closed', { status: 'DISPUTED', payable: { ...payable, isPayable: false } }, {}],
    ['unavailable', {}, { processor: 'stripe' }],
    ['unavailable', {}, { processor: 'fiserv' }],
    ['unavailable', { payable: { ...payable, isPayable: false } }, { processor: 'fiserv' }],
    ['closed', { status: 'DRAFT', payable: { ...payable, isPayable: false } }, {}],
    [
      'closed',
      { status: 'PAYMENT_PLAN_IN_PROGRESS', payable: { ...payable, isPayable: false } },
      {},
    ],
    ['unavailable', { payable: { ...payable, kinds: ['ach'] } }, {}],
    ['unavailable', { payable: { ...payable, options: ['PAYMENT_PLAN'] } }, {}],
  ] as const)('is %s for %j of %j', (state, invoiceChange, companyChange) => {
    const question = { invoice: invoice(invoiceChange), company: company(companyChange) };
    expect(payState({ ...question, canPayWith })).toBe(state);
  });
});
