// The pages of a signed-in member, each in its own chunk.

import type { ComponentType } from 'react';
import { NotShown } from '../ui/feedback/not-shown.tsx';
import { onDemand } from '../ui/feedback/on-demand.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Stack } from '../ui/layout/stack.tsx';

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

/** Paths below `/desk/{domain}`. */
export const deskPages: readonly { path: string; Page: ComponentType }[] = [
  {
    path: 'attention',
    Page: page(async () => (await import('./attention/attention-page.tsx')).AttentionPage),
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
  { path: 'plans', Page: page(async () => (await import('./plans/plans-page.tsx')).PlansPage) },
  {
    path: 'plans/schedules',
    Page: page(async () => (await import('./plans/plans-page.tsx')).SchedulesPage),
  },
  { path: 'import', Page: page(async () => (await import('./import/import-page.tsx')).ImportPage) },
];
