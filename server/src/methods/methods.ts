/** Saved payment methods. Every lookup includes the owner. Rows of removed methods remain but cannot be used. */

import type { Instant } from '@quittance/contract/dates';
import { and, notExists } from 'drizzle-orm';
import { lockCustomer } from '../customers/store.ts';
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
 * Takes a shared lock: a concurrent removal waits for this transaction and then sees the arrangements it made. Take
 * it after the locks on the invoice and the customer.
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

/**
 * Locks and returns the customer's method for the same card or account (R46). The customer must already be locked.
 */
export async function lockTwin(
  tx: Tx,
  { companyId, customerId, processor, identity }: IdentifiedMethod,
): Promise<MethodRow | null> {
  const state = ['active', 'disabled'] as const;
  return lockRow(tx, paymentMethods, { companyId, customerId, processor, identity, state });
}

type ProcessorCustomer = Pick<MethodRow, 'companyId' | 'processor'> & { processorCustomer: string };

/** The customer is locked first, as everywhere. */
export async function lockMethodsOfProcessorCustomer(
  tx: Tx,
  key: ProcessorCustomer,
): Promise<MethodRow[]> {
  const isOwn = matching(paymentMethods, { ...key, state: ['active', 'disabled'] as const });
  const owners = await tx
    .selectDistinct({ customerId: paymentMethods.customerId })
    .from(paymentMethods)
    .where(isOwn);
  for (const { customerId } of owners)
    await lockCustomer(tx, { companyId: key.companyId, customerId });
  return tx.select().from(paymentMethods).where(isOwn).for('no key update');
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

/** Removed methods and replaced tokens that are not yet deleted at the processor. */
export const forgetQueue = {
  table: paymentMethods,
  dueAt: 'forgetClaimedUntil',
  isDueWithoutTime: true,
  orderedBy: 'removedAt',
  isWaiting: matching(paymentMethods, { state: 'removed', forgottenAt: null }),
  /** Longer than the call to the processor. A failed deletion is retried after this time. */
  leaseMs: 60_000,
} as const;

/** Condition: no charge on the method is open. A pending debit may still have to be looked up or sent again. */
export function isUnused(tx: Tx) {
  const { companyId, replacedBy } = paymentMethods;
  const openCharges = selectOpenAttempts(tx, references(attempts.methodId, paymentMethods));
  // A charge that was sent with the old token belongs to the method that holds the newer token.
  const replaced = matching(attempts, { companyId, methodId: replacedBy });
  return and(notExists(openCharges), notExists(selectOpenAttempts(tx, replaced)));
}
