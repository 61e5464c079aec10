/** Emails a company's invoices, and sends reminders for invoices that are due soon or overdue. */

import { addDays, daysBetween } from '@quittance/contract/dates';
import type { InvoiceId } from '@quittance/contract/ids';
import type { ReminderSettings } from '@quittance/contract/requests/reminder-schemas';
import type { OptionalMail } from '@quittance/contract/vocabulary';
import { payableAmount } from '@quittance/domain/checkout/amounts';
import { invariant } from '@quittance/domain/invariant';
import { isWithinRunWindow } from '@quittance/domain/off-session/run-window';
import { type CompanyRow, findCompany, requireListed } from '../companies/store.ts';
import { hasBillingContact } from '../customers/copy-contacts.ts';
import type { MailData } from '../customers/mail/mail-payload.ts';
import { notify, sealForMail } from '../customers/mail/notify.ts';
import { findRecipient } from '../customers/mail-recipients.ts';
import { isMailMuted } from '../customers/muted-mails.ts';
import { findRequestOfInvoice, lockInvoice } from '../invoices/store.ts';
import { forEachAtMost } from '../kernel/concurrency.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { hasOpenAttempt } from '../ledger/attempts.ts';
import { type Actor, type ProviderDeps, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { createLink } from './create-link.ts';
import {
  findInvoicesToRemind,
  insertReminder,
  isStillToRemind,
  listCompaniesToRemind,
  REMINDERS_OFF,
  requireReminder,
  updateReminderSettings,
} from './reminders.ts';

type InvoiceMail = {
  invoice: InvoiceRow;
  template: 'invoice' | 'invoice-reminder';
  data: MailData;
  /** Kept with the link. */
  note?: string | null;
};

async function mailInvoice(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'entropy' | 'sealer'>,
  { invoice, template, data, note = null }: InvoiceMail,
): Promise<void> {
  const { companyId, customerId, id: invoiceId, accountRef, productName, dueOn } = invoice;
  const company = await findCompany(tx, companyId);
  const request = await findRequestOfInvoice(tx, { companyId, invoiceId });
  invariant(company && request, 'an invoice has its company and its request');
  const linked = { companyId, customerId, requestId: request.id, dueOn, note };
  const { token } = await createLink(tx, deps, { ...linked, timeZone: company.timeZone });
  const remainingCents = payableAmount(invoice);
  await notify(tx, {
    companyId,
    customerId,
    template,
    data: { invoiceId, invoiceRef: accountRef, productName, remainingCents, dueOn, ...data },
    secretSealed: sealForMail(deps.sealer, { companyId, customerId }, { token }),
    at: deps.clock.now(),
  });
}

const SENDABLE: readonly InvoiceRow['status'][] = [
  'DUE',
  'IN_COLLECTION',
  'DEFAULTED',
  'PAYMENT_EXTENSION',
];

type SendInput = { actor: Actor; invoiceId: InvoiceId };

/** Fails if the email would reach no payer. The copies of a billing contact are sent in any case (R94). */
async function lockSendable(
  tx: Tx,
  { actor: { companyId }, invoiceId, kind }: SendInput & { kind: OptionalMail },
) {
  const invoice = await lockInvoice(tx, { companyId, invoiceId });
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  if (!SENDABLE.includes(invoice.status)) throw new AppError('INVOICE_NOT_SENDABLE');
  const { customerId } = invoice;
  if (await hasBillingContact(tx, { companyId, customerId })) return invoice;
  if (!(await findRecipient(tx, { companyId, customerId }))) throw new AppError('NO_EMAIL');
  if (await isMailMuted(tx, { companyId, customerId, kind }))
    throw new AppError('EMAIL_TURNED_OFF');
  return invoice;
}

export async function sendInvoice(
  tx: Tx,
  deps: ProviderDeps,
  { note, ...input }: SendInput & { note: string | null },
) {
  const { actor, invoiceId } = input;
  const invoice = await lockSendable(tx, { ...input, kind: 'INVOICES' });
  await mailInvoice(tx, deps, { invoice, template: 'invoice', data: { note }, note });
  await recordAction(tx, deps, { actor, action: 'invoice.sent', subject: `invoice:${invoiceId}` });
  return { invoiceId, sentAt: deps.clock.now() };
}

/** Sends nothing if a reminder was sent today, by staff or by the settings. */
export async function remindInvoice(tx: Tx, deps: ProviderDeps, input: SendInput) {
  const { actor, invoiceId } = input;
  const key = { companyId: actor.companyId, invoiceId };
  const invoice = await lockSendable(tx, { ...input, kind: 'REMINDERS' });
  if (await hasOpenAttempt(tx, key)) throw new AppError('INVOICE_NOT_SENDABLE');
  const company = await findCompany(tx, key.companyId);
  invariant(company, 'an actor has a company');
  const today = deps.clock.today(company.timeZone);
  const days = daysBetween({ from: invoice.dueOn, to: today });
  const sentAt = deps.clock.now();
  if (!(await insertReminder(tx, { ...key, days, sentAt })))
    return { invoiceId, sentAt: await requireReminder(tx, { ...key, days }) };
  const note = company.reminders?.note ?? null;
  await mailInvoice(tx, deps, { invoice, template: 'invoice-reminder', data: { days, note } });
  const subject = `invoice:${invoiceId}`;
  await recordAction(tx, deps, { actor, action: 'invoice.reminded', subject });
  return { invoiceId, sentAt };
}

export async function getReminderSettings(tx: Tx, { companyId }: Actor): Promise<ReminderSettings> {
  const company = await findCompany(tx, companyId);
  invariant(company, 'a key belongs to a company');
  const { mails: _, ...settings } = { ...REMINDERS_OFF, ...company.reminders };
  return settings;
}

export async function putReminderSettings(
  tx: Tx,
  deps: ProviderDeps,
  { actor, settings }: { actor: Actor; settings: ReminderSettings },
): Promise<ReminderSettings> {
  await updateReminderSettings(tx, actor.companyId, settings);
  const { isActive, days } = settings;
  const action = { action: 'reminders.set', subject: 'company', detail: { isActive, days } };
  await recordAction(tx, deps, { actor, ...action });
  return settings;
}

type Reminder = { company: CompanyRow; invoiceId: InvoiceId; days: number; note: string | null };

/** Reads the invoice again under its lock, so that no reminder is sent for an invoice paid in the meantime. */
async function remind(tx: Tx, deps: Deps, { company, invoiceId, days, note }: Reminder) {
  const key = { companyId: company.companyId, invoiceId };
  const invoice = await lockInvoice(tx, key);
  if (!invoice || (await hasOpenAttempt(tx, key)) || !(await isStillToRemind(tx, key)))
    return false;
  if (!(await insertReminder(tx, { ...key, days, sentAt: deps.clock.now() }))) return false;
  await mailInvoice(tx, deps, { invoice, template: 'invoice-reminder', data: { days, note } });
  return true;
}

/** Maximum number of reminders per company and run. The next run follows minutes later. */
const BATCH = 500;

async function remindCompany(deps: Deps, company: CompanyRow): Promise<number> {
  const { companyId, timeZone, reminders } = company;
  const { clock, database } = deps;
  if (!reminders?.isActive || !isWithinRunWindow({ timeZone, at: clock.now() })) return 0;
  const today = clock.today(timeZone);
  let sent = 0;
  for (const days of reminders.days) {
    const due = { companyId, dueOn: addDays(today, -days), days, limit: BATCH };
    const found = await database.inCompany({ companyId, asProvider: true }, (tx) =>
      findInvoicesToRemind(tx, due),
    );
    for (const invoiceId of found) {
      const own = reminders.texts?.find(({ day }) => day === days);
      const reminder = { company, invoiceId, days, note: own?.note ?? reminders.note };
      const isSent = await database.inCompany({ companyId, asProvider: true }, (tx) =>
        remind(tx, deps, reminder),
      );
      if (isSent) sent += 1;
    }
  }
  return sent;
}

/** A failure for one company does not stop the others. */
export async function sendReminders(deps: Deps): Promise<number> {
  const { database, clock, concurrency } = deps;
  const companies = await listCompaniesToRemind(database, clock.now());
  let sent = 0;
  await forEachAtMost(concurrency.companies, companies, async ({ companyId }) => {
    try {
      const company = await database.readAlone((tx) => requireListed(tx, companyId));
      const count = await remindCompany(deps, company);
      sent += count;
    } catch (error) {
      deps.log.error(
        { event: 'reminders.failed', companyId, err: error },
        'the reminders of a company could not be sent',
      );
    }
  });
  return sent;
}
