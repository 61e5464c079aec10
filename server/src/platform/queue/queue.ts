/**
 * Rows that wait for work are claimed under a lease (ADR 0107): the row has an owner token and an expiry, after
 * which another process may claim it. External calls are made only under a live lease. The statement that renews
 * the lease before the call also reads the row again and writes the mark that the call was sent.
 */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, asc, eq, getTableColumns, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { addMs } from '../../kernel/clock.ts';
import { groupBy } from '../../kernel/concurrency.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Tx } from '../database/database.ts';
import { byCompany, isAnyId, type Row, toColumn } from '../database/keys.ts';
import { readAcross } from '../database/sharding/across-companies.ts';
import { type Backoff, nextTryAt } from './backoff.ts';

type ColumnName<Table extends PgTable> = keyof Row<Table> & string;

/** The table needs a `leasedBy` column, and a `tries` column if tries are counted. */
export type Queue<Table extends PgTable> = {
  table: Table;
  /** Columns that identify a row within its company. Defaults to `id`. */
  key?: readonly [ColumnName<Table>, ...ColumnName<Table>[]];
  /** The time at which a row is due or, while it is leased, at which the lease expires. */
  dueAt: ColumnName<Table>;
  /** If set, a row without that time is due immediately. Otherwise it is not due. */
  isDueWithoutTime?: true;
  /** Order in which rows are claimed. Defaults to `dueAt`. */
  orderedBy?: ColumnName<Table>;
  isWaiting: SQL | undefined;
  /** Longer than the calls between two renewals may take. */
  leaseMs: number;
  backoff?: Backoff;
};

export type Lease<Table extends PgTable> = {
  queue: Queue<Table>;
  row: Row<Table>;
  owner: string;
  until: Instant;
};

export type Claim<Table extends PgTable> = {
  queue: Queue<Table>;
  /** If omitted, the rows of all companies are considered. */
  companyId?: CompanyId;
  where?: SQL | undefined;
  limit?: number;
};

/**
 * Concurrent processes find the same rows, so each one looks at several and takes those that no other process has
 * locked.
 */
const LOOKED_AT_MAX = 20;

function idColumn<Table extends PgTable>({ table, key: [name] = ['id'] }: Queue<Table>) {
  return toColumn(table, name);
}

export function isDue<Table extends PgTable>(queue: Queue<Table>, now: Instant): SQL | undefined {
  const dueAt = toColumn(queue.table, queue.dueAt);
  const isTime = queue.isDueWithoutTime ? or(isNull(dueAt), lte(dueAt, now)) : lte(dueAt, now);
  return and(queue.isWaiting, isTime);
}

/** If the caller specifies the company, `ids` is null and any of its rows qualifies. */
type Candidates = { companyId: CompanyId; ids: unknown[] | null };

/**
 * Reads without a lock, because rows of several companies are on several servers once the database is distributed
 * (ADR 0085).
 */
async function findCandidates<Table extends PgTable>(
  tx: Tx,
  { queue, companyId, where, limit = 1 }: Claim<Table>,
  now: Instant,
): Promise<Candidates[]> {
  if (companyId) return [{ companyId, ids: null }];
  const { table, orderedBy = queue.dueAt } = queue;
  const id = idColumn(queue);
  const company = toColumn(table, 'companyId');
  const found = await readAcross(tx, 'a queue has rows of each company', (isAsked) =>
    tx
      .select({ companyId: sql<CompanyId>`${company}`, id: sql<unknown>`${id}` })
      .from<PgTable>(table)
      .where(and(isDue(queue, now), where, isAsked(company)))
      .orderBy(asc(toColumn(table, orderedBy)), asc(id))
      .limit(Math.max(limit, LOOKED_AT_MAX)),
  );
  return [...byCompany(found)].map(([each, ids]) => ({ companyId: each, ids }));
}

/**
 * System scope. Leases the rows that have been due longest and that no other process has locked, in a consistent
 * order.
 */
export async function claim<Table extends PgTable>(
  tx: Tx,
  { clock, entropy }: Pick<Deps, 'clock' | 'entropy'>,
  wanted: Claim<Table>,
): Promise<Lease<Table>[]> {
  const { queue, where, limit = 1 } = wanted;
  const { table, dueAt, leaseMs, orderedBy = dueAt } = queue;
  const [now, owner, id] = [clock.now(), entropy.uuid(), idColumn(queue)];
  const until = addMs(now, leaseMs);
  const { tries } = getTableColumns(table);
  const change = {
    [dueAt]: until,
    leasedBy: owner,
    ...(tries ? { tries: sql`${tries} + 1` } : {}),
  };
  const leases: Lease<Table>[] = [];
  for (const { companyId, ids } of await findCandidates(tx, wanted, now)) {
    if (leases.length >= limit) break;
    const isOfCompany = eq(toColumn(table, 'companyId'), companyId);
    const isFree = and(isDue(queue, now), where, ids ? isAnyId(id, ids) : undefined);
    const free = tx
      .select({ id: sql<unknown>`${id}` })
      .from<PgTable>(table)
      .where(and(isOfCompany, isFree))
      .orderBy(asc(toColumn(table, orderedBy)), asc(id))
      .limit(limit - leases.length)
      .for('no key update', { skipLocked: true });
    // `any(array(…))` runs the subquery once. With `in`, Postgres may repeat it and exceed the limit.
    const rows = await tx
      .update<PgTable>(table)
      .set(change)
      .where(and(isOfCompany, isFree, sql`${id} = any(array(${free}))`))
      .returning();
    // Safe because the rows belong to this table.
    leases.push(...rows.map((row) => ({ queue, row: row as Row<Table>, owner, until })));
  }
  return leases;
}

