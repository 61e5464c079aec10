// The pages of a signed-in customer and those that lead in. Most come with the area itself: together they are
// smaller than one more round trip on a phone. Those that hold the most are fetched when they are wanted.

import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { openInvoices } from '../features/invoices/load-invoices.ts';
import { type OnDemand, onDemand } from '../lib/on-demand.tsx';
import { PORTAL_PAGES } from '../lib/paths.ts';
import { CustomerInvoicePage } from '../pages/portal/invoice/customer-invoice.tsx';
import { InvoicesPage } from '../pages/portal/invoices.tsx';
import { PaymentsPage } from '../pages/portal/payments.tsx';
import { ProjectsPage } from '../pages/portal/projects/projects.tsx';
import { EstimatePage } from '../pages/portal/request/estimate.tsx';
import { RequestPage } from '../pages/portal/request/request.tsx';
import { openPortal } from '../state/session/session.ts';
import type { AppDispatch, AppThunk } from '../state/store/root.ts';

type PortalPage = {
  path: string;
  Page: ComponentType;
  load?: OnDemand['load'];
  /** Asks what the page shows first, as its address says. */
  open?: (search: string) => AppThunk<Promise<void>>;
};

function fetched(path: string, { Component, load }: OnDemand): PortalPage {
  return { path, Page: Component, load };
}

const login = onDemand(async () => (await import('../pages/portal/entry/login.tsx')).LoginPage);
const enter = onDemand(
  async () => (await import('../pages/portal/entry/sign-in-link.tsx')).SignInLinkPage,
);
const project = onDemand(
  async () => (await import('../pages/portal/projects/project.tsx')).ProjectPage,
);
const contracts = onDemand(
  async () => (await import('../pages/portal/contracts.tsx')).ContractsPage,
);
const profile = onDemand(async () => (await import('../pages/portal/profile.tsx')).ProfilePage);

/** Before anybody is known: under the company's brand, without the portal's navigation. */
export const ENTRY_PAGES: readonly PortalPage[] = [
  fetched(PORTAL_PAGES.login, login),
  fetched(PORTAL_PAGES.enter, enter),
];

/** For whoever is signed in; everybody else is asked to sign in first. */
export const CUSTOMER_PAGES: readonly PortalPage[] = [
  { path: PORTAL_PAGES.projects, Page: ProjectsPage },
  fetched(PORTAL_PAGES.project, project),
  { path: PORTAL_PAGES.estimate, Page: EstimatePage },
  { path: PORTAL_PAGES.request, Page: RequestPage },
  fetched(PORTAL_PAGES.contracts, contracts),
  { path: PORTAL_PAGES.invoices, Page: InvoicesPage, open: openInvoices },
  { path: PORTAL_PAGES.invoice, Page: CustomerInvoicePage },
  { path: PORTAL_PAGES.payments, Page: PaymentsPage },
  fetched(PORTAL_PAGES.profile, profile),
];

const foundAt = (pathname: string, pages: readonly PortalPage[]): PortalPage | undefined =>
  pages.find(({ path }) => matchPath(path, pathname));

type Place = Pick<Location, 'pathname' | 'search'>;

/** Fetches the page at an address while it is being found out who asks for it, where that matters. */
export async function openAccountAt({ pathname, search }: Place, dispatch: AppDispatch) {
  await foundAt(pathname, ENTRY_PAGES)?.load?.();
  const found = foundAt(pathname, CUSTOMER_PAGES);
  if (!found) return;
  const { load, open = () => async () => {} } = found;
  const [, company = ''] = pathname.split('/');
  const opening = dispatch(openPortal(decodeURIComponent(company), () => open(search)));
  await Promise.all([load?.(), opening]);
}
