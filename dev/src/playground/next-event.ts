/**
 * The next event in the calendar: a charge, retry, notice or lookup in the portal, or a settlement or webhook in
 * the sandbox. Charges start at 10:00 in the company's time zone (R14), so the event of a day is a few minutes
 * after that time.
 */
import { addDays, type Instant, type IsoDate, instant } from '@quittance/contract/dates';
import { dateIn } from '@quittance/contract/local-time';
import { NOTICE_DAYS } from '@quittance/domain/off-session/auto-pay';
import { isWithinRunWindow } from '@quittance/domain/off-session/run-window';
import type pg from 'pg';
import { localInstant } from '../local-instant.ts';

export type NextEvent = { at: Instant; what: string };

export type DueDay = { what: string; on: IsoDate; timeZone: string };

const RUN_TIME = '10:05';

/** Demo companies (R51) are never charged. */
const DUE_DAYS = `
with due as (
  select company_id, case when tries = 0 then 'an installment is due' else 'an installment is tried again' end as what,
    attempt_on as day
  from installments i where status in ('OPEN', 'FAILED') and not is_missed
    and exists (select 1 from plans p where p.company_id = i.company_id and p.id = i.plan_id and p.state = 'LIVE')
  union all
  select company_id, case when tries = 0 then 'a scheduled payment is due' else 'a scheduled payment is tried again' end,
    attempt_on from schedules where state = 'LIVE'
  union all
  select company_id, case when tries = 0 then 'an auto-pay charge is due' else 'an auto-pay charge is tried again' end,
    attempt_on from auto_pay_charges where state = 'LIVE'
  union all
  select p.company_id, 'a notice of an installment is sent', i.due_on - days.count
  from installments i join plans p on p.company_id = i.company_id and p.id = i.plan_id
    join payment_methods m on m.company_id = p.company_id and m.id = p.method_id
    cross join lateral (select case m.kind when 'ach' then $1::int else $2::int end as count) days
  where p.state = 'LIVE' and i.status = 'OPEN' and i.tries = 0
  union all
  select s.company_id, 'a notice of a scheduled payment is sent', s.charge_on - days.count
  from schedules s join payment_methods m on m.company_id = s.company_id and m.id = s.method_id
    cross join lateral (select case m.kind when 'ach' then $1::int else $2::int end as count) days
  where s.state = 'LIVE' and s.tries = 0
  union all
  select v.company_id, 'a notice of an auto-pay charge is sent', v.due_on - days.count
  from invoices v join customers u on u.company_id = v.company_id and u.id = v.customer_id
    join payment_methods m on m.company_id = u.company_id and m.id = u.auto_pay_method_id
    cross join lateral (select case m.kind when 'ach' then $1::int else $2::int end as count) days
  where v.status = 'DUE' and u.is_auto_pay_active
)
select what, to_char(day, 'YYYY-MM-DD') as "on", c.time_zone as "timeZone"
from due join companies c using (company_id)
where not c.is_demo and day >= $3::date - 1 and day <= $3::date + 400
group by 1, 2, 3 order by 2`;

/** A debit that is pending at the bank is looked up every few hours; these lookups do not count as events. */
const NEXT_LOOKUP = `
select min(next_check_at) as at from attempts where state in ('SENT', 'UNKNOWN', 'ACTION_REQUIRED') and next_check_at > $1`;

export function actedOn({ on, timeZone }: DueDay, now: Instant): Instant | null {
  const at = (date: IsoDate) => localInstant({ date, time: RUN_TIME, timeZone });
  if (at(on) > now) return at(on);
  const today = dateIn(timeZone, now);
  // Until the window closes, today's charges have been or are being handled. Older days are waiting for something
  // other than time.
  if (isWithinRunWindow({ timeZone, at: now }) || on < today) return null;
  const tomorrow = at(addDays(today, 1));
  return tomorrow > now ? tomorrow : null;
}

function earliest(events: readonly (NextEvent | null)[]): NextEvent | null {
  const known = events.filter((event) => event !== null);
  return known.reduce<NextEvent | null>(
    (first, event) => (first === null || event.at < first.at ? event : first),
    null,
  );
}

export type EventSources = {
  pool: pg.Pool;
  sandboxNextAt: string | null;
  now: Instant;
};

export async function findNextEvent({ pool, sandboxNextAt, now }: EventSources) {
  const [days, lookups] = await Promise.all([
    pool.query<DueDay>(DUE_DAYS, [NOTICE_DAYS.ach, NOTICE_DAYS.card, now.slice(0, 10)]),
    pool.query<{ at: Date | null }>(NEXT_LOOKUP, [now]),
  ]);
  const due = days.rows.map((day) => {
    const at = actedOn(day, now);
    return at && { at, what: day.what };
  });
  const [lookup] = lookups.rows;
  return earliest([
    ...due,
    lookup?.at ? { at: instant(lookup.at.toISOString()), what: 'a payment is looked up' } : null,
    sandboxNextAt && sandboxNextAt > now
      ? { at: instant(sandboxNextAt), what: 'the processor settles, returns or sends a webhook' }
      : null,
  ]);
}
