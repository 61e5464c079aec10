/** A company's figures for one day in its time zone, summed from its events, and the amounts that are open now. */
import { addDays, type Instant, type IsoDate, instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { type Cents, centsSchema } from '@quittance/contract/money';
import type { InvoiceStatus, MethodType } from '@quittance/contract/vocabulary';
import type { EventType } from '@quittance/contract/webhooks/event-schemas';
import { OUTSTANDING } from '@quittance/domain/status/invoice-status';
import { and, asc, desc, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { firstRow, writtenRow } from '../platform/database/rows.ts';
import { balanceChanges } from '../schema/balance-changes.ts';
import { oneOf } from '../schema/columns.ts';
import { providerEvents } from '../schema/events.ts';
import { attempts } from '../schema/payments.ts';

const toCents = (text: unknown): Cents => centsSchema.parse(Number(text));
const sumSql = (amount: SQL): SQL<Cents> => sql`coalesce(sum(${amount}), 0)`.mapWith(toCents);
const COUNT = sql`count(*)`.mapWith(Number);

/**
 * Returns the first event position at or after the given time, found by binary search with one index lookup per
 * step. Positions are in time order, give or take the duration of a transaction.
 */
async function positionAt(tx: Tx, companyId: CompanyId, at: Instant): Promise<number> {
  const ofCompany = matching(providerEvents, { companyId });
  const { position, createdAt } = providerEvents;
  const events = () => tx.select({ position, createdAt }).from(providerEvents);
  const last = await firstRow(events().where(ofCompany).orderBy(desc(position)).limit(1));
  let [low, high] = [0, (last?.position ?? 0) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const from = and(ofCompany, gte(position, middle));
    const found = await firstRow(events().where(from).orderBy(asc(position)).limit(1));
    if (!found || found.createdAt >= at) high = middle;
    else low = found.position + 1;
  }
  return low;
}

export type Day = { companyId: CompanyId; date: IsoDate; timeZone: string };

const midnight = (date: IsoDate, timeZone: string) =>
  sql`(${date}::date::timestamp at time zone ${timeZone})`;

const field = (name: string) => sql`(${providerEvents.data} ->> ${sql.raw(`'${name}'`)})`;

/** A return does not include the part of the payment that was refunded before. */
const AMOUNT = sql`${field('amount')}::bigint + coalesce(${field('fee')}::bigint, 0)
  - case ${providerEvents.type} when 'payment.returned' then ${field('refunded')}::bigint else 0 end`;

export type DayFigure = {
  type: EventType;
  method: MethodType | null;
  count: number;
  cents: Cents;
};

export async function sumEventsOfDay(
  tx: Tx,
  { companyId, date, timeZone }: Day,
  types: readonly EventType[],
): Promise<DayFigure[]> {
  // One extra day on each side covers the day in every time zone.
  const from = await positionAt(tx, companyId, instant(`${addDays(date, -1)}T00:00:00.000Z`));
  const until = await positionAt(tx, companyId, instant(`${addDays(date, 2)}T00:00:00.000Z`));
  const { type, createdAt } = providerEvents;
  const method = sql<MethodType | null>`${field('method')}`;
  return tx
    .select({ type, method, count: COUNT, cents: sumSql(AMOUNT) })
    .from(providerEvents)
    .where(
      and(
        matching(providerEvents, { companyId }),
        gte(providerEvents.position, from),
        lt(providerEvents.position, until),
        inArray(type, [...types]),
        sql`${createdAt} >= ${midnight(date, timeZone)}`,
        sql`${createdAt} < ${midnight(addDays(date, 1), timeZone)}`,
      ),
    )
    .groupBy(type, method)
    .orderBy(type, method);
}

export async function sumHeld(tx: Tx, companyId: CompanyId, before: Instant) {
  const held = tx
    .select({ count: COUNT, cents: sumSql(sql`${attempts.amountCents} + ${attempts.feeCents}`) })
    .from(attempts)
    .where(
      and(
        matching(attempts, { companyId, state: ['SENT', 'UNKNOWN'] }),
        lte(attempts.createdAt, before),
        sql`${attempts.processor} <> 'manual'`,
      ),
    );
  return writtenRow(held);
}

const OVERDUE: readonly InvoiceStatus[] = ['IN_COLLECTION', 'DEFAULTED'];

/** Does not read the invoices. */
export async function sumOpen(tx: Tx, companyId: CompanyId) {
  const open = sql`${balanceChanges.totalCents} - ${balanceChanges.paidCents}`;
  const ofStatus = (statuses: readonly InvoiceStatus[]) =>
    sumSql(sql`case when ${balanceChanges.status} ${oneOf(statuses)} then ${open} end`);
  const sums = tx
    .select({ openCents: ofStatus(OUTSTANDING), overdueCents: ofStatus(OVERDUE) })
    .from(balanceChanges)
    .where(matching(balanceChanges, { companyId }));
  return writtenRow(sums);
}
