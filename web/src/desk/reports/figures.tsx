// The figures at a glance.

import { formatPercentage } from '@quittance/contract/format';
import { addCents, type Cents, subtractCents } from '@quittance/contract/money';
import type { ReportSummary } from '@quittance/contract/reports/report-schemas';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { formatMoney } from '../format.ts';
import { overviewTexts } from '../texts/overview.ts';
import styles from './figures.module.css';

const css = bindClasses(styles);

type Figure = { label: string; value: string; note?: string };

const sum = <Row,>(rows: readonly Row[], amount: (row: Row) => Cents): Cents =>
  addCents(...rows.map(amount));

/** '97.5 %', to a tenth; null without any payment. */
export function rateOf({
  succeeded,
  failed,
}: {
  succeeded: number;
  failed: number;
}): string | null {
  const count = succeeded + failed;
  if (count === 0) return null;
  const tenths = Math.round((succeeded * 1000) / count);
  return overviewTexts.percent(formatPercentage(tenths * 10));
}

function figuresOf(summary: ReportSummary): Figure[] {
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
      value: rateOf(tried) ?? none,
      note: texts.attempts(tried.succeeded + tried.failed),
    },
    {
      label: tiles.daysToPay,
      value: daysToPay === null ? none : texts.days(Math.round(daysToPay)),
      note: texts.daysNote,
    },
  ];
}

export function Figures({ summary }: { summary: ReportSummary }) {
  return (
    <dl className={css('figures')}>
      {figuresOf(summary).map(({ label, value, note }) => (
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
