// One project: balance and tabs, each with its own address (product §2.5).

import type { Project } from '@quittance/contract/projects/portal-schemas';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { projectsTexts } from '#texts/account/projects';
import { formatDate } from '../../../shared/lib/format.ts';
import { hrefTo, PORTAL_PAGES } from '../../../shared/lib/paths.ts';
import { CursorPager } from '../../../shared/ui/data/cursor-pager.tsx';
import { Busy } from '../../../shared/ui/feedback/busy.tsx';
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/feedback/error-state.tsx';
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx';
import { PageColumn } from '../../../shared/ui/layout/page-column.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Tabs } from '../../../shared/ui/overlay/tabs.tsx';
import { Heading } from '../../../shared/ui/text/heading.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import { InvoiceTable } from '../../invoices/invoice-table.tsx';
import { PaymentTable } from '../../payments/payment-table.tsx';
import { EstimateTable } from '../../projects/estimate-table.tsx';
import { OrderBuilder } from '../../projects/order-builder.tsx';
import { ProjectBadge } from '../../projects/project-badges.tsx';
import { ProjectBalance } from '../../projects/project-balance.tsx';
import { PROJECT_TABS, type ProjectTab, readTab } from '../../projects/project-tabs.ts';
import { type ShownParts, useProject } from '../../projects/use-project.ts';
import { failureText } from '../../store/failure-text.ts';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { createPartialRequest } from '../../store/orders.ts';
import { selectCompany } from '../../store/reads.ts';
import { BackLink } from '../entry/back-link.tsx';
import { isNotFound } from '../entry/resource-failure.tsx';
import { ResourceNotFound } from '../entry/resource-not-found.tsx';

export function ProjectPage() {
  const { company: domain = '', projectId = '', tab: named } = useParams();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const tab = readTab(named);
  const { project, shown, failure, isRetrying, retry } = useProject({
    projectId,
    tab,
    cursor: query.get('after'),
  });
  const all = hrefTo(PORTAL_PAGES.projects, { company: domain });
  const open = (next: ProjectTab): void =>
    void navigate(hrefTo(PORTAL_PAGES.project, { company: domain, projectId, tab: next }), {
      replace: true,
    });
  if (isNotFound(failure))
    return (
      <ResourceNotFound title={projectsTexts.noSuchProject} href={all} label={projectsTexts.all} />
    );
  const part = failure ? (
    <ErrorState
      title={projectsTexts.partFailed}
      text={failureText(failure)}
      onRetry={retry}
      isRetrying={isRetrying}
    />
  ) : (
    <ProjectPart tab={tab} shown={shown} domain={domain} />
  );
  return (
    <PageColumn>
      <Stack gap={6}>
        <Stack gap={3}>
          <BackLink to={all} label={projectsTexts.all} />
          <Head project={project} />
        </Stack>
        <Tabs
          label={projectsTexts.parts}
          look="line"
          value={tab}
          onValueChange={open}
          tabs={PROJECT_TABS.map((each) => ({ ...each, content: part }))}
        />
      </Stack>
    </PageColumn>
  );
}

function Head({ project }: { project: Project | null }) {
  if (!project) {
    return (
      <Busy>
        <Stack gap={2}>
          <Skeleton shape="block" width="18rem" height="34px" />
          <Skeleton width="12rem" />
        </Stack>
      </Busy>
    );
  }
  const { projectName, projectRef, startedOn, status, totalBalance, paidBalance } = project;
  return (
    <Stack direction="row" gap={6} justify="space-between" align="start" wraps>
      <Stack gap={2}>
        <Heading level={1}>{projectName}</Heading>
        <Stack direction="row" gap={3} align="center" wraps>
          <ProjectBadge status={status} />
          <Text tone="muted">{projectsTexts.startedOn(projectRef, formatDate(startedOn))}</Text>
        </Stack>
      </Stack>
      <div>
        <Text size="small" tone="muted">
          {projectsTexts.leftToPay}
        </Text>
        <ProjectBalance totalBalance={totalBalance} paidBalance={paidBalance} />
      </div>
    </Stack>
  );
}

type PartProps = { shown: ShownParts; domain: string };

const PARTS = {
  invoices: Invoices,
  orders: Orders,
  estimates: Estimates,
  payments: Payments,
} as const satisfies Record<ProjectTab, (props: PartProps) => React.ReactNode>;

function ProjectPart({ tab, ...props }: PartProps & { tab: ProjectTab }) {
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
