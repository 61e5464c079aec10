import { methodIdSchema } from '@quittance/contract/ids';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installFakePayengine } from '../../../test/fake-payengine.ts';
import {
  type CustomerWorld,
  createCustomerWorld,
  INVOICE_ID,
} from '../../../test/signed-in-popup.tsx';
import { CARD_ID, customer } from '../../../test/signed-in-world.ts';
import { ChangeMethodPopup } from './change-method.tsx';

const ADD = 'POST /api/portal/debtor/payment-method';
const CHANGE = `PUT /api/portal/account-payment-method/${INVOICE_ID}`;
const NEW_ID = '77777777-2222-4333-8444-555555555555';
const SETUP_ID = '0d0c0b0a-1111-4222-8333-444455556666';
const CUSTOMER = 'GET /api/portal/private/debtor/';
const INVOICE = 'GET /api/portal/private/account/';

let world: CustomerWorld;
beforeEach(async () => {
  world = await createCustomerWorld({ paymentMethod: { token: CARD_ID } });
});
afterEach(cleanup);

const serveSetup = (paymentProcessingStatus: string) =>
  world.serve(
    'method-setup/',
    world.ok({ paymentProcessingStatus, responseMessage: null, methodId: NEW_ID }),
  );

function serveNewCard(): void {
  const { pePaymentMethods } = customer();
  const added = { id: NEW_ID, token: NEW_ID, paymentType: 'card', brand: 'visa', last4: '1881' };
  const debtor = customer({ pePaymentMethods: [...pePaymentMethods, added] });
  const answer = { debtor: customer(), setupId: SETUP_ID, isThreeDSActionRequired: false };
  world.network.answer(ADD, { body: world.ok(answer) });
  world.network.answer(CHANGE, { body: { success: true } });
  world.serve('private/debtor/', world.ok({ debtor }));
}

describe('Status and overlay of CHANGE_PM (product §4.8, §4.14)', () => {
  it('the status changes from empty to pending to success, and then all data is reloaded', async () => {
    const payengine = installFakePayengine();
    serveNewCard();
    serveSetup('in_progress');
    const buffer = { invoiceRef: 'HD-2041', initialPM: methodIdSchema.parse(CARD_ID) };
    world.open(ChangeMethodPopup, 'CHANGE_PM', buffer);
    expect(world.store.getState().request.paymentProcessingStatus).toBe('idle');
    expect(screen.queryByText('Saving payment method')).toBeNull();

    const before = { customer: world.calls(CUSTOMER), invoice: world.calls(INVOICE) };
    fireEvent.click(screen.getByRole('button', { name: 'Another payment method' }));
    const button = await screen.findByRole('button', { name: 'Confirm payment' });
    act(payengine.fillIn);
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    fireEvent.click(button);
    await waitFor(() => expect(world.calls('GET /api/portal/method-setup/')).toBe(1));
    expect(screen.getByText('Saving payment method')).toBeDefined();
    expect(screen.queryByText('Success')).toBeNull();

    serveSetup('success');
    await screen.findByText('New payment method successfully added');
    expect(world.calls(CUSTOMER)).toBeGreaterThan(before.customer);
    await waitFor(() => expect(world.calls(INVOICE)).toBeGreaterThan(before.invoice));
  });
});
