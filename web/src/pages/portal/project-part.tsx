// The part of a project that is looked at: a page of invoices or payments, its orders, or its estimates.

import { useNavigate } from 'react-router';
import { InvoiceTable } from '../../features/invoice/invoice-table.tsx';
import { PaymentTable } from '../../features/invoice/payment-table.tsx';
import { OrderBuilder } from '../../features/orders/order-builder.tsx';
import { EstimateTable } from '../../features/projects/estimate-table.tsx';
import type { ProjectTab } from '../../features/projects/project-tabs.ts';
import { hrefTo, PORTAL_PAGES } from '../../lib/paths.ts';
import { usePaging } from '../../lib/use-paging.ts';
import { useAppDispatch, useAppSelector } from '../../state/hooks.ts';
import { createPartialRequest } from '../../state/orders.ts';
import type { ProjectsState } from '../../state/projects.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stack } from '../../ui/stack.tsx';

type PartProps = { shown: ProjectsState; domain: string };

const PARTS = {
  invoices: Invoices,
  orders: Orders,
  estimates: Estimates,
  payments: Payments,
} as const satisfies Record<ProjectTab, (props: PartProps) => React.ReactNode>;

export function ProjectPart({ tab, ...props }: PartProps & { tab: ProjectTab }) {
  const Part = PARTS[tab];
  return <Part {...props} />;
}

function Invoices({ shown: { projectInvoices, nextCursor }, domain }: PartProps) {
  if (projectInvoices?.length === 0) {
    const text = 'As soon as there is one for this project, it appears here.';
    return <EmptyState title="No invoices yet" text={text} />;
  }
  return (
    <Stack gap={3}>
      <InvoiceTable domain={domain} invoices={projectInvoices ?? []} isLoading={!projectInvoices} />
      <Pages label="invoices of the project" nextCursor={nextCursor} />
    </Stack>
  );
}

function Payments({ shown: { projectPayments, nextCursor }, domain }: PartProps) {
  const timeZone = useAppSelector(({ company }) => company.company?.timeZone ?? null);
  if (projectPayments?.length === 0) {
    const text = 'Every payment for this project is listed here, with its receipt.';
    return <EmptyState icon="receipt" title="No payments yet" text={text} />;
  }
  const isWaiting = !projectPayments || !timeZone;
  return (
    <Stack gap={3}>
      <PaymentTable
        caption="Payments of the project"
        domain={domain}
        timeZone={timeZone ?? 'UTC'}
        payments={isWaiting ? [] : projectPayments}
        {...(isWaiting ? { skeletonRows: 4 } : {})}
      />
      <Pages label="payments of the project" nextCursor={nextCursor} />
    </Stack>
  );
}

function Pages({ label, nextCursor }: { label: string; nextCursor: string | null }) {
  const { onPrevious, onNext, pageNumber } = usePaging(nextCursor);
  return (
    <Pager
      label={label}
      text={pageNumber === null ? undefined : `Page ${pageNumber}`}
      previousLabel={pageNumber === null ? 'First page' : 'Previous'}
      onPrevious={onPrevious}
      onNext={onNext}
    />
  );
}

function Orders({ shown: { projectOrders }, domain }: PartProps) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const isSending = useAppSelector(({ orders }) => orders.isLoading);
  if (!projectOrders) return <Skeleton shape="block" height="220px" />;
  if (projectOrders.length === 0) {
    const text = 'What is ordered for this project is listed here, and can be paid bit by bit.';
    return <EmptyState icon="project" title="No orders yet" text={text} />;
  }
  const build = async (orders: Parameters<typeof createPartialRequest>[0]['body']['orders']) => {
    const built = await dispatch(createPartialRequest({ body: { orders } }));
    if (!createPartialRequest.fulfilled.match(built)) return;
    const { requestId } = built.payload.request;
    void navigate(hrefTo(PORTAL_PAGES.request, { company: domain, requestId }));
  };
  return (
    <OrderBuilder
      orders={projectOrders}
      isSending={isSending}
      onContinue={(orders) => void build(orders)}
    />
  );
}

function Estimates({ shown: { projectEstimates }, domain }: PartProps) {
  if (projectEstimates?.length === 0) {
    const text = 'Estimates to look at and accept appear here.';
    return <EmptyState icon="contract" title="No estimates yet" text={text} />;
  }
  return <EstimateTable domain={domain} estimates={projectEstimates} />;
}
