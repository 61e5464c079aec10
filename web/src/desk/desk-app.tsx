// The staff console (R78): the choice of a company, sign-in, and the pages of a signed-in member. Each page is a
// chunk.

import { SETUP_PATH } from '@quittance/contract/pages';
import { type ComponentType, useMemo, useState } from 'react';
import {
  createBrowserRouter,
  Navigate,
  Route,
  RouterProvider,
  Routes,
  useParams,
} from 'react-router';
import type { KeyParts } from '../shared/lib/action-keys.ts';
import { EmptyState } from '../shared/ui/feedback/empty-state.tsx';
import { ErrorBoundary } from '../shared/ui/feedback/error-boundary.tsx';
import { NotShown } from '../shared/ui/feedback/not-shown.tsx';
import { onDemand } from '../shared/ui/feedback/on-demand.tsx';
import { Skeleton } from '../shared/ui/feedback/skeleton.tsx';
import { Stack } from '../shared/ui/layout/stack.tsx';
import { ClientContext } from './api/client-context.ts';
import { createDeskClient } from './api/desk-client.ts';
import { useCan } from './api/session-context.ts';
import { DESK_HOME, SETTINGS_PAGES, type SettingsPage, usePaths } from './paths.ts';
import { QuickSearch } from './search/quick-search.tsx';
import { SessionGuard } from './session/session-guard.tsx';
import { Page } from './shell/page.tsx';
import { Shell } from './shell/shell.tsx';
import { failureTexts } from './texts/failures.ts';

function Waiting() {
  return (
    <div aria-busy="true">
      <Stack gap={5}>
        <Skeleton width="12rem" />
        <Skeleton shape="block" height="320px" />
      </Stack>
    </div>
  );
}

const page = (load: () => Promise<ComponentType>): ComponentType =>
  onDemand(load, {
    waiting: () => <Waiting />,
    failed: (retry) => <NotShown as="part" onRetry={retry} />,
  }).Component;

const CompanyPage = page(async () => (await import('./session/company-page.tsx')).CompanyPage);
const SignInPage = page(async () => (await import('./session/sign-in-page.tsx')).SignInPage);
const SingleSignOnPage = page(
  async () => (await import('./session/single-sign-on.tsx')).SingleSignOnPage,
);
const SetupForm = page(async () => (await import('./session/setup-page.tsx')).SetupPage);

const SETTINGS = {
  brand: async () => (await import('./companies/brand-page.tsx')).BrandPage,
  fees: async () => (await import('./companies/fees-page.tsx')).FeesPage,
  rules: async () => (await import('./companies/rules-page.tsx')).RulesPage,
  accounting: async () => (await import('./reports/accounting-page.tsx')).AccountingPage,
  reminders: async () => (await import('./requests/reminders-page.tsx')).RemindersPage,
  'mail-texts': async () => (await import('./requests/mail-texts-page.tsx')).MailTextsPage,
  processors: async () => (await import('./companies/processors-page.tsx')).ProcessorsPage,
  keys: async () => (await import('./identity/keys-page.tsx')).KeysPage,
  webhooks: async () => (await import('./webhooks/webhooks-page.tsx')).WebhooksPage,
  team: async () => (await import('./identity/team-page.tsx')).TeamPage,
  'single-sign-on': async () =>
    (await import('./identity/identity-provider-page.tsx')).IdentityProviderPage,
  audit: async () => (await import('./identity/audit-page.tsx')).AuditPage,
  account: async () => (await import('./identity/account-page.tsx')).AccountPage,
} as const satisfies Record<SettingsPage, () => Promise<ComponentType>>;

