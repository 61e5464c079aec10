import { buildInstallments } from '@quittance/domain/checkout/plan';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakePayengine, installFakePayengine } from '../../../test/fake-payengine.ts';
import {
  company,
  createWorld,
  invoice,
  LINK,
  payable,
  REQUEST_ID,
  statusAnswer,
  submitAnswer,
  type World,
} from '../../../test/fixtures.ts';
import { openPay } from '../../../test/open-pay.ts';
import { STATUS } from '../../../test/pay-popup-world.ts';
import { mandateText } from '../../shared/lib/mandate-text.ts';
import type { PopupBuffer } from '../store/popup.ts';
import { openPublicLink } from '../store/public-link.ts';
import { PayPopup } from './pay.tsx';

const START_PLAN = `POST /api/portal/request/${REQUEST_ID}/plan/submit`;
const SCHEDULE = `POST /api/portal/request/${REQUEST_ID}/schedule-payment`;
const SPECIFY = 'Specify Payment method';
const AGREE =
  'I understand and agree that I will be automatically charged when scheduling a payment';
const METHOD = {
  id: '2f1c8a44-6a0e-4a57-9a53-0d1e2f3a4b5c',
  type: 'card',
  brand: 'visa',
  last4: '4242',
} as const;

let world: World;
let payengine: FakePayengine;

beforeEach(() => {
  world = createWorld();
  payengine = installFakePayengine();
  world.serve('ip', { ip: '203.0.113.7' });
});
afterEach(cleanup);

async function open(buffer: Partial<PopupBuffer> = {}) {
  await world.store.dispatch(openPublicLink(LINK));
  openPay(world.store, buffer);
  render(
    <Provider store={world.store}>
      <PayPopup />
    </Provider>,
  );
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string) => fireEvent.click(button(name));
const choose = (name: RegExp) => fireEvent.click(screen.getByRole('radio', { name }));
const tick = () => fireEvent.click(screen.getByRole('checkbox', { name: AGREE }));
const enabled = (name: string) => waitFor(() => expect(button(name).disabled).toBe(false));
const title = (name: string) => screen.getByRole('dialog', { name });
const isFormShown = () => screen.queryByRole('tab', { name: 'Credit card' }) !== null;
const submitted = () => world.network.sent.find(({ method }) => method === 'POST');

async function fillIn(name: string) {
  await waitFor(() => button(name));
  act(payengine.fillIn);
}

async function planForm() {
  await open({ initialOption: 'PAYMENT_PLAN' });
  press(SPECIFY);
  await fillIn('Pay First payment $51.60');
}

const day = (name: RegExp) => screen.findByRole('button', { name });

async function scheduleForm() {
  await open({ initialOption: 'PAYMENT_EXTENSION' });
  fireEvent.click(await day(/November 20/));
  press(SPECIFY);
  await fillIn('Confirm scheduled payment $103.20');
}

