// All payment plans.

import type { ListedPlan } from '@quittance/contract/arrangements/provider-schemas';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { usePages } from '../api/use-pages.ts';
import { formatDay, formatMoney } from '../format.ts';
import { type DeskPaths, usePaths } from '../paths.ts';
import { PlanBadge } from '../records/status-badges.tsx';
import { TitleCell } from '../records/title-cell.tsx';
import type { RecordColumn } from '../table/record-columns.ts';
import { RecordList } from '../table/record-list.tsx';
import { useListQuery } from '../table/use-list-query.ts';
import { plansTexts } from '../texts/plans.ts';
import { tableTexts } from '../texts/table.ts';

const NAMES = ['state', 'customerId'];

const { columns: headers, presets } = plansTexts;

const PRESETS = [
  { label: tableTexts.all, filters: {} },
  { label: presets.live, filters: { state: 'LIVE' } },
  { label: presets.suspended, filters: { state: 'SUSPENDED' } },
  { label: presets.defaulted, filters: { state: 'DEFAULTED' } },
  { label: presets.paidOff, filters: { state: 'PAID_OFF' } },
];

function columnsOf(paths: DeskPaths): RecordColumn<ListedPlan>[] {
  return [
    {
      id: 'invoice',
      header: headers.invoice,
      cell: ({ invoiceId, accountRef, customerName }) => (
        <TitleCell href={paths.invoice(invoiceId)} title={accountRef} note={customerName} />
      ),
    },
    {
      id: 'customer',
      header: headers.customer,
      width: '28%',
      from: 'desktop',
      cell: ({ customerId, customerName }) => (
        <Link to={paths.customer(customerId)}>{customerName}</Link>
      ),
    },
    {
      id: 'state',
      header: headers.state,
      width: '132px',
      cell: ({ state }) => <PlanBadge state={state} />,
    },
    {
      id: 'progress',
      header: headers.progress,
      width: '96px',
      from: 'desktop',
      cell: ({ paidCount, count }) => plansTexts.progress(paidCount, count),
    },
    {
      id: 'next',
      header: headers.next,
      width: '124px',
      from: 'tablet',
      cell: ({ nextChargeOn }) =>
        nextChargeOn === null ? plansTexts.none : formatDay(nextChargeOn),
    },
    {
      id: 'remaining',
      header: headers.remaining,
      width: '128px',
      align: 'end',
      cell: ({ remaining }) => <Money text={formatMoney(remaining)} isStrong />,
    },
  ];
}

export function PlanList() {
  const paths = usePaths();
  const query = useListQuery(NAMES);
  const pages = usePages('listPlans', query.filters);
  const columns = useMemo(() => columnsOf(paths), [paths]);
  return (
    <RecordList
      list="plans"
      caption={plansTexts.plans}
      columns={columns}
      pages={pages}
      query={query}
      presets={PRESETS}
      fields={[]}
      empty={<EmptyState icon="plan" title={plansTexts.noPlans} text={plansTexts.noPlansText} />}
    />
  );
}
