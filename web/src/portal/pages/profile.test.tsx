import { ZERO } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { feeFor } from '@quittance/domain/checkout/fees';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { company } from '../../../test/fixtures.ts';
import {
  BANK_ID,
  CARD_ID,
  contact,
  createSignedInWorld,
  customer,
} from '../../../test/signed-in-world.ts';
import { mandateText } from '../../shared/lib/mandate-text.ts';
import { customerRead } from '../store/reads.ts';
import { ProfilePage } from './profile.tsx';

afterEach(cleanup);

type World = Awaited<ReturnType<typeof createSignedInWorld>>;

function openPage(world: World, address = '/harbor/profile'): void {
  render(
    <Provider store={world.store}>
      <MemoryRouter initialEntries={[address]}>
        <ProfilePage />
      </MemoryRouter>
    </Provider>,
  );
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const type = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const toasts = ({ store }: World) => store.getState().toasts.list.map(({ text }) => text);
const toBody = ({ network }: World, call: string): unknown =>
  network.sent.findLast(({ method, path }) => `${method} ${path}`.startsWith(call))?.body;

async function typeContact(value: string): Promise<void> {
  await screen.findByText('maya@example.com');
  press('Add a contact');
  type('Email address', value);
  press('Add contact');
}

describe('Contacts (product §7.3, §8.7)', () => {
  const work = contact({ value: 'work@example.com', isVerified: false, isPrimary: false });

  it('the profile validates a contact and adds it', async () => {
    const world = await createSignedInWorld();
    const answer = { body: world.ok({ contact: { ...work, contactId: BANK_ID } }) };
    world.network.answer('POST /api/portal/contact', answer);
    openPage(world);
    await typeContact('work');
    expect(screen.getByText('Email address is not valid')).toBeDefined();
    type('Email address', 'work@example.com');
    press('Add contact');
    await screen.findByText('work@example.com');
    expect(toasts(world)).toEqual(['Contact added successfully']);
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  });

  it('the profile keeps the typed contact during reauthentication and then retries the change', async () => {
    const world = await createSignedInWorld();
    const { network, ok } = world;
    const refusal = { status: 403, body: { success: false, message: 'SIGN_IN_AGAIN' } };
    network.answer('POST /api/portal/contact', refusal);
    network.answer('POST /api/portal/debtor/', { body: ok({}) });
    openPage(world);
    await typeContact('work@example.com');
    await screen.findByText('For your security, please sign in again to make this change.');
    expect(toasts(world)).toEqual([]);
    press('Send me a code');
    await screen.findByRole('textbox', { name: /6-digit code/ });
    const wrong = { status: 422, body: { success: false, message: 'SIGN_IN_CODE_WRONG' } };
    network.answer('POST /api/portal/debtor/auth/code', wrong);
    type(/6-digit code/, '111111');
    press('Sign in');
    await screen.findByText("That code isn't right. Please check it and try again.");
    expect(world.store.getState().auth.isCustomerAuth).toBe(true);
    const signedIn = { token: 'bearer-2', customerId: customer().id, domain: 'harbor' };
    network.answer('POST /api/portal/debtor/auth/code', { body: ok(signedIn) });
    network.answer('POST /api/portal/contact', {
      body: ok({ contact: { ...work, contactId: BANK_ID } }),
    });
    type(/6-digit code/, '222222');
    press('Sign in');
    await waitFor(() => expect(toasts(world)).toEqual(['Contact added successfully']));
    const sent = network.sent.findLast(({ path }) => path === '/api/portal/contact');
    expect(sent?.headers.get('Authorization')).toBe('Bearer bearer-2');
    expect(sent?.body).toEqual({ type: 'EMAIL', value: 'work@example.com' });
  });

  it('the profile disables and removes a contact', async () => {
    const world = await createSignedInWorld();
    const off = { ...contact(), isEnabled: false };
    world.network.answer('PUT /api/portal/contact/', { body: world.ok({ contacts: [off] }) });
    world.network.answer('DELETE /api/portal/contact/', { body: world.ok({ contacts: [] }) });
    openPage(world);
    fireEvent.click(
      await screen.findByRole('switch', { name: 'Send receipts and notices to maya@example.com' }),
    );
    await screen.findByText('Off');
    expect(toBody(world, 'PUT /api/portal/contact/')).toEqual({ fields: {}, isEnabled: false });
    press('Remove maya@example.com');
    press('Remove');
    await waitFor(() => expect(screen.queryByText('maya@example.com')).toBeNull());
    expect(toBody(world, 'DELETE')).toEqual({ reason: 'Removed by customer' });
    expect(toasts(world)).toEqual(['Contact updated', 'Contact removed']);
  });

  it('the profile edits a contact in place', async () => {
    const world = await createSignedInWorld();
    const changed = { ...contact(), value: 'maya.new@example.com', isVerified: false };
    world.network.answer('PUT /api/portal/contact/', { body: world.ok({ contacts: [changed] }) });
    openPage(world);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit maya@example.com' }));
    type(/Email address/, 'maya.new@');
    press('Save');
    await screen.findByText('Email address is not valid');
    type(/Email address/, 'maya.new@example.com');
    press('Save');
    await screen.findByText('maya.new@example.com');
    expect(toBody(world, 'PUT /api/portal/contact/')).toEqual({
      fields: { value: 'maya.new@example.com' },
      isEnabled: true,
    });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
    expect(toasts(world)).toEqual(['Contact updated']);
  });

  it('the profile sends a verification email and redeems its link', async () => {
    const world = await createSignedInWorld();
    world.serve('contact', world.ok({ contacts: [work] }));
    world.network.answer('POST /api/portal/contact/email-verify', { body: world.ok({}) });
    openPage(world);
    fireEvent.click(await screen.findByRole('button', { name: 'Verify work@example.com' }));
    await screen.findByText('Check your email for the link');
    cleanup();
    const verified = { body: world.ok({ contacts: [{ ...work, isVerified: true }] }) };
    world.network.answer('POST /api/portal/contact/email-confirm', verified);
    openPage(world, '/harbor/profile#verify=t1');
    await screen.findByText('Your email address is verified.');
    expect(toBody(world, 'POST /api/portal/contact/email-confirm')).toEqual({ token: 't1' });
  });
});

describe('Auto-pay (product §7.4, R14, R27)', () => {
  const ACTIVE = 'PUT /api/portal/debtor/auto-pay/active';
  const toText = (kind: ChargeKind, methodLast4: string) => {
    const fee = feeFor({ kind, amountCents: ZERO, company: company() });
    return mandateText({ purpose: 'AUTO_PAY', kind, company: company(), methodLast4, fee });
  };
  const bankText = toText('ach', '6789');
  const cardText = toText('card', '4242');

  it('auto-pay shows the authorization first, sends it for a bank account, and can be turned off', async () => {
    const world = await createSignedInWorld();
    const on = { isAutoPayActive: true, autoPayPMID: BANK_ID };
    world.network.answer(ACTIVE, { body: world.ok(on) });
    openPage(world);
    expect(screen.getByText(bankText)).toBeDefined();
    const toggle = screen.getByRole('switch', { name: 'Auto-pay' });
    fireEvent.click(toggle);
    expect(world.store.getState().customer.autoPayIsLoading).toBe(true);
    await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('true'));
    expect(toBody(world, ACTIVE)).toEqual({ pmID: BANK_ID, achMandateText: bankText });
    world.network.answer(ACTIVE, { body: world.ok({ ...on, isAutoPayActive: false }) });
    fireEvent.click(toggle);
    await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('false'));
    expect(toBody(world, ACTIVE)).toEqual({ pmID: null });
  });

  it('auto-pay changes to another method only after confirmation', async () => {
    const world = await createSignedInWorld();
    const debtor = customer({ isAutoPayActive: true, autoPayPMID: BANK_ID });
    world.serve('private/debtor/', world.ok({ debtor }));
    const path = 'PUT /api/portal/debtor/auto-pay/payment-method';
    world.network.answer(path, { body: world.ok({ autoPayPMID: CARD_ID }) });
    await world.store.dispatch(customerRead.again());
    openPage(world);
    fireEvent.change(screen.getByRole('combobox', { name: 'Pay with' }), {
      target: { value: CARD_ID },
    });
    expect(screen.getByText(cardText)).toBeDefined();
    expect(toBody(world, path)).toBeUndefined();
    expect(screen.getByText('0.8% + $0.00 for each payment')).toBeDefined();
    expect(screen.getByText('2.9% + $0.30 for each payment')).toBeDefined();
    press('Use this method');
    await waitFor(() =>
      expect(toBody(world, path)).toEqual({
        pmID: CARD_ID,
        feeTerms: { feePercentage: 290, feeFixed: 30 },
      }),
    );
    await waitFor(() => expect(screen.queryByText('Use this method')).toBeNull());
  });
});

describe('Details and methods (product §3.2, §7.5)', () => {
  it('the profile saves changed details', async () => {
    const world = await createSignedInWorld();
    const debtor = customer({ firstName: 'Maja' });
    world.network.answer('PUT /api/portal/debtor', { body: world.ok({ debtor }) });
    openPage(world);
    press('Edit');
    type('First name', 'Maja');
    press('Save');
    await screen.findByText('Maja Lindqvist');
    expect(toasts(world)).toEqual(['Success']);
  });

  it('the profile opens the popups for adding and removing a method', async () => {
    const world = await createSignedInWorld();
    openPage(world);
    press('Remove the method ending in 4242');
    expect(world.store.getState().popup).toMatchObject({
      popupName: 'REMOVE_PAYMENT_METHOD',
      buffer: { initialPM: CARD_ID },
    });
    press('Add a payment method');
    expect(world.store.getState().popup.popupName).toBe('CHANGE_PM');
  });
});
