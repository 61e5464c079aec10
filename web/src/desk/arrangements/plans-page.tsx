// The arrangements of customers: a list of payment plans and a list of scheduled payments.

import { Money } from '../../shared/ui/text/money.tsx';
import { formatDay, formatMoney } from '../format.ts';
import type { DeskPaths } from '../paths.ts';
import { PlanBadge, ScheduleBadge } from '../records/status-badges.tsx';
import { customerColumn, TitleCell } from '../records/title-cell.tsx';
import { createListPage } from '../table/list-page.tsx';
import { plansTexts } from '../texts/plans.ts';

const { columns: headers, presets, schedulePresets } = plansTexts;

type Row = { invoiceId: string; accountRef: string; customerName: string };

const PAGE = {
  title: plansTexts.title,
  text: plansTexts.text,
  tabs: ({ plans, schedules }: DeskPaths) => [
    { href: plans, label: plansTexts.plans },
    { href: schedules, label: plansTexts.schedules },
  ],
  filters: ['state', 'customerId'],
};

const invoiceColumn = (paths: DeskPaths) => ({
  header: headers.invoice,
  cell: ({ invoiceId, accountRef, customerName }: Row) => (
    <TitleCell href={paths.invoice(invoiceId)} title={accountRef} note={customerName} />
  ),
});

export const PlansPage = createListPage({
  ...PAGE,
  call: 'listPlans',
  caption: plansTexts.plans,
  views: 'plans',
  presets: [
    { label: presets.live, filters: { state: 'LIVE' } },
    { label: presets.suspended, filters: { state: 'SUSPENDED' } },
    { label: presets.defaulted, filters: { state: 'DEFAULTED' } },
    { label: presets.paidOff, filters: { state: 'PAID_OFF' } },
  ],
  columns: ({ paths }) => [
    invoiceColumn(paths),
    customerColumn(paths, { header: headers.customer, width: '28%' }),
    { header: headers.state, width: '132px', cell: ({ state }) => <PlanBadge state={state} /> },
    {
      header: headers.progress,
      width: '96px',
      from: 'desktop',
      cell: ({ paidCount, count }) => plansTexts.progress(paidCount, count),
    },
    {
      header: headers.next,
      width: '124px',
      from: 'tablet',
      cell: ({ nextChargeOn }) =>
        nextChargeOn === null ? plansTexts.none : formatDay(nextChargeOn),
    },
    {
      header: headers.remaining,
      width: '128px',
      align: 'end',
      cell: ({ remaining }) => <Money text={formatMoney(remaining)} isStrong />,
    },
  ],
  empty: { icon: 'plan', title: plansTexts.noPlans, text: plansTexts.noPlansText },
});

export const SchedulesPage = createListPage({
  ...PAGE,
  call: 'listSchedules',
  caption: plansTexts.schedules,
  views: 'schedules',
  presets: [
    { label: schedulePresets.live, filters: { state: 'LIVE' } },
    { label: schedulePresets.suspended, filters: { state: 'SUSPENDED' } },
    { label: schedulePresets.gaveUp, filters: { state: 'GAVE_UP' } },
    { label: schedulePresets.done, filters: { state: 'DONE' } },
  ],
  columns: ({ paths }) => [
    invoiceColumn(paths),
    customerColumn(paths, { header: headers.customer, width: '32%' }),
    { header: headers.state, width: '132px', cell: ({ state }) => <ScheduleBadge state={state} /> },
    { header: headers.day, width: '124px', cell: ({ chargeOn }) => formatDay(chargeOn) },
    {
      header: headers.amount,
      width: '120px',
      align: 'end',
      cell: ({ amount }) => <Money text={formatMoney(amount)} isStrong />,
    },
  ],
  empty: { icon: 'calendar', title: plansTexts.noSchedules, text: plansTexts.noSchedulesText },
});
