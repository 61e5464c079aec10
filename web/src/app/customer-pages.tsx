// The pages of a signed-in customer and of the sign-in. Most are in the chunk of the customer area: together
// they cost less than one more round trip on a phone. The largest ones are loaded on demand.

import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { openInvoices } from '../features/invoices/open-invoices.ts';
import { PORTAL_PAGES } from '../lib/paths.ts';
import { CustomerInvoicePage } from '../pages/portal/invoice/customer-invoice.tsx';
import { InvoicesPage } from '../pages/portal/invoices.tsx';
import { PaymentsPage } from '../pages/portal/payments.tsx';
import { ProjectsPage } from '../pages/portal/projects/projects.tsx';
import { EstimatePage } from '../pages/portal/request/estimate.tsx';
import { RequestPage } from '../pages/portal/request/request.tsx';
import { openInvoice } from '../state/account/open-invoice.ts';
import { openPortal } from '../state/session/session.ts';
import type { AppDispatch, AppThunk } from '../state/store/root.ts';
import { NotShown } from '../ui/feedback/not-shown.tsx';
import { onDemand } from '../ui/feedback/on-demand.tsx';
import { PageSkeleton } from '../ui/feedback/page-skeleton.tsx';

type PagePath = Pick<Location, 'pathname' | 'search'>;

type PortalPage = {
  path: string;
  Page: ComponentType;
  load?: () => Promise<ComponentType>;
  /** Loads what the page shows first, before it renders. */
  open?: (page: PagePath) => AppThunk<Promise<void>>;
};

function onDemandPage(path: string, fetchPage: () => Promise<ComponentType>): PortalPage {
  const { Component, load } = onDemand(fetchPage, {
    waiting: () => <PageSkeleton />,
    failed: (retry) => <NotShown as="page" onRetry={retry} />,
  });
  return { path, Page: Component, load };
}

/** Before the sign-in: with the company's brand, without the portal's navigation. */
export const ENTRY_PAGES: readonly PortalPage[] = [
  onDemandPage(
    PORTAL_PAGES.login,
    async () => (await import('../pages/portal/entry/login.tsx')).LoginPage,
  ),
  onDemandPage(
    PORTAL_PAGES.enter,
    async () => (await import('../pages/portal/entry/sign-in-link.tsx')).SignInLinkPage,
  ),
];

/** These require a session. */
export const CUSTOMER_PAGES: readonly PortalPage[] = [
  { path: PORTAL_PAGES.projects, Page: ProjectsPage },
  onDemandPage(
    PORTAL_PAGES.project,
    async () => (await import('../pages/portal/projects/project.tsx')).ProjectPage,
  ),
  { path: PORTAL_PAGES.estimate, Page: EstimatePage },
  { path: PORTAL_PAGES.request, Page: RequestPage },
  onDemandPage(
    PORTAL_PAGES.contracts,
    async () => (await import('../pages/portal/contracts.tsx')).ContractsPage,
  ),
  {
    path: PORTAL_PAGES.invoices,
    Page: InvoicesPage,
    open: ({ search }) => openInvoices(search),
  },
  {
    path: PORTAL_PAGES.invoice,
    Page: CustomerInvoicePage,
    open: ({ pathname }) =>
      openInvoice(matchPath(PORTAL_PAGES.invoice, pathname)?.params.invoiceRef ?? ''),
  },
  onDemandPage(
    PORTAL_PAGES.payInvoices,
    async () => (await import('../pages/portal/pay-invoices/pay-invoices.tsx')).PayInvoicesPage,
  ),
  onDemandPage(
    PORTAL_PAGES.selection,
    async () => (await import('../pages/portal/pay-invoices/selection.tsx')).SelectionPage,
  ),
  { path: PORTAL_PAGES.payments, Page: PaymentsPage },
  onDemandPage(
    PORTAL_PAGES.statement,
    async () => (await import('../pages/portal/records/statement.tsx')).StatementPage,
  ),
  onDemandPage(
    PORTAL_PAGES.history,
    async () => (await import('../pages/portal/records/history.tsx')).HistoryPage,
  ),
  onDemandPage(
    PORTAL_PAGES.upcoming,
    async () => (await import('../pages/portal/upcoming.tsx')).UpcomingPage,
  ),
  onDemandPage(
    PORTAL_PAGES.profile,
    async () => (await import('../pages/portal/profile.tsx')).ProfilePage,
  ),
];

const foundAt = (pathname: string, pages: readonly PortalPage[]): PortalPage | undefined =>
  pages.find(({ path }) => matchPath(path, pathname));

/** Loads the chunk of a page and, in parallel, the session where the page requires one. */
export async function openAccountAt(page: PagePath, dispatch: AppDispatch) {
  const { pathname } = page;
  await foundAt(pathname, ENTRY_PAGES)?.load?.();
  const found = foundAt(pathname, CUSTOMER_PAGES);
  if (!found) return;
  const { load, open = () => async () => {} } = found;
  const [, company = ''] = pathname.split('/');
  const opening = dispatch(openPortal(decodeURIComponent(company), () => open(page)));
  await Promise.all([load?.(), opening]);
}
