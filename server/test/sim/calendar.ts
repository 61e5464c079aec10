/** Time in a history: waits, days in the company's time zone, and the next due day. */

import { addDays, type IsoDate, instant } from '@quittance/contract/dates';
import { HOUR_MS } from '@quittance/contract/durations';
import { dateIn } from '@quittance/contract/local-time';
import { hourIn } from '@quittance/domain/off-session/run-window';
import { addMs } from '../../src/kernel/clock.ts';
import { OPEN } from '../../src/payments/invariants/query.ts';
import { uninstrumented } from './process.ts';
import type { SimWorld } from './world.ts';

const HALF_HOUR_MS = HOUR_MS / 2;
const OFFSET_HOURS_MAX = 14;

export function passTime({ clock, simulator }: SimWorld, ms: number): void {
  clock.travelTo(addMs(clock.now(), ms));
  simulator.catchUp();
}

/** Half past the given local hour. The hours used here exist on every day, despite daylight saving changes. */
function localTime(timeZone: string, date: IsoDate, hour: number): string {
  const middleMs = Date.parse(`${date}T00:00:00.000Z`) + hour * HOUR_MS + HALF_HOUR_MS;
  for (let offset = -OFFSET_HOURS_MAX; offset <= OFFSET_HOURS_MAX; offset += 1) {
    const at = instant(new Date(middleMs + offset * HOUR_MS).toISOString());
    if (dateIn(timeZone, at) === date && hourIn(timeZone, at) === hour) return at;
  }
  throw new Error(`${timeZone} has no ${hour}:30 on ${date}`);
}

function passToDay(world: SimWorld, date: IsoDate, hour: number): void {
  const at = localTime(world.timeZone, date, hour);
  if (at > world.clock.now()) world.clock.travelTo(at);
  world.simulator.catchUp();
}

export function passDays(world: SimWorld, count: number, hour: number): void {
  passToDay(world, addDays(world.clock.today(world.timeZone), count), hour);
}

const IS_IDLE = `not exists (select 1 from attempts a where a.company_id = d.company_id
  and a.invoice_id = d.invoice_id and a.state in ${OPEN})`;

/**
 * Covers only live arrangements. A suspended arrangement waits for its customer, and one with an open payment waits
 * for the outcome.
 */
const NEXT_DUE = `select min(due)::text as due,
    exists (select 1 from schedules where state = 'SUSPENDED')
      or exists (select 1 from plans where state = 'SUSPENDED') as "isSuspended",
    exists (select 1 from schedules where state = 'LIVE')
      or exists (select 1 from auto_pay_charges where state = 'LIVE')
      or exists (select 1 from plans where state = 'LIVE') as "isLive"
  from (
    select company_id, invoice_id, coalesce(next_try_on, charge_on) as due from schedules
    where state = 'LIVE'
    union all
    select company_id, invoice_id, coalesce(next_try_on, charge_on) from auto_pay_charges
    where state = 'LIVE'
    union all
    select p.company_id, p.invoice_id, coalesce(i.next_try_on, i.due_on) from installments i
    join plans p on p.company_id = i.company_id and p.id = i.plan_id
    where p.state = 'LIVE' and i.status in ('OPEN', 'FAILED') and not i.is_missed) d
  where ${IS_IDLE}`;

type NextDue = { due: IsoDate | null; isSuspended: boolean; isLive: boolean };

/** Step in days if nothing has a date. Repeated steps pass every ten-day deadline. */
const STANDING_DAYS = 4;

export async function passToNextDue(world: SimWorld, hour: number): Promise<boolean> {
  const { rows } = await uninstrumented(() =>
    world.database.pool.query<NextDue>({ name: 'next-due', text: NEXT_DUE }),
  );
  const [row] = rows;
  if (!row || !(row.isLive || row.isSuspended)) return false;
  const tomorrow = addDays(world.clock.today(world.timeZone), 1);
  const waited = addDays(tomorrow, STANDING_DAYS - 1);
  const due = row.due ?? waited;
  const next = row.isSuspended && due > waited ? waited : due;
  passToDay(world, next > tomorrow ? next : tomorrow, hour);
  return true;
}
