// A project: its orders, their partial requests, and its estimates.

import { addCents, subtractCents } from '@quittance/contract/money';
import { isOrderOwed } from '@quittance/domain/checkout/amounts';
import { isEstimateAccepted } from '@quittance/domain/status/estimate-status';
import { Link, useParams } from 'react-router';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { Split } from '../../shared/ui/layout/split.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useCan } from '../api/session-context.ts';
import { useRead } from '../api/use-read.ts';
import { formatDay, formatMoney } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { usePaths } from '../paths.ts';
import { toName } from '../records/names.ts';
import { Page } from '../shell/page.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { Table } from '../table/table.tsx';
import { projectFormTexts } from '../texts/project-forms.ts';
import { projectsTexts } from '../texts/projects.ts';
import { EstimateBadge, ProjectBadge } from './billing-badges.tsx';
import { NewEstimate } from './estimate-form.tsx';
import { LinkButton } from './link-button.tsx';
import { NewOrder, NewRequest } from './order-forms.tsx';
import { PartialRequests } from './partial-requests.tsx';
import { EditProject } from './project-forms.tsx';
import { DialogButton, Named } from './project-parts.tsx';

type Project = AnswerOf<'getProject'>;

export function ProjectPage() {
  const { id = '' } = useParams();
  const paths = usePaths();
  const params = { projectId: id };
  const project = useRead('getProject', { params });
  const orders = useRead('listOrders', { params });
  const estimates = useRead('listEstimates', { params });
  const { answer } = project;
  return (
    <Page
      title={answer?.name ?? projectsTexts.one}
      mark={answer && <ProjectBadge status={answer.status} />}
      back={{ href: paths.projects, label: projectsTexts.title }}
      actions={
        answer && (
          <DialogButton
            label={projectFormTexts.edit}
            dialog={(onClose) => (
              <EditProject project={answer} onSaved={project.again} onClose={onClose} />
            )}
          />
        )
      }
    >
      <ReadView read={project}>
        {(found) => (
          <Split aside={<ProjectFacts project={found} orders={orders.answer?.data ?? []} />}>
            <Stack gap={5}>
              <ReadView read={orders}>
                {({ data }) => (
                  <>
                    <Orders projectId={id} orders={data} onChanged={orders.again} />
                    {data.length > 0 && (
                      <PartialRequests
                        orders={data}
                        round={orders.count}
                        onChanged={orders.again}
                      />
                    )}
                  </>
                )}
              </ReadView>
              <ReadView read={estimates}>
                {({ data }) => (
                  <Estimates projectId={id} estimates={data} onChanged={estimates.again} />
                )}
              </ReadView>
            </Stack>
          </Split>
        )}
      </ReadView>
    </Page>
  );
}

function ProjectFacts({ project, orders }: { project: Project; orders: readonly Order[] }) {
  const paths = usePaths();
  const texts = projectsTexts;
  const { customerId, projectRef, startedOn } = project;
  const customer = useRead('getCustomer', { params: { customerId } }).answer;
  const owed = orders.filter(isOrderOwed);
  const total = addCents(...owed.map((order) => order.total));
  const paid = addCents(...owed.map((order) => order.paid));
  return (
    <Section title={texts.details}>
      <SummaryList
        rows={[
          { label: texts.ref, value: projectRef },
          {
            label: texts.customer,
            value: (
              <Link to={paths.customer(customerId)}>
                {customer ? toName(customer) : texts.customer}
              </Link>
            ),
          },
          { label: texts.started, value: formatDay(startedOn) },
          { label: texts.total, value: <Money text={formatMoney(total)} />, isStrong: true },
          { label: texts.paid, value: <Money text={formatMoney(paid)} /> },
        ]}
      />
    </Section>
  );
}

type Estimate = AnswerOf<'listEstimates'>['data'][number];

type EstimatesProps = {
  projectId: string;
  estimates: readonly Estimate[];
  onChanged: () => void;
};

const isPayableByLink = (estimate: Estimate) =>
  isEstimateAccepted(estimate) && estimate.paid < estimate.total;

function Estimates({ projectId, estimates, onChanged }: EstimatesProps) {
  const { estimate: headers } = projectsTexts;
  const can = useCan();
  const add = (
    <DialogButton
      label={projectFormTexts.newEstimate}
      dialog={(onClose) => (
        <NewEstimate projectId={projectId} onAdded={onChanged} onClose={onClose} />
      )}
    />
  );
  return (
    <Section title={projectsTexts.estimates} action={add}>
      <Table
        caption={projectsTexts.estimates}
        empty={projectsTexts.noEstimates}
        rows={estimates}
        rowKey={({ id }) => id}
        columns={[
          {
            header: headers.ref,
            isText: true,
            cell: (estimate: Estimate) => (
              <Named name={estimate.memo} text={estimate.estimateRef}>
                {isPayableByLink(estimate) && can('write') && (
                  <LinkButton
                    call="createEstimateLink"
                    input={{ params: { estimateId: estimate.id } }}
                  />
                )}
              </Named>
            ),
          },
          { header: headers.status, cell: ({ status }) => <EstimateBadge status={status} /> },
          { header: headers.expires, cell: ({ expiresOn }) => formatDay(expiresOn) },
          { header: headers.total, align: 'end', cell: ({ total }) => formatMoney(total) },
          { header: headers.paid, align: 'end', cell: ({ paid }) => formatMoney(paid) },
        ]}
      />
    </Section>
  );
}

type Order = AnswerOf<'listOrders'>['data'][number];

type OrdersProps = { projectId: string; orders: readonly Order[]; onChanged: () => void };

const toOpen = (order: Order) => (isOrderOwed(order) ? subtractCents(order.total, order.paid) : 0);

function Orders({ projectId, orders, onChanged }: OrdersProps) {
  const { order: headers } = projectsTexts;
  const add = (
    <DialogButton
      label={projectFormTexts.newOrder}
      dialog={(onClose) => <NewOrder projectId={projectId} onAdded={onChanged} onClose={onClose} />}
    />
  );
  return (
    <Section title={projectsTexts.orders} action={add}>
      <Table
        caption={projectsTexts.orders}
        empty={projectsTexts.noOrders}
        rows={orders}
        rowKey={({ id }) => id}
        columns={[
          {
            header: headers.ref,
            isText: true,
            cell: (order: Order) => (
              <Named name={order.name} text={order.orderRef}>
                {toOpen(order) > 0 && (
                  <DialogButton
                    look="link"
                    label={projectFormTexts.request}
                    dialog={(onClose) => (
                      <NewRequest order={order} onRequested={onChanged} onClose={onClose} />
                    )}
                  />
                )}
              </Named>
            ),
          },
          { header: headers.status, cell: ({ status }) => <ProjectBadge status={status} /> },
          { header: headers.total, align: 'end', cell: ({ total }) => formatMoney(total) },
          { header: headers.paid, align: 'end', cell: ({ paid }) => formatMoney(paid) },
          {
            header: headers.open,
            align: 'end',
            cell: (order) =>
              isOrderOwed(order)
                ? formatMoney(subtractCents(order.total, order.paid))
                : projectsTexts.none,
          },
        ]}
      />
    </Section>
  );
}
