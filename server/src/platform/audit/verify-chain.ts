/**
 * Reads the audit chain of a company, from its beginning or from the checkpoint of the last verification, and finds
 * the first break.
 */

import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { eq, sql } from 'drizzle-orm';
import { acrossCompanies } from '../../platform/database/sharding/across-companies.ts';
import { auditHeads } from '../../schema/operations.ts';
import type { Database } from '../database/database.ts';
import { firstRow } from '../database/rows.ts';
import type { AuditHead } from './chain-entries.ts';
import {
  type ChainedEntry,
  CONTENT_COLUMNS,
  computeDigest,
  hashOfEntry,
  NO_HASH,
} from './entry-hash.ts';

const BATCH = 2000;

type Readable = Pick<Database, 'asSystem'>;

export async function readHead({ asSystem }: Readable, companyId: CompanyId): Promise<AuditHead> {
  const head = await asSystem((tx) =>
    firstRow(tx.select().from(auditHeads).where(eq(auditHeads.companyId, companyId))),
  );
  return head ?? { ...NO_CHAIN, companyId };
}

const NO_CHAIN = {
  basePosition: 0,
  baseHash: NO_HASH,
  position: 0,
  hash: NO_HASH,
  verifiedPosition: null,
  verifiedHash: null,
  wholeVerifiedAt: null,
};

/** Reads up to the given head. Entries that are chained in the meantime are not included. */
export async function* readChain(
  { asSystem }: Readable,
  head: AuditHead,
  from = head.basePosition,
) {
  const { companyId, position: last } = head;
  for (let after = from; after < last; ) {
    const before = after;
    const { rows } = await asSystem((tx) =>
      tx.execute<ChainedEntry>(
        sql`select ${sql.raw(CONTENT_COLUMNS)}, position::text, hash,
            address_salt as "addressSalt", address_digest as "addressDigest"
          from audit where company_id = ${companyId} and position > ${before} and position <= ${last}
          order by audit.position limit ${BATCH}`,
      ),
    );
    yield rows;
    after = rows.length < BATCH ? last : Number(rows.at(-1)?.position);
  }
}

/** Returns null if the entry follows the previous one, otherwise a description of the problem. */
function toProblem(
  entry: ChainedEntry,
  companyId: string,
  before: { position: number; hash: string },
) {
  const { position, address, addressSalt, addressDigest, hash } = entry;
  const expected = String(before.position + 1);
  if (position !== expected) return `the entry ${expected} is missing`;
  const place = { companyId, before: before.hash, position, addressDigest };
  if (hashOfEntry(place, entry) !== hash) return `the entry ${position} was changed`;
  const isAddressErased = addressSalt === null && address === null;
  const isAddressKept =
    addressSalt !== null &&
    address !== null &&
    computeDigest(addressSalt, address) === addressDigest;
  return isAddressErased || isAddressKept
    ? null
    : `the address of the entry ${position} was changed`;
}

export type ChainReport = {
  /** Number of entries that were verified. */
  entries: number;
  /** Example: `120:9f86…`. If noted elsewhere, it later proves that nothing before it was changed. */
  head: string;
  waiting: number;
  problem: string | null;
};

async function countWaiting({ asSystem }: Readable, companyId: CompanyId): Promise<number> {
  const { rows } = await asSystem((tx) =>
    tx.execute<{ count: number }>(
      sql`select count(*)::int as count from audit where company_id = ${companyId} and position is null`,
    ),
  );
  return rows[0]?.count ?? 0;
}

export const headText = ({ position, hash }: { position: number; hash: string }) =>
  `${position}:${hash}`;

type End = { position: number; hash: string };

/** Null if the checkpoint was never set, or retention has deleted the entries up to it. */
function findCheckpoint({ basePosition, verifiedPosition, verifiedHash }: AuditHead): End | null {
  if (verifiedPosition === null || verifiedHash === null) return null;
  return verifiedPosition < basePosition
    ? null
    : { position: verifiedPosition, hash: verifiedHash };
}

type HowToVerify = {
  /** An end that was noted elsewhere and that the chain must contain. */
  noted?: string | null;
  isFromCheckpoint?: boolean;
};

export async function verifyChain(
  database: Readable,
  companyId: CompanyId,
  how: HowToVerify = {},
): Promise<ChainReport> {
  const head = await readHead(database, companyId);
  const checkpoint = findCheckpoint(head);
  const noted = how.noted ?? (checkpoint && headText(checkpoint));
  const base = { position: head.basePosition, hash: head.baseHash };
  let at: End = (how.isFromCheckpoint && checkpoint) || base;
  let isNotedSeen = noted === null || noted === headText(at);
  let problem: string | null = null;
  let entries = 0;
  for await (const batch of readChain(database, head, at.position)) {
    for (const entry of batch) {
      problem ??= toProblem(entry, companyId, at);
      at = { position: Number(entry.position), hash: entry.hash };
      isNotedSeen ||= headText(at) === noted;
      entries += 1;
    }
  }
  if (headText(at) !== headText(head)) problem ??= `the entry ${at.position + 1} is missing`;
  if (!isNotedSeen) problem ??= `the chain does not contain ${noted}`;
  // Retention has deleted the beginning of the chain in the meantime.
  const isMoved =
    problem && (await readHead(database, companyId)).basePosition !== head.basePosition;
  if (isMoved) return verifyChain(database, companyId, how);
  const waiting = await countWaiting(database, companyId);
  return { entries, head: headText(head), waiting, problem };
}

/** The companies whose whole chain was verified longest ago come first. */
export function listChains({ asSystem }: Readable): Promise<CompanyId[]> {
  return asSystem(async (tx) => {
    const { rows } = await tx.execute<{ companyId: CompanyId }>(
      sql`select company_id as "companyId" from audit_heads
        where ${acrossCompanies('each company has a chain')} order by whole_verified_at nulls first, company_id`,
    );
    return rows.map(({ companyId }) => companyId);
  });
}

type Verified = { head: string; wholeAt: Instant | null };

export async function setCheckpoint(
  { asSystem }: Readable,
  companyId: CompanyId,
  { head, wholeAt }: Verified,
): Promise<void> {
  const [position = '', hash = ''] = head.split(':');
  const checkpoint = { verifiedPosition: Number(position), verifiedHash: hash };
  await asSystem((tx) =>
    tx
      .update(auditHeads)
      .set(wholeAt === null ? checkpoint : { ...checkpoint, wholeVerifiedAt: wholeAt })
      .where(eq(auditHeads.companyId, companyId)),
  );
}
