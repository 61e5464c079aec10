// The charts of the overview, each with its table.

import { addDays, dayNumber, type IsoDate } from '@quittance/contract/dates';
import { formatCount } from '@quittance/contract/format';
import { addCents, type Cents } from '@quittance/contract/money';
import { EXPECTED_DAYS, type ReportSummary } from '@quittance/contract/reports/report-schemas';
import { type ReactNode, useState } from 'react';
import { Input } from '../../shared/ui/form/input.tsx';
import { Expandable } from '../../shared/ui/layout/expandable.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { toSentence } from '../api/failure.ts';
import { useRead } from '../api/use-read.ts';
import { formatDay, formatMoney, parseDate, useMoments } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { ShortTable } from '../table/short-table.tsx';
import { overviewTexts } from '../texts/overview.ts';
import { Bars, type BarsProps } from './bars.tsx';

const { table } = overviewTexts;

const BRAND = 'var(--brand-fill)';
const SECOND = 'var(--warning-solid)';
const BAD = 'var(--danger-solid)';
const GOOD = 'var(--success-solid)';

const dayName = (date: IsoDate): string => formatDay(date).replace(/,.*$/, '');

export function CollectedChart({ days }: { days: ReportSummary['collected'] }) {
  const active = days.filter(({ received, returned }) => received !== 0 || returned !== 0);
  return (
    <ChartSection
      title={overviewTexts.collected}
      text={overviewTexts.collectedText}
      empty={active.length === 0 ? overviewTexts.nothing : null}
      rows={days.map(({ date, received, returned }) => ({
        name: dayName(date),
        amounts: [received, returned],
      }))}
      series={[
        { label: table.received, color: BRAND },
        { label: table.returned, color: BAD },
      ]}
      table={
        <ShortTable
          caption={overviewTexts.collected}
          rows={active}
          rowKey={({ date }) => date}
          columns={[
            { header: table.date, cell: ({ date }) => formatDay(date) },
            { header: table.received, align: 'end', cell: (day) => formatMoney(day.received) },
            { header: table.returned, align: 'end', cell: (day) => formatMoney(day.returned) },
            { header: table.fee, align: 'end', cell: ({ fee }) => formatMoney(fee) },
          ]}
        />
      }
    />
  );
}

/** Today's balances come with the summary. Those of an earlier day are read when the day is chosen. */
export function OverdueChart({ buckets: current }: { buckets: ReportSummary['overdue'] }) {
  const today = useMoments().today();
  const [day, setDay] = useState<string>(today);
  const asOf = parseDate(day) ?? today;
  const isToday = asOf === today;
  const query = { from: asOf, to: asOf, asOf };
  const past = useRead('getSummary', { query }, { isNeeded: !isToday });
  const buckets = isToday ? current : (past.answer?.overdue ?? []);
  const isEmpty = buckets.every(({ count }) => count === 0);
  const empty = past.isReading ? overviewTexts.loading : overviewTexts.nothingOverdue;
  return (
    <ChartSection
      title={overviewTexts.overdue}
      text={overviewTexts.overdueText}
      action={
        <Input
          label={overviewTexts.asOf}
          type="date"
          max={today}
          error={!isToday && past.failure ? toSentence(past.failure) : undefined}
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
      }
      empty={isEmpty ? empty : null}
      rows={buckets.map(({ bucket, amount }) => ({ name: bucket, amounts: [amount] }))}
      series={[{ label: table.amount, color: BAD }]}
      table={
        <ShortTable
          caption={overviewTexts.overdue}
          rows={buckets}
          rowKey={({ bucket }) => bucket}
          columns={[
            { header: table.bucket, cell: ({ bucket }) => bucket },
            { header: table.count, align: 'end', cell: ({ count }) => formatCount(count) },
            { header: table.amount, align: 'end', cell: ({ amount }) => formatMoney(amount) },
          ]}
        />
      }
    />
  );
}

type Week = { start: IsoDate; schedules: Cents; plans: Cents; autoPay: Cents };

const WEEK_DAYS = 7;
/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const MONDAY_SHIFT = 3;

const toMonday = (date: IsoDate): IsoDate =>
  addDays(date, -((dayNumber(date) + MONDAY_SHIFT) % WEEK_DAYS));

/** Every week of the forecast, also those in which nothing is arranged. */
export function toWeeks(days: ReportSummary['expected'], today: IsoDate): Week[] {
  const first = toMonday(today);
  const count = Math.ceil((EXPECTED_DAYS + 1 + dayNumber(today) - dayNumber(first)) / WEEK_DAYS);
  return Array.from({ length: count }, (_, index) => {
    const start = addDays(first, index * WEEK_DAYS);
    const own = days.filter(({ date }) => toMonday(date) === start);
    return {
      start,
      schedules: addCents(...own.map(({ schedules }) => schedules)),
      plans: addCents(...own.map(({ plans }) => plans)),
      autoPay: addCents(...own.map(({ autoPay }) => autoPay)),
    };
  });
}

type ExpectedChartProps = { days: ReportSummary['expected']; today: IsoDate };

export function ExpectedChart({ days, today }: ExpectedChartProps) {
  const weeks = toWeeks(days, today);
  return (
    <ChartSection
      title={overviewTexts.expected}
      text={overviewTexts.expectedText}
      empty={days.length === 0 ? overviewTexts.nothingExpected : null}
      isStacked
      rows={weeks.map(({ start, schedules, plans, autoPay }) => ({
        name: dayName(start),
        amounts: [schedules, plans, autoPay],
      }))}
      series={[
        { label: table.schedules, color: BRAND },
        { label: table.plans, color: SECOND },
        { label: table.autoPay, color: GOOD },
      ]}
      table={
        <ShortTable
          caption={overviewTexts.expected}
          rows={weeks}
          rowKey={({ start }) => start}
          columns={[
            { header: table.week, cell: ({ start }) => formatDay(start) },
            { header: table.schedules, align: 'end', cell: (week) => formatMoney(week.schedules) },
            { header: table.plans, align: 'end', cell: (week) => formatMoney(week.plans) },
            { header: table.autoPay, align: 'end', cell: (week) => formatMoney(week.autoPay) },
          ]}
        />
      }
    />
  );
}

type ChartSectionProps = BarsProps & {
  title: string;
  text: string;
  empty: string | null;
  action?: ReactNode;
  table: ReactNode;
};

/**
 * A chart with its numbers as a table below, which opens on demand and contains everything a screen reader needs.
 */
function ChartSection({ title, text, empty, action, table, ...chart }: ChartSectionProps) {
  return (
    <Section title={title} text={text} action={action}>
      {empty !== null ? (
        <Text tone="muted">{empty}</Text>
      ) : (
        <>
          <div aria-hidden="true">
            <Bars {...chart} />
          </div>
          <Expandable section={overviewTexts.numbers}>{table}</Expandable>
        </>
      )}
    </Section>
  );
}