describe('Payment plan (product §2.11, R7, R10)', () => {
  it('a payment plan lists each date and cost before consent', async () => {
    await open({ initialOption: 'PAYMENT_PLAN' });
    expect(title('Payment plan')).toBeDefined();
    expect(screen.getByText('Select number of payments')).toBeDefined();
    expect(isFormShown()).toBe(false);
    choose(/^3$/);
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      '1First paymentToday, Sun, November 15$34.40',
      '2Second paymentTue, December 15$34.40',
      '3Final paymentFri, January 15$34.40',
    ]);
    expect(screen.getByText('Total over 3 payments')).toBeDefined();
    expect(screen.getByText('$103.20')).toBeDefined();
  });

  it('the payment form is visible only while the number of payments is confirmed', async () => {
    await open({ initialOption: 'PAYMENT_PLAN' });
    press(SPECIFY);
    expect(title('Payment method')).toBeDefined();
    expect(isFormShown()).toBe(true);
    press('Change');
    expect(isFormShown()).toBe(false);
    choose(/^4$/);
    expect(button(SPECIFY)).toBeDefined();
  });

  it('a payment plan waits for consent and starts exactly as displayed', async () => {
    await planForm();
    const name = 'Pay First payment $51.60';
    expect(button(name).disabled).toBe(true);
    tick();
    await enabled(name);
    world.network.answer(START_PLAN, { body: submitAnswer() });
    world.network.answer(STATUS, { body: statusAnswer() });
    world.serveInvoice({ status: 'PAYMENT_PLAN_IN_PROGRESS', version: 2 });
    press(name);
    await waitFor(() => screen.getByText('Payment successful!'));
    expect(submitted()?.body).toMatchObject({
      processor: 'payengine',
      quote: { amount: 10_000, fee: 320 },
      installments: [
        { date: '2026-11-15', cost: 5_160 },
        { date: '2026-12-15', cost: 5_160 },
      ],
      isAutoChargeAgreed: true,
      paymentInfo: { paymentType: 'card', token: 'card_sandbox_1' },
    });
  });

  it('a payment plan shows the authorization stored by the server, even for a card (R27)', async () => {
    await planForm();
    const { payable: terms, today } = invoice();
    const money = { amountCents: terms.amount, feeCents: terms.fees.card.fee };
    const installments = buildInstallments({ anchor: today, count: 2, ...money });
    const plan = { purpose: 'PLAN', ...money, installments } as const;
    const by = { kind: 'card', company: company(), methodLast4: null } as const;
    const text = mandateText({ ...plan, ...by });
    expect(screen.getByText(text)).toBeDefined();
  });

  it('a payment plan asks for consent again after the amounts change (R6)', async () => {
    await planForm();
    tick();
    await enabled('Pay First payment $51.60');
    const fresh = { payable: payable(9_000, 291) };
    const error = { success: false, message: 'AMOUNT_CHANGED', details: fresh };
    world.serveInvoice({ ...fresh, version: 2 });
    world.network.answer(START_PLAN, { status: 409, body: error });
    press('Pay First payment $51.60');
    await waitFor(() => button('Pay First payment $46.46'));
    expect(screen.getByText(/The amount has changed/)).toBeDefined();
    expect(button('Pay First payment $46.46').disabled).toBe(true);
  });
});

describe('Scheduled payment (product §2.12, §5.9, R9, R10)', () => {
  it('a scheduled payment offers days starting tomorrow, with a hint', async () => {
    await open({ initialOption: 'PAYMENT_EXTENSION' });
    expect(title('Schedule a payment')).toBeDefined();
    expect(screen.getByText('The payment date must be within the next 30 days')).toBeDefined();
    const today = (await day(/Today.*November 15/)) as HTMLButtonElement; // because it is a button
    expect(today.disabled).toBe(true);
    expect(button(SPECIFY).disabled).toBe(true);
  });

  it('a scheduled payment uses the confirmed day and shows the agreed terms', async () => {
    await scheduleForm();
    expect(title('Payment method')).toBeDefined();
    tick();
    await enabled('Confirm scheduled payment $103.20');
    const scheduled = { ...statusAnswer(), paymentProcessingStatus: 'payment_scheduled' };
    world.network.answer(SCHEDULE, { body: submitAnswer({ message: 'Payment scheduled' }) });
    world.network.answer(STATUS, { body: scheduled });
    world.serveInvoice({
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
      payable: { ...invoice().payable, options: ['PAY_IN_FULL'] },
      version: 2,
    });
    press('Confirm scheduled payment $103.20');
    await waitFor(() => screen.getByText('Payment scheduled'));
    expect(screen.getByText("Thanks! You've scheduled a payment")).toBeDefined();
    expect(screen.getByText('Fri, November 20')).toBeDefined();
    expect(screen.getByText('Visa ending in 4242')).toBeDefined();
    expect(submitted()?.body).toMatchObject({
      date: '2026-11-20',
      quote: { amount: 10_000, fee: 320 },
      isAutoChargeAgreed: true,
    });
  });

  it('the payment form is hidden again when another day is chosen', async () => {
    await scheduleForm();
    press('Change');
    fireEvent.click(await day(/November 24/));
    expect(isFormShown()).toBe(false);
    press(SPECIFY);
    expect(screen.getByText('Payment on Tue, November 24')).toBeDefined();
  });

  it('a refused date shows its reason', async () => {
    await scheduleForm();
    tick();
    await enabled('Confirm scheduled payment $103.20');
    const error = { success: false, message: 'DATE_NOT_AVAILABLE' };
    world.network.answer(SCHEDULE, { status: 422, body: error });
    press('Confirm scheduled payment $103.20');
    await waitFor(() => screen.getByText(/cannot be scheduled for this date/));
  });
});

