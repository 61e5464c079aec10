import { customerIdSchema } from '@quittance/contract/ids';
import { beforeEach, describe, expect, it } from 'vitest';
import { createWorld, invoice, LINK, type World } from '../../../test/fixtures.ts';
import { CUSTOMER_ID, contact, customerInvoice } from '../../../test/signed-in-world.ts';
import { invoicesRead } from './account-reads.ts';
import { addContact } from './contacts.ts';
import { openInvoice } from './open-invoice.ts';
import { openPublicLink } from './public-link.ts';
import { contactsRead, customerRead, invoiceRead, selectInvoice } from './reads.ts';
import { refresh } from './refresh.ts';
import { forgetCustomer } from './session.ts';

const INVOICE = 'GET /api/portal/private/account/';
const A = { route: 'invoice', params: { id: 'HD-A' } } as const;
const B = { route: 'invoice', params: { id: 'HD-B' } } as const;

let world: World;
let answers: Map<string, () => void>;

beforeEach(() => {
  world = createWorld();
  answers = new Map();
  world.network.answer(INVOICE, async ({ path }) => {
    const accountRef = path.split('/').at(-1) ?? '';
    await new Promise<void>((resolve) => answers.set(accountRef, resolve));
    return { body: { success: true, account: customerInvoice({ id: CUSTOMER_ID, accountRef }) } };
  });
});

const selected = () => selectInvoice(world.store.getState())?.accountRef;
const progress = () => world.store.getState().reads['invoices/selectedInvoice'];
const reads = () => world.store.parts.reads;
const load = (request: typeof A | typeof B) => world.store.dispatch(invoiceRead.load(request));

describe('A read', () => {
  it('a late response to an earlier request changes nothing', async () => {
    const late = load(A);
    const newer = load(B);
    answers.get('HD-B')?.();
    await newer;
    const before = world.store.getState();
    answers.get('HD-A')?.();
    expect(await late).toBe(false);
    expect(world.store.getState()).toBe(before);
    expect(selected()).toBe('HD-B');
  });

  it('a response for a page that was left changes nothing', async () => {
    const late = load(A);
    reads().leave(invoiceRead.placeFor(A));
    const before = world.store.getState();
    answers.get('HD-A')?.();
    await late;
    expect(world.store.getState()).toBe(before);
    expect(progress()).toMatchObject({ isLoading: false, heldKey: null });
  });

  it('an identical running read is shared', async () => {
    const both = [load(A), load(A)];
    answers.get('HD-A')?.();
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(world.calls(INVOICE)).toBe(1);
  });

  it('a repeated read aborts the running call, and both callers get the newer response', async () => {
    const first = load(A);
    const again = world.store.dispatch(invoiceRead.again());
    answers.get('HD-A')?.();
    expect(await Promise.all([first, again])).toEqual([true, true]);
    expect(world.calls(INVOICE)).toBe(2);
  });

  it('an equal response keeps the same object and causes no render', async () => {
    const first = load(A);
    answers.get('HD-A')?.();
    await first;
    const held = invoiceRead.answerIn(world.store.getState());
    const again = load(A);
    answers.get('HD-A')?.();
    await again;
    expect(invoiceRead.answerIn(world.store.getState())).toBe(held);
  });

  it('a read failure and the previous data stay until the next response', async () => {
    const first = load(A);
    answers.get('HD-A')?.();
    await first;
    world.network.cut(true);
    await load(A);
    expect(progress()?.failure).toEqual({ kind: 'network', reason: 'unreachable' });
    expect(selected()).toBe('HD-A');
    world.network.cut(false);
    const retried = load(A);
    expect(progress()).toMatchObject({ isLoading: true, failure: { kind: 'network' } });
    answers.get('HD-A')?.();
    await retried;
    expect(progress()).toMatchObject({ isLoading: false, failure: null });
  });

  it('an older response does not undo a change that completed in the meantime', async () => {
    const { store, serve, network } = world;
    let answer = (): void => {};
    network.answer('GET /api/portal/contact', async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { body: { success: true, contacts: [] } };
    });
    const read = store.dispatch(contactsRead.load({ route: 'contacts' }));
    network.answer('POST /api/portal/contact', { body: { success: true, contact: contact() } });
    serve('contact', { success: true, contacts: [contact()] });
    const body = { type: 'EMAIL', value: 'maya@example.com' } as const;
    await store.dispatch(addContact({ body }));
    answer();
    expect(await read).toBe(true);
    expect(contactsRead.answerIn(store.getState())?.contacts).toEqual([contact()]);
  });

  it('a page does not repeat calls that were made before its first render', async () => {
    const prepared = load(A);
    answers.get('HD-A')?.();
    await prepared;
    reads().open(invoiceRead.placeFor(A), A);
    expect(world.calls(INVOICE)).toBe(1);
    reads().leave(invoiceRead.placeFor(A));
    reads().open(invoiceRead.placeFor(A), A);
    expect(world.calls(INVOICE)).toBe(2);
  });

  it("the store does not contain a link's secret", async () => {
    await world.store.dispatch(openPublicLink(LINK));
    expect(JSON.stringify(world.store.getState())).not.toContain(LINK.token);
  });
});

describe('A refresh (R21)', () => {
  const LIST = 'GET /api/portal/debtor/';
  const params = { id: customerIdSchema.parse(CUSTOMER_ID) };
  const list = { route: 'invoices', params, query: {} } as const;

  it('a refresh reloads only the data of the current page', async () => {
    const { store, serve, calls } = world;
    serve('private/invoice-transactions/', { success: true, transactions: [] });
    serve('private/debtor/', { success: true, debtor: { firstName: 'Maya' } });
    world.network.answer(LIST, { body: { success: true, accounts: [], nextCursor: null } });
    await store.dispatch(customerRead.load({ route: 'customer', params }));
    await store.dispatch(invoicesRead.load(list));
    reads().leave(invoicesRead.placeFor(list));
    const opened = store.dispatch(openInvoice('HD-A'));
    answers.get('HD-A')?.();
    await opened;
    const refreshed = store.dispatch(refresh());
    answers.get('HD-A')?.();
    await refreshed;
    expect(calls(INVOICE)).toBe(2);
    expect(calls(LIST)).toBe(1);
    expect(calls('GET /api/portal/private/debtor/')).toBe(1);
  });

  it('a refresh does not reload a missing object', async () => {
    world.network.answer(INVOICE, { status: 404, body: { success: false, message: 'NOT_FOUND' } });
    await load(A);
    await world.store.dispatch(refresh());
    expect(world.calls(INVOICE)).toBe(1);
  });

  it('a response that arrives after the end of the session is discarded', async () => {
    const late = load(A);
    world.store.dispatch(forgetCustomer());
    answers.get('HD-A')?.();
    await late;
    expect(selected()).toBeUndefined();
    expect(progress()).toBeUndefined();
  });

  it('an older version of an invoice never replaces a newer one', async () => {
    world.serveInvoice({ version: 5 });
    await world.store.dispatch(openPublicLink(LINK));
    world.serve('public/account/', { success: true, account: invoice({ version: 4 }) });
    await world.store.dispatch(refresh());
    expect(selectInvoice(world.store.getState())?.version).toBe(5);
  });
});
