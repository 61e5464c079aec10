import { describe, expect, it } from 'vitest';
import { createWorld, LINK } from '../../../test/fixtures.ts';
import { createSignedInWorld, LIST } from '../../../test/signed-in-world.ts';
import { invoicesRead } from '../store/account-reads.ts';
import { selectCompany, selectCustomer, selectInvoice } from '../store/reads.ts';
import { openPageAt } from './open-page.ts';

const at = (address: string) => new URL(address, 'http://portal.example');

describe('Before the first render', () => {
  it('a public link loads its company, invoice and payments before the first render', async () => {
    const { store } = createWorld();
    await openPageAt(at(`/${LINK.company}/pay/${LINK.token}`), store.dispatch);
    expect(selectCompany(store.getState())?.name).toBe('Harbor Dental');
    expect(selectInvoice(store.getState())).not.toBeNull();
  });

  it('the invoice list loads the session, the layout data and its page before the first render', async () => {
    const { network, store } = await createSignedInWorld();
    await openPageAt(at('/harbor/invoices?search=crown'), store.dispatch);
    const state = store.getState();
    expect(state.auth.isCustomerAuth).toBe(true);
    expect(selectCustomer(state)?.firstName).toBe('Maya');
    expect(invoicesRead.answerIn(state)?.accounts).toHaveLength(1);
    const asked = network.sent.filter(({ path }) => `GET ${path}`.startsWith(LIST));
    expect(asked.map(({ path }) => at(path).searchParams.get('search'))).toEqual(['crown']);
  });

  it('the login and unknown paths load no session', async () => {
    const { network, store } = createWorld();
    await openPageAt(at('/harbor/nothing/here'), store.dispatch);
    await openPageAt(at('/harbor/auth/login'), store.dispatch);
    expect(network.sent).toEqual([]);
  });

  it('a page without a session sends only one sign-in call', async () => {
    const { network, store } = createWorld();
    const body = { success: false, message: 'UNAUTHORIZED' };
    network.answer('GET /api/portal/debtor/auth', { status: 401, body });
    await openPageAt(at('/harbor/invoices'), store.dispatch);
    expect(network.sent.map(({ path }) => path)).toEqual(['/api/portal/debtor/auth?domain=harbor']);
  });
});
