/** Wishes that need a method and no charge, found by who asked and under which key. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, CustomerId, RequestId } from '@quittance/contract/ids';
import { and, asc, count, desc, eq, gt, inArray, lte } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { methodSetups } from '../schema/method-setups.ts';

export type { SetupPurpose } from '../schema/method-setups.ts';
export type Setup = typeof methodSetups.$inferSelect;
export type NewSetup = typeof methodSetups.$inferInsert;
export type SetupKey = { companyId: CompanyId; setupId: string };

export const OPEN_SETUP_STATES = ['SENT', 'ACTION_REQUIRED'] as const;

export function isOpenSetup({ state }: Pick<Setup, 'state'>): boolean {
  return OPEN_SETUP_STATES.some((open) => open === state);
}

function isSetup({ companyId, setupId }: SetupKey) {
  return and(eq(methodSetups.companyId, companyId), eq(methodSetups.id, setupId));
}

export async function insertSetup(tx: Tx, setup: NewSetup): Promise<Setup> {
  const [row] = await tx.insert(methodSetups).values(setup).returning();
  if (!row) throw new Error('An inserted setup was not returned');
  return row;
}

export async function findSetup(tx: Tx, key: SetupKey): Promise<Setup | null> {
  const [row] = await tx.select().from(methodSetups).where(isSetup(key));
  return row ?? null;
}

export async function lockSetup(tx: Tx, key: SetupKey): Promise<Setup | null> {
  const [row] = await tx.select().from(methodSetups).where(isSetup(key)).for('update');
  return row ?? null;
}

export type AskedKey = { companyId: CompanyId; actor: string; key: string };

export async function findSetupByKey(tx: Tx, asked: AskedKey): Promise<Setup | null> {
  const [row] = await tx
    .select()
    .from(methodSetups)
    .where(
      and(
        eq(methodSetups.companyId, asked.companyId),
        eq(methodSetups.actor, asked.actor),
        eq(methodSetups.key, asked.key),
      ),
    );
  return row ?? null;
}

type RequestKey = { companyId: CompanyId; requestId: RequestId };

export async function findNewestSetup(tx: Tx, key: RequestKey): Promise<Setup | null> {
  const [row] = await tx
    .select()
    .from(methodSetups)
    .where(
      and(eq(methodSetups.companyId, key.companyId), eq(methodSetups.requestId, key.requestId)),
    )
    .orderBy(desc(methodSetups.createdAt), desc(methodSetups.id))
    .limit(1);
  return row ?? null;
}

export type SetupChange = Partial<
  Pick<
    Setup,
    | 'state'
    | 'orderSealed'
    | 'processorReference'
    | 'methodId'
    | 'responseMessage'
    | 'nextCheckAt'
    | 'settledAt'
  >
>;

export async function updateSetup(tx: Tx, key: SetupKey, change: SetupChange): Promise<Setup> {
  const [row] = await tx.update(methodSetups).set(change).where(isSetup(key)).returning();
  if (!row) throw new Error('An updated setup was not returned');
  return row;
}

type Since = { companyId: CompanyId; customerId: CustomerId; since: Instant };

/** New methods that were tried, whatever became of them: declines count as well. */
export async function countNewSetups(tx: Tx, { companyId, customerId, since }: Since) {
  const [row] = await tx
    .select({ tried: count() })
    .from(methodSetups)
    .where(
      and(
        eq(methodSetups.companyId, companyId),
        eq(methodSetups.customerId, customerId),
        eq(methodSetups.isNew, true),
        gt(methodSetups.createdAt, since),
      ),
    );
  return row?.tried ?? 0;
}

/** System scope: across companies. */
export async function findDueSetups(tx: Tx, now: Instant, limit: number): Promise<SetupKey[]> {
  return tx
    .select({ companyId: methodSetups.companyId, setupId: methodSetups.id })
    .from(methodSetups)
    .where(
      and(inArray(methodSetups.state, [...OPEN_SETUP_STATES]), lte(methodSetups.nextCheckAt, now)),
    )
    .orderBy(asc(methodSetups.nextCheckAt), asc(methodSetups.id))
    .limit(limit);
}
