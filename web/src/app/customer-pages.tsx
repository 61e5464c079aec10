// The pages of a signed-in customer, each its own chunk, and those that lead in.

import { type ComponentType, lazy } from 'react';
import { PORTAL_PAGES } from '../lib/paths.ts';

export type PortalPage = { path: string; Page: ComponentType };

type LoadPage = () => Promise<ComponentType>;

function page(path: string, load: LoadPage): PortalPage {
  return { path, Page: lazy(async () => ({ default: await load() })) };
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
