/** Returns the collected, owed and expected amounts of a company (R77). */
import { addDays, compareDates, daysBetween, type IsoDate } from '@quittance/contract/dates';
import { addCents, type Cents, subtractCents, ZERO } from '@quittance/contract/money';
import {
  EXPECTED_DAYS,
  REPORT_DAYS_MAX,
  type ReportSummary,
  type SummaryQuery,
} from '@quittance/contract/reports/report-schemas';
import { invariant } from '@quittance/domain/invariant';
import { findCompany } from '../companies/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { invalidField } from '../kernel/errors.ts';
import type { Actor } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { together } from '../platform/database/transaction.ts';
import { sumOwedAt } from './journal.ts';
import {
  countOutcomes,
  meanDaysToPay,
  type Range,
  sumBilled,
  sumDays,
  sumExpected,
  sumOwed,
  sumWaivedDays,
} from './report.ts';

const DEFAULT_DAYS = 30;
const BUCKETS = ['1-30', '31-60', '61-90', '90+'] as const;

function toRange({ from, to }: SummaryQuery, today: IsoDate) {
  const last = to ?? today;
  const first = from ?? addDays(last, -DEFAULT_DAYS);
  const length = daysBetween({ from: first, to: last }) + 1;
  if (length < 1 || length > REPORT_DAYS_MAX) {
    const days = `${REPORT_DAYS_MAX} days at most`;
    throw invalidField('query.from', `Expected \`to\` or an earlier day, ${days}.`);
  }
  return { from: first, to: last };
}

type Days = Awaited<ReturnType<typeof sumDays>>;

function withoutWaived(days: Days, waived: Days): ReportSummary['collected'] {
  const waivedOn = new Map(waived.map((day) => [day.date, day]));
  return days.map(({ date, received, returned, fee }) => {
    const none = waivedOn.get(date);
    return {
      date,
      received: subtractCents(received, none?.received ?? ZERO),
      returned: subtractCents(returned, none?.returned ?? ZERO),
      fee,
    };
  });
}

type OwedRows = Awaited<ReturnType<typeof sumOwed>>;

function toOverdueFigures(owed: OwedRows): ReportSummary['overdue'] {
  return BUCKETS.map((bucket, index) => {
    const found = owed.find((row) => row.bucket === index + 1);
    return { bucket, count: found?.count ?? 0, amount: found?.amount ?? ZERO };
  });
}

function toOpenFigures(owed: OwedRows): ReportSummary['open'] {
  return {
    count: owed.reduce((sum, { count }) => sum + count, 0),
    amount: addCents(...owed.map(({ amount }) => amount)),
  };
}

type ExpectedRows = Awaited<ReturnType<typeof sumExpected>>;

function byDay(expected: ExpectedRows): ReportSummary['expected'] {
  const toAmount = (date: IsoDate, kind: ExpectedRows[number]['kind']): Cents =>
    addCents(
      ...expected.filter((row) => row.date === date && row.kind === kind).map((row) => row.amount),
    );
  const dates = [...new Set(expected.map(({ date }) => date))].toSorted();
  return dates.map((date) => ({
    date,
    schedules: toAmount(date, 'schedules'),
    plans: toAmount(date, 'plans'),
    autoPay: toAmount(date, 'autoPay'),
  }));
}

/** The period of the same length before the range. */
function toPrevious({ from, to, ...range }: Range): Range {
  const length = daysBetween({ from, to }) + 1;
  return { ...range, from: addDays(from, -length), to: addDays(from, -1) };
}

async function summarizePrevious(tx: Tx, range: Range): Promise<ReportSummary['previous']> {
  const [days, waived, successRates, daysToPay] = await together([
    sumDays(tx, range),
    sumWaivedDays(tx, range),
    countOutcomes(tx, range),
    meanDaysToPay(tx, range),
  ]);
  const collected = withoutWaived(days, waived);
  return {
    from: range.from,
    to: range.to,
    received: addCents(...collected.map(({ received }) => received)),
    returned: addCents(...collected.map(({ returned }) => returned)),
    successRates,
    daysToPay,
  };
}

/** To a tenth of a day. */
function toDaysOutstanding(open: Cents, { billed, days }: { billed: Cents; days: number }) {
  return billed === 0 ? null : Math.round((open * days * 10) / billed) / 10;
}

export async function getSummary(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { actor: { companyId }, query }: { actor: Actor; query: SummaryQuery },
): Promise<ReportSummary> {
  const company = await findCompany(tx, companyId);
  invariant(company, 'an actor has a company');
  const { timeZone } = company;
  const today = clock.today(timeZone);
  const { from, to } = toRange(query, today);
  const { asOf = today } = query;
  if (compareDates(asOf, today) > 0)
    throw invalidField('asOf', `Expected ${today} or an earlier date.`);
  const range = { companyId, timeZone, from, to };
  const until = addDays(today, EXPECTED_DAYS);
  const [days, waived, owed, aged, expected, successRates, daysToPay, billed, previous] =
    await together([
      sumDays(tx, range),
      sumWaivedDays(tx, range),
      sumOwed(tx, today),
      asOf === today ? null : sumOwedAt(tx, { companyId, timeZone, to: asOf }),
      sumExpected(tx, { companyId, today, until }),
      countOutcomes(tx, range),
      meanDaysToPay(tx, range),
      sumBilled(tx, range),
      summarizePrevious(tx, toPrevious(range)),
    ]);
  const open = toOpenFigures(owed);
  const length = daysBetween({ from, to }) + 1;
  return {
    from,
    to,
    collected: withoutWaived(days, waived),
    open,
    overdue: toOverdueFigures(aged ?? owed),
    expected: byDay(expected),
    successRates,
    daysToPay,
    billed,
    daysSalesOutstanding: toDaysOutstanding(open.amount, { billed, days: length }),
    previous,
  };
}
