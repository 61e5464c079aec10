// The staff console (R78): the choice of a company, sign-in, and the pages of a signed-in member. Each page is a
// chunk.

import { SETUP_PATH } from '@quittance/contract/pages';
import { type ComponentType, useEffect, useMemo } from 'react';
import {
  createBrowserRouter,
  matchPath,
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
import { type OnDemand, onDemand } from '../shared/ui/feedback/on-demand.tsx';
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

const page = (load: () => Promise<ComponentType>): OnDemand =>
  onDemand(load, {
    waiting: () => <Waiting />,
    failed: (retry) => <NotShown as="part" onRetry={retry} />,
  });

const { Component: CompanyPage } = page(
  async () => (await import('./session/company-page.tsx')).CompanyPage,
);
const { Component: SignInPage } = page(
  async () => (await import('./session/sign-in-page.tsx')).SignInPage,
);
const { Component: SingleSignOnPage } = page(
  async () => (await import('./session/single-sign-on.tsx')).SingleSignOnPage,
);
const { Component: SetupForm } = page(
  async () => (await import('./session/setup-page.tsx')).SetupPage,
);

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

const deskPages: readonly { path: string; page: OnDemand }[] = [
  { path: '', page: page(async () => (await import('./reports/overview-page.tsx')).OverviewPage) },
  {
    path: 'attention',
    page: page(async () => (await import('./reports/attention-page.tsx')).AttentionPage),
  },
  {
    path: 'invoices',
    page: page(async () => (await import('./invoices/invoices-page.tsx')).InvoicesPage),
  },
  {
    path: 'invoices/new',
    page: page(async () => (await import('./invoices/new-invoice-page.tsx')).NewInvoicePage),
  },
  {
    path: 'invoices/:id',
    page: page(async () => (await import('./invoices/invoice-page.tsx')).InvoicePage),
  },
  {
    path: 'customers',
    page: page(async () => (await import('./customers/customers-page.tsx')).CustomersPage),
  },
  {
    path: 'customers/:id',
    page: page(async () => (await import('./customers/customer-page.tsx')).CustomerPage),
  },
  {
    path: 'payments',
    page: page(async () => (await import('./payments/payments-page.tsx')).PaymentsPage),
  },
  {
    path: 'payments/:id',
    page: page(async () => (await import('./payments/payment-page.tsx')).PaymentPage),
  },
  {
    path: 'disputes',
    page: page(async () => (await import('./payments/disputes-page.tsx')).DisputesPage),
  },
  {
    path: 'disputes/:id',
    page: page(async () => (await import('./payments/dispute-page.tsx')).DisputePage),
  },
  {
    path: 'payouts',
    page: page(async () => (await import('./payouts/payouts-pages.tsx')).PayoutsPage),
  },
  {
    path: 'payouts/days',
    page: page(async () => (await import('./payouts/payouts-pages.tsx')).PayoutDaysPage),
  },
  {
    path: 'payouts/differences',
    page: page(async () => (await import('./payouts/payouts-pages.tsx')).PayoutDifferencesPage),
  },
  {
    path: 'payouts/:id',
    page: page(async () => (await import('./payouts/payout-page.tsx')).PayoutPage),
  },
  {
    path: 'plans',
    page: page(async () => (await import('./arrangements/plans-page.tsx')).PlansPage),
  },
  {
    path: 'plans/schedules',
    page: page(async () => (await import('./arrangements/plans-page.tsx')).SchedulesPage),
  },
  {
    path: 'projects',
    page: page(async () => (await import('./projects/projects-page.tsx')).ProjectsPage),
  },
  {
    path: 'projects/:id',
    page: page(async () => (await import('./projects/project-page.tsx')).ProjectPage),
  },
  {
    path: 'contracts',
    page: page(async () => (await import('./projects/projects-page.tsx')).ContractsPage),
  },
  {
    path: 'import',
    page: page(async () => (await import('./exchange/import-page.tsx')).ImportPage),
  },
  ...SETTINGS_PAGES.map((name) => ({ path: `settings/${name}`, page: page(SETTINGS[name]) })),
];

type DeskParts = KeyParts & { fetch: typeof globalThis.fetch };

const notShown = () => <NotShown as="page" onRetry={() => window.location.reload()} />;

/** A data router, because only it can hold a navigation until unsaved changes are dealt with. */
export function createDeskRouter(parts: DeskParts) {
  return createBrowserRouter([
    { path: DESK_HOME, element: <CompanyPage />, errorElement: notShown() },
    { path: SETUP_PATH, element: <Setup {...parts} />, errorElement: notShown() },
    {
      path: `${DESK_HOME}/:domain/*`,
      element: <CompanyArea {...parts} />,
      errorElement: notShown(),
    },
  ]);
}

export function DeskApp({ router }: { router: ReturnType<typeof createDeskRouter> }) {
  return (
    <ErrorBoundary fallback={notShown}>
      <RouterProvider router={router} />
    </ErrorBoundary>
  );
}

/** No company yet, so the client has no domain. */
function Setup(parts: DeskParts) {
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

function CompanyArea({ fetch, storage, randomness }: DeskParts) {
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

/** Loads the script of a page once a link to it is pointed at or focused, before it is followed. */
function useScriptsAhead(): void {
  const { overview } = usePaths();
  useEffect(() => {
    const load = ({ target }: Event): void => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      const shown =
        link && deskPages.find(({ path }) => matchPath(`${overview}/${path}`, link.pathname));
      // The page requests the script again when it is opened.
      shown?.page.load().catch(() => undefined);
    };
    document.addEventListener('pointerover', load);
    document.addEventListener('focusin', load);
    return () => {
      document.removeEventListener('pointerover', load);
      document.removeEventListener('focusin', load);
    };
  }, [overview]);
}

function SignedIn() {
  useScriptsAhead();
  return (
    <SessionGuard>
      <Shell search={<QuickSearch />}>
        <Routes>
          {deskPages.map(({ path, page: { Component: Page } }) => (
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
