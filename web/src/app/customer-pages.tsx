// The pages of a signed-in customer, each its own chunk, and those that lead in.

import { type ComponentType, lazy } from 'react';
import { matchPath } from 'react-router';
import { PORTAL_PAGES } from '../lib/paths.ts';

type LoadPage = () => Promise<ComponentType>;

export type PortalPage = { path: string; Page: ComponentType; load: LoadPage };

function page(path: string, load: LoadPage): PortalPage {
  return { path, load, Page: lazy(async () => ({ default: await load() })) };
}

/** Before anybody is known: under the company's brand, without the portal's navigation. */
export const ENTRY_PAGES: readonly PortalPage[] = [
  page(PORTAL_PAGES.login, async () => (await import('../pages/portal/login.tsx')).LoginPage),
  page(PORTAL_PAGES.enter, async () => (await import('../pages/portal/enter.tsx')).EnterPage),
];

/** For whoever is signed in; everybody else is asked to sign in first. */
export const CUSTOMER_PAGES: readonly PortalPage[] = [
  page(
    PORTAL_PAGES.projects,
    async () => (await import('../pages/portal/projects.tsx')).ProjectsPage,
  ),
  page(PORTAL_PAGES.project, async () => (await import('../pages/portal/project.tsx')).ProjectPage),
  page(
    PORTAL_PAGES.estimate,
    async () => (await import('../pages/portal/estimate.tsx')).EstimatePage,
  ),
  page(PORTAL_PAGES.request, async () => (await import('../pages/portal/request.tsx')).RequestPage),
  page(
    PORTAL_PAGES.contracts,
    async () => (await import('../pages/portal/contracts.tsx')).ContractsPage,
  ),
  page(
    PORTAL_PAGES.invoices,
    async () => (await import('../pages/portal/invoices.tsx')).InvoicesPage,
  ),
  page(
    PORTAL_PAGES.invoice,
    async () => (await import('../pages/portal/customer-invoice.tsx')).CustomerInvoicePage,
  ),
  page(
    PORTAL_PAGES.payments,
    async () => (await import('../pages/portal/payments.tsx')).PaymentsPage,
  ),
  page(PORTAL_PAGES.profile, async () => (await import('../pages/portal/profile.tsx')).ProfilePage),
];

/** Fetches the page at an address while it is still being found out who asks for it. */
export function preloadPageAt(pathname: string): void {
  const found = [...ENTRY_PAGES, ...CUSTOMER_PAGES].find(({ path }) => matchPath(path, pathname));
  // The page asks once more when it is shown, and says so when it cannot be had.
  found?.load().catch(() => {});
}
