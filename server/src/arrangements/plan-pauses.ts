/** Plan pauses requested by payers (ADR 0093). A plan can have only one open pause. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { isAfterCursor, type Page, readPage } from '../platform/database/pages.ts';
import { findRow, lockRow } from '../platform/database/rows.ts';
import { planPauses } from '../schema/arrangement-changes.ts';
import type { PlanKey } from './plans.ts';

export type PauseRow = typeof planPauses.$inferSelect;
export type PauseKey = { companyId: CompanyId; id: string };

export async function insertPause(tx: Tx, pause: typeof planPauses.$inferInsert): Promise<void> {
  await tx.insert(planPauses).values(pause);
}

export async function findOpenPause(
  tx: Tx,
  { companyId, planId }: PlanKey,
): Promise<PauseRow | null> {
  return findRow(tx, planPauses, { companyId, planId, state: 'OPEN' });
}

export async function findPause(tx: Tx, key: PauseKey): Promise<PauseRow | null> {
  return findRow(tx, planPauses, key);
}

/** Lock order: invoice, then plan, then pause. */
export async function lockPause(tx: Tx, key: PauseKey): Promise<PauseRow | null> {
  return lockRow(tx, planPauses, key);
}

export async function answerPause(
  tx: Tx,
  { companyId, id }: PauseKey,
  answer: { state: PauseRow['state']; answer: string | null; answeredAt: Instant },
): Promise<void> {
  await tx.update(planPauses).set(answer).where(matching(planPauses, { companyId, id }));
}

export type PauseFilter = { companyId: CompanyId; state?: PauseRow['state'] | undefined };

export async function listPauses(
  tx: Tx,
  { filter, page }: { filter: PauseFilter; page: Page },
): Promise<PauseRow[]> {
  const { companyId, state } = filter;
  const isWanted = and(
    matching(planPauses, { companyId, ...(state ? { state } : {}) }),
    isAfterCursor(planPauses, page.after),
  );
  return readPage(tx, planPauses, { isWanted, limit: page.limit });
}
