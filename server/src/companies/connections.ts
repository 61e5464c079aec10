/** Rows of the connections to processor accounts: what the last check and the last events have shown. */

import type { ConnectionProblem } from '@quittance/contract/companies/settings-schemas';
import type { Instant } from '@quittance/contract/dates';
import { MINUTE_MS } from '@quittance/contract/durations';
import type { CompanyId } from '@quittance/contract/ids';
import { and, eq, isNotNull, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { addMs } from '../kernel/clock.ts';
import type { Tx } from '../platform/database/database.ts';
import { findRow, hasRows } from '../platform/database/rows.ts';
import { readAcross } from '../platform/database/sharding/across-companies.ts';
import { companies, companySecrets, processorConnections } from '../schema/companies.ts';

export type Connection = typeof processorConnections.$inferSelect;

/** Less than 5 minutes, within which a broken connection must be noticed, with the time of the check itself. */
const CHECK_EVERY_MS = 4 * MINUTE_MS;

export const connectionQueue = {
  table: processorConnections,
  key: ['companyId'],
  dueAt: 'checkAt',
  isWaiting: undefined,
  /** Longer than the calls of a run, which claims all of its connections at once. */
  leaseMs: 3 * MINUTE_MS,
} as const;

export function findConnection(tx: Tx, companyId: CompanyId): Promise<Connection | null> {
  return findRow(tx, processorConnections, { companyId });
}

type Checked = {
  companyId: CompanyId;
  at: Instant;
  problem: ConnectionProblem | null;
  detail: string | null;
  nextMs?: number;
};

/** Requires system scope. A problem keeps the time at which it was first seen. */
export async function recordCheck(
  tx: Tx,
  { companyId, at, problem, detail, nextMs = CHECK_EVERY_MS }: Checked,
) {
  const state = { checkedAt: at, problem, detail, checkAt: addMs(at, nextMs) };
  await tx
    .insert(processorConnections)
    .values({ companyId, ...state, problemSince: problem && at })
    .onConflictDoUpdate({
      target: processorConnections.companyId,
      set: {
        ...state,
        leasedBy: null,
        problemSince: problem
          ? sql`case when ${processorConnections.problem} = ${problem}
              then ${processorConnections.problemSince} else ${at}::timestamptz end`
          : null,
      },
    });
}

/** Requires system scope. New keys and secrets make earlier refusals irrelevant. */
export async function forgetRefusedEvents(tx: Tx, companyId: CompanyId): Promise<void> {
  await tx
    .update(processorConnections)
    .set({ refusedEvents: 0 })
    .where(eq(processorConnections.companyId, companyId));
}

/** Requires system scope. Adds the companies that have keys and were never checked. */
export async function addConnections(tx: Tx, at: Instant): Promise<void> {
  for (const companyId of await listCompaniesWithKeys(tx, processorConnections)) {
    await tx.insert(processorConnections).values({ companyId, checkAt: at }).onConflictDoNothing();
  }
}

/** Companies with keys that have no row in the table yet. */
export async function listCompaniesWithKeys(
  tx: Tx,
  table: PgTable,
  isWanted?: SQL,
): Promise<CompanyId[]> {
  const { companyId, processorKeySealed } = companySecrets;
  const isKnown = sql`exists (select from ${table} known where known.company_id = ${companyId})`;
  const rows = await readAcross(tx, 'any company may be new', (isAsked) =>
    tx
      .select({ companyId })
      .from(companySecrets)
      .innerJoin(companies, eq(companies.companyId, companyId))
      .where(
        and(
          isNotNull(processorKeySealed),
          eq(companies.isDemo, false),
          isWanted,
          not(isKnown),
          isAsked(companyId),
        ),
      ),
  );
  return rows.map((row) => row.companyId);
}

/** How often the row is written at most, because a busy account sends many events. */
const EVENT_NOTED_EVERY_MS = MINUTE_MS;

/** Requires system scope. */
export async function noteEvent(tx: Tx, companyId: CompanyId, at: Instant): Promise<void> {
  const { lastEventAt, refusedEvents } = processorConnections;
  await tx
    .update(processorConnections)
    .set({ lastEventAt: at, refusedEvents: 0 })
    .where(
      and(
        eq(processorConnections.companyId, companyId),
        or(
          isNull(lastEventAt),
          lt(lastEventAt, addMs(at, -EVENT_NOTED_EVERY_MS)),
          sql`${refusedEvents} > 0`,
        ),
      ),
    );
}

/** More than this changes nothing, so that forged events cannot keep the row busy. */
const REFUSED_EVENTS_MAX = 100;

/** Requires system scope. Returns whether the event was counted. */
export function noteRefusedEvent(tx: Tx, companyId: CompanyId): Promise<boolean> {
  const { refusedEvents } = processorConnections;
  return hasRows(
    tx
      .update(processorConnections)
      .set({ refusedEvents: sql`${refusedEvents} + 1` })
      .where(
        and(eq(processorConnections.companyId, companyId), lt(refusedEvents, REFUSED_EVENTS_MAX)),
      )
      .returning({ companyId: processorConnections.companyId }),
  );
}
