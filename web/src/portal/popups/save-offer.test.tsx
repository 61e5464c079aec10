import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installFakePayengine } from '../../../test/fake-payengine.ts';
import { createCustomerWorld } from '../../../test/signed-in-popup.tsx';
import { ChangeMethodPopup } from './change-method.tsx';
import { PayPopup } from './pay.tsx';

beforeEach(() => {
  installFakePayengine();
});
afterEach(cleanup);

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const offer = () =>
  screen.queryByRole('checkbox', { name: 'Save payment method for future payments' });
const isFormShown = () => screen.queryByRole('tab', { name: 'Credit card' }) !== null;

describe('Cases without an offer to save a method (product §5.6)', () => {
  it('saving is not offered for a scheduled payment', async () => {
    const world = await createCustomerWorld();
    world.open(PayPopup, 'PAY', { initialOption: 'PAYMENT_EXTENSION' });
    fireEvent.click(await screen.findByRole('button', { name: /November 20/ }));
    press('Specify Payment method');
    press('Another payment method');
    expect(isFormShown()).toBe(true);
    expect(offer()).toBeNull();
  });

  it('saving is not offered when a method is added or changed', async () => {
    const world = await createCustomerWorld();
    world.open(ChangeMethodPopup, 'CHANGE_PM', { invoiceRef: null });
    expect(isFormShown()).toBe(true);
    expect(offer()).toBeNull();
  });
});
