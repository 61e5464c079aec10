import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PAID } from '../../../test/fixtures.ts';
import { createSignedInWorld, customerInvoice, LIST } from '../../../test/signed-in-world.ts';
import { InvoicesPage } from './invoices.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Address() {
  const { pathname, search, hash, state } = useLocation();
  return <output>{`${pathname}${search}${hash} ${JSON.stringify(state)}`}</output>;
}

async function openAt(address: string, world?: Awaited<ReturnType<typeof createSignedInWorld>>) {
  const opened = world ?? (await createSignedInWorld());
  render(
    <Provider store={opened.store}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path="/:company/invoices" element={<InvoicesPage />} />
          <Route path="*" element={null} />
        </Routes>
        <Address />
      </MemoryRouter>
    </Provider>,
  );
  return opened;
}

const asked = ({ network }: Awaited<ReturnType<typeof createSignedInWorld>>): string[] =>
  network.sent
    .filter(({ method, path }) => `${method} ${path}`.startsWith(LIST))
    .map(({ path }) => path.split('?')[1] ?? '');

const link = (name: string) => screen.findByRole('link', { name });

describe('Invoices of a customer (product §2.4, §3.9)', () => {
  it('the invoice list shows the balance and a row for each invoice with its next step', async () => {
    const world = await createSignedInWorld();
    world.serveInvoices([
      customerInvoice(),
      customerInvoice({ accountRef: 'HD-1', ...PAID, totalBalance: 10_000 }),
      customerInvoice({
        accountRef: 'HD-2',
        status: 'PAYMENT_EXTENSION',
        paymentScheduledAt: '2026-11-20',
      }),
    ]);
    await openAt('/harbor/invoices', world);
    await link('Pay HD-2041');
    expect(screen.getByText('Overdue for 16 days')).toBeDefined();
    expect(screen.getByText('Scheduled for Fri, November 20')).toBeDefined();
    expect(await link('Receipt HD-1')).toHaveProperty('hash', '#payments');
    expect(await link('View HD-2')).toBeDefined();
    expect(screen.getByRole('region', { name: 'Balance' }).textContent).toContain('$300.00');
  });

  it('the invoice list searches after a pause in typing and stores the search in the URL', async () => {
    const world = await openAt('/harbor/invoices?sort=balance');
    await link('HD-2041');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const box = screen.getByRole('searchbox', { name: 'Search invoices' });
    for (const typed of ['c', 'cr', 'crown']) fireEvent.change(box, { target: { value: typed } });
    world.serveInvoices([]);
    await act(() => vi.advanceTimersByTimeAsync(300));
    await waitFor(() => screen.getByText('No matching invoices'));
    expect(asked(world)).toEqual(['limit=25&sort=balance', 'limit=25&sort=balance&search=crown']);
    expect(screen.getByRole('status').textContent).toContain('?search=crown&sort=balance');
    fireEvent.click(screen.getByRole('button', { name: 'Show all invoices' }));
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(box).toHaveProperty('value', '');
    expect(asked(world).at(-1)).toBe('limit=25&sort=urgency');
  });

  it('the invoice list filters by status and keeps the filter across pages', async () => {
    const world = await createSignedInWorld();
    world.serveInvoices([customerInvoice()], 'c2');
    await openAt('/harbor/invoices', world);
    await link('HD-2041');
    const status = screen.getByRole('combobox', { name: 'Status' });
    fireEvent.change(status, { target: { value: 'overdue' } });
    await waitFor(() => expect(asked(world).at(-1)).toBe('limit=25&sort=urgency&group=overdue'));
    await waitFor(() => screen.getByRole('button', { name: 'Next' }));
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => screen.getByText('Page 2'));
    expect(asked(world).at(-1)).toBe('limit=25&sort=urgency&group=overdue&cursor=c2');
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
    await waitFor(() => screen.getByText('Page 1'));
  });

  it('the invoice list shows an empty state or an error state', async () => {
    const world = await createSignedInWorld();
    world.serveInvoices([]);
    await openAt('/harbor/invoices', world);
    await screen.findByText('No invoices yet');
    cleanup();
    world.network.cut(true);
    await openAt('/harbor/invoices?status=paid', world);
    await screen.findByText("We couldn't load your invoices");
    world.network.cut(false);
    world.serveInvoices([customerInvoice()]);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await link('HD-2041');
  });

  it('a balance that failed to load shows an error and can be reloaded', async () => {
    const world = await createSignedInWorld();
    const page = { accounts: [customerInvoice()], summary: null, nextCursor: null };
    world.network.answer(LIST, { body: world.ok(page) });
    world.network.answer(`${LIST}?limit=1`, {
      status: 503,
      body: { success: false, message: 'UNEXPECTED' },
    });
    await openAt('/harbor/invoices?after=c2', world);
    await screen.findByText("We couldn't load your balance");
    expect(world.store.getState().toasts.list).toEqual([]);
    world.serveInvoices([customerInvoice()]);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    const balance = () => within(screen.getByRole('region', { name: 'Balance' }));
    await waitFor(() => balance().getByText('Balance due'));
    expect(screen.queryByText("We couldn't load your balance")).toBeNull();
  });

  it("the balance names the customer's credit, if there is any (R90)", async () => {
    const world = await createSignedInWorld();
    const summary = { total: 0, open: 0, outstanding: 0, paid: 0, credit: 2500 };
    const page = { accounts: [customerInvoice()], summary, nextCursor: null };
    world.network.answer(LIST, { body: world.ok(page) });
    await openAt('/harbor/invoices', world);
    await screen.findByText(/^You have \$25\.00 in account credit\./);
    cleanup();
    await openAt('/harbor/invoices');
    await link('Pay HD-2041');
    expect(screen.queryByText(/account credit/)).toBeNull();
  });

  it('the invoice list reloads on a refresh signal and keeps its rows in the meantime (R21)', async () => {
    const world = await openAt('/harbor/invoices');
    await link('Pay HD-2041');
    world.serveInvoices([customerInvoice({ ...PAID, totalBalance: 10_000 })]);
    act(() => void world.store.dispatch({ type: 'realtime/socketReconnected' }));
    expect(screen.getByRole('link', { name: 'Pay HD-2041' })).toBeDefined();
    await link('Receipt HD-2041');
  });

  it("a press on 'Pay' opens the invoice with its payment popup", async () => {
    await openAt('/harbor/invoices');
    fireEvent.click(await link('Pay HD-2041'));
    expect(screen.getByRole('status').textContent).toBe(
      '/harbor/invoices/HD-2041 {"isFromList":true,"isPayWanted":true}',
    );
  });
});
