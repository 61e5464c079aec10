/** Saved payment methods, found only with their owner. Removed ones stay as rows but cannot be used. */

import type { Instant } from '@quittance/contract/dates';
import { and, notExists } from 'drizzle-orm';
import { selectOpenAttempts } from '../ledger/attempts.ts';
import type { Tx } from '../platform/database/database.ts';
import {
  type CustomerKey,
  type MethodKey,
  matching,
  type OwnMethod,
  references,
} from '../platform/database/keys.ts';
import { findRow, holdRow, lockRow, writtenRow } from '../platform/database/rows.ts';
import type { MethodRow } from '../schema/customers.ts';
import { paymentMethods } from '../schema/customers.ts';
import { attempts } from '../schema/payments.ts';

export type NewMethod = typeof paymentMethods.$inferInsert;

function isMethod({ companyId, methodId }: MethodKey) {
  return matching(paymentMethods, { companyId, id: methodId });
}

export async function findLiveMethod(
  tx: Tx,
  { companyId, customerId, methodId }: OwnMethod,
): Promise<MethodRow | null> {
  return findRow(tx, paymentMethods, { companyId, customerId, id: methodId, state: 'active' });
}

/**
 * A shared lock: a concurrent removal waits for this transaction and then sees what it arranged. Taken
 * after the locks of the invoice and the customer.
 */
export async function holdMethod(
  tx: Tx,
  { companyId, customerId, methodId }: OwnMethod,
): Promise<MethodRow | null> {
  return holdRow(tx, paymentMethods, { companyId, customerId, id: methodId });
}

export async function lockMethod(
  tx: Tx,
  { companyId, customerId, methodId }: OwnMethod,
): Promise<MethodRow | null> {
  return lockRow(tx, paymentMethods, { companyId, customerId, id: methodId });
}

export async function insertMethod(tx: Tx, method: NewMethod): Promise<MethodRow> {
  return writtenRow(tx.insert(paymentMethods).values(method).returning());
}

type IdentifiedMethod = CustomerKey & Pick<MethodRow, 'processor'> & { identity: string };

/** The customer's method with the same card or account (R46), locked. The customer is locked before. */
export async function lockTwin(
  tx: Tx,
  { companyId, customerId, processor, identity }: IdentifiedMethod,
): Promise<MethodRow | null> {
  const state = ['active', 'disabled'] as const;
  return lockRow(tx, paymentMethods, { companyId, customerId, processor, identity, state });
}

export async function updateMethod(
  tx: Tx,
  key: MethodKey,
  change: Partial<Omit<NewMethod, 'companyId' | 'id' | 'customerId'>>,
): Promise<MethodRow> {
  return writtenRow(tx.update(paymentMethods).set(change).where(isMethod(key)).returning());
}

export async function markRemoved(tx: Tx, key: MethodKey, removedAt: Instant): Promise<void> {
  await tx.update(paymentMethods).set({ state: 'removed', removedAt }).where(isMethod(key));
}

/** Removed methods, and old tokens that were replaced, that are not yet deleted at the processor. */
export const forgetQueue = {
  table: paymentMethods,
  dueAt: 'forgetClaimedUntil',
  isDueWithoutTime: true,
  orderedBy: 'removedAt',
  isWaiting: matching(paymentMethods, { state: 'removed', forgottenAt: null }),
  /** Longer than the call to the processor; a failed removal is repeated after it. */
  leaseMs: 60_000,
} as const;

/** No charge on it is open: a pending debit may still have to be looked up or sent again. */
export function isUnused(tx: Tx) {
  const { companyId, replacedBy } = paymentMethods;
  const openCharges = selectOpenAttempts(tx, references(attempts.methodId, paymentMethods));
  // A charge that was sent with the old token belongs to the method that has the newer one.
  const replaced = matching(attempts, { companyId, methodId: replacedBy });
  return and(notExists(openCharges), notExists(selectOpenAttempts(tx, replaced)));
}
