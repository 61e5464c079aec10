import { methodIdSchema } from '@quittance/contract/ids';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakePayengine, installFakePayengine } from '../../../test/fake-payengine.ts';
import {
  type CustomerWorld,
  createCustomerWorld,
  INVOICE_ID,
} from '../../../test/signed-in-popup.tsx';
import { BANK_ID, CARD_ID, customer } from '../../../test/signed-in-world.ts';
import { openInvoice } from '../store/open-invoice.ts';
import { ChangeMethodPopup } from './change-method.tsx';

const ADD = 'POST /api/portal/debtor/payment-method';
const CHANGE = `PUT /api/portal/account-payment-method/${INVOICE_ID}`;
const NEW_ID = '77777777-2222-4333-8444-555555555555';
const SETUP_ID = '0d0c0b0a-1111-4222-8333-444455556666';
const BUTTON = { name: 'Confirm payment' };

/** Paid by card, with the card fee: $100.00 + $3.20. */
const SCHEDULE = {
  date: '2026-11-20',
  nextTryOn: null,
  amount: 10_000,
  fee: 320,
  kind: 'card',
  isSuspended: false,
  endsOn: null,
  method: { id: CARD_ID, type: 'card', brand: 'visa', last4: '4242' },
};

let world: CustomerWorld;
let payengine: FakePayengine;
beforeEach(async () => {
  world = await createCustomerWorld({ paymentMethod: { token: CARD_ID }, schedule: SCHEDULE });
  payengine = installFakePayengine();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const open = (invoiceRef: string | null) =>
  world.open(ChangeMethodPopup, 'CHANGE_PM', {
    invoiceRef,
    initialPM: invoiceRef ? methodIdSchema.parse(CARD_ID) : null,
  });
const button = () => screen.getByRole<HTMLButtonElement>('button', BUTTON);

const NEW_CARD = { id: NEW_ID, token: NEW_ID, paymentType: 'card', brand: 'visa', last4: '1881' };

function serveNew(added: object, setup: object = { paymentProcessingStatus: 'success' }) {
  const { pePaymentMethods } = customer();
  const debtor = customer({ pePaymentMethods: [...pePaymentMethods, added] });
  const answer = { debtor: customer(), setupId: SETUP_ID, isThreeDSActionRequired: false };
  world.network.answer(ADD, { body: world.ok(answer) });
  world.serve('method-setup/', world.ok({ responseMessage: null, methodId: NEW_ID, ...setup }));
  world.serve('private/debtor/', world.ok({ debtor }));
}

async function typeCard() {
  await waitFor(button);
  act(payengine.fillIn);
  await waitFor(() => expect(button().disabled).toBe(false));
  fireEvent.click(button());
}

describe('CHANGE_PM popup, for an invoice (product §2.15, §4.14)', () => {
  it('the CHANGE_PM popup offers all methods except the current method, with their text', async () => {
    open('HD-2041');
    expect(screen.getByRole('dialog', { name: 'Payment method' })).toBeDefined();
    expect(screen.getByText('Bank account ending in 6789')).toBeDefined();
    expect(screen.queryByText('Visa ending in 4242')).toBeNull();
    expect(screen.getByText(/savings account ending in 6789/)).toBeDefined();
  });

  it('the CHANGE_PM popup attaches a saved method to the invoice and closes after 5 seconds', async () => {
    open('HD-2041');
    world.network.answer(CHANGE, { body: { success: true } });
    vi.useFakeTimers();
    fireEvent.click(button());
    expect(screen.getByText('Saving payment method')).toBeDefined();
    expect(screen.getByText('Please wait while we update the invoice')).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(3_100));
    expect(screen.getByText('Success')).toBeDefined();
    expect(screen.getByText('New payment method successfully added')).toBeDefined();
    expect(world.sent('account-payment-method')[0]?.body).toMatchObject({
      processor: 'payengine',
      pmID: BANK_ID,
      quote: { amount: 10_000, fee: 80 },
      achMandateText: expect.stringContaining('ending in 6789'),
    });
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(world.popupName()).toBeNull();
  });

  it('the CHANGE_PM popup can be closed while it saves, and a toast then reports the result', async () => {
    open('HD-2041');
    let answer = (_: { body: unknown }): void => {};
    world.network.answer(CHANGE, () => new Promise((resolve) => (answer = resolve)));
    fireEvent.click(button());
    await screen.findByText('Saving payment method');
    const [close] = screen.getAllByRole('button', { name: 'Close' }).toReversed();
    if (close) fireEvent.click(close);
    expect(world.popupName()).toBeNull();
    // As the popup host does.
    cleanup();
    world.serveOwn({ paymentMethod: { token: BANK_ID } });
    answer({ body: { success: true } });
    const toasts = () => world.store.getState().toasts.list.map(({ text }) => text);
    await waitFor(() => expect(toasts()).toEqual(['New payment method successfully added']));
  });

  it('the CHANGE_PM popup saves a new card first and then attaches the card to the invoice', async () => {
    open('HD-2041');
    serveNew(NEW_CARD);
    world.network.answer(CHANGE, { body: { success: true } });
    fireEvent.click(screen.getByRole('button', { name: 'Another payment method' }));
    await typeCard();
    await waitFor(() => screen.getByText('New payment method successfully added'));
    expect(world.sent('account-payment-method')[0]?.body).toMatchObject({
      pmID: NEW_ID,
      quote: { amount: 10_000, fee: 320 },
    });
  });
});

describe('CHANGE_PM popup, to another kind of method (R36)', () => {
  const toRow = (label: string) => screen.getByText(label).parentElement?.textContent;

  it('the CHANGE_PM popup and its authorization show the old and the new fee and total', () => {
    open('HD-2041');
    expect(toRow('Current processing fee')).toContain('$3.20');
    expect(toRow('Processing fee (0.8% + $0.00)')).toContain('$0.80');
    expect(toRow('Current total')).toContain('$103.20');
    expect(toRow('New total')).toContain('$100.80');
    const text = /scheduled payment, \$100\.80 .* in all: \$100\.80 on November 20, 2026/;
    expect(screen.getByText(text)).toBeDefined();
  });

  it('the CHANGE_PM popup shows no fees for a method of the same kind', () => {
    open('HD-2041');
    fireEvent.click(screen.getByRole('button', { name: 'Another payment method' }));
    expect(screen.queryByText('New total')).toBeNull();
  });

  it('the CHANGE_PM popup asks for confirmation before it uses a new card with another fee', async () => {
    world.serveOwn({ schedule: { ...SCHEDULE, kind: 'ach', fee: 80 } });
    await world.store.dispatch(openInvoice('HD-2041'));
    open('HD-2041');
    serveNew(NEW_CARD);
    world.network.answer(CHANGE, { body: { success: true } });
    fireEvent.click(screen.getByRole('button', { name: 'Another payment method' }));
    await typeCard();
    await screen.findByText(/Your card is saved\. Read its authorization/);
    expect(world.sent('account-payment-method')).toEqual([]);
    expect(
      screen.getByText(/charge my card ending in 1881 for the remaining payment/),
    ).toBeDefined();
    expect(toRow('New total')).toContain('$103.20');
    fireEvent.click(button());
    await screen.findByText('New payment method successfully added');
    expect(world.sent('account-payment-method')[0]?.body).toMatchObject({
      pmID: NEW_ID,
      quote: { amount: 10_000, fee: 320 },
    });
  });

  it('the CHANGE_PM popup shows changed amounts and makes no change', async () => {
    open('HD-2041');
    const message = 'The amount has changed. Please check the new total and try again.';
    world.network.answer(CHANGE, {
      status: 409,
      body: { success: false, message: 'AMOUNT_CHANGED' },
    });
    world.serveOwn({ schedule: { ...SCHEDULE, amount: 20_000, fee: 610 } });
    fireEvent.click(button());
    await screen.findByText(message);
    expect(toRow('Current total')).toContain('$206.10');
    expect(toRow('New total')).toContain('$201.60');
  });
});

describe('CHANGE_PM popup, with a new bank account (R27)', () => {
  const NEW_BANK = { id: NEW_ID, token: NEW_ID, paymentType: 'ach', brand: null, last4: '1116' };

  async function typeBankAccount() {
    fireEvent.click(screen.getByRole('button', { name: 'Another payment method' }));
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'ACH Payment' }));
    await waitFor(() => screen.getByRole('group', { name: 'Routing number' }));
    await waitFor(() => expect(button().textContent).toContain('Confirm payment'));
    act(payengine.fillIn);
    await waitFor(() => expect(button().disabled).toBe(false));
    fireEvent.click(button());
  }

  it('the CHANGE_PM popup attaches a new bank account after its authorization is confirmed', async () => {
    open('HD-2041');
    serveNew(NEW_BANK);
    world.network.answer(CHANGE, { body: { success: true } });
    await typeBankAccount();
    await screen.findByText(/Your bank account is saved\. Read its authorization/);
    expect(world.sent('account-payment-method')).toEqual([]);
    expect(world.sent(ADD)[0]?.body).toMatchObject({
      paymentInfo: {
        paymentType: 'ach',
        token: 'ba_sandbox_1',
        achMandateText: expect.any(String),
      },
    });
    expect(screen.getByText(/savings account ending in 1116/)).toBeDefined();
    fireEvent.click(button());
    await screen.findByText('New payment method successfully added');
    expect(world.sent('account-payment-method')[0]?.body).toMatchObject({
      pmID: NEW_ID,
      achMandateText: expect.stringContaining('ending in 1116'),
    });
  });
});

