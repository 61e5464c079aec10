// The plans and scheduled payments of a customer.

import type { ListedPlan, ListedSchedule } from '@quittance/contract/arrangements/provider-schemas';
import { Link } from 'react-router';
import { formatDay, formatMoney } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { usePaths } from '../paths.ts';
import { Table } from '../table/table.tsx';
import { customersTexts } from '../texts/customers.ts';
import { plansTexts } from '../texts/plans.ts';
import { PlanBadge, ScheduleBadge } from './status-badges.tsx';

type ArrangementListProps = {
  plans: readonly ListedPlan[];
  schedules: readonly ListedSchedule[];
};

export function ArrangementList({ plans, schedules }: ArrangementListProps) {
  const paths = usePaths();
  const { columns, kinds, none } = plansTexts;
  const rows = [
    ...plans.map((plan) => ({
      ...plan,
      kind: kinds.plan,
      badge: <PlanBadge state={plan.state} />,
    })),
    ...schedules.map((schedule) => ({
      ...schedule,
      kind: kinds.schedule,
      badge: <ScheduleBadge state={schedule.state} />,
    })),
  ];
  return (
    <Section title={customersTexts.arrangements}>
      <Table
        caption={customersTexts.arrangements}
        empty={customersTexts.noArrangements}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            header: columns.invoice,
            cell: ({ invoiceId, accountRef }) => (
              <Link to={paths.invoice(invoiceId)}>{accountRef}</Link>
            ),
          },
          { header: columns.kind, cell: ({ kind }) => kind },
          { header: columns.state, cell: ({ badge }) => badge },
          {
            header: columns.next,
            cell: ({ nextChargeOn }) => (nextChargeOn === null ? none : formatDay(nextChargeOn)),
          },
          {
            header: columns.remaining,
            align: 'end',
            cell: ({ remaining }) => formatMoney(remaining),
          },
        ]}
      />
    </Section>
  );
}
