import { brandPalette } from '@quittance/domain/brand/brand-palette';
import { cleanup, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it } from 'vitest';
import { createWorld } from '../../../test/fixtures.ts';
import { transaction } from '../../../test/signed-in-world.ts';
import { brandRead } from '../store/reads.ts';
import { debitSteps } from './debit-timeline.tsx';
import { PaymentNote, type PaymentNoteProps } from './payment-note.tsx';

afterEach(cleanup);

const BRAND = {
  name: 'Harbor Dental',
  dba: null,
  legalName: null,
  logoUrl: null,
  iconUrl: null,
  supportEmail: 'billing@harbor.example',
  supportPhone: '+12075550142',
  domain: 'harbor',
  mainColor: '#0f766e',
  secondaryColor: '#134e4a',
  palette: brandPalette({ mainColor: '#0f766e' }),
  isDemo: false,
};

async function readNote(props: PaymentNoteProps): Promise<string> {
  const { store, network } = createWorld();
  network.answer('GET /api/portal/company/harbor', { body: { success: true, company: BRAND } });
  await store.dispatch(brandRead.load({ route: 'companyBrand', params: { company: 'harbor' } }));
  const { container } = render(
    <Provider store={store}>
      <PaymentNote {...props} />
    </Provider>,
  );
  return container.textContent ?? '';
}

const CONTACT = 'Harbor Dental (billing@harbor.example or (207) 555-0142)';

const outcome = (reason: string, nextStep: string, more: object = {}) => ({
  reason,
  nextStep,
  returnCode: null,
  nextOn: null,
  ...more,
});

describe('The note of an unfinished or failed payment (product §4.22, R65)', () => {
  it.each([
    [
      'FAILED',
      outcome('insufficientFunds', 'addFunds'),
      "Your card has insufficient funds. You weren't charged. Please try again once there's enough money, or use another payment method.",
    ],
    [
      'FAILED',
      outcome('declined', 'nothing'),
      "Your bank declined this payment. You weren't charged. Nothing is left to pay. You don't need to do anything.",
    ],
    [
      'FAILED',
      outcome('declined', 'wait', { nextOn: '2026-11-20' }),
      "Your bank declined this payment. You weren't charged. We'll try again on Fri, November 20. You can pay earlier on the invoice page.",
    ],
    [
      'RETURN',
      outcome('noFunds', 'addFunds', { returnCode: 'R01' }),
      "Returned by your bank, code R01. Your bank account didn't have enough money. You owe this amount again. Please try again once there's enough money, or use another payment method.",
    ],
    [
      'RETURN',
      outcome('notAuthorized', 'askCompany', { returnCode: 'R10' }),
      `Returned by your bank, code R10. The account's owner told the bank that this debit wasn't authorized. You owe this amount again. Please use another payment method, or contact ${CONTACT}.`,
    ],
    [
      'RETURN',
      outcome('returned', 'nothing'),
      "Your bank returned this payment. Nothing is left to pay. You don't need to do anything.",
    ],
    ['FAILED', null, "This payment didn't go through. You weren't charged. "],
  ] as const)('a %s payment (%j) shows %j', async (status, why, said) => {
    expect(await readNote({ payment: transaction({ status, outcome: why }) })).toBe(said);
  });

  it.each([
    [2500, '$30.00 was deducted from the invoice. $25.00 became account credit.'],
    [5500, 'All of it became account credit.'],
    [0, ''],
  ])('a credit note of which %s cents became credit says "%s" (R90)', async (credit, said) => {
    const payment = transaction({ method: 'CREDIT_NOTE', amount: 5500, fee: 0, credit });
    expect(await readNote({ payment })).toBe(said);
  });

  it('a successful payment shows no note', async () => {
    expect(await readNote({ payment: transaction() })).toBe('');
  });

  it.each([
    [
      'ON_ITS_WAY',
      'CARD',
      'Refund on its way. It usually reaches your card in 5 to 10 business days.',
    ],
    [
      'ON_ITS_WAY',
      'ACH',
      'Refund on its way. It usually reaches your bank account in 3 to 5 business days.',
    ],
    ['MADE', 'CARD', 'Refunded. It may take up to 10 business days to reach your account.'],
    [
      'FAILED',
      'CARD',
      `This refund didn't go through. You're still owed the money, and it will be sent again or paid another way. Questions? Contact ${CONTACT}.`,
    ],
  ])('a refund with state %s by %s shows %j (R80)', async (refund, method, said) => {
    const status = { ON_ITS_WAY: 'PENDING', MADE: 'RETURN', FAILED: 'FAILED' }[refund];
    expect(await readNote({ payment: transaction({ status, refund, method }) })).toBe(said);
  });

  it('a pending debit shows the expected day of its result', async () => {
    const pending = { expectedOn: '2026-11-20', isLate: false, isActionRequired: false };
    const payment = transaction({ status: 'PENDING', method: 'ACH', pending });
    expect(await readNote({ payment })).toBe(
      "On its way from your bank. We expect the result by Fri, November 20. You don't need to do anything.",
    );
  });

  it("a delayed payment shows its expected day and the company's contact", async () => {
    const pending = { expectedOn: '2026-11-20', isLate: true, isActionRequired: false };
    const payment = transaction({ status: 'PENDING', method: 'ACH', pending });
    expect(await readNote({ payment })).toBe(
      `This is taking longer than usual. We expected the result by Fri, November 20. We're still checking this payment. Please don't pay again. Questions? Contact ${CONTACT}.`,
    );
  });

  it('a payment that needs bank confirmation shows a note', async () => {
    const pending = { expectedOn: null, isLate: true, isActionRequired: true };
    const payment = transaction({ status: 'PENDING', pending });
    expect(await readNote({ payment })).toMatch(/^Your bank is waiting for your confirmation\./);
  });
});