describe('CHANGE_PM popup, without an invoice: a further method', () => {
  it('the CHANGE_PM popup runs the bank challenge (product §4.11)', async () => {
    open(null);
    serveNew(NEW_CARD);
    const asked = { debtor: customer(), setupId: SETUP_ID };
    const challenge = { isThreeDSActionRequired: true, threeDSData: 'challenge-1' };
    world.network.answer(ADD, { body: world.ok({ ...asked, ...challenge }) });
    await typeCard();
    await waitFor(() => expect(payengine.challenge?.data).toBe('challenge-1'));
    expect(screen.getByText('Saving payment method')).toBeDefined();
    act(() => payengine.challenge?.finish(true));
    await screen.findByText('New payment method successfully added');
  });

  it('the CHANGE_PM popup adds a card with the details from its fields', async () => {
    open(null);
    serveNew(NEW_CARD);
    await typeCard();
    await waitFor(() => screen.getByText('New payment method successfully added'));
    expect(world.sent(ADD)[0]?.body).toMatchObject({
      processor: 'payengine',
      paymentInfo: { paymentType: 'card', token: 'card_sandbox_1' },
    });
    expect(world.sent('account-payment-method')).toEqual([]);
  });

  it('the CHANGE_PM popup shows why a card was not saved and allows a correction', async () => {
    open(null);
    const message = 'Your card was declined.';
    serveNew(NEW_CARD, { paymentProcessingStatus: 'error', responseMessage: message });
    await typeCard();
    await waitFor(() => screen.getByText(message));
    expect(button()).toBeDefined();
  });
});
