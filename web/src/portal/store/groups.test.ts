import { contactsAnswerSchema } from '@quittance/contract/customers/contact-schemas';
import {
  contractIdSchema,
  customerIdSchema,
  estimateIdSchema,
  projectIdSchema,
  requestIdSchema,
} from '@quittance/contract/ids';
import { describe, expect, it } from 'vitest';
import { createWorld, invoice, payable, REQUEST_ID } from '../../../test/fixtures.ts';
import { authReset, signIn } from './auth.ts';
import { contactsRead } from './contacts.ts';
import { contractsRead, contractTabsRead } from './contracts.ts';
import { customerRead } from './customer.ts';
import { type InvoicesQuery, invoicesRead } from './invoices.ts';
import { ordersRequestRead } from './orders.ts';
import { paymentsRead } from './payments.ts';
import {
  acceptEstimate,
  estimateRead,
  projectEstimatesRead,
  projectInvoicesRead,
  projectOrdersRead,
  projectPaymentsRead,
  projectRead,
  projectsRead,
} from './projects.ts';

const ID = '3a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';
const CUSTOMER = customerIdSchema.parse(ID);
const PROJECT = projectIdSchema.parse(ID);
const ESTIMATE = estimateIdSchema.parse(ID);
const SIGNED_OUT = {
  isAuthLoading: false,
  isCustomerAuth: false,
  session: null,
  isSessionOver: false,
};
const invoicesOf = (query: InvoicesQuery) =>
  ({ route: 'invoices', params: { id: CUSTOMER }, query }) as const;
const ok = (answer: object) => ({ success: true, ...answer });

