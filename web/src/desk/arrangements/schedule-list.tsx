// All scheduled payments.

import type { ListedSchedule } from '@quittance/contract/arrangements/provider-schemas';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { usePages } from '../api/use-pages.ts';
import { formatDay, formatMoney } from '../format.ts';
import { type DeskPaths, usePaths } from '../paths.ts';
import { ScheduleBadge } from '../records/status-badges.tsx';
import { TitleCell } from '../records/title-cell.tsx';
import type { RecordColumn } from '../table/record-columns.ts';
import { RecordList } from '../table/record-list.tsx';
import { useListQuery } from '../table/use-list-query.ts';
import { plansTexts } from '../texts/plans.ts';
import { tableTexts } from '../texts/table.ts';

const NAMES = ['state', 'customerId'];

const { columns: headers, schedulePresets: presets } = plansTexts;

const PRESETS = [
  { label: tableTexts.all, filters: {} },
  { label: presets.live, filters: { state: 'LIVE' } },
  { label: presets.suspended, filters: { state: 'SUSPENDED' } },
  { label: presets.gaveUp, filters: { state: 'GAVE_UP' } },
  { label: presets.done, filters: { state: 'DONE' } },
];

function columnsOf(paths: DeskPaths): RecordColumn<ListedSchedule>[] {
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
      width: '32%',
      from: 'desktop',
      cell: ({ customerId, customerName }) => (
        <Link to={paths.customer(customerId)}>{customerName}</Link>
      ),
    },
    {
      id: 'state',
      header: headers.state,
      width: '132px',
      cell: ({ state }) => <ScheduleBadge state={state} />,
    },
    { id: 'day', header: headers.day, width: '124px', cell: ({ chargeOn }) => formatDay(chargeOn) },
    {
      id: 'amount',
      header: headers.amount,
      width: '120px',
      align: 'end',
      cell: ({ amount }) => <Money text={formatMoney(amount)} isStrong />,
    },
  ];
}

export function ScheduleList() {
  const paths = usePaths();
  const query = useListQuery(NAMES);
  const pages = usePages('listSchedules', query.filters);
  const columns = useMemo(() => columnsOf(paths), [paths]);
  return (
    <RecordList
      list="schedules"
      caption={plansTexts.schedules}
      columns={columns}
      pages={pages}
      query={query}
      presets={PRESETS}
      fields={[]}
      empty={
        <EmptyState
          icon="calendar"
          title={plansTexts.noSchedules}
          text={plansTexts.noSchedulesText}
        />
      }
    />
  );
}
