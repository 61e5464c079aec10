/**
 * Statements that are not about one company. Each says why it is not, in a comment that the tests look for, because on
 * Citus it goes to every server (ADR 0084, 0134).
 */
import { type CompanyId, companyIdSchema } from '@quittance/contract/ids';
import { and, type Column, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { monotonicMs } from '../../../kernel/clock.ts';
import { isDatabaseOutage } from '../database-outage.ts';
import { toColumn } from '../keys.ts';
import type { Tx } from '../transaction.ts';

/** A condition that always holds. */
export const acrossCompanies = (reason: string): SQL =>
  sql.raw(`true /* across companies: ${reason} */`);

/** A condition that always holds, in a statement that is not sent to a distributed database. */
export const onOneServer = (reason: string): SQL => sql.raw(`true /* on one server: ${reason} */`);

/** Condition for rows of the companies on the servers that are asked. */
export type IsAsked = (company: Column | SQL) => SQL;

/** The coordinator knows where the companies are, so this asks no other server. */
const SERVERS = sql`select p.groupid as id, array_agg(c.company_id) as companies from companies c
  join pg_dist_placement p
    on p.shardid = get_shard_id_for_distribution_column('invoices', c.company_id) group by 1`;

const serversSchema = z.array(z.object({ id: z.number(), companies: z.array(companyIdSchema) }));

/** A dead server is asked again after this time, because each try may wait for a connection. */
const ASKED_AGAIN_MS = 5000;

/** When each server that is down is asked again. */
const downServers = new WeakMap<Tx, Map<number, number>>();

async function listServers(tx: Tx) {
  const { rows } = await tx.execute(SERVERS);
  return serversSchema.parse(rows);
}

/**
 * Reads rows of all companies, outside of a transaction. Citus refuses a statement that goes to a server that is down.
 * The servers are then asked one by one for their companies, and only those of the dead one wait.
 */
export async function readAcross<Row>(
  tx: Tx,
  reason: string,
  read: (isAsked: IsAsked) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const everywhere = acrossCompanies(reason);
  const down = downServers.get(tx) ?? new Map<number, number>();
  if (down.size === 0) {
    try {
      return await read(() => everywhere);
    } catch (error) {
      const servers = isDatabaseOutage(error) ? await listServers(tx).catch(() => []) : [];
      if (servers.length === 0) throw error;
    }
  }
  downServers.set(tx, down);
  const now = monotonicMs();
  const asked = (await listServers(tx)).filter(({ id }) => (down.get(id) ?? 0) <= now);
  const ends = await Promise.allSettled(
    asked.map(({ companies }) =>
      read((company) => sql`${company} = any(${sql.param(companies)}::uuid[]) and ${everywhere}`),
    ),
  );
  for (const [index, { id }] of asked.entries()) {
    const end = ends[index];
    if (end?.status !== 'rejected') down.delete(id);
    else if (isDatabaseOutage(end.reason)) down.set(id, now + ASKED_AGAIN_MS);
    else throw end.reason;
  }
  return ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []));
}

/** Companies with rows that match. */
export async function listCompaniesWithRows(
  tx: Tx,
  table: PgTable,
  { where, reason }: { where: SQL | undefined; reason: string },
): Promise<CompanyId[]> {
  const company = toColumn(table, 'companyId');
  const rows = await readAcross(tx, reason, (isAsked) =>
    tx
      .selectDistinct({ companyId: sql<CompanyId>`${company}` })
      .from(table)
      .where(and(where, isAsked(company))),
  );
  return rows.map(({ companyId }) => companyId);
}
