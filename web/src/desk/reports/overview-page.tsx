// The figures of the company: collected, owed, expected. Every chart is also a table.

import { addDays } from '@quittance/contract/dates';
import { formatCount, formatPercentage } from '@quittance/contract/format';
import { addCents, type Cents, subtractCents } from '@quittance/contract/money';
import type { ReportSummary } from '@quittance/contract/reports/report-schemas';
import { useState } from 'react';
import { Link } from 'react-router';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Stale } from '../../shared/ui/feedback/stale.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { useRead } from '../api/use-read.ts';
import { formatMoney, type Moments, startOfDay, useMoments } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { type DeskPaths, usePaths } from '../paths.ts';
import { useAttentionCounts } from '../shell/attention-counts.ts';
import { Page } from '../shell/page.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { ShortTable } from '../table/short-table.tsx';
import { toSearchParams } from '../table/use-list-query.ts';
import { overviewTexts } from '../texts/overview.ts';
import { recordTexts } from '../texts/records.ts';
import { shellTexts } from '../texts/shell.ts';
import { CollectedChart, ExpectedChart, OverdueChart } from './charts.tsx';
import { FirstSteps } from './first-steps.tsx';
import styles from './overview-page.module.css';

const css = bindClasses(styles);

const RANGES = ['7', '30', '90'] as const;
type Range = (typeof RANGES)[number];

export function OverviewPage() {
  const { today } = useMoments();
  const [range, setRange] = useState<Range>('30');
  const to = today();
  const query = { from: addDays(to, 1 - Number(range)), to };
  const summary = useRead('getSummary', { query });
  const choice = (
    <Select
      label={overviewTexts.range}
      isLabelHidden
      options={RANGES.map((value) => ({ value, label: overviewTexts.ranges[value] }))}
      value={range}
      onValueChange={setRange}
    />
  );
  return (
    <Page
      title={overviewTexts.title}
      text={overviewTexts.previousText(overviewTexts.ranges[range])}
      actions={choice}
    >
      <Waiting />
      <FirstSteps />
      <ReadView read={summary} waiting={<Placeholder />}>
        {(found) => (
          <Stale isStale={summary.isReading}>
            <div className={css('page')}>
              <Figures summary={found} />
              <CollectedChart days={found.collected} />
              <div className={css('pair')}>
                <OverdueChart buckets={found.overdue} />
                <ExpectedChart days={found.expected} today={to} />
              </div>
              <MethodRates rates={found.successRates} />
            </div>
          </Stale>
        )}
      </ReadView>
    </Page>
  );
}

function Waiting() {
  const paths = usePaths();
  const { answer } = useAttentionCounts();
  if (!answer || answer.total === 0) return null;
  return (
    <Notice tone="warning">
      {overviewTexts.waiting(shellTexts.waitingCount(answer.total))}{' '}
      <Link to={paths.attention}>{overviewTexts.waitingAction}</Link>
    </Notice>
  );
}

/** The texts of the page are painted before its figures arrive. */
function Placeholder() {
  const chart = <Skeleton shape="block" height="240px" />;
  const { collected, collectedText, overdue, overdueText, expected, expectedText } = overviewTexts;
  return (
    <div className={css('page')} aria-busy="true">
      <Skeleton shape="block" height="208px" />
      <Section title={collected} text={collectedText}>
        {chart}
      </Section>
      <div className={css('pair')}>
        <Section title={overdue} text={overdueText}>
          {chart}
        </Section>
        <Section title={expected} text={expectedText}>
          {chart}
        </Section>
      </div>
    </div>
  );
}

function MethodRates({ rates }: { rates: ReportSummary['successRates'] }) {
  const { table, none } = overviewTexts;
  return (
    <Section title={overviewTexts.methods}>
      <ShortTable
        caption={overviewTexts.methods}
        empty={overviewTexts.nothing}
        rows={rates}
        rowKey={({ method }) => method}
        columns={[
          { header: table.method, cell: ({ method }) => recordTexts.methods[method] },
          {
            header: table.succeeded,
            align: 'end',
            cell: ({ succeeded }) => formatCount(succeeded),
          },
          { header: table.failed, align: 'end', cell: ({ failed }) => formatCount(failed) },
          { header: table.rate, align: 'end', cell: (rate) => computeRate(rate) ?? none },
        ]}
      />
    </Section>
  );
}

