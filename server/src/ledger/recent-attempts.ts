/**
 * Counts recent attempts and refusals per payer, client IP and company, for the limits against card testing. The
 * counts come directly from the attempts and method setups; there is no separate record.
 */

import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { readPrepared } from '../platform/database/prepared.ts';
import { findRow, hasRows } from '../platform/database/rows.ts';
import { readAcross } from '../platform/database/sharding/across-companies.ts';
import { capabilities } from '../schema/access.ts';
import { methodSetups } from '../schema/method-setups.ts';
import { attempts, IS_DOUBTFUL } from '../schema/payments.ts';

export type RecentAttempt = {
  at: Instant;
  isRefused: boolean;
  /** A card was typed. It is not a saved or attached one. */
  isTypedCard: boolean;
};

type LinkKey = { companyId: CompanyId; linkId: string };

/** Returns the attempts of one link or customer, oldest first, except those that succeeded or were never sent. */
export async function listRecentAttempts(
  tx: Tx,
  { companyId, actor, since }: { companyId: CompanyId; actor: string; since: Instant },
): Promise<RecentAttempt[]> {
  const isRecent = sql`company_id = ${sql.placeholder('companyId')}
    and actor = ${sql.placeholder('actor')} and created_at > ${sql.placeholder('since')}`;
  const read = { name: 'recent_attempts_of_payer', values: { companyId, actor, since } };
  return readPrepared(tx, read, () => ({
    selection: {
      at: attempts.createdAt,
      isRefused: sql<boolean>`state = 'FAILED'`,
      isTypedCard: sql<boolean>`method = 'CARD' and method_id is null`,
    },
    source: sql`from ${attempts} where ${isRecent}
        and ${IS_DOUBTFUL} and coalesce(response_code, '') not in ('not_sent', 'never_seen')
      union all
      select created_at, state = 'FAILED', wish ->> 'methodKind' = 'card' from method_setups
      where ${isRecent} and is_new and state <> 'KEPT'
      order by 1`,
  }));
}

/** Serializes the transactions of one client IP, so that each counts the rows written by the previous one. */
export const lockAddress = (tx: Tx, address: string) => lockName(tx, `address:${address}`);

/**
 * The lock is selected like a column: it writes nothing, so it may be sent together with the beginning of the
 * transaction.
 */
export async function lockName(tx: Tx, name: string): Promise<void> {
  const read = { name: 'lock_name', values: { name } };
  await readPrepared(tx, read, () => ({
    selection: { locked: sql`"locked"."locked"` },
    source: sql`from pg_advisory_xact_lock(hashtextextended(${sql.placeholder('name')}, 0)) as locked`,
  }));
}

/** A charge that was not sent, or that never reached the processor, does not count as refused. */
const IS_REFUSED = sql`state = 'FAILED' and coalesce(response_code, '') not in ('not_sent', 'never_seen')`;

/**
 * Requires system scope, because one client IP can pay at several companies. Attempts in flight count too, so that
 * many concurrent attempts cannot bypass the limit. On a distributed database, the query runs on every server.
 */
export async function countRefusalsOfAddress(
  tx: Tx,
  { address, since, inFlightSince }: { address: string; since: Instant; inFlightSince: Instant },
): Promise<number> {
  const rows = await readAcross(tx, 'an address may try cards at any company', async (isAsked) => {
    const counted = await tx.execute<{ count: string }>(
      sql`select (select count(*) from attempts
        where client_address = ${address} and created_at > ${since}::timestamptz and initiator = 'CIT'
          and ${isAsked(attempts.companyId)} and ${IS_DOUBTFUL}
          and ((${IS_REFUSED})
            or (state in ('CREATED', 'SENT') and created_at > ${inFlightSince}::timestamptz)))
      + (select count(*) from method_setups
        where evidence ->> 'ipAddress' = ${address} and created_at > ${since}::timestamptz and is_new
          and ${isAsked(methodSetups.companyId)} and (state = 'FAILED'
            or (state = 'SENT' and created_at > ${inFlightSince}::timestamptz))) as count`,
    );
    return counted.rows;
  });
  return rows.reduce((sum, { count }) => sum + Number(count), 0);
}

/**
 * Requires system scope: covers all payers of the company. There may be many attempts, so they are counted only if
 * there are more refusals than `refusalsMin`.
 */
export async function countCompanyAttempts(
  tx: Tx,
  { companyId, since, refusalsMin }: { companyId: CompanyId; since: Instant; refusalsMin: number },
): Promise<{ attempts: number; refusals: number }> {
  const isCounted = sql`company_id = ${companyId} and created_at > ${since}::timestamptz and initiator = 'CIT'`;
  const { rows } = await tx.execute<{ tries: string; refusals: string }>(
    sql`with refused as materialized (
        select count(*) as refusals from attempts where ${isCounted} and ${IS_DOUBTFUL} and ${IS_REFUSED}
      )
      select case when refused.refusals > ${refusalsMin}::bigint
          then (select count(*) from attempts where ${isCounted}) else refused.refusals end as tries,
        refused.refusals
      from refused`,
  );
  return { attempts: Number(rows[0]?.tries ?? 0), refusals: Number(rows[0]?.refusals ?? 0) };
}

export async function findUnlockedAt(
  tx: Tx,
  { companyId, linkId }: LinkKey,
): Promise<Instant | null> {
  return (await findRow(tx, capabilities, { companyId, id: linkId }))?.unlockedAt ?? null;
}

export async function unlockCapability(
  tx: Tx,
  { companyId, linkId }: LinkKey,
  at: Instant,
): Promise<boolean> {
  return hasRows(
    tx
      .update(capabilities)
      .set({ unlockedAt: at })
      .where(matching(capabilities, { companyId, id: linkId }))
      .returning({ id: capabilities.id }),
  );
}