export async function claimOne<Table extends PgTable>(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'entropy'>,
  wanted: Claim<Table>,
): Promise<Lease<Table> | null> {
  const [lease] = await claim(tx, deps, { ...wanted, limit: 1 });
  return lease ?? null;
}

/**
 * Returns whether the lease is still valid, and for so long. Check this immediately before a call, after everything
 * that takes time.
 */
export function isLive(
  { clock }: Pick<Deps, 'clock'>,
  { until }: { until: Instant },
  forMs = 0,
): boolean {
  return addMs(clock.now(), forMs) < until;
}

function isUnfinished<Table extends PgTable>({ queue, row }: Pick<Lease<Table>, 'queue' | 'row'>) {
  const { table, key = ['id'], isWaiting } = queue;
  const values: Record<string, unknown> = row;
  const isKey = ['companyId', ...key].map((name) => eq(toColumn(table, name), values[name]));
  return and(...isKey, isWaiting);
}

function isHeld<Table extends PgTable>(lease: Lease<Table>) {
  return and(isUnfinished(lease), eq(toColumn(lease.queue.table, 'leasedBy'), lease.owner));
}

async function update<Table extends PgTable>(
  tx: Tx,
  { table, change, where }: { table: Table; change: object; where: SQL | undefined },
): Promise<Row<Table> | null> {
  const [row] = await tx.update<PgTable>(table).set(change).where(where).returning();
  return row ? (row as Row<Table>) : null; // because the row is of this table
}

type Renewal<Table extends PgTable> = Pick<Deps, 'clock'> & {
  lease: Lease<Table>;
  where?: SQL | undefined;
};

/**
 * Extends a live lease and writes the change in the same statement. Returns the current row. Returns null if the
 * lease has expired, another process holds the row, or the row is finished; in that case, no call may be made.
 */
export async function renew<Table extends PgTable>(
  tx: Tx,
  { clock, lease, where }: Renewal<Table>,
  change: Partial<Row<Table>> = {},
): Promise<Lease<Table> | null> {
  const { table, dueAt, leaseMs } = lease.queue;
  const now = clock.now();
  const until = addMs(now, leaseMs);
  const isLeased = and(isHeld(lease), gt(toColumn(table, dueAt), now), where);
  const row = await update(tx, { table, change: { ...change, [dueAt]: until }, where: isLeased });
  return row && { ...lease, row, until };
}

/**
 * Ends the lease. The row is due again at the given time. Returns false if another process holds the row or it is
 * finished.
 */
export async function release<Table extends PgTable>(
  tx: Tx,
  lease: Lease<Table>,
  { at, change = {} }: { at: Instant | null; change?: Partial<Row<Table>> },
): Promise<boolean> {
  const { table, dueAt } = lease.queue;
  const set = { ...change, [dueAt]: at, leasedBy: null };
  return (await update(tx, { table, change: set, where: isHeld(lease) })) !== null;
}

/** Like `release`, for rows of one company, with one statement per claim. */
export async function releaseAll<Table extends PgTable>(
  tx: Tx,
  leases: readonly Lease<Table>[],
  { companyId, at }: { companyId: CompanyId; at: Instant | null },
): Promise<void> {
  for (const [owner, claimed] of groupBy(leases, (lease) => lease.owner)) {
    const [first] = claimed;
    if (!first) continue;
    const { table, dueAt, isWaiting } = first.queue;
    const id = idColumn(first.queue);
    const isClaimed = isAnyId(
      id,
      // The cast is safe because every queue has an id.
      claimed.map(({ row }) => row['id' as keyof typeof row]),
    );
    const isOfCompany = eq(toColumn(table, 'companyId'), companyId);
    await tx
      .update<PgTable>(table)
      .set({ [dueAt]: at, leasedBy: null })
      .where(and(isOfCompany, isClaimed, isWaiting, eq(toColumn(table, 'leasedBy'), owner)));
  }
}

/**
 * Marks the row as finished, even if another process holds the lease by now, because the call was made. Returns
 * null if it was already finished.
 */
export function finish<Table extends PgTable>(
  tx: Tx,
  lease: Pick<Lease<Table>, 'queue' | 'row'>,
  change: Partial<Row<Table>>,
): Promise<Row<Table> | null> {
  const { table } = lease.queue;
  return update(tx, { table, change: { ...change, leasedBy: null }, where: isUnfinished(lease) });
}

function countTries<Table extends PgTable>({ row }: Lease<Table>): number {
  const values: Record<string, unknown> = row;
  return Number(values['tries'] ?? 0);
}

export function retryAt<Table extends PgTable>(
  deps: Pick<Deps, 'clock' | 'entropy'>,
  lease: Lease<Table>,
): Instant {
  const { backoff } = lease.queue;
  return backoff ? nextTryAt(deps, backoff, countTries(lease)) : lease.until;
}

export function isLastTry<Table extends PgTable>(lease: Lease<Table>): boolean {
  return countTries(lease) >= (lease.queue.backoff?.triesMax ?? Number.POSITIVE_INFINITY);
}