type Figure = { label: string; value: string; notes?: (string | null)[]; href?: string };

const sum = <Row,>(rows: readonly Row[], amount: (row: Row) => Cents): Cents =>
  addCents(...rows.map(amount));

/** '97.5 %', to a tenth. Null without any payment. */
function computeRate({ succeeded, failed }: { succeeded: number; failed: number }): string | null {
  const count = succeeded + failed;
  if (count === 0) return null;
  const tenths = Math.round((succeeded * 1000) / count);
  return overviewTexts.percent(formatPercentage(tenths * 10));
}

const addRates = (rates: ReportSummary['successRates']) =>
  rates.reduce(
    (all, rate) => ({
      succeeded: all.succeeded + rate.succeeded,
      failed: all.failed + rate.failed,
    }),
    { succeeded: 0, failed: 0 },
  );

/** Figures of a period, beside those of the period before. */
function toPeriodFigures(summary: ReportSummary, paths: DeskPaths, { zone }: Moments): Figure[] {
  const { tiles, none, ...texts } = overviewTexts;
  const { collected, from, to, successRates, daysToPay, previous } = summary;
  const returned = sum(collected, (day) => day.returned);
  const received = sum(collected, (day) => day.received);
  const tried = addRates(successRates);
  const before = (value: string | null) => (value === null ? null : texts.previous(value));
  const started = toSearchParams({
    createdFrom: startOfDay(from, zone),
    createdTo: startOfDay(addDays(to, 1), zone),
  });
  const toDays = (days: number | null) => (days === null ? null : texts.days(days));
  return [
    {
      label: tiles.collected,
      value: formatMoney(subtractCents(received, returned)),
      notes: [
        returned > 0 ? texts.collectedNote(formatMoney(returned)) : null,
        before(formatMoney(subtractCents(previous.received, previous.returned))),
      ],
      href: `${paths.payments}${started}&state=SUCCEEDED`,
    },
    {
      label: tiles.success,
      value: computeRate(tried) ?? none,
      notes: [
        texts.attempts(tried.succeeded + tried.failed),
        before(computeRate(addRates(previous.successRates))),
      ],
      href: `${paths.payments}${started}&state=FAILED`,
    },
    {
      label: tiles.daysToPay,
      value: toDays(daysToPay) ?? none,
      notes: [texts.daysNote, before(toDays(previous.daysToPay))],
    },
  ];
}

function toBalanceFigures(summary: ReportSummary, paths: DeskPaths): Figure[] {
  const { tiles, none, ...texts } = overviewTexts;
  const { open, overdue, expected, daysSalesOutstanding: days } = summary;
  return [
    {
      label: tiles.open,
      value: formatMoney(open.amount),
      notes: [texts.invoices(open.count)],
      href: `${paths.invoices}${toSearchParams({ minBalance: '1', sort: '-balance' })}`,
    },
    {
      label: tiles.overdue,
      value: formatMoney(sum(overdue, ({ amount }) => amount)),
      notes: [texts.invoices(overdue.reduce((count, bucket) => count + bucket.count, 0))],
      href: `${paths.invoices}${toSearchParams({ isOverdue: 'true', sort: 'dueDate' })}`,
    },
    {
      label: tiles.expected,
      value: formatMoney(
        sum(expected, ({ schedules, plans, autoPay }) => addCents(schedules, plans, autoPay)),
      ),
      href: `${paths.schedules}${toSearchParams({ state: 'LIVE' })}`,
    },
    {
      label: tiles.outstanding,
      value: days === null ? none : texts.days(days),
      notes: [texts.outstandingNote],
    },
  ];
}

function Figures({ summary }: { summary: ReportSummary }) {
  const paths = usePaths();
  const moments = useMoments();
  const [first, ...others] = toPeriodFigures(summary, paths, moments);
  const figures = [...(first ? [first] : []), ...toBalanceFigures(summary, paths), ...others];
  return (
    <dl className={css('figures')}>
      {figures.map(({ label, value, notes = [], href }) => (
        <div key={label} className={css('figure')}>
          <dt className={css('label')}>
            {href === undefined ? label : <Link to={href}>{label}</Link>}
          </dt>
          <dd className={css('value')}>
            {value}
            {notes.map(
              (note) =>
                note && (
                  <span key={note} className={css('note')}>
                    {note}
                  </span>
                ),
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
