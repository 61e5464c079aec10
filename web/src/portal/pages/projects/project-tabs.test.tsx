import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { CUSTOMER_ID, openAccount } from '../../../../test/account-pages.tsx';
import { PORTAL_PAGES } from '../../../shared/lib/paths.ts';
import { ProjectPage } from './project.tsx';

afterEach(cleanup);

const PROJECT = {
  id: CUSTOMER_ID,
  projectName: 'New roof',
  projectRef: 'P-1',
  status: 'Open',
  totalBalance: 300_000,
  paidBalance: 50_000,
  startedOn: '2026-09-12',
};

function openProject(): void {
  const path = `/harbor/projects/${CUSTOMER_ID}/invoices`;
  const { serve, show } = openAccount({ [PORTAL_PAGES.project]: ProjectPage }, path);
  const of = `project/${CUSTOMER_ID}`;
  serve(of, { success: true, project: PROJECT });
  serve(`${of}/accounts`, { success: true, accounts: [], nextCursor: null });
  serve(`${of}/orders`, { success: true, orders: [] });
  serve(`${of}/estimates`, { success: true, estimates: [] });
  serve(`${of}/transactions`, { success: true, transactions: [], nextCursor: null });
  show();
}

const address = () => screen.getByTestId('address').textContent;

describe('Sub-tabs of a project (product §2.5)', () => {
  it('a project has sub-tabs for invoices, orders, estimates and payments', async () => {
    openProject();
    const tabs = (await screen.findAllByRole('tab')).map(({ textContent }) => textContent);
    expect(tabs).toEqual(['Invoices', 'Orders', 'Estimates', 'Payments']);
  });

  it.each([
    ['Orders', 'orders'],
    ['Estimates', 'estimates'],
    ['Payments', 'payments'],
  ])('a project has %s under a separate URL', async (name, path) => {
    openProject();
    fireEvent.mouseDown(await screen.findByRole('tab', { name }));
    await waitFor(() => expect(address()).toBe(`/harbor/projects/${CUSTOMER_ID}/${path}`));
    expect(screen.getByRole('tab', { name }).getAttribute('aria-selected')).toBe('true');
  });
});
