/**
 * Chains the entries that transactions have committed since the last run, company by company (ADR 0083). Writers
 * never wait: an entry gets its position and hash shortly afterward.
 */

import type { CompanyId } from '@quittance/contract/ids';
import { eq, isNull, sql } from 'drizzle-orm';
import type { Entropy } from '../../kernel/entropy.ts';
import { listCompaniesWithRows } from '../../platform/database/sharding/across-companies.ts';
import { audit, auditHeads } from '../../schema/operations.ts';
import type { Database, Tx } from '../database/database.ts';
import { firstRow } from '../database/rows.ts';
import {
  type AuditContent,
  CONTENT_COLUMNS,
  computeDigest,
  hashOfEntry,
  NO_HASH,
} from './entry-hash.ts';

const BATCH = 1000;

export type AuditHead = typeof auditHeads.$inferSelect;

/** Only one process at a time chains the entries of a company or deletes its oldest. */
export async function lockHead(tx: Tx, companyId: CompanyId): Promise<AuditHead | null> {
  return firstRow(
    tx.select().from(auditHeads).where(eq(auditHeads.companyId, companyId)).for('update'),
  );
}

async function headToExtend(tx: Tx, companyId: CompanyId): Promise<AuditHead> {
  await tx
    .insert(auditHeads)
    .values({ companyId, baseHash: NO_HASH, hash: NO_HASH })
    .onConflictDoNothing();
  const head = await lockHead(tx, companyId);
  if (!head) throw new Error('The head of the audit chain is there.');
  return head;
}

/** Locks the rows, so that an erasure of the client IP waits and then erases the salt too. */
async function readUnchained(tx: Tx, companyId: CompanyId): Promise<AuditContent[]> {
  const { rows } = await tx.execute<AuditContent>(
    sql`select ${sql.raw(CONTENT_COLUMNS)} from audit
      where company_id = ${companyId} and position is null
      order by audit.id limit ${BATCH} for update`,
  );
  return rows;
}

function chained(entropy: Entropy, head: AuditHead, entries: readonly AuditContent[]) {
  let { position, hash } = head;
  return entries.map((entry) => {
    const { id, address } = entry;
    const addressSalt = address === null ? null : entropy.uuid();
    const addressDigest =
      address === null || addressSalt === null ? null : computeDigest(addressSalt, address);
    position += 1;
    const place = { companyId: head.companyId, before: hash, position: String(position) };
    hash = hashOfEntry({ ...place, addressDigest }, entry);
    return { id, position, hash, addressSalt, addressDigest };
  });
}

type ChainDeps = { database: Pick<Database, 'asSystem' | 'readAlone'>; entropy: Entropy };

async function chainBatch(tx: Tx, entropy: Entropy, companyId: CompanyId): Promise<boolean> {
  const head = await headToExtend(tx, companyId);
  const links = chained(entropy, head, await readUnchained(tx, companyId));
  const last = links.at(-1);
  if (!last) return true;
  const list = (values: readonly (string | number | null)[]) => sql`${sql.param(values)}`;
  await tx.execute(sql`
    update audit set position = link.position, hash = link.hash,
      address_salt = link.salt, address_digest = link.digest
    from unnest(
      ${list(links.map(({ id }) => id))}::bigint[],
      ${list(links.map(({ position }) => position))}::bigint[],
      ${list(links.map(({ hash }) => hash))}::text[],
      ${list(links.map(({ addressSalt }) => addressSalt))}::text[],
      ${list(links.map(({ addressDigest }) => addressDigest))}::text[]
    ) as link (id, position, hash, salt, digest)
    where audit.company_id = ${companyId} and audit.id = link.id`);
  const { position, hash } = last;
  await tx.update(auditHeads).set({ position, hash }).where(eq(auditHeads.companyId, companyId));
  return links.length < BATCH;
}

function companiesToChain({ readAlone }: Pick<Database, 'readAlone'>): Promise<CompanyId[]> {
  const reason = 'any company may have new entries';
  return readAlone((tx) =>
    listCompaniesWithRows(tx, audit, { where: isNull(audit.position), reason }),
  );
}

export async function chainEntries({ database, entropy }: ChainDeps): Promise<void> {
  for (const companyId of await companiesToChain(database)) {
    while (!(await database.asSystem((tx) => chainBatch(tx, entropy, companyId))));
  }
}
