import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakePayengine, installFakePayengine } from '../../../test/fake-payengine.ts';
import { REQUEST_ID, statusAnswer, submitAnswer } from '../../../test/fixtures.ts';
import { STATUS, SUBMIT } from '../../../test/pay-popup-world.ts';
import { type CustomerWorld, createCustomerWorld } from '../../../test/signed-in-popup.tsx';
import { BANK_ID, CARD_ID, customer } from '../../../test/signed-in-world.ts';
import { PayPopup } from './pay.tsx';

const PAY_PLAN = `POST /api/portal/request/${REQUEST_ID}/plan/pay`;
const SAVE = 'Save payment method for future payments';
const NEW_CARD = 'Confirm and Pay $103.20';

let world: CustomerWorld;
let payengine: FakePayengine;
beforeEach(() => {
  payengine = installFakePayengine();
});
afterEach(cleanup);

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string) => fireEvent.click(button(name));
const submitted = (path: string) => world.sent(path)[0]?.body;

async function open(changes: object = {}, buffer: object = {}) {
  world = await createCustomerWorld(changes);
  world.network.answer(SUBMIT, { body: submitAnswer() });
  world.network.answer(STATUS, { body: statusAnswer() });
  world.open(PayPopup, 'PAY', buffer);
}

describe('Saved methods of a customer (product §2.21, §4.13)', () => {
  it("the saved methods belong to the company's processor, and the first method is selected", async () => {
    await open();
    const group = screen.getByRole('group', { name: 'Saved payment methods' });
    expect(within(group).getAllByRole('radio')).toHaveLength(2);
    expect(button('Confirm and Pay $100.80').disabled).toBe(false);
    fireEvent.click(within(group).getByRole('radio', { name: /4242/ }));
    press('Confirm and Pay $103.20');
    await waitFor(() => screen.getByText('Payment successful!'));
    expect(submitted('full/submit')).toMatchObject({
      paymentInfo: { paymentType: 'card', pmID: CARD_ID },
    });
    expect(button('Download receipt').disabled).toBe(false);
  });

  it('the first saved method is selected again when the payment option changes', async () => {
    await open();
    fireEvent.click(screen.getByRole('radio', { name: /4242/ }));
    fireEvent.click(screen.getByRole('radio', { name: /Create a payment plan/ }));
    press('Specify Payment method');
    const bank = screen.getByRole<HTMLInputElement>('radio', { name: /6789/ });
    expect(bank.checked).toBe(true);
    expect(bank.value).toBe(BANK_ID);
  });

  async function openWith(pePaymentMethods: readonly object[], buffer: object = {}) {
    world = await createCustomerWorld();
    world.serve('private/debtor/', world.ok({ debtor: customer({ pePaymentMethods }) }));
    const { customerRead } = await import('../store/reads.ts');
    await world.store.dispatch(customerRead.again());
    world.open(PayPopup, 'PAY', buffer);
  }
  const [bank = {}, card = {}] = customer().pePaymentMethods;
  const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });

  it('the last used saved method is preselected and named by its kind', async () => {
    await openWith([bank, { ...card, expires: '2027-04', lastUsedAt: '2026-11-01T03:30:00.000Z' }]);
    expect(radio(/4242/).checked).toBe(true);
    expect(screen.getByText('Credit card · last used')).toBeDefined();
    expect(screen.getByText('Expires 04/27')).toBeDefined();
    expect(screen.getByText('Bank account')).toBeDefined();
  });

  it('an expired card is not preselected and cannot be selected', async () => {
    const expired = { expires: '2026-10', isExpired: true, lastUsedAt: '2026-10-01T03:30:00.000Z' };
    await openWith([{ ...card, ...expired }, bank]);
    expect(radio(/6789/).checked).toBe(true);
    expect(radio(/4242/).disabled).toBe(true);
    expect(screen.getByText('Expired 10/26')).toBeDefined();
  });

  it('a card with a lost dispute is not offered for a plan and shows the reason (R40)', async () => {
    await openWith([{ ...card, isPayNowOnly: true }, bank]);
    expect(radio(/4242/).checked).toBe(true);
    fireEvent.click(screen.getByRole('radio', { name: /Create a payment plan/ }));
    press('Specify Payment method');
    expect(radio(/6789/).checked).toBe(true);
    expect(radio(/4242/).disabled).toBe(true);
    expect(screen.getByText(/A payment with this method was disputed/)).toBeDefined();
  });

  it('a list of more than three saved methods scrolls by itself (product §9.4)', async () => {
    const method = { brand: 'visa', last4: '0001', paymentType: 'card' };
    const many = Array.from({ length: 4 }, () => crypto.randomUUID()).map((id) => ({
      ...method,
      id,
      token: id,
    }));
    await openWith(many);
    const group = screen.getByRole('group', { name: 'Saved payment methods' });
    expect(group.querySelectorAll('input')).toHaveLength(4);
    const list = group.parentElement;
    expect(list?.className).toContain('many');
    expect(list?.contains(button('Another payment method'))).toBe(false);
  });
});

