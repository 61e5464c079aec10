import { methodIdSchema } from '@quittance/contract/ids';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CustomerWorld,
  createCustomerWorld,
  INVOICE_ID,
} from '../../../test/signed-in-popup.tsx';
import { CARD_ID, customer } from '../../../test/signed-in-world.ts';
import { selectCustomer } from '../store/reads.ts';
import { RemoveMethodPopup } from './remove-method.tsx';

const REMOVE = `DELETE /api/portal/debtor/payment-method/${CARD_ID}`;

let world: CustomerWorld;
beforeEach(async () => {
  world = await createCustomerWorld();
});
afterEach(cleanup);

function open(dependants: object) {
  world.serve(`debtor/payment-method/${CARD_ID}/dependants`, world.ok(dependants));
  world.open(RemoveMethodPopup, 'REMOVE_PAYMENT_METHOD', {
    initialPM: methodIdSchema.parse(CARD_ID),
  });
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('REMOVE_PAYMENT_METHOD popup (product §2.17, R16)', () => {
  it('the removal popup has the exact text and lists the dependents of the method', async () => {
    const plan = {
      id: INVOICE_ID,
      accountRef: 'HD-1987',
      productName: 'Implant',
      option: 'PAYMENT_PLAN',
      nextDate: '2026-12-06',
      nextCost: 23_700,
    };
    open({ invoices: [plan], isAutoPay: true });
    const title = 'Are you sure you want to delete this payment method?';
    expect(screen.getByRole('dialog', { name: title })).toBeDefined();
    expect(
      screen.getByText('Any scheduled payments associated with it will not be processed.'),
    ).toBeDefined();
    await waitFor(() => screen.getByText('HD-1987, payment plan'));
    expect(screen.getByText('$237.00 on Sun, December 6')).toBeDefined();
    expect(screen.getByText(/Auto-pay uses this payment method/)).toBeDefined();
  });

  it('the removal popup removes the method and closes', async () => {
    open({ invoices: [], isAutoPay: false });
    const left = customer({ pePaymentMethods: [] });
    world.network.answer(REMOVE, { body: world.ok({ debtor: left }) });
    press('Confirm');
    await waitFor(() => expect(world.popupName()).toBeNull());
    expect(selectCustomer(world.store.getState())).toMatchObject({ pePaymentMethods: [] });
    expect(world.store.getState().toasts.list.at(-1)?.text).toBe('Payment method removed');
  });

  it('the removal popup disables both buttons during a method change', async () => {
    open({ invoices: [], isAutoPay: false });
    world.network.answer(REMOVE, () => new Promise(() => {}));
    press('Confirm');
    for (const name of ['Confirm', 'Cancel']) {
      const button = screen.getByRole<HTMLButtonElement>('button', { name });
      await waitFor(() => expect(button.disabled).toBe(true));
    }
  });

  it('the removal popup closes on Cancel and removes nothing', () => {
    open({ invoices: [], isAutoPay: false });
    press('Cancel');
    expect(world.popupName()).toBeNull();
    expect(world.sent('DELETE')).toEqual([]);
  });
});
