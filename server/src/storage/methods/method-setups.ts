/** Method setups: requests that need a payment method and no charge, idempotent by actor and key. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, gt, lte } from 'drizzle-orm';
import { claimOne } from '../claims.ts';
import type { Tx } from '../database.ts';
import { type CustomerKey, type Lease, matching, type RequestKey } from '../keys.ts';
import { findNewestRow, findRow, lockRow, writtenRow } from '../rows.ts';
import { methodSetups } from '../schema/method-setups.ts';

export type { SetupPurpose } from '../schema/method-setups.ts';
export type Setup = typeof methodSetups.$inferSelect;
export type NewSetup = typeof methodSetups.$inferInsert;
export type SetupKey = { companyId: CompanyId; setupId: string };

const OPEN_SETUP_STATES = ['SENT', 'ACTION_REQUIRED'] as const;

export function isOpenSetup({ state }: Pick<Setup, 'state'>): boolean {
  return OPEN_SETUP_STATES.some((open) => open === state);
}

export async function insertSetup(tx: Tx, setup: NewSetup): Promise<Setup> {
  return writtenRow(tx.insert(methodSetups).values(setup).returning());
}

export async function findSetup(tx: Tx, { companyId, setupId }: SetupKey): Promise<Setup | null> {
  return findRow(tx, methodSetups, { companyId, id: setupId });
}

export async function lockSetup(tx: Tx, { companyId, setupId }: SetupKey): Promise<Setup | null> {
  return lockRow(tx, methodSetups, { companyId, id: setupId });
}

export type ActorKey = { companyId: CompanyId; actor: string; key: string };

export async function findSetupByKey(
  tx: Tx,
  { companyId, actor, key }: ActorKey,
): Promise<Setup | null> {
  return findRow(tx, methodSetups, { companyId, actor, key });
}

export async function findNewestSetup(
  tx: Tx,
  { companyId, requestId }: RequestKey,
): Promise<Setup | null> {
  return findNewestRow(tx, methodSetups, { companyId, requestId });
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

export async function updateSetup(
  tx: Tx,
  { companyId, setupId }: SetupKey,
  change: SetupChange,
): Promise<Setup> {
  const isSetup = matching(methodSetups, { companyId, id: setupId });
  return writtenRow(tx.update(methodSetups).set(change).where(isSetup).returning());
}

/** Setups of new methods with any outcome: declines count too. */
export async function countNewSetups(
  tx: Tx,
  { companyId, customerId, since }: CustomerKey & { since: Instant },
): Promise<number> {
  const isNew = matching(methodSetups, { companyId, customerId, isNew: true });
  return tx.$count(methodSetups, and(isNew, gt(methodSetups.createdAt, since)));
}

/** System scope: the setup that is due for its status check longest; the claim moves the check. */
export async function claimSetupToCheck(tx: Tx, { now, until }: Lease): Promise<Setup | null> {
  const isOpen = matching(methodSetups, { state: OPEN_SETUP_STATES });
  return claimOne(tx, methodSetups, {
    isDue: and(isOpen, lte(methodSetups.nextCheckAt, now)),
    since: methodSetups.nextCheckAt,
    change: { nextCheckAt: until },
  });
}