describe('Own credit (R117)', () => {
  const CREDIT = `POST /api/portal/request/${REQUEST_ID}/credit`;

  async function openWithCredit(credit: number) {
    world = await createCustomerWorld();
    world.network.answer(SUBMIT, { body: submitAnswer() });
    world.network.answer(STATUS, { body: statusAnswer() });
    world.network.answer(CREDIT, { body: { success: true } });
    world.serve('private/debtor/', world.ok({ debtor: customer({ credit }) }));
    const { customerRead } = await import('../store/reads.ts');
    await world.store.dispatch(customerRead.again());
    world.open(PayPopup, 'PAY');
  }
  const use = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));

  it('credit is applied before the rest is charged, in one submit', async () => {
    await openWithCredit(4000);
    use('Use $40.00 of your credit');
    expect(screen.getByText('$60.00 is left to pay.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /^Confirm and Pay \$60\./ }));
    await waitFor(() => screen.getByText('Payment successful!'));
    expect(submitted('full/submit')).toMatchObject({ credit: 4000, quote: { amount: 6000 } });
  });

  it('credit that covers everything pays alone', async () => {
    await openWithCredit(20_000);
    use('Use $100.00 of your credit');
    expect(screen.queryByText(/authoriz/i)).toBeNull();
    press('Pay $100.00 with credit');
    await waitFor(() => expect(world.popupName()).toBeNull());
    expect(submitted('/credit')).toEqual({ amount: 10_000 });
    expect(world.sent('full/submit')).toEqual([]);
  });
});

describe('Saving a new method (product §5.6, R18)', () => {
  async function typeCard() {
    press('Another payment method');
    await waitFor(() => button(NEW_CARD));
    act(payengine.fillIn);
    await waitFor(() => expect(button(NEW_CARD).disabled).toBe(false));
  }

  it('a customer who pays now can save the method, and the box is preselected', async () => {
    await open();
    expect(screen.queryByRole('checkbox', { name: SAVE })).toBeNull();
    await typeCard();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: SAVE }).checked).toBe(true);
    expect(screen.getByText(/allow Harbor Dental to save this card/)).toBeDefined();
    press(NEW_CARD);
    await waitFor(() => screen.getByText('Payment successful!'));
    expect(submitted('full/submit')).toMatchObject({ paymentInfo: { isSavePMOnPay: true } });
  });

  it('a method is not saved when the box is unchecked', async () => {
    await open();
    await typeCard();
    fireEvent.click(screen.getByRole('checkbox', { name: SAVE }));
    expect(screen.queryByText(/to save this card/)).toBeNull();
    press(NEW_CARD);
    await waitFor(() => screen.getByText('Payment successful!'));
    expect(submitted('full/submit')).toMatchObject({ paymentInfo: { isSavePMOnPay: false } });
  });

  it('saving is not offered for a plan, which always saves its method', async () => {
    await open({}, { initialOption: 'PAYMENT_PLAN' });
    press('Specify Payment method');
    press('Another payment method');
    expect(screen.queryByRole('checkbox', { name: SAVE })).toBeNull();
  });
});

