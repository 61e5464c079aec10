// The pages of a signed-in customer and of the sign-in. Most are in the chunk of the customer area, because
// together they cost less than one more round trip on a phone. The largest ones are loaded on demand.

import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { PORTAL_PAGES } from '../../shared/lib/paths.ts';
import { NotShown } from '../../shared/ui/feedback/not-shown.tsx';
import { onDemand } from '../../shared/ui/feedback/on-demand.tsx';
import { PageSkeleton } from '../../shared/ui/feedback/page-skeleton.tsx';
import { invoicesRequest, listQuery, readFilter } from '../invoices/invoice-list-query.ts';
import { CustomerInvoicePage } from '../pages/invoice/customer-invoice.tsx';
import { InvoicesPage } from '../pages/invoices.tsx';
import { PaymentsPage } from '../pages/payments.tsx';
import { ProjectsPage } from '../pages/projects/projects.tsx';
import { EstimatePage } from '../pages/request/estimate.tsx';
import { RequestPage } from '../pages/request/request.tsx';
import { invoicesRead } from '../store/account-reads.ts';
import { completeStore } from '../store/full-store.ts';
import { openInvoice } from '../store/open-invoice.ts';
import type { AppDispatch, AppThunk } from '../store/root.ts';
import { openPortal } from '../store/session.ts';

type PagePath = Pick<Location, 'pathname' | 'search'>;

type PortalPage = {
  path: string;
  Page: ComponentType;
  load?: () => Promise<ComponentType>;
  open?: (page: PagePath) => AppThunk<Promise<void>>;
};

function onDemandPage(path: string, fetchPage: () => Promise<ComponentType>): PortalPage {
  const { Component, load } = onDemand(fetchPage, {
    waiting: () => <PageSkeleton />,
    failed: (retry) => <NotShown as="page" onRetry={retry} />,
  });
  return { path, Page: Component, load };
}

/** Pages before the sign-in, with the company's brand but without the portal's navigation. */
export const ENTRY_PAGES: readonly PortalPage[] = [
  onDemandPage(
    PORTAL_PAGES.login,
    async () => (await import('../pages/entry/login.tsx')).LoginPage,
  ),
  onDemandPage(
    PORTAL_PAGES.enter,
    async () => (await import('../pages/entry/sign-in-link.tsx')).SignInLinkPage,
  ),
];

export const CUSTOMER_PAGES: readonly PortalPage[] = [
  { path: PORTAL_PAGES.projects, Page: ProjectsPage },
  onDemandPage(
    PORTAL_PAGES.project,
    async () => (await import('../pages/projects/project.tsx')).ProjectPage,
  ),
  { path: PORTAL_PAGES.estimate, Page: EstimatePage },
  { path: PORTAL_PAGES.request, Page: RequestPage },
  onDemandPage(
    PORTAL_PAGES.contracts,
    async () => (await import('../pages/contracts.tsx')).ContractsPage,
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
    async () => (await import('../pages/pay-invoices/pay-invoices.tsx')).PayInvoicesPage,
  ),
  onDemandPage(
    PORTAL_PAGES.selection,
    async () => (await import('../pages/pay-invoices/selection.tsx')).SelectionPage,
  ),
  { path: PORTAL_PAGES.payments, Page: PaymentsPage },
  onDemandPage(
    PORTAL_PAGES.statement,
    async () => (await import('../pages/records/statement.tsx')).StatementPage,
  ),
  onDemandPage(
    PORTAL_PAGES.history,
    async () => (await import('../pages/records/history.tsx')).HistoryPage,
  ),
  onDemandPage(
    PORTAL_PAGES.upcoming,
    async () => (await import('../pages/upcoming.tsx')).UpcomingPage,
  ),
  onDemandPage(
    PORTAL_PAGES.profile,
    async () => (await import('../pages/profile.tsx')).ProfilePage,
  ),
];

const foundAt = (pathname: string, pages: readonly PortalPage[]): PortalPage | undefined =>
  pages.find(({ path }) => matchPath(path, pathname));

export async function openAccountAt(page: PagePath, dispatch: AppDispatch) {
  const { pathname } = page;
  dispatch(completeStore());
  await foundAt(pathname, ENTRY_PAGES)?.load?.();
  const found = foundAt(pathname, CUSTOMER_PAGES);
  if (!found) return;
  const { load, open = () => async () => {} } = found;
  const [, company = ''] = pathname.split('/');
  const opening = dispatch(openPortal(decodeURIComponent(company), () => open(page)));
  await Promise.all([load?.(), opening]);
}

/** Loads the invoice list of an address before its page renders. The page then does not request it again. */
function openInvoices(search: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { session } = getState().auth;
    if (!session) return;
    const address = new URLSearchParams(search);
    const query = listQuery(readFilter(address), address.get('after'));
    await dispatch(invoicesRead.load(invoicesRequest(session.customerId, query)));
  };
}
