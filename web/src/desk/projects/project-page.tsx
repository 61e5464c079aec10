// A project: its orders, what was asked of them in parts, and its estimates.

import { addCents } from '@quittance/contract/money';
import { isOrderOwed } from '@quittance/domain/checkout/amounts';
import { Link, useParams } from 'react-router';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { Split } from '../../shared/ui/layout/split.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useRead } from '../api/use-read.ts';
import { formatDay, formatMoney } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { usePaths } from '../paths.ts';
import { nameOf } from '../records/names.ts';
import { Page } from '../shell/page.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { projectFormTexts } from '../texts/project-forms.ts';
import { projectsTexts } from '../texts/projects.ts';
import { ProjectBadge } from './billing-badges.tsx';
import { PartialRequests } from './partial-requests.tsx';
import { Estimates } from './project-estimates.tsx';
import { EditProject } from './project-forms.tsx';
import { type Order, Orders } from './project-orders.tsx';
import { DialogButton } from './project-parts.tsx';

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
                    {data.length > 0 && <PartialRequests orders={data} onChanged={orders.again} />}
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
