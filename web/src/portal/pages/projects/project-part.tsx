// The selected tab of a project: invoices, orders, estimates or payments.

import { selectCompany } from '../../store/reads.ts';
import { useNavigate } from 'react-router';
import { projectsTexts } from '#texts/account/projects';
import { hrefTo, PORTAL_PAGES } from '../../../shared/lib/paths.ts';
import { CursorPager } from '../../../shared/ui/data/cursor-pager.tsx';
import { Busy } from '../../../shared/ui/feedback/busy.tsx';
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { InvoiceTable } from '../../invoices/invoice-table.tsx';
import { PaymentTable } from '../../payments/payment-table.tsx';
import { EstimateTable } from '../../projects/estimate-table.tsx';
import { OrderBuilder } from '../../projects/order-builder.tsx';
import type { ProjectTab } from '../../projects/project-tabs.ts';
import type { ShownParts } from '../../projects/use-project.ts';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { createPartialRequest } from '../../store/orders.ts';

type PartProps = { shown: ShownParts; domain: string };

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

function Invoices({ shown: { invoices, invoicesCursor }, domain }: PartProps) {
  if (invoices?.length === 0) {
    const { none, noneHint } = projectsTexts.invoices;
    return <EmptyState title={none} text={noneHint} />;
  }
  return (
    <Stack gap={3}>
      <InvoiceTable domain={domain} invoices={invoices} />
      <CursorPager label={projectsTexts.invoices.pager} nextCursor={invoicesCursor} />
    </Stack>
  );
}

function Payments({ shown: { payments, paymentsCursor }, domain }: PartProps) {
  const zone = useAppSelector(selectCompany);
  if (payments?.length === 0) {
    const { none, noneHint } = projectsTexts.payments;
    return <EmptyState icon="receipt" title={none} text={noneHint} />;
  }
  return (
    <Stack gap={3}>
      <PaymentTable
        caption={projectsTexts.payments.caption}
        domain={domain}
        zone={zone ?? 'UTC'}
        payments={zone === null ? null : payments}
      />
      <CursorPager label={projectsTexts.payments.pager} nextCursor={paymentsCursor} />
    </Stack>
  );
}

function Orders({ shown: { orders }, domain }: PartProps) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const isSending = useAppSelector((state) => state.orders.isLoading);
  const company = useAppSelector(selectCompany);
  if (!orders || !company) {
    return (
      <Busy>
        <Skeleton shape="block" height="220px" />
      </Busy>
    );
  }
  if (orders.length === 0) {
    const { none, noneHint } = projectsTexts.orders;
    return <EmptyState icon="project" title={none} text={noneHint} />;
  }
  const build = async (body: Parameters<typeof createPartialRequest>[0]['body']) => {
    const built = await dispatch(createPartialRequest({ body }));
    if (!createPartialRequest.fulfilled.match(built)) return;
    const { requestId } = built.payload.request;
    void navigate(hrefTo(PORTAL_PAGES.request, { company: domain, requestId }));
  };
  return (
    <OrderBuilder
      orders={orders}
      company={company}
      isSending={isSending}
      onContinue={(chosen) => void build({ orders: chosen })}
    />
  );
}

function Estimates({ shown: { estimates }, domain }: PartProps) {
  if (estimates?.length === 0) {
    const { none, noneHint } = projectsTexts.estimates;
    return <EmptyState icon="contract" title={none} text={noneHint} />;
  }
  return <EstimateTable domain={domain} estimates={estimates} />;
}
