import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { CUSTOMER_ID, openAccount } from '../../../test/account-pages.tsx';
import { company } from '../../../test/fixtures.ts';
import { PORTAL_PAGES } from '../../shared/lib/paths.ts';
import { ContractsPage } from './contracts.tsx';

afterEach(cleanup);

const CONTRACT = {
  id: CUSTOMER_ID,
  contractRef: 'K-57',
  amount: 280_500,
  paidBalance: 18_500,
  date: '2026-09-06',
  status: 'Active',
  type: { singularName: 'Line extension agreement' },
  documentKey: 'key-1',
};

function openContracts(search = '') {
  const world = openAccount(
    { [PORTAL_PAGES.contracts]: ContractsPage },
    `/harbor/contracts/all${search}`,
    { preference: { ...company().preference, isContractsVisible: true } },
  );
  const tabs = [
    { key: 'all', label: 'All', count: 26 },
    { key: 'active', label: 'Active', count: 1 },
  ];
  world.serve('contract/tabs', { success: true, tabs });
  world.network.answer('POST /api/portal/contract', ({ body }) => {
    // The cast is safe because the page sends nothing else.
    const { page, search: wanted } = body as { page: number; search?: string };
    const contracts = wanted === 'nothing' ? [] : [{ ...CONTRACT, contractRef: `K-${page}` }];
    const pagination = { page, limit: 25, total: 26 };
    const additional = { all: { amount: 540_960, paidBalance: 123_960 } };
    return { body: { success: true, contracts, pagination, additional } };
  });
  world.show();
  return world;
}

const asked = (world: ReturnType<typeof openContracts>) =>
  world.network.sent.filter(({ method }) => method === 'POST').at(-1)?.body;

describe('Contracts (product §2.4, R24)', () => {
  it('a company that hides contracts has no contracts page', async () => {
    const world = openAccount({ [PORTAL_PAGES.contracts]: ContractsPage }, '/harbor/contracts/all');
    world.show();
    expect(await screen.findByText("We can't find this page")).toBeDefined();
    expect(world.network.sent.filter(({ path }) => path.includes('/contract'))).toEqual([]);
  });

  it('contracts are shown with tabs, totals and pages', async () => {
    const world = openContracts();
    expect(await screen.findByText('K-1')).toBeDefined();
    expect(screen.getByRole('tab', { name: 'All (26)' })).toBeDefined();
    expect(screen.getByText('$4,170.00')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('K-2')).toBeDefined();
    expect(screen.getByText('Page 2 of 2')).toBeDefined();
    expect(asked(world)).toEqual({ tab: 'all', page: 2, limit: 25, sort: '-date' });
  });

  it('a contract search starts after a pause in typing, from the first page', async () => {
    const world = openContracts('?page=2');
    await screen.findByText('K-2');
    const box = screen.getByRole('searchbox', { name: 'Search contracts' });
    fireEvent.change(box, { target: { value: 'nothing' } });
    expect(await screen.findByText('No matching contracts')).toBeDefined();
    expect(asked(world)).toMatchObject({ page: 1, search: 'nothing' });
    expect(screen.getByTestId('address').textContent).toBe('/harbor/contracts/all?search=nothing');
  });

  it('contracts stay visible when a reload fails, and a failed new page shows the failure', async () => {
    const world = openContracts();
    await screen.findByText('K-1');
    world.network.cut(true);
    act(() => void world.store.dispatch({ type: 'realtime/socketReconnected' }));
    await waitFor(() =>
      expect(world.store.getState().reads['contracts/list']?.failure).toBeTruthy(),
    );
    expect(screen.getByText('K-1')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText("We couldn't load your contracts");
    world.network.cut(false);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('K-2')).toBeDefined();
  });

  it('a contract opens its document through a link requested on click', async () => {
    const world = openContracts();
    const link = '/api/portal/contract/x/document?pass=1';
    world.serve(`contract/${CUSTOMER_ID}/link`, { success: true, link });
    const followed: string[] = [];
    const note = (event: MouseEvent): void => {
      if (!(event.target instanceof HTMLAnchorElement)) return;
      event.preventDefault();
      followed.push(event.target.getAttribute('href') ?? '');
    };
    document.addEventListener('click', note);
    fireEvent.click(await screen.findByRole('button', { name: 'Document for K-1' }));
    await waitFor(() => expect(followed).toEqual([link]));
    document.removeEventListener('click', note);
  });
});
