/** Checks whether a person can be erased (R54), and performs the erasure. */
import type { Instant } from '@quittance/contract/dates';
import { OPEN_STATES } from '@quittance/domain/status/payment-status';
import { and, asc, inArray, or, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching } from '../platform/database/keys.ts';
import { hasRows } from '../platform/database/rows.ts';
import { capabilities } from '../schema/access.ts';
import { calendarFeeds, planPauses } from '../schema/arrangement-changes.ts';
import { plans, schedules } from '../schema/arrangements.ts';
import { copyContacts } from '../schema/copy-contacts.ts';
import type { MethodRow } from '../schema/customers.ts';
import { customers, paymentMethods } from '../schema/customers.ts';
import { importRows, imports } from '../schema/imports.ts';
import { intents, OPEN_INTENT_STATES } from '../schema/intents.ts';
import { invoices } from '../schema/invoices.ts';
import { metadata } from '../schema/metadata.ts';
import { methodSetups } from '../schema/method-setups.ts';
import { mutedMails } from '../schema/muted-mails.ts';
import { passkeys, spentChallenges } from '../schema/passkeys.ts';
import { attempts } from '../schema/payments.ts';
import { estimates, orders } from '../schema/projects.ts';
import { disputes, OPEN_REFUND_STATES, refunds } from '../schema/refunds.ts';

/**
 * Locks everything that the customer could pay, in the lock order of payments, so that no payment starts in the
 * meantime.
 */
export async function lockPayables(tx: Tx, key: CustomerKey): Promise<void> {
  for (const table of [invoices, orders, estimates]) {
    const { id } = table;
    await tx.select({ id }).from(table).where(matching(table, key)).orderBy(asc(id)).for('update');
  }
}

/** Returns whether any payment, intent, method setup, refund or dispute has no outcome yet. */
export async function hasOpenMoney(tx: Tx, key: CustomerKey): Promise<boolean> {
  const { companyId } = key;
  const own = tx.select({ id: attempts.id }).from(attempts).where(matching(attempts, key));
  const isOpen = or(
    sql`exists ${tx
      .select()
      .from(attempts)
      .where(matching(attempts, { ...key, state: OPEN_STATES }))}`,
    sql`exists ${tx
      .select()
      .from(intents)
      .where(matching(intents, { ...key, state: OPEN_INTENT_STATES }))}`,
    sql`exists ${tx
      .select()
      .from(methodSetups)
      .where(matching(methodSetups, { ...key, state: ['SENT', 'ACTION_REQUIRED'] }))}`,
    sql`exists ${tx
      .select()
      .from(refunds)
      .where(
        and(
          matching(refunds, { companyId }),
          or(
            matching(refunds, { state: OPEN_REFUND_STATES }),
            matching(refunds, { state: 'FAILED', resolvedAt: null }),
          ),
          inArray(refunds.attemptId, own),
        ),
      )}`,
    sql`exists ${tx
      .select()
      .from(disputes)
      .where(
        and(matching(disputes, { companyId, state: 'OPEN' }), inArray(disputes.attemptId, own)),
      )}`,
  );
  return hasRows(tx.select({ one: sql`1` }).from(sql`(values (1)) as asked`).where(isOpen));
}

export async function hasArrangement(tx: Tx, key: CustomerKey): Promise<boolean> {
  const standing = { ...key, state: ['LIVE', 'SUSPENDED'] as const };
  const ids = (table: typeof plans | typeof schedules) =>
    tx.select({ id: table.id }).from(table).where(matching(table, standing)).limit(1);
  return (await hasRows(ids(plans))) || hasRows(ids(schedules));
}

/** Includes methods attached to a single invoice. */
export async function lockMethods(tx: Tx, key: CustomerKey): Promise<MethodRow[]> {
  return tx
    .select()
    .from(paymentMethods)
    .where(matching(paymentMethods, { ...key, state: ['active', 'disabled'] }))
    .orderBy(asc(paymentMethods.id))
    .for('update');
}

export async function revokeLinks(tx: Tx, key: CustomerKey, revokedAt: Instant): Promise<void> {
  await tx
    .update(capabilities)
    .set({ revokedAt: sql`coalesce(${capabilities.revokedAt}, ${revokedAt})`, note: null })
    .where(matching(capabilities, key));
}

/** Company scope. Only for calls by the company's own systems. */
export async function erasePerson(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
  at: Instant,
): Promise<void> {
  await tx.execute(sql`select erase_texts(${companyId}, ${customerId})`);
  await tx.execute(sql`select erase_person(${companyId}, ${customerId}, ${at}::timestamptz)`);
  await tx
    .update(customers)
    .set({ updatedAt: at })
    .where(matching(customers, { companyId, id: customerId }));
  const whose = { companyId, customerId };
  await tx.delete(passkeys).where(matching(passkeys, whose));
  await tx.delete(spentChallenges).where(matching(spentChallenges, whose));
  await tx.delete(copyContacts).where(matching(copyContacts, whose));
  await tx.delete(mutedMails).where(matching(mutedMails, whose));
  await tx.delete(metadata).where(matching(metadata, whose));
  await tx.delete(calendarFeeds).where(matching(calendarFeeds, whose));
  await tx
    .update(planPauses)
    .set({ note: null, answer: null })
    .where(matching(planPauses, { companyId, customerId }));
  // The rows of a file are not assigned to customers.
  await tx.delete(importRows).where(matching(importRows, { companyId }));
  await tx.update(imports).set({ report: null }).where(matching(imports, { companyId }));
}
