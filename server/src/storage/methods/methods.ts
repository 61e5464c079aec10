/** Saved payment methods, found only with their owner. A removed one stays as a row, never as a choice. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, CustomerId, MethodId } from '@quittance/contract/ids';
import { and, asc, eq, isNull, notExists } from 'drizzle-orm';
import type { MethodRow } from '../billing/invoices.ts';
import type { Tx } from '../database.ts';
import { isOpenAttempt } from '../payments/attempts.ts';
import { paymentMethods } from '../schema/customers.ts';
import { attempts } from '../schema/payments.ts';

export type OwnMethod = { companyId: CompanyId; customerId: CustomerId; methodId: MethodId };
export type MethodKey = { companyId: CompanyId; methodId: MethodId };
export type NewMethod = typeof paymentMethods.$inferInsert;

function isOwn(own: OwnMethod) {
  return and(
    eq(paymentMethods.companyId, own.companyId),
    eq(paymentMethods.customerId, own.customerId),
    eq(paymentMethods.id, own.methodId),
  );
}

function isMethod({ companyId, methodId }: MethodKey) {
  return and(eq(paymentMethods.companyId, companyId), eq(paymentMethods.id, methodId));
}

export async function findLiveMethod(tx: Tx, own: OwnMethod): Promise<MethodRow | null> {
  const [row] = await tx
    .select()
    .from(paymentMethods)
    .where(and(isOwn(own), eq(paymentMethods.state, 'active')));
  return row ?? null;
}

/**
 * Nobody can remove it before this transaction ends: whatever is arranged with it meanwhile is seen
 * by the removal that waits. Taken after the invoice and the customer.
 */
export async function holdMethod(tx: Tx, own: OwnMethod): Promise<MethodRow | null> {
  const [row] = await tx.select().from(paymentMethods).where(isOwn(own)).for('share');
  return row ?? null;
}

export async function lockMethod(tx: Tx, own: OwnMethod): Promise<MethodRow | null> {
  const [row] = await tx.select().from(paymentMethods).where(isOwn(own)).for('update');
  return row ?? null;
}

export async function insertMethod(tx: Tx, method: NewMethod): Promise<MethodRow> {
  const [row] = await tx.insert(paymentMethods).values(method).returning();
  if (!row) throw new Error('An inserted method was not returned');
  return row;
}

export async function markRemoved(tx: Tx, key: MethodKey, removedAt: Instant): Promise<void> {
  await tx.update(paymentMethods).set({ state: 'removed', removedAt }).where(isMethod(key));
}

/** System scope. Removed, not yet forgotten by the processor, and no charge on it is still open. */
export async function findToForget(tx: Tx, limit: number): Promise<MethodRow[]> {
  const openCharges = tx
    .select({ id: attempts.id })
    .from(attempts)
    .where(
      and(
        eq(attempts.companyId, paymentMethods.companyId),
        eq(attempts.methodId, paymentMethods.id),
        isOpenAttempt(),
      ),
    );
  return tx
    .select()
    .from(paymentMethods)
    .where(
      and(
        eq(paymentMethods.state, 'removed'),
        isNull(paymentMethods.forgottenAt),
        notExists(openCharges),
      ),
    )
    .orderBy(asc(paymentMethods.removedAt), asc(paymentMethods.id))
    .limit(limit);
}

export async function markForgotten(tx: Tx, key: MethodKey, forgottenAt: Instant): Promise<void> {
  await tx.update(paymentMethods).set({ forgottenAt }).where(isMethod(key));
}
