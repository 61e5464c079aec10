import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { company, createWorld } from '../../../test/fixtures.ts';
import { POPUPS } from '../popups/registry.ts';
import { selectCustomer } from '../store/reads.ts';
import { customerArea } from './area.tsx';
import { PortalApp } from './portal-app.tsx';

const MAYA = '3a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';
const OMAR = '4b1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';
const UNAUTHORIZED = { status: 401, body: { success: false, message: 'UNAUTHORIZED' } };
const AUTH = 'GET /api/portal/debtor/auth';
const CODE = 'POST /api/portal/debtor/auth/code';

/**
 * Chunks are transformed on their first import, which takes long on a busy machine. Pages preload the popup, which
 * must not arrive after the last test.
 */
beforeAll(async () => {
  await Promise.all([customerArea.load(), POPUPS.PAY()]);
}, 60_000);
afterEach(cleanup);

const entrance = (customerId: string) => ({
  body: { success: true, token: `bearer-of-${customerId}`, customerId, domain: 'harbor' },
});

function openAt(path: string) {
  const world = createWorld();
  const { network, serve } = world;
  serve('company/harbor', { success: true, company: company() });
  network.answer('POST /api/portal/debtor/', { body: { success: true } });
  let isOver = false;
  const guarded = (body: object) => () => (isOver ? UNAUTHORIZED : { body });
  const customer = { id: MAYA, firstName: 'Maya', customerRef: 'HDG-1' };
  network.answer('GET /api/portal/private/company', guarded({ success: true, company: company() }));
  network.answer('GET /api/portal/private/debtor/', guarded({ success: true, debtor: customer }));
  network.answer('GET /api/portal/project', guarded({ success: true, projects: [] }));
  network.answer('GET /api/portal/debtor/', guarded({ success: true, accounts: [] }));
  network.answer(AUTH, () => (isOver ? UNAUTHORIZED : entrance(MAYA)));
  const end = async (isNowOver: boolean): Promise<void> => {
    isOver = isNowOver;
    if (isNowOver) await act(async () => void world.store.dispatch({ type: 'auth/sessionEnded' }));
  };
  window.history.replaceState(null, '', path);
  render(<PortalApp store={world.store} />);
  return { ...world, end };
}

const field = (name: RegExp) => screen.findByRole('textbox', { name });