const DEBIT = {
  submittedOn: '2026-11-16',
  expectedOn: '2026-11-20',
  isLate: false,
  failedOn: null,
  settledOn: null,
  returnedOn: null,
  fundsUntil: '2026-11-24',
  unauthorizedUntil: '2027-01-19',
};

function toSteps(change: object, why: object | null = null) {
  const { debit, outcome: read } = transaction({ debit: { ...DEBIT, ...change }, outcome: why });
  return debit && debitSteps({ debit, outcome: read });
}

describe('The days of a bank debit (R66)', () => {
  const submitted = { label: 'Submitted', detail: 'Mon, November 16', state: 'done' };
  const windows =
    'For insufficient funds until Tue, November 24, as unauthorized until Tue, January 19';

  it('a pending debit shows the expected result day until the debit settles', () => {
    expect(toSteps({})).toEqual([
      submitted,
      { label: 'Result expected', detail: 'By Fri, November 20', state: 'current' },
      {
        label: 'Can be returned',
        detail: `${windows}, if it settles as expected`,
        state: 'upcoming',
      },
    ]);
    expect(toSteps({ isLate: true })?.[1]?.label).toBe('Later than usual');
  });

  it('a settled debit shows the last day on which the bank can return it', () => {
    expect(toSteps({ settledOn: '2026-11-19' })).toEqual([
      submitted,
      { label: 'Settled', detail: 'Thu, November 19', state: 'done' },
      { label: 'Can be returned', detail: windows, state: 'upcoming' },
    ]);
  });

  it('a returned debit explains its return code', () => {
    const why = outcome('noFunds', 'addFunds', { returnCode: 'R01' });
    expect(toSteps({ settledOn: '2026-11-19', returnedOn: '2026-11-20' }, why)?.at(-1)).toEqual({
      label: 'Returned',
      detail: "Fri, November 20. R01: Your bank account didn't have enough money.",
      state: 'failed',
    });
  });

  it('a debit that never settled is described without a return window', () => {
    expect(toSteps({ failedOn: '2026-11-18' })?.map(({ label }) => label)).toEqual([
      'Submitted',
      'Not completed',
    ]);
  });
});
