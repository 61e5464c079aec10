import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakePayengine, installFakePayengine } from '../../../test/fake-payengine.ts';
import {
  company,
  createWorld,
  debitAnswer,
  invoice,
  LINK,
  PROCESSING,
  submitAnswer,
  type World,
} from '../../../test/fixtures.ts';
import { openPay } from '../../../test/open-pay.ts';
import { STATUS, SUBMIT } from '../../../test/pay-popup-world.ts';
import { mandateText } from '../../shared/lib/mandate-text.ts';
import { openPublicLink } from '../store/public-link.ts';
import { selectInvoice } from '../store/reads.ts';
import { PayPopup } from './pay.tsx';

const SAVED_CARD = {
  id: '2f1c8a44-6a0e-4a57-9a53-0d1e2f3a4b5c',
  type: 'card',
  brand: 'visa',
  last4: '4242',
} as const;
const SAVED_BANK = { ...SAVED_CARD, type: 'ach', brand: null, last4: '6789' } as const;
const FOR_CARD = 'Confirm and Pay $103.20';
const FOR_BANK = 'Confirm and Pay $100.80';

let world: World;
let payengine: FakePayengine;

beforeEach(() => {
  world = createWorld();
  payengine = installFakePayengine();
  world.serve('ip', { ip: '203.0.113.7' });
});
afterEach(cleanup);

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string) => fireEvent.click(button(name));
const tab = (name: string) => screen.getByRole<HTMLButtonElement>('tab', { name });
const choose = (name: string) => fireEvent.mouseDown(tab(name));
const submitted = () => world.network.sent.filter(({ path }) => path.endsWith('full/submit'));
const enabled = (name: string) => waitFor(() => expect(button(name).disabled).toBe(false));

async function open(changes: Parameters<World['serveInvoice']>[0] = {}) {
  world.serveInvoice(changes);
  await world.store.dispatch(openPublicLink(LINK));
  openPay(world.store);
  render(
    <Provider store={world.store}>
      <PayPopup />
    </Provider>,
  );
  await waitFor(() => screen.getByRole('button', { name: /^Confirm and Pay/ }));
}

function textFor(last4: string | null, changes: Parameters<typeof invoice>[0] = {}): string {
  const { payable, today } = invoice(changes);
  const money = { amountCents: payable.amount, feeCents: payable.fees.ach.fee };
  const terms = { purpose: 'FULL_AMOUNT', ...money, date: today } as const;
  return mandateText({ ...terms, kind: 'ach', company: company(), methodLast4: last4 });
}

describe('Kinds of payment (product §2.21, §4.13)', () => {
  it('the card tab is selected first, and a tab change updates the fee, total and button', async () => {
    await open();
    expect(tab('Credit card').getAttribute('aria-selected')).toBe('true');
    expect(button(FOR_CARD)).toBeDefined();
    choose('ACH Payment');
    await waitFor(() => button(FOR_BANK));
    expect(screen.getByText('Processing fee (0.8% + $0.00)')).toBeDefined();
    for (const label of ['Routing number', 'Account number', 'First name', 'Last name'])
      expect(screen.getByRole('group', { name: label })).toBeDefined();
  });

  it('another payment option starts with the card tab again', async () => {
    await open();
    choose('ACH Payment');
    await waitFor(() => button(FOR_BANK));
    fireEvent.click(screen.getByText('Create a payment plan'));
    const card = screen.getByRole('tab', { name: 'Credit card', hidden: true });
    await waitFor(() => expect(card.getAttribute('aria-selected')).toBe('true'));
  });

  it('a restriction of ACH forces the card, and a restriction of cards forces ACH', async () => {
    const { payable } = invoice();
    await open({ payable: { ...payable, kinds: ['card'] } });
    expect(tab('ACH Payment').disabled).toBe(true);
    cleanup();
    await open({ payable: { ...payable, kinds: ['ach'] } });
    await waitFor(() => button(FOR_BANK));
    expect(tab('Credit card').disabled).toBe(true);
  });

  it('a payment form loads only when opened, and the other form keeps its values', async () => {
    await open();
    act(payengine.fillIn);
    await enabled(FOR_CARD);
    choose('ACH Payment');
    await waitFor(() => button(FOR_BANK));
    expect(button(FOR_BANK).disabled).toBe(true);
    choose('Credit card');
    await enabled(FOR_CARD);
  });

  it('each kind of payment uses its own attempt id', async () => {
    await open();
    const { attempts } = world.store.parts;
    const { requestId, payable } = invoice();
    const first = attempts.keyFor(requestId, {
      option: 'PAY_IN_FULL',
      kind: 'card',
      methodId: null,
      arrangement: null,
      amountCents: payable.amount,
      feeCents: payable.fees.card.fee,
    });
    choose('ACH Payment');
    await waitFor(() => button(FOR_BANK));
    act(payengine.fillIn);
    await enabled(FOR_BANK);
    expect(attempts.savedKey(requestId)).toBe(first);
    world.network.answer(SUBMIT, { body: submitAnswer({ status: 'PENDING' }) });
    world.network.answer(STATUS, { body: debitAnswer() });
    press(FOR_BANK);
    await waitFor(() => expect(submitted()).toHaveLength(1));
    expect(submitted()[0]?.headers.get('Idempotency-Key')).not.toBe(first);
  });
});

