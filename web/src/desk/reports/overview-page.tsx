// The figures of the company: collected, owed, expected. Every chart is also a table.

import { addDays } from '@quittance/contract/dates';
import { formatPercentage } from '@quittance/contract/format';
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
import { formatMoney, useMoments } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { usePaths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { Table } from '../table/table.tsx';
import { attentionTexts } from '../texts/attention.ts';
import { overviewTexts } from '../texts/overview.ts';
import { recordTexts } from '../texts/records.ts';
import { CollectedChart, ExpectedChart, OverdueChart } from './charts.tsx';
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
    <Page title={overviewTexts.title} actions={choice}>
      <Waiting />
      <ReadView read={summary} waiting={<Placeholder />}>
        {(found) => (
          <Stale isStale={summary.isReading}>
            <div className={css('page')}>
              <Figures summary={found} />
              <CollectedChart days={found.collected} />
              <div className={css('pair')}>
                <OverdueChart buckets={found.overdue} />
                <ExpectedChart days={found.expected} />
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
  const { answer } = useRead('getAttentionCounts', {});
  if (!answer || answer.total === 0) return null;
  return (
    <Notice tone="warning">
      {overviewTexts.waiting(attentionTexts.count(answer.total))}{' '}
      <Link to={paths.attention}>{overviewTexts.waitingAction}</Link>
    </Notice>
  );
}

function Placeholder() {
  return (
    <div className={css('page')} aria-busy="true">
      <Skeleton shape="block" height="104px" />
      <Skeleton shape="block" height="340px" />
      <Skeleton shape="block" height="340px" />
    </div>
  );
}

function MethodRates({ rates }: { rates: ReportSummary['successRates'] }) {
  const { table, none } = overviewTexts;
  return (
    <Section title={overviewTexts.methods}>
      <Table
        caption={overviewTexts.methods}
        empty={overviewTexts.nothing}
        rows={rates}
        rowKey={({ method }) => method}
        columns={[
          { header: table.method, cell: ({ method }) => recordTexts.methods[method] },
          { header: table.succeeded, align: 'end', cell: ({ succeeded }) => succeeded },
          { header: table.failed, align: 'end', cell: ({ failed }) => failed },
          { header: table.rate, align: 'end', cell: (rate) => computeRate(rate) ?? none },
        ]}
      />
    </Section>
  );
}

type Figure = { label: string; value: string; note?: string };

const sum = <Row,>(rows: readonly Row[], amount: (row: Row) => Cents): Cents =>
  addCents(...rows.map(amount));

/** '97.5 %', to a tenth. Null without any payment. */
function computeRate({ succeeded, failed }: { succeeded: number; failed: number }): string | null {
  const count = succeeded + failed;
  if (count === 0) return null;
  const tenths = Math.round((succeeded * 1000) / count);
  return overviewTexts.percent(formatPercentage(tenths * 10));
}

function toFigures(summary: ReportSummary): Figure[] {
  const { tiles, none, ...texts } = overviewTexts;
  const { collected, open, overdue, expected, successRates, daysToPay } = summary;
  const returned = sum(collected, (day) => day.returned);
  const tried = successRates.reduce(
    (all, rate) => ({
      succeeded: all.succeeded + rate.succeeded,
      failed: all.failed + rate.failed,
    }),
    { succeeded: 0, failed: 0 },
  );
  return [
    {
      label: tiles.collected,
      value: formatMoney(
        subtractCents(
          sum(collected, (day) => day.received),
          returned,
        ),
      ),
      ...(returned > 0 && { note: texts.collectedNote(formatMoney(returned)) }),
    },
    { label: tiles.open, value: formatMoney(open.amount), note: texts.invoices(open.count) },
    {
      label: tiles.overdue,
      value: formatMoney(sum(overdue, ({ amount }) => amount)),
      note: texts.invoices(overdue.reduce((count, bucket) => count + bucket.count, 0)),
    },
    {
      label: tiles.expected,
      value: formatMoney(
        sum(expected, ({ schedules, plans, autoPay }) => addCents(schedules, plans, autoPay)),
      ),
    },
    {
      label: tiles.success,
      value: computeRate(tried) ?? none,
      note: texts.attempts(tried.succeeded + tried.failed),
    },
    {
      label: tiles.daysToPay,
      value: daysToPay === null ? none : texts.days(Math.round(daysToPay)),
      note: texts.daysNote,
    },
  ];
}

function Figures({ summary }: { summary: ReportSummary }) {
  return (
    <dl className={css('figures')}>
      {toFigures(summary).map(({ label, value, note }) => (
        <div key={label} className={css('figure')}>
          <dt className={css('label')}>{label}</dt>
          <dd className={css('value')}>
            {value}
            {note && <span className={css('note')}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
