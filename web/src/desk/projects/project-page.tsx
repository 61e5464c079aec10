// A project: its orders, what was asked of them in parts, and its estimates.

import { addCents, subtractCents } from '@quittance/contract/money';
import { isOrderOwed } from '@quittance/domain/checkout/amounts';
import { Link, useParams } from 'react-router';
import { SummaryList } from '../../ui/data/summary-list.tsx';
import { Split } from '../../ui/layout/split.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Money } from '../../ui/text/money.tsx';
import { Text } from '../../ui/text/text.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useRead } from '../api/use-read.ts';
import { formatDay, formatMoney } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { SmallTable } from '../forms/small-table.tsx';
import { usePaths } from '../paths.ts';
import { nameOf } from '../records/names.ts';
import { Page } from '../shell/page.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { projectsTexts } from '../texts/projects.ts';
import { EstimateBadge, ProjectBadge } from './billing-badges.tsx';
import { PartialRequests } from './partial-requests.tsx';

type Project = AnswerOf<'getProject'>;
type Order = AnswerOf<'listOrders'>['data'][number];
type Estimate = AnswerOf<'listEstimates'>['data'][number];

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
    >
      <ReadView read={project}>
        {(found) => (
          <Split aside={<ProjectFacts project={found} orders={orders.answer?.data ?? []} />}>
            <Stack gap={5}>
              <ReadView read={orders}>
                {({ data }) => (
                  <>
                    <Orders orders={data} />
                    {data.length > 0 && <PartialRequests orders={data} />}
                  </>
                )}
              </ReadView>
              <ReadView read={estimates}>{({ data }) => <Estimates estimates={data} />}</ReadView>
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
                {customer ? nameOf(customer) : texts.customer}
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

function Orders({ orders }: { orders: readonly Order[] }) {
  const { order: headers } = projectsTexts;
  if (orders.length === 0)
    return <Nothing title={projectsTexts.orders} text={projectsTexts.noOrders} />;
  return (
    <Section title={projectsTexts.orders}>
      <SmallTable
        caption={projectsTexts.orders}
        rows={orders}
        rowKey={({ id }) => id}
        columns={[
          {
            header: headers.ref,
            isText: true,
            cell: ({ orderRef, name }: Order) => <Named name={name} text={orderRef} />,
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

function Estimates({ estimates }: { estimates: readonly Estimate[] }) {
  const { estimate: headers } = projectsTexts;
  if (estimates.length === 0)
    return <Nothing title={projectsTexts.estimates} text={projectsTexts.noEstimates} />;
  return (
    <Section title={projectsTexts.estimates}>
      <SmallTable
        caption={projectsTexts.estimates}
        rows={estimates}
        rowKey={({ id }) => id}
        columns={[
          {
            header: headers.ref,
            isText: true,
            cell: ({ estimateRef, memo }: Estimate) => <Named name={memo} text={estimateRef} />,
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

/** What it is for, and its number below. */
function Named({ name, text }: { name: string; text: string }) {
  return (
    <>
      <Text isStrong>{name}</Text>
      <Text size="small" tone="muted">
        {text}
      </Text>
    </>
  );
}

function Nothing({ title, text }: { title: string; text: string }) {
  return (
    <Section title={title}>
      <Text tone="muted">{text}</Text>
    </Section>
  );
}