describe('Bank debit (product §5.2, R27)', () => {
  async function fillIn() {
    await open();
    choose('ACH Payment');
    await waitFor(() => button(FOR_BANK));
    act(payengine.fillIn);
    await enabled(FOR_BANK);
  }

  it('a bank debit shows the authorization text and sends exactly that text', async () => {
    await fillIn();
    expect(screen.getByText(textFor(null))).toBeDefined();
    world.network.answer(SUBMIT, { body: submitAnswer({ status: 'PENDING' }) });
    world.network.answer(STATUS, { body: debitAnswer() });
    press(FOR_BANK);
    await waitFor(() => expect(submitted()).toHaveLength(1));
    expect(submitted()[0]?.body).toMatchObject({
      paymentInfo: {
        paymentType: 'ach',
        token: 'ba_sandbox_1',
        achMandateText: textFor(null),
      },
      quote: { amount: 10_000, fee: 80 },
    });
  });

  it('a bank debit is shown as sent instead of waiting for days', async () => {
    await fillIn();
    world.network.answer(SUBMIT, { body: submitAnswer({ status: 'PENDING' }) });
    world.network.answer(STATUS, { body: debitAnswer() });
    world.serveInvoice({ ...PROCESSING, version: 2 });
    press(FOR_BANK);
    await waitFor(() => screen.getByText('Your bank debit is on its way'));
    expect(screen.getByText(/up to 4 business days/)).toBeDefined();
    expect(screen.getByText('Bank account ending in 6789')).toBeDefined();
    await waitFor(() => expect(selectInvoice(world.store.getState())?.status).toBe('PENDING'));
  });

  it('a bank debit asks again with the new authorization when the day has changed', async () => {
    await fillIn();
    const tomorrow = { today: '2026-11-16', version: 2 };
    const details = { mandateText: textFor(null, tomorrow) };
    const body = { success: false, message: 'MANDATE_CHANGED', details };
    world.network.answer(SUBMIT, { status: 409, body });
    world.serveInvoice(tomorrow);
    press(FOR_BANK);
    await waitFor(() => screen.getByText(details.mandateText));
    await enabled(FOR_BANK);
    world.network.answer(SUBMIT, { body: submitAnswer() });
    press(FOR_BANK);
    await waitFor(() => expect(submitted()).toHaveLength(2));
    expect(submitted()[1]?.body).toMatchObject({
      paymentInfo: { achMandateText: details.mandateText },
    });
  });

  it('a bank debit marks the number refused by the processor', async () => {
    await fillIn();
    payengine.refuse({ routing_number: { errorMessages: ['is not valid'] } });
    press(FOR_BANK);
    await waitFor(() => screen.getByText('Routing number is not valid'));
    expect(submitted()).toHaveLength(0);
  });
});

describe('Saved method of a public link (R18)', () => {
  it('the saved method of a public link comes first and pays with only its id', async () => {
    await open({ attachedPaymentMethod: SAVED_CARD });
    expect(
      screen.getByRole<HTMLInputElement>('radio', { name: /Visa ending in 4242/ }),
    ).toHaveProperty('checked', true);
    world.network.answer(SUBMIT, { body: submitAnswer() });
    press(FOR_CARD);
    await waitFor(() => expect(submitted()).toHaveLength(1));
    const sent = submitted()[0]?.body;
    expect(sent).toMatchObject({ paymentInfo: { paymentType: 'card', pmID: SAVED_CARD.id } });
    expect(sent).not.toHaveProperty('paymentInfo.token');
    expect(payengine.tokensMade).toBe(0);
  });

  it('the payer can switch from the saved method to another method and back', async () => {
    await open({ attachedPaymentMethod: SAVED_CARD });
    press('Another payment method');
    press('Saved payment method');
    expect(button('Another payment method')).toBeDefined();
    expect(button(FOR_CARD).disabled).toBe(false);
  });

  it('a saved bank account is shown under an authorization text that names the account', async () => {
    await open({ attachedPaymentMethod: SAVED_BANK });
    expect(button(FOR_BANK).disabled).toBe(false);
    expect(screen.getByText(textFor('6789'))).toBeDefined();
  });

  it('a saved method of a kind that is no longer accepted is not offered', async () => {
    const payable = { ...invoice().payable, kinds: ['card'] };
    await open({ attachedPaymentMethod: SAVED_BANK, payable });
    expect(screen.queryByText('Another payment method')).toBeNull();
    expect(button(FOR_CARD)).toBeDefined();
  });

  it('the saved method runs the bank challenge without any fields', async () => {
    await open({ attachedPaymentMethod: SAVED_CARD });
    world.network.answer(SUBMIT, {
      body: submitAnswer({
        status: 'PENDING',
        isThreeDSActionRequired: true,
        threeDSData: 'challenge-data',
      }),
    });
    press(FOR_CARD);
    await waitFor(() => expect(payengine.challenge?.data).toBe('challenge-data'));
  });
});