async function typeCode(code: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Send me a sign-in link' }));
  fireEvent.change(await field(/6-digit code/), { target: { value: code } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('Sign-in (product §4.16, §4.17)', () => {
  it('a page without a session redirects to the login with its references, and returns after sign-in', async () => {
    const { network, store } = openAt('/');
    network.answer(AUTH, UNAUTHORIZED);
    network.answer(CODE, entrance(MAYA));
    cleanup();
    window.history.replaceState(null, '', '/harbor/invoices/HD-2041?customerRef=HDG-1');
    render(<PortalApp store={store} />);
    expect(await field(/Email, phone number/)).toHaveProperty('value', 'HDG-1');
    await typeCode('123456');
    await waitFor(() => expect(window.location.pathname).toBe('/harbor/invoices/HD-2041'));
    const asked = network.sent.find(({ path }) => path.endsWith('/send-email'));
    expect(asked).toMatchObject({ path: '/api/portal/debtor/HDG-1/send-email' });
    expect(asked?.body).toEqual({ email: 'HDG-1', domain: 'harbor', isLocal: false });
  });

  it.each([
    ['?invoiceRef=HD-2041', '/harbor/invoices/HD-2041'],
    ['?next=/harbor/payments', '/harbor/payments'],
    ['', '/harbor'],
  ])('the login page%s of a customer with a live session leads to %s', async (query, path) => {
    openAt(`/harbor/auth/login${query}`);
    expect(screen.queryByRole('textbox')).toBeNull();
    await waitFor(() => expect(window.location.pathname).toBe(path));
  });

  it('the sign-in token in the URL fragment is exchanged and removed', async () => {
    const { network } = openAt('/harbor/auth#token=t1');
    await waitFor(() => expect(window.location.pathname).toBe('/harbor'));
    expect(window.location.hash).toBe('');
    expect(network.sent.map(({ path }) => path)).toContain(
      '/api/portal/debtor/auth?token=t1&domain=harbor',
    );
  });

  it('a sign-in link opened in another browser requires the code', async () => {
    const { network, store } = openAt('/');
    const needed = { status: 409, body: { success: false, message: 'SIGN_IN_CODE_NEEDED' } };
    network.answer(AUTH, needed);
    network.answer(CODE, entrance(MAYA));
    cleanup();
    window.history.replaceState(null, '', '/harbor/auth#token=t1');
    render(<PortalApp store={store} />);
    fireEvent.change(await field(/6-digit code/), { target: { value: '12 34 56' } });
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(window.location.pathname).toBe('/harbor'));
    const sent = network.sent.find(({ path }) => path.endsWith('/auth/code'));
    expect(sent?.body).toEqual({ domain: 'harbor', code: '123456', token: 't1' });
  });

  it('an expired sign-in link shows a message and offers a new link', async () => {
    const { network, store } = openAt('/');
    const dead = { status: 410, body: { success: false, message: 'SIGN_IN_LINK_DEAD' } };
    network.answer(AUTH, UNAUTHORIZED);
    network.answer(`${AUTH}?token=`, dead);
    cleanup();
    window.history.replaceState(null, '', '/harbor/auth#token=t1');
    render(<PortalApp store={store} />);
    expect(await screen.findByText(/That link was already used or has expired/)).toBeDefined();
    expect(window.location.pathname).toBe('/harbor/auth/login');
    expect(await screen.findByText(/This sign-in link is no longer valid/)).toBeDefined();
  });

  it('an unknown company shows a friendly not-found page', async () => {
    const { network } = openAt('/nobody/auth/login');
    network.answer('GET /api/portal/company/nobody', {
      status: 404,
      body: { success: false, message: 'COMPANY_NOT_FOUND' },
    });
    expect(await screen.findByText("We can't find this company")).toBeDefined();
    const way = screen.getByRole('link', { name: 'Find your invoice' });
    expect(way.getAttribute('href')).toBe('/resolve');
  });
});

describe('Data that every portal page needs (R21)', () => {
  it.each([
    ['company', 'GET /api/portal/private/company', { company: company() }],
    ['customer', 'GET /api/portal/private/debtor/', { debtor: { id: MAYA, firstName: 'Maya' } }],
  ])('a page without its %s offers a retry that works', async (_, request, answer) => {
    const { network, store } = openAt('/harbor/nothing');
    const body = { success: false, message: 'UNEXPECTED' };
    network.answer(request, { status: 503, body });
    cleanup();
    window.history.replaceState(null, '', '/harbor/invoices');
    render(<PortalApp store={store} />);
    expect(await screen.findByText("We couldn't load this page")).toBeDefined();
    network.answer(request, { body: { success: true, ...answer } });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Invoices' })).toBeDefined();
    expect(screen.queryByText("We couldn't load this page")).toBeNull();
  });
});

describe('A session that ends under an open page (R20)', () => {
  it('an ended session shows a sign-in over the page, allows a wrong code and then continues', async () => {
    const { network, store, end } = openAt('/harbor/invoices/HD-2041');
    await waitFor(() => expect(selectCustomer(store.getState())).not.toBeNull());
    await end(true);
    expect(await screen.findByRole('dialog', { name: 'Please sign in again' })).toBeDefined();
    const wrong = { status: 422, body: { success: false, message: 'SIGN_IN_CODE_WRONG' } };
    network.answer(CODE, wrong);
    await typeCode('000000');
    expect(await screen.findByText(/That code isn't right/)).toBeDefined();
    expect(store.getState().auth.session?.customerId).toBe(MAYA);
    await end(false);
    network.answer(CODE, entrance(MAYA));
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.pathname).toBe('/harbor/invoices/HD-2041');
    expect(selectCustomer(store.getState())).not.toBeNull();
  });

  it('another customer sees no data of the previous customer and starts at the first page', async () => {
    const { network, store, end } = openAt('/harbor/invoices/HD-2041');
    await waitFor(() => expect(selectCustomer(store.getState())).not.toBeNull());
    await end(true);
    network.answer('GET /api/portal/private/debtor/', UNAUTHORIZED);
    network.answer(CODE, entrance(OMAR));
    await typeCode('123456');
    await waitFor(() => expect(store.getState().auth.session?.customerId).toBe(OMAR));
    await waitFor(() => expect(window.location.pathname).not.toContain('HD-2041'));
    expect(selectCustomer(store.getState())).toBeNull();
  });

  it('a customer who declines to sign in again goes to the login page', async () => {
    const { network, store, end } = openAt('/harbor/invoices/HD-2041');
    await waitFor(() => expect(selectCustomer(store.getState())).not.toBeNull());
    await end(true);
    const dialog = await screen.findByRole('dialog');
    network.answer(AUTH, UNAUTHORIZED);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(window.location.pathname).toBe('/harbor/auth/login'));
    expect(selectCustomer(store.getState())).toBeNull();
  });

  it('a sign-out in another window signs out this window', async () => {
    const { network, store } = openAt('/harbor/invoices/HD-2041');
    await waitFor(() => expect(selectCustomer(store.getState())).not.toBeNull());
    network.answer(AUTH, UNAUTHORIZED);
    const other = new BroadcastChannel('quittance-session');
    other.postMessage({ kind: 'signedOut', session: { customerId: MAYA, domain: 'harbor' } });
    await waitFor(() => expect(window.location.pathname).toBe('/harbor/auth/login'));
    other.close();
  });
});
