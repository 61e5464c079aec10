/**
 * Deletes the oldest entries of the audit trail (R54), in the order of the chain. The remaining chain begins after
 * the hash of the last deleted entry.
 */

import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { eq, sql } from 'drizzle-orm';
import { acrossCompanies } from '../../platform/database/sharding/across-companies.ts';
import { auditHeads } from '../../schema/operations.ts';
import type { Database, Tx } from '../database/database.ts';
import { lockHead } from './chain-entries.ts';

const BATCH = 1000;

type DeletedEntry = { position: string; hash: string };

async function deleteBatch(tx: Tx, companyId: CompanyId, before: Instant): Promise<number> {
  const head = await lockHead(tx, companyId);
  if (!head) return 0;
  const { basePosition } = head;
  const { rows } = await tx.execute<DeletedEntry>(sql`
    delete from audit where company_id = ${companyId} and position > ${basePosition}
      and position <= ${basePosition + BATCH} and position < coalesce((
        select position from audit kept where kept.company_id = ${companyId}
          and kept.position > ${basePosition} and kept.at >= ${before}::timestamptz
        order by kept.position limit 1), ${head.position + 1})
    returning position::text, hash`);
  const last = rows.toSorted((a, b) => Number(a.position) - Number(b.position)).at(-1);
  if (!last) return 0;
  await tx
    .update(auditHeads)
    .set({ basePosition: Number(last.position), baseHash: last.hash })
    .where(eq(auditHeads.companyId, companyId));
  return rows.length;
}

export async function deleteExpiredAudit(
  { asSystem }: Pick<Database, 'asSystem'>,
  before: Instant,
): Promise<number> {
  const heads = await asSystem((tx) =>
    tx
      .select({ companyId: auditHeads.companyId })
      .from(auditHeads)
      .where(acrossCompanies('entries of every company expire')),
  );
  let count = 0;
  for (const { companyId } of heads) {
    for (let deleted = BATCH; deleted === BATCH; count += deleted) {
      deleted = await asSystem((tx) => deleteBatch(tx, companyId, before));
    }
  }
  return count;
}