describe('Client state groups (product §3.16)', () => {
  it('auth starts loading and signed out, and ends signed in with the bearer in memory', async () => {
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

  it('auth is signed out when the exchange fails', async () => {
    const { store, network } = createWorld();
    const body = { success: false, message: 'COMPANY_NOT_FOUND' };
    network.answer('GET /api/portal/debtor/auth', { status: 500, body });
    await store.dispatch(signIn({}));
    expect(store.getState().auth).toEqual(SIGNED_OUT);
    expect(store.getState().toasts.list).toEqual([]);
  });

  it('customer', async () => {
    const { store, serve } = createWorld();
    expect(store.getState().customer.autoPayIsLoading).toBe(false);
    serve('private/debtor/', ok({ debtor: { firstName: 'Maya' } }));
    await store.dispatch(customerRead.load({ route: 'customer', params: { id: CUSTOMER } }));
    expect(store.getState().customer).toMatchObject({ customer: { firstName: 'Maya' } });
  });

  it('contacts', async () => {
    const { store, serve } = createWorld();
    const contact = { contactId: ID, type: 'EMAIL', value: 'maya@example.com', isEnabled: true };
    const state = { isVerified: true, isBounced: false, isPrimary: true, signInFrom: null };
    const verified = { ...contact, ...state };
    const answer = contactsAnswerSchema.parse(ok({ contacts: [verified] }));
    serve('contact', answer);
    const loading = store.dispatch(contactsRead.load({ route: 'contacts' }));
    expect(store.getState().reads['contacts/contacts']?.isLoading).toBe(true);
    await loading;
    expect(store.getState().contacts).toEqual({
      contacts: answer.contacts,
      isAdding: false,
      loadingContacts: [],
      emailVerificationSent: [],
    });
  });

  it('invoices: a page replaces the one before it, and the balance stays', async () => {
    const { store, serve } = createWorld();
    const summary = { total: 100, open: 0, outstanding: 100, paid: 0 };
    expect(store.getState().invoices.list).toBeNull();
    serve('debtor/', ok({ accounts: [invoice(), invoice()], summary, nextCursor: 'c2' }));
    await store.dispatch(invoicesRead.load(invoicesOf({})));
    serve('debtor/', ok({ accounts: [invoice()], summary: null, nextCursor: null }));
    await store.dispatch(invoicesRead.load(invoicesOf({ cursor: 'c2' })));
    expect(store.getState().invoices).toMatchObject({ summary, nextCursor: null });
    expect(store.getState().invoices.list).toHaveLength(1);
    expect(store.getState().invoices.isCanceling).toBe(false);
  });

  it('invoices: a superseded search neither shows nor fails', async () => {
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
    const ask = (search: string) => store.dispatch(invoicesRead.load(invoicesOf({ search })));
    const first = ask('cro');
    const second = ask('crown');
    answers['crown']?.(null);
    await second;
    answers['cro']?.(null);
    await first;
    expect(store.getState().invoices).toMatchObject({ list: [{ productName: 'crown' }] });
    expect(store.getState().reads['invoices/list']).toMatchObject({
      failure: null,
      isLoading: false,
    });
  });

  it('orders: the total is the sum of the amounts in cents (product §5.15)', async () => {
    const { store, serve } = createWorld();
    const order = { id: ID, totalBalance: 5_000, paidBalance: 0 };
    const orders = [
      { ...order, amount: 1_050 },
      { ...order, amount: 2_000 },
    ];
    serve(
      'partial-request/',
      ok({ request: { requestId: REQUEST_ID, orders, payable: payable(3_050, 118) } }),
    );
    const params = { id: requestIdSchema.parse(REQUEST_ID) };
    await store.dispatch(ordersRequestRead.load({ route: 'partialRequest', params }));
    expect(store.getState().orders).toMatchObject({ totalAmount: 3_050, isError: false });
  });

  it('orders: a failure is remembered', async () => {
    const { store } = createWorld();
    const params = { id: requestIdSchema.parse(REQUEST_ID) };
    await store.dispatch(ordersRequestRead.load({ route: 'partialRequest', params }));
    expect(store.getState().orders).toMatchObject({ isError: true, isLoading: false });
  });

  it('payments', async () => {
    const { store, serve } = createWorld();
    serve('debtor/', ok({ transactions: [{ amount: 100 }], nextCursor: null }));
    await store.dispatch(
      paymentsRead.load({ route: 'transactions', params: { id: CUSTOMER }, query: {} }),
    );
    expect(store.getState().payments).toMatchObject({ payments: [{ amount: 100 }] });
  });

  it('projects, and the parts of the open one', async () => {
    const { store, serve } = createWorld();
    const params = { id: PROJECT };
    serve('project', ok({ projects: [{ id: ID }] }));
    serve(`project/${ID}`, ok({ project: { id: ID } }));
    serve(`project/${ID}/accounts`, ok({ accounts: [1] }));
    serve(`project/${ID}/orders`, ok({ orders: [2] }));
    serve(`project/${ID}/estimates`, ok({ estimates: [3] }));
    serve(`project/${ID}/transactions`, ok({ transactions: [4] }));
    await Promise.all([
      store.dispatch(projectsRead.load({ route: 'projects' })),
      store.dispatch(projectRead.load({ route: 'project', params })),
      store.dispatch(projectInvoicesRead.load({ route: 'projectInvoices', params, query: {} })),
      store.dispatch(projectOrdersRead.load({ route: 'projectOrders', params })),
      store.dispatch(projectEstimatesRead.load({ route: 'projectEstimates', params })),
      store.dispatch(projectPaymentsRead.load({ route: 'projectTransactions', params, query: {} })),
    ]);
    expect(store.getState().projects).toMatchObject({
      projects: [{ id: ID }],
      project: { id: ID },
      projectInvoices: [1],
      projectOrders: [2],
      projectEstimates: [3],
      projectPayments: [4],
      estimate: null,
      loadingEstimates: [],
    });
  });

  it('projects: an estimate is marked while it is accepted, also when that fails', async () => {
    const { store, serve } = createWorld();
    const params = { id: ESTIMATE };
    const accepting = store.dispatch(acceptEstimate({ params }));
    expect(store.getState().projects.loadingEstimates).toEqual([ESTIMATE]);
    await accepting;
    expect(store.getState().projects.loadingEstimates).toEqual([]);
    serve(`project/estimate/${ID}`, ok({ estimate: { id: ID } }));
    await store.dispatch(estimateRead.load({ route: 'estimate', params }));
    expect(store.getState().projects.estimate).toEqual({ id: ID });
  });

  it('contracts', async () => {
    const { store, serve, network } = createWorld();
    const page = {
      contracts: [{ id: contractIdSchema.parse(ID) }],
      pagination: { page: 1, limit: 25, total: 1 },
      additional: { all: { amount: 1, paidBalance: 0 } },
    };
    network.answer('POST /api/portal/contract', { body: ok(page) });
    serve('contract/tabs', ok({ tabs: [{ key: 'all', label: 'All', count: 1 }] }));
    const body = { tab: 'all', page: 1, limit: 25 } as const;
    await store.dispatch(contractsRead.load({ route: 'contracts', body }));
    await store.dispatch(contractTabsRead.load({ route: 'contractTabs' }));
    const { contracts: list, pagination, additional } = page;
    const tabs = [{ key: 'all', label: 'All', count: 1 }];
    expect(store.getState().contracts).toMatchObject({
      ...{ list, pagination, additional, tabs },
    });
  });
});