describe('3-D Secure for later charges (product §4.11)', () => {
  const CHALLENGE = { isThreeDSActionRequired: true, threeDSData: 'challenge-1' } as const;
  const PLAN = { request: START_PLAN, form: planForm, name: 'Pay First payment $51.60' };
  const DAY = { request: SCHEDULE, form: scheduleForm, name: 'Confirm scheduled payment $103.20' };
  const schedule = {
    date: '2026-11-20',
    nextTryOn: null,
    amount: 10_000,
    fee: 320,
    method: METHOD,
  };
  const SCHEDULED = {
    status: 'PAYMENT_EXTENSION',
    paymentScheduledAt: '2026-11-20',
    version: 2,
    schedule: { ...schedule, kind: 'card', isSuspended: false, endsOn: null },
  };

  it.each([
    ['a plan', PLAN, 'Payment successful!'],
    ['a scheduled payment', DAY, 'Payment scheduled'],
  ] as const)(
    'the start of %s runs the challenge and reads the result from the server',
    async (_, way, words) => {
      await way.form();
      world.network.answer(way.request, {
        body: submitAnswer({ status: 'PENDING', ...CHALLENGE }),
      });
      world.network.answer(STATUS, { body: statusAnswer() });
      world.serveInvoice(SCHEDULED);
      tick();
      await enabled(way.name);
      press(way.name);
      await waitFor(() => expect(payengine.challenge?.data).toBe('challenge-1'));
      act(() => payengine.challenge?.finish(true));
      await waitFor(() => screen.getByText(words));
    },
  );

  const PENDING = statusAnswer({ status: 'PENDING' });
  const responseMessage = 'You canceled the confirmation with your bank.';
  const CANCELED = statusAnswer({ status: 'FAILED', responseMessage });

  it.each([
    ['a plan', PLAN, CANCELED, `${responseMessage} You weren't charged.`],
    ['a scheduled payment', DAY, PENDING, "Your bank didn't confirm this payment."],
  ] as const)('a failure leaves the form of %s unchanged', async (_, way, body, words) => {
    await way.form();
    world.network.answer(way.request, { body: submitAnswer({ status: 'PENDING', ...CHALLENGE }) });
    world.network.answer(STATUS, { body });
    tick();
    await enabled(way.name);
    press(way.name);
    await waitFor(() => expect(payengine.challenge?.data).toBe('challenge-1'));
    act(() => payengine.challenge?.finish(false));
    await waitFor(() => screen.getByText(words));
    press('Try again');
    expect(button(way.name).disabled).toBe(false);
  });
});

describe('Options (product §2.9, §4.12)', () => {
  it('the payment options are limited to the server offers, and the first option is selected', async () => {
    world.serveInvoice({ payable: { ...invoice().payable, options: ['PAYMENT_EXTENSION'] } });
    await open();
    expect(screen.getAllByRole('radio')).toHaveLength(1);
    expect(title('Schedule a payment')).toBeDefined();
  });

  it('a change of the payment option resets the confirmation', async () => {
    await open({ initialOption: 'PAYMENT_PLAN' });
    press(SPECIFY);
    choose(/Can't pay today/);
    expect(isFormShown()).toBe(false);
    choose(/Create a payment plan/);
    expect(isFormShown()).toBe(false);
    choose(/Pay now/);
    expect(isFormShown()).toBe(true);
  });
});
