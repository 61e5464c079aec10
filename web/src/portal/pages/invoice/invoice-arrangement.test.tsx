import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { invoice } from '../../../../test/fixtures.ts';
import { CARD_ID, createSignedInWorld, customerInvoice } from '../../../../test/signed-in-world.ts';
import { InvoiceArrangement } from './invoice-arrangement.tsx';

const METHOD = { id: CARD_ID, type: 'card', brand: 'visa', last4: '4242' };
const part = (index: number, status: string, isActive = false) => ({
  index,
  date: `2026-1${index - 1}-15`,
  cost: 3_440,
  fee: 110,
  status,
  isActive,
  parts: 3,
  paymentId: null,
  receiptUrl: null,
});
const PLAN = {
  status: 'PAYMENT_PLAN_IN_PROGRESS',
  plan: {
    amount: 10_000,
    fee: 320,
    total: 10_320,
    method: METHOD,
    kind: 'card',
    isSuspended: false,
    endsOn: null,
  },
  installments: [part(1, 'SUCCESS'), part(2, 'OPEN', true), part(3, 'OPEN')],
};
const SCHEDULE = {
  status: 'PAYMENT_EXTENSION',
  paymentScheduledAt: '2026-11-20',
  schedule: {
    date: '2026-11-20',
    nextTryOn: null,
    amount: 10_000,
    fee: 320,
    method: METHOD,
    kind: 'card',
    isSuspended: false,
    endsOn: null,
  },
};

type World = Awaited<ReturnType<typeof createSignedInWorld>>;
let world: World;
beforeEach(async () => {
  world = await createSignedInWorld();
});
afterEach(cleanup);

const show = (shown: ReturnType<typeof invoice>) =>
  render(
    <Provider store={world.store}>
      <InvoiceArrangement invoice={shown} />
    </Provider>,
  );
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const popup = () => world.store.getState().popup;

describe('A plan on its invoice (product §2.24, §4.6)', () => {
  it('a plan has a row per payment, with a check mark or a button on the next payment', () => {
    show(customerInvoice(PLAN));
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows[0]).toContain('Paid: First paymentThu, October 15$34.40');
    expect(rows[1]).toContain('Next: Second paymentSun, November 15$34.40Pay');
    expect(rows[2]).toBe('3Later: Final paymentTue, December 15$34.40');
    expect(screen.getByRole('progressbar', { name: '1 of 3 payments made' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Download receipt' })).toBeDefined();
  });

  it('a plan shows a payment in progress as pending, without a button', () => {
    const { payable } = invoice();
    show(
      customerInvoice({
        ...PLAN,
        installments: [part(1, 'SUCCESS'), part(2, 'PENDING', true), part(3, 'OPEN')],
        payable: { ...payable, isPayable: false, isProcessing: true, options: [] },
      }),
    );
    expect(screen.getByText('Pending payment')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('a plan opens popups for the next payment, the remaining amount and the cancellation', () => {
    show(customerInvoice(PLAN));
    press('Pay Second payment');
    expect(popup()).toMatchObject({ popupName: 'PAY', buffer: { planPart: 'next' } });
    press('Pay the remaining balance');
    expect(popup()).toMatchObject({ popupName: 'PAY', buffer: { planPart: 'rest' } });
    press('Cancel payment plan');
    const buffer = { confirmPopupType: 'cancelPaymentPlan', invoiceRef: 'A-1' };
    expect(popup()).toMatchObject({ popupName: 'CONFIRM', buffer });
  });

  it('a plan with more than two payments left can be paid ahead (R71)', () => {
    show(customerInvoice(PLAN));
    expect(screen.queryByRole('button', { name: 'Pay ahead' })).toBeNull();
    cleanup();
    const installments = [part(1, 'OPEN', true), part(2, 'OPEN'), part(3, 'OPEN')];
    show(customerInvoice({ ...PLAN, installments }));
    press('Pay ahead');
    expect(popup()).toMatchObject({ popupName: 'PAY', buffer: { planPart: 'ahead' } });
  });

  it('a plan without a method requests a method and offers no payment until then (R16)', () => {
    const suspended = { method: null, isSuspended: true, endsOn: '2026-12-25' };
    show(customerInvoice({ ...PLAN, plan: { ...PLAN.plan, ...suspended } }));
    const text =
      "We can't charge the next payments until you add one. If you don't add one by Fri, December 25, the plan ends.";
    expect(screen.getByText(text)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Pay Second payment' })).toBeNull();
    press('Add a payment method');
    expect(popup()).toMatchObject({ popupName: 'CHANGE_PM', buffer: { invoiceRef: 'HD-2041' } });
  });
});

describe('A method that cannot be charged (R16)', () => {
  const expired = {
    method: { ...METHOD, isExpired: true },
    isSuspended: true,
    endsOn: '2026-12-25',
  };

  it.each([
    ['plan', { ...PLAN, plan: { ...PLAN.plan, ...expired } }, 'the plan ends'],
    ['payment', { ...SCHEDULE, schedule: { ...SCHEDULE.schedule, ...expired } }, 'payment ends'],
  ])('a suspended %s says that its card has expired', (_, changes, end) => {
    show(customerInvoice(changes));
    expect(screen.getByText('Your card ending in 4242 has expired')).toBeDefined();
    expect(
      screen.getByText(new RegExp(`another payment method.*December 25.*${end}`)),
    ).toBeDefined();
    expect(screen.queryByText(/has no payment method/)).toBeNull();
  });
});

describe('A scheduled payment on its invoice (product §4.15)', () => {
  it('a scheduled payment shows its date, amount and method, and can be canceled', () => {
    show(customerInvoice(SCHEDULE));
    expect(screen.getByText('Fri, November 20')).toBeDefined();
    expect(screen.getByText('$103.20')).toBeDefined();
    expect(screen.getByText('Visa ending in 4242')).toBeDefined();
    press('Cancel payment');
    const buffer = { confirmPopupType: 'cancelScheduledPayment', invoiceRef: 'A-1' };
    expect(popup()).toMatchObject({ popupName: 'CONFIRM', buffer });
  });

  it('a scheduled payment that was declined shows the day of the next try', () => {
    show(
      customerInvoice({ ...SCHEDULE, schedule: { ...SCHEDULE.schedule, nextTryOn: '2026-11-23' } }),
    );
    expect(screen.getByText('Mon, November 23')).toBeDefined();
    expect(screen.queryByText('Fri, November 20')).toBeNull();
    expect(screen.getByText("The last attempt failed. We'll try again on this day.")).toBeDefined();
  });

  it('a scheduled payment links to changing the method', () => {
    show(customerInvoice({ ...SCHEDULE, paymentMethod: { token: CARD_ID } }));
    press('Change');
    const buffer = { invoiceRef: 'HD-2041', initialPM: CARD_ID };
    expect(popup()).toMatchObject({ popupName: 'CHANGE_PM', buffer });
  });

  it('a public link cannot change a scheduled payment, and the page has one pay button', () => {
    show(invoice(SCHEDULE));
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});
