import { contactIdSchema, customerIdSchema, methodIdSchema } from '@quittance/contract/ids';
import { describe, expect, it } from 'vitest';
import { CARD_ID, CUSTOMER_ID, createSignedInWorld } from '../../../test/signed-in-world.ts';
import { invoicesRead } from './account-reads.ts';
import { addContact, removeContact, updateContact } from './contacts.ts';
import { removeMethod, toggleAutoPay, updateCustomer } from './customer.ts';
import { customerRead, invoiceRead } from './reads.ts';
import type { AppDispatch } from './store.ts';

const ME = { id: customerIdSchema.parse(CUSTOMER_ID) };
const CONTACT = { id: contactIdSchema.parse(CUSTOMER_ID) };
const METHOD = { id: methodIdSchema.parse(CARD_ID) };

type Action = (dispatch: AppDispatch) => Promise<unknown>;

const ACTIONS: readonly (readonly [string, string, Action])[] = [
  [
    'customer',
    'GET /api/portal/private/debtor/',
    (to) => to(customerRead.load({ route: 'customer', params: ME })),
  ],
  ['customer', 'PUT /api/portal/debtor', (to) => to(updateCustomer({ body: { firstName: 'M' } }))],
  [
    'contacts',
    'POST /api/portal/contact',
    (to) => to(addContact({ body: { type: 'EMAIL', value: 'a@example.com' } })),
  ],
  [
    'contacts',
    'PUT /api/portal/contact/',
    (to) => to(updateContact({ params: CONTACT, body: { fields: {}, isEnabled: false } })),
  ],
  [
    'contacts',
    'DELETE /api/portal/contact/',
    (to) => to(removeContact({ params: CONTACT, body: { reason: 'Removed by customer' } })),
  ],
  [
    'auto-pay',
    'PUT /api/portal/debtor/auto-pay/active',
    (to) => to(toggleAutoPay({ body: { pmID: METHOD.id } })),
  ],
  [
    'payment methods',
    'DELETE /api/portal/debtor/payment-method/',
    (to) => to(removeMethod({ params: METHOD })),
  ],
  [
    'invoices',
    `GET /api/portal/debtor/${CUSTOMER_ID}/account`,
    (to) => to(invoicesRead.load({ route: 'invoices', params: ME, query: {} })),
  ],
  [
    'invoices',
    'GET /api/portal/private/account/',
    (to) => to(invoiceRead.load({ route: 'invoice', params: { id: 'HD-2041' } })),
  ],
];

async function failWith(status: number, [, call, action]: (typeof ACTIONS)[number]) {
  const { store, network } = await createSignedInWorld();
  const message = status === 401 ? 'UNAUTHORIZED' : 'TOO_MANY_REQUESTS';
  network.answer(call, { status, body: { success: false, message } });
  if (status === 401) {
    const refusal = { status, body: { success: false, message } };
    network.answer('GET /api/portal/debtor/auth', refusal);
  }
  const done = action(store.dispatch);
  return { store, done };
}

describe('A failed action (product §8.6)', () => {
  it.each(ACTIONS)("a failed %s shows the server's message: %s", async (...row) => {
    const { store, done } = await failWith(429, row);
    await done;
    const texts = store.getState().toasts.list.map(({ tone, text }) => [tone, text]);
    expect(texts).toEqual([['error', 'Too many attempts. Please wait a moment and try again.']]);
  });

  it.each(ACTIONS)('a failed %s resets its loading flags: %s', async (...row) => {
    const { store, done } = await failWith(429, row);
    await done;
    const { contacts, customer, reads } = store.getState();
    expect(contacts).toMatchObject({ isAdding: false, loadingContacts: [] });
    expect(customer.autoPayIsLoading).toBe(false);
    expect(Object.values(reads).filter(({ isLoading }) => isLoading)).toEqual([]);
  });

  // A read would wait for the customer to sign in again, but a write fails at once (R20).
  it.each(ACTIONS.filter(([, call]) => !call.startsWith('GET')))(
    'the failure of %s stays silent about a 401: %s',
    async (...row) => {
      const { store, done } = await failWith(401, row);
      await done;
      expect(store.getState().toasts.list).toEqual([]);
    },
  );
});
