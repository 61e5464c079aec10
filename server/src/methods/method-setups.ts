/** Method setups: requests that save a payment method without a charge. They are idempotent per actor and key. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, gt } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching, type RequestKey } from '../platform/database/keys.ts';
import { findNewestRow, findRow, lockRow, writtenRow } from '../platform/database/rows.ts';
import { methodSetups } from '../schema/method-setups.ts';

export type { SetupPurpose } from '../schema/method-setups.ts';
export type Setup = typeof methodSetups.$inferSelect;
export type NewSetup = typeof methodSetups.$inferInsert;
export type SetupKey = { companyId: CompanyId; setupId: string };

export const OPEN_SETUP_STATES = ['SENT', 'ACTION_REQUIRED'] as const;

export function isOpenSetup({ state }: Pick<Setup, 'state'>): boolean {
  return OPEN_SETUP_STATES.some((open) => open === state);
}

export async function insertSetup(tx: Tx, setup: NewSetup): Promise<Setup> {
  return writtenRow(tx.insert(methodSetups).values(setup).returning());
}

export async function findSetup(tx: Tx, { companyId, setupId }: SetupKey): Promise<Setup | null> {
  return findRow(tx, methodSetups, { companyId, id: setupId });
}

/** Events name the processor's reference of a setup. */
export async function findSetupByReference(
  tx: Tx,
  key: Pick<Setup, 'companyId'> & { processorReference: string },
): Promise<Setup | null> {
  return findRow(tx, methodSetups, key);
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
  const isRow = matching(methodSetups, { companyId, id: setupId });
  return writtenRow(tx.update(methodSetups).set(change).where(isRow).returning());
}

export async function countNewSetups(
  tx: Tx,
  { companyId, customerId, since }: CustomerKey & { since: Instant },
): Promise<number> {
  const isNew = matching(methodSetups, { companyId, customerId, isNew: true });
  return tx.$count(methodSetups, and(isNew, gt(methodSetups.createdAt, since)));
}

export const setupQueue = {
  table: methodSetups,
  dueAt: 'nextCheckAt',
  isWaiting: matching(methodSetups, { state: OPEN_SETUP_STATES }),
  /** Longer than one call to the processor. */
  leaseMs: 45_000,
} as const;

export const isSetup = ({ setupId }: Pick<SetupKey, 'setupId'>) =>
  matching(methodSetups, { id: setupId });