describe('A running plan (R13)', () => {
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
  const method = { id: CARD_ID, type: 'card', brand: 'visa', last4: '4242' };
  const PLAN = {
    status: 'PAYMENT_PLAN_IN_PROGRESS',
    plan: {
      amount: 10_000,
      fee: 320,
      total: 10_320,
      method,
      kind: 'card',
      isSuspended: false,
      endsOn: null,
    },
    installments: [part(1, 'SUCCESS'), part(2, 'OPEN', true), part(3, 'OPEN')],
  };

  it('a running plan pays the next installment with its own method', async () => {
    await open(PLAN);
    world.network.answer(PAY_PLAN, { body: submitAnswer() });
    expect(screen.getByText('Visa ending in 4242')).toBeDefined();
    press('Confirm and Pay $34.40');
    await waitFor(() => screen.getByText('Payment successful!'));
    expect(submitted('plan/pay')).toMatchObject({
      isFull: false,
      quote: { amount: 3_330, fee: 110 },
      installments: [2],
      deviceInfo: { locale: 'en-US' },
    });
  });

  it('a running plan can be paid off at once', async () => {
    await open(PLAN, { planPart: 'rest' });
    world.network.answer(PAY_PLAN, { body: submitAnswer() });
    press('Confirm and Pay $68.80');
    await waitFor(() => screen.getByText('Payment successful!'));
    expect(submitted('plan/pay')).toMatchObject({
      isFull: true,
      quote: { amount: 6_660, fee: 220 },
      installments: [2, 3],
    });
  });

  it('a running plan can be paid ahead by any number of payments', async () => {
    const parts = [1, 2, 3, 4, 5, 6].map((index) => ({
      ...part(1, 'OPEN', index === 1),
      index,
      date: `2027-0${index}-15`,
      parts: 6,
    }));
    await open({ ...PLAN, installments: parts });
    world.network.answer(PAY_PLAN, { body: submitAnswer() });
    fireEvent.click(screen.getByRole('radio', { name: /The next 2 payments/ }));
    const count = screen.getByLabelText('How many payments');
    expect([...count.querySelectorAll('option')].map(({ value }) => value)).toEqual([
      '2',
      '3',
      '4',
      '5',
    ]);
    fireEvent.change(count, { target: { value: '3' } });
    press('Confirm and Pay $103.20');
    await waitFor(() => screen.getByText('Payment successful!'));
    expect(submitted('plan/pay')).toMatchObject({ isFull: false, installments: [1, 2, 3] });
  });

  it('the popup asks again with the current installment when another page paid the displayed one', async () => {
    await open(PLAN);
    const paid = [
      part(1, 'SUCCESS'),
      part(2, 'SUCCESS'),
      { ...part(3, 'OPEN', true), cost: 3_450 },
    ];
    const text = 'The amount has changed. Please check the new total and try again.';
    world.network.answer(PAY_PLAN, {
      status: 409,
      body: { success: false, message: 'AMOUNT_CHANGED', details: { installments: [3] } },
    });
    world.serveOwn({ ...PLAN, installments: paid, version: 2 });
    press('Confirm and Pay $34.40');
    await waitFor(() => button('Confirm and Pay $34.50'));
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
    expect(world.sent('plan/pay')).toHaveLength(1);
    world.network.answer(PAY_PLAN, { body: submitAnswer() });
    press('Confirm and Pay $34.50');
    await waitFor(() => screen.getByText('Payment successful!'));
    expect(world.sent('plan/pay')[1]?.body).toMatchObject({
      quote: { amount: 3_340, fee: 110 },
      installments: [3],
    });
  });

  it('a running plan cannot be paid while it has no method', async () => {
    await open({ ...PLAN, plan: { ...PLAN.plan, method: null, isSuspended: true } });
    expect(button('Confirm and Pay $34.40').disabled).toBe(true);
    expect(screen.getByText(/can no longer be used/)).toBeDefined();
  });
});