const deskPages: readonly { path: string; Page: ComponentType }[] = [
  { path: '', Page: page(async () => (await import('./reports/overview-page.tsx')).OverviewPage) },
  {
    path: 'attention',
    Page: page(async () => (await import('./reports/attention-page.tsx')).AttentionPage),
  },
  {
    path: 'invoices',
    Page: page(async () => (await import('./invoices/invoices-page.tsx')).InvoicesPage),
  },
  {
    path: 'invoices/new',
    Page: page(async () => (await import('./invoices/new-invoice-page.tsx')).NewInvoicePage),
  },
  {
    path: 'invoices/:id',
    Page: page(async () => (await import('./invoices/invoice-page.tsx')).InvoicePage),
  },
  {
    path: 'customers',
    Page: page(async () => (await import('./customers/customers-page.tsx')).CustomersPage),
  },
  {
    path: 'customers/:id',
    Page: page(async () => (await import('./customers/customer-page.tsx')).CustomerPage),
  },
  {
    path: 'payments',
    Page: page(async () => (await import('./payments/payments-page.tsx')).PaymentsPage),
  },
  {
    path: 'payments/:id',
    Page: page(async () => (await import('./payments/payment-page.tsx')).PaymentPage),
  },
  {
    path: 'disputes',
    Page: page(async () => (await import('./payments/disputes-page.tsx')).DisputesPage),
  },
  {
    path: 'disputes/:id',
    Page: page(async () => (await import('./payments/dispute-page.tsx')).DisputePage),
  },
  {
    path: 'payouts',
    Page: page(async () => (await import('./payouts/payouts-pages.tsx')).PayoutsPage),
  },
  {
    path: 'payouts/days',
    Page: page(async () => (await import('./payouts/payouts-pages.tsx')).PayoutDaysPage),
  },
  {
    path: 'payouts/differences',
    Page: page(async () => (await import('./payouts/payouts-pages.tsx')).PayoutDifferencesPage),
  },
  {
    path: 'payouts/:id',
    Page: page(async () => (await import('./payouts/payout-page.tsx')).PayoutPage),
  },
  {
    path: 'plans',
    Page: page(async () => (await import('./arrangements/plans-page.tsx')).PlansPage),
  },
  {
    path: 'plans/schedules',
    Page: page(async () => (await import('./arrangements/plans-page.tsx')).SchedulesPage),
  },
  {
    path: 'projects',
    Page: page(async () => (await import('./projects/projects-page.tsx')).ProjectsPage),
  },
  {
    path: 'projects/:id',
    Page: page(async () => (await import('./projects/project-page.tsx')).ProjectPage),
  },
  {
    path: 'contracts',
    Page: page(async () => (await import('./projects/projects-page.tsx')).ContractsPage),
  },
  {
    path: 'import',
    Page: page(async () => (await import('./exchange/import-page.tsx')).ImportPage),
  },
  ...SETTINGS_PAGES.map((name) => ({ path: `settings/${name}`, Page: page(SETTINGS[name]) })),
];

type DeskAppProps = KeyParts & { fetch: typeof globalThis.fetch };

const notShown = () => <NotShown as="page" onRetry={() => window.location.reload()} />;

/** A data router, because only it can hold a navigation until unsaved changes are dealt with. */
export function DeskApp(parts: DeskAppProps) {
  const [router] = useState(() =>
    createBrowserRouter([
      { path: DESK_HOME, element: <CompanyPage />, errorElement: notShown() },
      { path: SETUP_PATH, element: <Setup {...parts} />, errorElement: notShown() },
      {
        path: `${DESK_HOME}/:domain/*`,
        element: <CompanyArea {...parts} />,
        errorElement: notShown(),
      },
    ]),
  );
  return (
    <ErrorBoundary fallback={notShown}>
      <RouterProvider router={router} />
    </ErrorBoundary>
  );
}

/** No company yet, so the client has no domain. */
function Setup(parts: DeskAppProps) {
  const { fetch, storage, randomness } = parts;
  const client = useMemo(
    () => createDeskClient({ domain: '', fetch, storage, randomness }),
    [fetch, storage, randomness],
  );
  return (
    <ClientContext value={client}>
      <SetupForm />
    </ClientContext>
  );
}

function CompanyArea({ fetch, storage, randomness }: DeskAppProps) {
  const { domain = '' } = useParams();
  const client = useMemo(
    () => createDeskClient({ domain, fetch, storage, randomness }),
    [domain, fetch, storage, randomness],
  );
  return (
    <ClientContext value={client}>
      <Routes>
        <Route path="sign-in" element={<SignInPage />} />
        <Route path="single-sign-on" element={<SingleSignOnPage />} />
        <Route path="*" element={<SignedIn />} />
      </Routes>
    </ClientContext>
  );
}

function SignedIn() {
  return (
    <SessionGuard>
      <Shell search={<QuickSearch />}>
        <Routes>
          {deskPages.map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="settings" element={<FirstSettings />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Shell>
    </SessionGuard>
  );
}

function FirstSettings() {
  const { settings } = usePaths();
  return <Navigate replace to={settings(useCan()('manage') ? 'brand' : 'account')} />;
}

function NotFound() {
  return (
    <Page title={failureTexts.notFound}>
      <EmptyState icon="search" title={failureTexts.notFound} text={failureTexts.notFoundText} />
    </Page>
  );
}
