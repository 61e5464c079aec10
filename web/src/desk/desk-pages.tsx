// The pages of a signed-in member, each in its own chunk.

import type { ComponentType } from 'react';
import { NotShown } from '../shared/ui/feedback/not-shown.tsx';
import { onDemand } from '../shared/ui/feedback/on-demand.tsx';
import { Skeleton } from '../shared/ui/feedback/skeleton.tsx';
import { Stack } from '../shared/ui/layout/stack.tsx';
import { SETTINGS_PAGES, type SettingsPage } from './paths.ts';

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

const SETTINGS = {
  brand: async () => (await import('./companies/brand-page.tsx')).BrandPage,
  fees: async () => (await import('./companies/fees-page.tsx')).FeesPage,
  rules: async () => (await import('./companies/rules-page.tsx')).RulesPage,
  reminders: async () => (await import('./requests/reminders-page.tsx')).RemindersPage,
  processors: async () => (await import('./companies/processors-page.tsx')).ProcessorsPage,
  keys: async () => (await import('./identity/keys-page.tsx')).KeysPage,
  webhooks: async () => (await import('./webhooks/webhooks-page.tsx')).WebhooksPage,
  team: async () => (await import('./identity/team-page.tsx')).TeamPage,
  account: async () => (await import('./identity/account-page.tsx')).AccountPage,
} as const satisfies Record<SettingsPage, () => Promise<ComponentType>>;

/** Paths below `/desk/{domain}`. */
export const deskPages: readonly { path: string; Page: ComponentType }[] = [
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
