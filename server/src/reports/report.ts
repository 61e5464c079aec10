/**
 * A company's figures (R77): daily amounts received and returned are summed from postings, amounts owed by age from
 * a covering index, and expected amounts from the arrangements. Nothing is stored besides the ledger. Database
 * functions compute the long sums.
 */
import { type IsoDate, isoDateSchema } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { type Cents, centsSchema } from '@quittance/contract/money';
import { DAYS_TO_PAY_SAMPLE } from '@quittance/contract/reports/report-schemas';
import { methodTypeSchema } from '@quittance/contract/vocabulary';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../platform/database/database.ts';

export type Range = { companyId: CompanyId; timeZone: string; from: IsoDate; to: IsoDate };

const centsText = z.coerce.number().pipe(centsSchema);
const countText = z.coerce.number().int();

const startSql = ({ timeZone, from }: Range) =>
  sql`(${from}::date::timestamp at time zone ${timeZone})`;
const endSql = ({ timeZone, to }: Range) =>
  sql`((${to}::date + 1)::timestamp at time zone ${timeZone})`;

const dayRows = z.array(
  z.object({ date: isoDateSchema, received: centsText, returned: centsText, fee: centsText }),
);

export async function sumDays(tx: Tx, { timeZone, from, to }: Range) {
  const { rows } = await tx.execute(
    sql`select * from sum_own_days(${timeZone}, ${from}::date, ${to}::date)`,
  );
  return dayRows.parse(rows);
}

/**
 * A waived amount is posted like a payment (R11) and reversed when the waiver ends (R41). No money moves in either
 * case.
 */
export async function sumWaivedDays(tx: Tx, range: Range) {
  const { rows } = await tx.execute(sql`
    select to_char(p.at at time zone ${range.timeZone}, 'YYYY-MM-DD') as date,
      coalesce(sum(p.cash_cents) filter (where p.cash_cents > 0), 0) as received,
      coalesce(-sum(p.cash_cents) filter (where p.cash_cents < 0), 0) as returned, 0 as fee
    from attempts a join postings p on p.company_id = a.company_id and p.attempt_id = a.id
    where a.company_id = ${range.companyId} and a.method = 'NEGOTIATION'
      and p.company_id = ${range.companyId}
      and p.at >= ${startSql(range)} and p.at < ${endSql(range)}
    group by 1`);
  return dayRows.parse(rows);
}

export const owedRows = z.array(
  z.object({ bucket: z.coerce.number().int(), count: countText, amount: centsText }),
);

/**
 * Returns the sums by bucket number. Bucket 0 is not overdue. An invoice is marked as overdue in the hour after
 * midnight.
 */
export async function sumOwed(tx: Tx, today: IsoDate) {
  const { rows } = await tx.execute(sql`select * from sum_own_owed(${today}::date)`);
  return owedRows.parse(rows);
}

const expectedRows = z.array(
  z.object({
    kind: z.enum(['schedules', 'plans', 'autoPay']),
    date: isoDateSchema,
    amount: centsText,
  }),
);

type Ahead = { companyId: CompanyId; today: IsoDate; until: IsoDate };

/** A charge that is late will be made next. */
const notBefore = (today: IsoDate, day: SQL) =>
  sql`to_char(greatest(${day}, ${today}::date), 'YYYY-MM-DD')`;

/** Sums the charges that the jobs will make if nothing changes. */
export async function sumExpected(tx: Tx, { companyId, today, until }: Ahead) {
  const isWithin = (day: SQL) => sql`${day} <= ${until}::date`;
  // Each state has its own index.
  const chargesSql = (isMeant: SQL) => sql`select from auto_pay_charges a
    where a.company_id = ${companyId} and a.invoice_id = i.id and ${isMeant}`;
  const { rows } = await tx.execute(sql`
    select 'schedules' as kind, ${notBefore(today, sql`s.attempt_on`)} as date,
      sum(s.amount_cents + s.fee_cents) as amount
    from schedules s
    where s.company_id = ${companyId} and s.state = 'LIVE' and ${isWithin(sql`s.attempt_on`)}
    group by 2
    union all
    select 'plans', ${notBefore(today, sql`n.attempt_on`)}, sum(n.cost_cents)
    from installments n
    join plans p on p.company_id = n.company_id and p.id = n.plan_id and p.state = 'LIVE'
    where n.company_id = ${companyId} and p.company_id = ${companyId}
      and n.status in ('OPEN', 'FAILED') and ${isWithin(sql`n.attempt_on`)}
    group by 2
    union all
    select 'autoPay', ${notBefore(today, sql`x.day`)}, sum(x.amount) from (
      select a.attempt_on as day, i.balance_cents as amount
      from auto_pay_charges a
      join invoices i on i.company_id = a.company_id and i.id = a.invoice_id
      where a.company_id = ${companyId} and i.company_id = ${companyId} and a.state = 'LIVE'
        and ${isWithin(sql`a.attempt_on`)} and i.status in ('DUE', 'IN_COLLECTION')
      union all
      select i.due_on, i.balance_cents
      from customers c
      join invoices i on i.company_id = c.company_id and i.customer_id = c.id
      where c.company_id = ${companyId} and i.company_id = ${companyId} and c.is_auto_pay_active
        and i.status in ('DUE', 'IN_COLLECTION') and ${isWithin(sql`i.due_on`)}
        and not exists (${chargesSql(sql`a.state = 'LIVE'`)})
        and not exists (${chargesSql(sql`a.state = 'EXCLUDED'`)})
        and not exists (${chargesSql(sql`a.state = 'GAVE_UP' and a.mandate_id = c.auto_pay_mandate_id`)})) x
    group by 2`);
  return expectedRows.parse(rows);
}

const rateRows = z.array(
  z.object({ method: methodTypeSchema, succeeded: countText, failed: countText }),
);

export async function countOutcomes(tx: Tx, range: Range) {
  const { rows } = await tx.execute(
    sql`select * from count_own_outcomes(${startSql(range)}, ${endSql(range)})`,
  );
  return rateRows.parse(rows);
}

const daysRows = z.tuple([z.object({ days: z.coerce.number().nullable() })]);

/** Uses only the latest payments of the range, which are enough for a mean. */
export async function meanDaysToPay(tx: Tx, range: Range): Promise<number | null> {
  const { rows } = await tx.execute(sql`select mean_own_days_to_pay(${range.timeZone},
    ${startSql(range)}, ${endSql(range)}, ${DAYS_TO_PAY_SAMPLE}::integer) as days`);
  return daysRows.parse(rows)[0].days;
}

const billedRows = z.tuple([z.object({ billed: centsText })]);

export async function sumBilled(tx: Tx, { from, to }: Range): Promise<Cents> {
  const { rows } = await tx.execute(
    sql`select sum_own_billed(${from}::date, ${to}::date) as billed`,
  );
  return billedRows.parse(rows)[0].billed;
}
