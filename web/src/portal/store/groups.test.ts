import { contactsAnswerSchema } from '@quittance/contract/customers/contact-schemas';
import { customerIdSchema, orderIdSchema, requestIdSchema } from '@quittance/contract/ids';
import { describe, expect, it } from 'vitest';
import { createWorld, invoice, payable, REQUEST_ID } from '../../../test/fixtures.ts';
import { type InvoicesQuery, invoicesRead } from './account-reads.ts';
import { authReset, signIn } from './auth.ts';
import { orderRemoved } from './orders.ts';
import {
  contactsRead,
  customerRead,
  ordersRequestRead,
  selectCustomer,
  selectOrdersRequest,
} from './reads.ts';

const ID = '3a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';
const CUSTOMER = customerIdSchema.parse(ID);
const ORDER = orderIdSchema.parse('3a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4e');
const SIGNED_OUT = {
  isAuthLoading: false,
  isCustomerAuth: false,
  session: null,
  isSessionOver: false,
};
const toInvoices = (query: InvoicesQuery) =>
  ({ route: 'invoices', params: { id: CUSTOMER }, query }) as const;
const ok = (answer: object) => ({ success: true, ...answer });

describe('Client state groups (product §3.16)', () => {
  it('the auth state starts loading and signed out, and ends signed in with the bearer in memory', async () => {
    const { store, serve, network } = createWorld();
    expect(store.getState().auth).toMatchObject({ isAuthLoading: true, isCustomerAuth: false });
    serve(
      'debtor/auth',
      ok({ token: 'bearer-1', customerId: ID, domain: 'harbor', isPaymentDue: true }),
    );
    await store.dispatch(signIn({ token: 'from-mail' }));
    expect(store.getState().auth).toEqual({
      isAuthLoading: false,
      isCustomerAuth: true,
      session: { customerId: ID, domain: 'harbor', isPaymentDue: true },
      isSessionOver: false,
    });
    serve('contact', ok({ contacts: [] }));
    await store.dispatch(contactsRead.load({ route: 'contacts' }));
    expect(network.sent.at(-1)?.headers.get('Authorization')).toBe('Bearer bearer-1');
    expect(JSON.stringify(store.getState())).not.toContain('bearer-1');
    store.dispatch(authReset());
    expect(store.getState().auth).toEqual(SIGNED_OUT);
  });

  it('the auth state is signed out when the exchange fails', async () => {
    const { store, network } = createWorld();
    const body = { success: false, message: 'COMPANY_NOT_FOUND' };
    network.answer('GET /api/portal/debtor/auth', { status: 500, body });
    await store.dispatch(signIn({}));
    expect(store.getState().auth).toEqual(SIGNED_OUT);
    expect(store.getState().toasts.list).toEqual([]);
  });

  it('the customer state contains the loaded customer', async () => {
    const { store, serve } = createWorld();
    expect(store.getState().customer.autoPayIsLoading).toBe(false);
    serve('private/debtor/', ok({ debtor: { firstName: 'Maya' } }));
    await store.dispatch(customerRead.load({ route: 'customer', params: { id: CUSTOMER } }));
    expect(selectCustomer(store.getState())).toEqual({ firstName: 'Maya' });
  });

  it('the contacts state contains the loaded contacts', async () => {
    const { store, serve } = createWorld();
    const contact = { contactId: ID, type: 'EMAIL', value: 'maya@example.com', isEnabled: true };
    const state = { isVerified: true, isBounced: false, isPrimary: true, signInFrom: null };
    const verified = { ...contact, ...state };
    const answer = contactsAnswerSchema.parse(ok({ contacts: [verified] }));
    serve('contact', answer);
    const loading = store.dispatch(contactsRead.load({ route: 'contacts' }));
    expect(store.getState().reads['contacts/contacts']?.isLoading).toBe(true);
    await loading;
    expect(contactsRead.answerIn(store.getState())).toEqual(answer);
    expect(store.getState().contacts).toEqual({
      isAdding: false,
      loadingContacts: [],
      emailVerificationSent: [],
    });
  });

  it('a new invoice page replaces the previous page, and the balance stays', async () => {
    const { store, serve } = createWorld();
    const summary = { total: 100, open: 0, outstanding: 100, paid: 0 };
    expect(invoicesRead.answerIn(store.getState())).toBeNull();
    serve('debtor/', ok({ accounts: [invoice(), invoice()], summary, nextCursor: 'c2' }));
    await store.dispatch(invoicesRead.load(toInvoices({})));
    serve('debtor/', ok({ accounts: [invoice()], summary: null, nextCursor: null }));
    await store.dispatch(invoicesRead.load(toInvoices({ cursor: 'c2' })));
    const page = invoicesRead.answerIn(store.getState());
    expect(page).toMatchObject({ summary, nextCursor: null });
    expect(page?.accounts).toHaveLength(1);
  });

  it('a superseded invoice search shows neither results nor an error', async () => {
    const { store, network } = createWorld();
    const answers: Record<string, (value: unknown) => void> = {};
    network.answer('GET /api/portal/debtor/', async ({ path }) => {
      const search = new URLSearchParams(path.split('?')[1]).get('search') ?? '';
      await new Promise((resolve) => {
        answers[search] = resolve;
      });
      const account = invoice({ productName: search });
      return { body: ok({ accounts: [account], summary: null, nextCursor: null }) };
    });
    const ask = (search: string) => store.dispatch(invoicesRead.load(toInvoices({ search })));
    const first = ask('cro');
    const second = ask('crown');
    answers['crown']?.(null);
    await second;
    answers['cro']?.(null);
    await first;
    expect(invoicesRead.answerIn(store.getState())?.accounts).toMatchObject([
      { productName: 'crown' },
    ]);
    expect(store.getState().reads['invoices/list']).toMatchObject({
      failure: null,
      isLoading: false,
    });
  });

  it('the remaining orders are paid in full after one order is removed (product §5.15)', async () => {
    const { store, serve } = createWorld();
    const order = { totalBalance: 5_000, paidBalance: 1_000, amount: 1_050 };
    const orders = [
      { ...order, id: ORDER },
      { ...order, id: ID },
    ];
    serve(
      'partial-request/',
      ok({ request: { requestId: REQUEST_ID, orders, payable: payable(2_100, 91) } }),
    );
    const params = { id: requestIdSchema.parse(REQUEST_ID) };
    await store.dispatch(ordersRequestRead.load({ route: 'partialRequest', params }));
    store.dispatch(orderRemoved(ORDER));
    const left = selectOrdersRequest(store.getState())?.orders;
    expect(left).toEqual([{ ...order, id: ID, amount: 4_000 }]);
  });
});
