/** Reminders for invoices: those that were sent, and those that are due. */

import type { Instant, IsoDate } from '@quittance/contract/dates';
import type { CompanyId, InvoiceId } from '@quittance/contract/ids';
import type { MailText } from '@quittance/contract/requests/mail-text-schemas';
import type { ReminderSettings } from '@quittance/contract/requests/reminder-schemas';
import { invariant } from '@quittance/domain/invariant';
import { and, asc, type Column, eq, exists, not, notExists, type SQL, sql } from 'drizzle-orm';
import { isTakenByAutoPay } from '../arrangements/auto-pay-charges.ts';
import {
  type CompanyToVisit,
  isInRunWindow,
  listChargingCompanies,
  localTime,
} from '../companies/store.ts';
import { mailTextKey } from '../customers/mail/mail-texts.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { type InvoiceKey, matching } from '../platform/database/keys.ts';
import { hasRows } from '../platform/database/rows.ts';
import { onOneServer } from '../platform/database/sharding/across-companies.ts';
import { forgetOnce } from '../platform/database/transaction.ts';
import { companies } from '../schema/companies.ts';
import { customers } from '../schema/customers.ts';
import { invoices } from '../schema/invoices.ts';
import { invoiceReminders } from '../schema/notices.ts';

export type ReminderDay = { companyId: CompanyId; dueOn: IsoDate; days: number; limit: number };

/**
 * Condition for an invoice whose payer has to act. An invoice in a plan or with a scheduled payment has another
 * status, but one that auto-pay charges is open until its day. The company excludes single customers.
 */
const isToRemind = (tx: Tx, companyId: CompanyId | Column) =>
  and(
    matching(invoices, { status: ['DUE', 'IN_COLLECTION'] }),
    not(isTakenByAutoPay(tx, companyId)),
    notExists(
      tx
        .select({ one: sql`1` })
        .from(customers)
        .where(
          matching(customers, {
            companyId,
            id: invoices.customerId,
            isReminded: false,
          }),
        ),
    ),
  );

/** Reads the invoice, which is locked, again: it may have been paid or taken over by auto-pay in the meantime. */
export async function isStillToRemind(tx: Tx, { companyId, invoiceId }: InvoiceKey) {
  const isOwn = matching(invoices, { companyId, id: invoiceId });
  return hasRows(
    tx
      .select({ id: invoices.id })
      .from(invoices)
      .where(and(isOwn, isToRemind(tx, companyId))),
  );
}

export async function findInvoicesToRemind(
  tx: Tx,
  { companyId, dueOn, days, limit }: ReminderDay,
): Promise<InvoiceId[]> {
  const sent = tx
    .select({ one: sql`1` })
    .from(invoiceReminders)
    .where(
      and(
        matching(invoiceReminders, { companyId, days }),
        eq(invoiceReminders.invoiceId, invoices.id),
      ),
    );
  const rows = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(matching(invoices, { companyId, dueOn }), isToRemind(tx, companyId), notExists(sent)),
    )
    .orderBy(asc(invoices.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Lists companies that have reminders to send now. On a distributed database, all that send reminders. */
export async function listCompaniesToRemind(
  { asSystem, isDistributed }: Database,
  now: Instant,
): Promise<CompanyToVisit[]> {
  const at = localTime(now);
  const today = sql`${at}::date`;
  const isOnSeveral = await isDistributed();
  const hasAny = (tx: Tx) => {
    const dueDays = sql`array(select ${today} - days.value::int
      from jsonb_array_elements_text(${companies.reminders} -> 'days') as days (value))`;
    const isOnItsDay = sql`${invoices.dueOn} = any(${dueDays})`;
    const sent = tx
      .select({ one: sql`1` })
      .from(invoiceReminders)
      .where(
        and(
          eq(invoiceReminders.companyId, invoices.companyId),
          eq(invoiceReminders.invoiceId, invoices.id),
          sql`${invoiceReminders.days} = ${today} - ${invoices.dueOn}`,
        ),
      );
    const ofCompany = matching(invoices, { companyId: companies.companyId });
    return exists(
      tx
        .select({ one: sql`1` })
        .from(invoices)
        .where(and(ofCompany, isOnItsDay, isToRemind(tx, invoices.companyId), notExists(sent))),
    );
  };
  const isReminding = sql`(${companies.reminders} ->> 'isActive')::boolean`;
  return asSystem((tx) =>
    listChargingCompanies(
      tx,
      and(
        isReminding,
        isInRunWindow(at),
        isOnSeveral
          ? undefined
          : and(hasAny(tx), onOneServer('Citus takes no such condition on companies')),
      ),
    ),
  );
}

/** Returns false if the reminder was already sent. */
export async function insertReminder(
  tx: Tx,
  reminder: InvoiceKey & { days: number; sentAt: Instant },
): Promise<boolean> {
  return hasRows(
    tx
      .insert(invoiceReminders)
      .values(reminder)
      .onConflictDoNothing()
      .returning({ days: invoiceReminders.days }),
  );
}

/** Returns the time of a reminder that was sent. */
export async function requireReminder(
  tx: Tx,
  reminder: InvoiceKey & { days: number },
): Promise<Instant> {
  const [found] = await tx
    .select({ sentAt: invoiceReminders.sentAt })
    .from(invoiceReminders)
    .where(matching(invoiceReminders, reminder));
  invariant(found, 'the reminder was sent');
  return found.sentAt;
}

export const REMINDERS_OFF: ReminderSettings = { isActive: false, days: [], note: null, texts: [] };

/** One statement, so that concurrent changes of different settings are both kept. */
async function mergeSettings(tx: Tx, companyId: CompanyId, change: SQL): Promise<void> {
  const reminders = sql`${JSON.stringify(REMINDERS_OFF)}::jsonb || coalesce(${companies.reminders}, '{}'::jsonb) || ${change}`;
  await tx.update(companies).set({ reminders }).where(eq(companies.companyId, companyId));
  forgetOnce(tx);
}

export async function updateReminderSettings(
  tx: Tx,
  companyId: CompanyId,
  reminders: ReminderSettings,
): Promise<void> {
  await mergeSettings(tx, companyId, sql`${JSON.stringify(reminders)}::jsonb`);
}

export async function updateMailText(tx: Tx, companyId: CompanyId, text: MailText): Promise<void> {
  const stored = sql`coalesce(${companies.reminders} -> 'mails', '{}'::jsonb)`;
  const own = sql`${JSON.stringify({ [mailTextKey(text)]: text })}::jsonb`;
  await mergeSettings(tx, companyId, sql`jsonb_build_object('mails', ${stored} || ${own})`);
}
