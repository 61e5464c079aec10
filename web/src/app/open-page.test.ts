import { describe, expect, it } from 'vitest';
import { createWorld, LINK } from '../../test/fixtures.ts';
import { createSignedInWorld, LIST } from '../../test/signed-in-world.ts';
import { openPageAt } from './open-page.ts';

const at = (address: string) => new URL(address, 'http://portal.example');

describe('Before a page is drawn', () => {
  it('a public link has its company, invoice and payments', async () => {
    const { store } = createWorld();
    await openPageAt(at(`/${LINK.company}/pay/${LINK.token}`), store.dispatch);
    const { company, invoices } = store.getState();
    expect(company.company?.name).toBe('Harbor Dental');
    expect(invoices.selectedInvoice).not.toBeNull();
  });

  it('the list of invoices has the session, what stands around it, and the page the address names', async () => {
    const { network, store } = await createSignedInWorld();
    await openPageAt(at('/harbor/invoices?search=crown'), store.dispatch);
    const { auth, customer, invoices } = store.getState();
    expect(auth.isCustomerAuth).toBe(true);
    expect(customer.customer?.firstName).toBe('Maya');
    expect(invoices.list).toHaveLength(1);
    const asked = network.sent.filter(({ path }) => `GET ${path}`.startsWith(LIST));
    expect(asked.map(({ path }) => at(path).searchParams.get('search'))).toEqual(['crown']);
  });

  it('nobody is asked for at an address that leads nowhere or to the login', async () => {
    const { network, store } = createWorld();
    await openPageAt(at('/harbor/nothing/here'), store.dispatch);
    await openPageAt(at('/harbor/auth/login'), store.dispatch);
    expect(network.sent).toEqual([]);
  });

  it('who is not signed in is asked for once, and nothing of theirs', async () => {
    const { network, store } = createWorld();
    const body = { success: false, message: 'UNAUTHORIZED' };
    network.answer('GET /api/portal/debtor/auth', { status: 401, body });
    await openPageAt(at('/harbor/invoices'), store.dispatch);
    expect(network.sent.map(({ path }) => path)).toEqual(['/api/portal/debtor/auth?domain=harbor']);
  });
});
