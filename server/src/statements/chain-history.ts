/**
 * Writes customer histories (ADR 0091). The chained audit trail identifies the affected customers, and their rows
 * contain the facts. One process at a time does this for a company, at most a minute after the commit.
 */

import { createHash } from 'node:crypto';
import { type CompanyId, customerIdSchema } from '@quittance/contract/ids';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Tx } from '../platform/database/database.ts';
import { listCompaniesWithRows } from '../platform/database/sharding/across-companies.ts';
import { historyEntries } from '../schema/history.ts';
import { auditHeads } from '../schema/operations.ts';
import { changesIn, listTouches } from './audited-changes.ts';
import { type Customers, type Fact, inOrder, listNewFacts } from './history-facts.ts';

/**
 * The previous hash of the first entry in a chain. docs/verify-history.mjs recomputes the hashes without our code
 * (ADR 0091).
 */
const NO_HASH = '';

type HistoryPlace = {
  companyId: string;
  customerId: string;
  before: string;
  position: number;
};

function hashOfHistoryEntry(
  { companyId, customerId, before, position }: HistoryPlace,
  content: string,
): string {
  const parts = [before, companyId, customerId, position, content];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

const BATCH = 500;

const headSchema = z.array(
  z.object({
    customerId: customerIdSchema,
    position: z.coerce.number().int(),
    hash: z.string(),
  }),
);

async function readHeads(tx: Tx, { companyId, customerIds }: Customers) {
  const { rows } = await tx.execute(sql`
    select customer.id as "customerId", head.position::text, head.hash
    from unnest(${sql.param(customerIds)}::uuid[]) as customer (id)
      cross join lateral (select position, hash from history_entries
        where company_id = ${companyId} and customer_id = customer.id
        order by position desc limit 1) head`);
  return new Map(headSchema.parse(rows).map((head) => [head.customerId, head]));
}

/** After a backup is restored, audit trail entries are read a second time. */
async function untold(tx: Tx, { companyId, changes }: HistorySource): Promise<Fact[]> {
  if (changes.length === 0) return [];
  const names = changes.map(({ fact }) => fact);
  const customers = [...new Set(changes.map(({ customerId }) => customerId))];
  const { rows } =
    await tx.execute(sql`select customer_id || ' ' || fact as told from history_entries
    where company_id = ${companyId} and customer_id = any(${sql.param(customers)}::uuid[])
      and fact = any(${sql.param(names)}::text[])`);
  const told = new Set(rows.map((row) => row['told']));
  return changes.filter(({ customerId, fact }) => !told.has(`${customerId} ${fact}`));
}

type HistorySource = Customers & { changes: readonly Fact[] };

/** Appends only facts and changes that are not recorded yet. `changes` must belong to the same customers. */
async function appendFacts(tx: Tx, given: HistorySource): Promise<void> {
  const { changes: _changes, ...customers } = given;
  if (customers.customerIds.length === 0) return;
  const { companyId } = customers;
  const facts = inOrder([...(await listNewFacts(tx, customers)), ...(await untold(tx, given))]);
  const heads = await readHeads(tx, customers);
  const seen = new Set<string>();
  const rows: (typeof historyEntries.$inferInsert)[] = [];
  for (const { customerId, fact, content: told } of facts) {
    if (seen.has(`${customerId} ${fact}`)) continue;
    seen.add(`${customerId} ${fact}`);
    const head = heads.get(customerId) ?? { customerId, position: 0, hash: NO_HASH };
    const position = head.position + 1;
    const content = JSON.stringify(told);
    const hash = hashOfHistoryEntry(
      { companyId, customerId, before: head.hash, position },
      content,
    );
    heads.set(customerId, { customerId, position, hash });
    rows.push({ companyId, customerId, position, fact, content, hash });
  }
  for (let from = 0; from < rows.length; from += BATCH) {
    await tx.insert(historyEntries).values(rows.slice(from, from + BATCH));
  }
}

const positionSchema = z.coerce.number().int();
const progressSchema = z.tuple([z.object({ told: positionSchema, last: positionSchema })]);

/** The last entry that was told, and the last one of the audit chain, of which retention deletes the beginning. */
async function lockProgress(tx: Tx, companyId: CompanyId) {
  await tx.execute(
    sql`insert into history_progress (company_id) values (${companyId}) on conflict do nothing`,
  );
  const { rows } = await tx.execute(sql`
    select greatest(told.audit_position, head.base_position)::text as told,
      coalesce(head.position, 0)::text as last
    from history_progress told left join audit_heads head on head.company_id = told.company_id
    where told.company_id = ${companyId} for update of told`);
  return progressSchema.parse(rows)[0];
}

/** Most entries of an import need no work. */
const ENTRIES_TOGETHER = 2000;

/** Returns false if there may be more entries. */
async function tellBatch(tx: Tx, companyId: CompanyId): Promise<boolean> {
  const { told, last } = await lockProgress(tx, companyId);
  if (told >= last) return true;
  const to = Math.min(told + ENTRIES_TOGETHER, last);
  const touches = await listTouches(tx, { companyId, after: told, to });
  const customerIds = [...new Set(touches.flatMap(({ customerId }) => customerId ?? []))];
  await appendFacts(tx, { companyId, customerIds, changes: changesIn(touches) });
  await tx.execute(sql`update history_progress set audit_position = ${to}
    where company_id = ${companyId}`);
  return to >= last;
}

type Readable = Pick<Database, 'asSystem' | 'readAlone'>;

function companiesToTell({ readAlone }: Readable): Promise<CompanyId[]> {
  const isAhead = sql`${auditHeads.position} > coalesce((select told.audit_position
    from history_progress told where told.company_id = ${auditHeads.companyId}), 0)`;
  const reason = 'any company may have entries to tell';
  return readAlone((tx) => listCompaniesWithRows(tx, auditHeads, { where: isAhead, reason }));
}

export async function chainHistories({ database }: { database: Readable }): Promise<void> {
  for (const companyId of await companiesToTell(database)) {
    while (!(await database.asSystem((tx) => tellBatch(tx, companyId))));
  }
}

/** For rows without an audit trail, such as seed data. Runs in the seed's transaction. */
export async function writeHistories(tx: Tx, customers: Customers): Promise<void> {
  await lockProgress(tx, customers.companyId);
  await appendFacts(tx, { ...customers, changes: [] });
}
