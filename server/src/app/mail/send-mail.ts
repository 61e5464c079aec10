/**
 * Sends one claimed email under a stable Message-ID, so that email clients show a repeated email only once. A
 * failed email is retried at growing intervals until it expires. Email content is never logged.
 */

import type { Instant } from '@quittance/contract/dates';
import { MINUTE_MS } from '@quittance/contract/durations';
import type { ContactId } from '@quittance/contract/ids';
import type { EventType } from '@quittance/contract/webhooks/event-schemas';
import { failNotice } from '../../arrangements/notices.ts';
import { findLogo } from '../../companies/logos/logo-rows.ts';
import { toNoticeSettings } from '../../companies/notice-settings.ts';
import { findCompany } from '../../companies/store.ts';
import {
  findCopyContact,
  markCopyBounced,
  queueCopies,
  toCopiedMail,
} from '../../customers/copy-contacts.ts';
import { findCustomerRow, toCustomerName } from '../../customers/customer-records.ts';
import type { CompanyMail } from '../../customers/mail/company-mail.ts';
import { type MailPayload, mailPayloadSchema } from '../../customers/mail/mail-payload.ts';
import type { StaffMail, StaffTemplate, TestMail } from '../../customers/mail/staff-mail.ts';
import { findRecipient, markBounced } from '../../customers/mail-recipients.ts';
import { isMailMuted } from '../../customers/muted-mails.ts';
import { toOptionalMail } from '../../customers/optional-mail.ts';
import { findMember, memberEmail, memberName } from '../../identity/members.ts';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import { deliveredMail, type mailQueue, type OutboxRow } from '../../platform/events/outbox.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { type Mailer, MailRefused, type Message } from '../../platform/mail/mailer.ts';
import { finish, type Lease, release, renew, retryAt } from '../../platform/queue/queue.ts';
import { composeContent } from '../../reports/notice-items.ts';
import { companyMessage, customerMessage, staffMessage } from './compose-mail.ts';
import { type Outcome, toDeclinedMail, toSentMail } from './mail-audit.ts';
import { isAboutMistake } from './mistaken-payment.ts';
import { isToCompany, isToStaff, mailSchema } from './queued-mail.ts';

const GIVE_UP_MS = 48 * 60 * MINUTE_MS;
const GIVE_UP_SOONER_MS: Partial<
  Record<MailPayload['template'] | StaffTemplate | TestMail['template'], number>
> = {
  'sign-in': 10 * MINUTE_MS,
  'staff-sign-in': 10 * MINUTE_MS,
};
/** Two days of retries. The time that bulk email waits for its cap does not count. */
const BULK_TRIES_MAX = 50;

export type MailSender = {
  mailer: Mailer;
  address: string;
  /** Awaited before each email: drawing a receipt must not delay clients that are waiting for a response. */
  whenQuiet?: () => Promise<void>;
  isStopping?: () => boolean;
  /** Bulk emails sent at the same time. */
  connections?: number;
};

export type MailLease = Lease<typeof mailQueue.table>;

type MailJob<Mail> = { row: OutboxRow; mail: Mail; sender: MailSender };

type Template = keyof typeof GIVE_UP_SOONER_MS;

function isTooLate(row: OutboxRow, template: Template | null, now: Instant) {
  if (row.isBulk) return row.tries > BULK_TRIES_MAX;
  const aliveMs = (template && GIVE_UP_SOONER_MS[template]) ?? GIVE_UP_MS;
  return now > addMs(row.createdAt, aliveMs);
}

const isRefusedForGood = (error: unknown) => error instanceof MailRefused && error.isForGood;

async function sendOnce({ mailer }: MailSender, message: Message): Promise<'sent' | 'refused'> {
  try {
    await mailer.send(message);
    return 'sent';
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
    return 'refused';
  }
}

/** Sends nothing to an address that the company has since removed. */
async function sendToCompany(deps: Deps, { row, mail, sender }: MailJob<CompanyMail>) {
  const { companyId } = row;
  const scope = { companyId, asProvider: true } as const;
  const [company, logo, content] = await deps.database.readForCompany(scope, (tx) =>
    Promise.all([
      findCompany(tx, companyId),
      findLogo(tx, companyId),
      composeContent(tx, companyId, mail.content),
    ]),
  );
  if (!company || !toNoticeSettings(company).addresses.includes(mail.to)) return 'no recipient';
  const envelope = { row, company, logo, from: sender.address };
  return sendOnce(sender, companyMessage(deps, envelope, { to: mail.to, content }));
}

/** The customer's preferences are read when the email is sent, because the email may have waited. */
function findAddressee(deps: Deps, { row: { companyId }, mail }: MailJob<MailPayload>) {
  const { customerId, contactId } = mail;
  const kind = toOptionalMail(mail);
  return deps.database.readForCompany({ companyId, customerId }, async (tx) => {
    const [recipient, logo, isMuted] = await Promise.all([
      findRecipient(tx, { companyId, customerId, contactId }),
      findLogo(tx, companyId),
      kind && isMailMuted(tx, { companyId, customerId, kind }),
    ]);
    if (isMuted) return 'turned off';
    return recipient ? { ...recipient, logo } : 'no recipient';
  });
}

/** Sends nothing to a member who has since been removed. */
async function sendToStaff(deps: Deps, { row, mail, sender }: MailJob<StaffMail | TestMail>) {
  const { companyId } = row;
  const { memberId } = mail;
  const scope = { companyId, asProvider: true } as const;
  const [company, logo, member] = await deps.database.readForCompany(scope, (tx) =>
    Promise.all([
      findCompany(tx, companyId),
      findLogo(tx, companyId),
      findMember(tx, { companyId, memberId }),
    ]),
  );
  const to = member && memberEmail(deps.sealer, member);
  if (!company || !member || !to) return 'no recipient';
  const envelope = { row, company, logo, from: sender.address };
  const letter = { mail, to, name: memberName(deps.sealer, member) };
  return sendOnce(sender, staffMessage(deps, envelope, letter));
}

async function sendToCustomer(deps: Deps, sending: MailJob<MailPayload>): Promise<Outcome> {
  const { row, mail: payload, sender } = sending;
  const { companyId } = row;
  const { contactId } = payload;
  const found = await findAddressee(deps, sending);
  if (typeof found === 'string') return found;
  const { company, customer, contact, logo } = found;
  try {
    const envelope = { row, company, logo, from: sender.address };
    const { firstName, language } = customer;
    const customerName = toCustomerName(customer);
    const to = { payload, to: contact.address, customerName, firstName, language };
    await sender.mailer.send(await customerMessage(deps, envelope, to));
    return 'sent';
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
    const bounced = { companyId, contactId: contact.id };
    await deps.database.asSystem((tx) => markBounced(tx, bounced, deps.clock.now()));
    // Tries the customer's next address. An email to a single contact has no other address.
    return contactId ? 'refused' : sendToCustomer(deps, sending);
  }
}

/** A copy goes to one contact (R94). The contact's choice is read when it is sent. */
async function sendCopy(
  deps: Deps,
  { row, mail: payload, sender }: MailJob<MailPayload>,
  contactId: ContactId,
): Promise<Outcome> {
  const { companyId } = row;
  const { customerId } = payload;
  const key = { companyId, customerId, contactId };
  const [company, customer, contact, logo] = await deps.database.readForCompany(
    { companyId, customerId },
    (tx) =>
      Promise.all([
        findCompany(tx, companyId),
        findCustomerRow(tx, key),
        findCopyContact(tx, key),
        findLogo(tx, companyId),
      ]),
  );
  const kind = toCopiedMail(payload.template);
  if (!company || !customer || !contact || !kind) return 'no recipient';
  if (contact.removedAt || contact.bouncedAt) return 'no recipient';
  if (contact.muted.includes(kind)) return 'turned off';
  const { language } = customer;
  try {
    const envelope = { row, company, logo, from: sender.address };
    const customerName = toCustomerName(customer);
    const to = { payload, to: contact.address, customerName, firstName: null, language, contact };
    await sender.mailer.send(await customerMessage(deps, envelope, to));
    return 'sent';
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
    await deps.database.asSystem((tx) => markCopyBounced(tx, key, deps.clock.now()));
    return 'refused';
  }
}

async function send(deps: Deps, row: OutboxRow, sender: MailSender): Promise<Outcome> {
  const mail = mailSchema.parse(row.payload);
  if (isTooLate(row, isToCompany(mail) ? null : mail.template, deps.clock.now())) return 'too late';
  if (isToCompany(mail)) return sendToCompany(deps, { row, mail, sender });
  if (isToStaff(mail)) return sendToStaff(deps, { row, mail, sender });
  if (await isAboutMistake(deps, row.companyId, mail)) return 'mistake';
  return mail.copyTo
    ? sendCopy(deps, { row, mail, sender }, mail.copyTo)
    : sendToCustomer(deps, { row, mail, sender });
}

/** Returns only the message or code, since a mail server's error can quote the email. */
function toReason(error: unknown): string {
  if (error instanceof MailRefused) return error.message;
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

function toNotice({ payload }: OutboxRow): string | null {
  const mail = mailPayloadSchema.safeParse(payload);
  if (!mail.success || mail.data.template !== 'upcoming-charge') return null;
  const { noticeId } = mail.data.data;
  return typeof noticeId === 'string' ? noticeId : null;
}

const EVENTS: Partial<Record<MailPayload['template'], { sent: EventType; declined: EventType }>> = {
  invoice: { sent: 'invoice.sent', declined: 'invoice.email_declined' },
  'invoice-reminder': { sent: 'invoice.reminded', declined: 'invoice.reminder_declined' },
};

function toEvent({ companyId, payload }: OutboxRow, outcome: Outcome, at: Instant) {
  const mail = mailPayloadSchema.safeParse(payload);
  const events = mail.success ? EVENTS[mail.data.template] : undefined;
  const objectId = mail.data?.data['invoiceId'];
  if (!events || mail.data?.copyTo || typeof objectId !== 'string') return null;
  const notSent = outcome === 'turned off' ? events.declined : 'invoice.bounced';
  const type = outcome === 'sent' ? events.sent : notSent;
  return { companyId, type, objectId, at };
}

/** Copies do not depend on whether the customer turned the email off or can be reached (R94). */
function toCopied({ companyId, payload }: OutboxRow, outcome: Outcome) {
  const mail = mailPayloadSchema.safeParse(payload);
  const isForNobody = outcome === 'too late' || outcome === 'mistake';
  if (!mail.success || isForNobody || !toCopiedMail(mail.data.template)) return null;
  return mail.data.copyTo ? null : { companyId, payload: mail.data };
}

type MailResult = { outcome: Outcome; failedNotice: string | null };

async function record(
  { database, clock }: Deps,
  lease: MailLease,
  { outcome, failedNotice }: MailResult,
): Promise<void> {
  const { row } = lease;
  const now = clock.now();
  const copied = toCopied(row, outcome);
  const noted = [toDeclinedMail(row, outcome, now), toSentMail(row, outcome, now)].filter(
    (entry) => entry !== null,
  );
  if (!failedNotice && !copied && !toEvent(row, outcome, now) && noted.length === 0) {
    await database.writeAlone((tx) => finish(tx, lease, deliveredMail(now)));
    return;
  }
  await database.asSystem(async (tx) => {
    if (!(await finish(tx, lease, deliveredMail(now)))) return;
    const copies = copied ? await queueCopies(tx, { ...copied, at: now }) : 0;
    // An invoice of a customer who has no address or turned the email off is sent to the contacts.
    const isByCopies = (outcome === 'no recipient' || outcome === 'turned off') && copies > 0;
    const event = toEvent(row, isByCopies ? 'sent' : outcome, now);
    if (event) recordEvent(tx, event);
    for (const entry of noted) await appendAudit(tx, entry);
    if (failedNotice) await failNotice(tx, { companyId: row.companyId, id: failedNotice }, now);
  });
}

class LeaseLost extends Error {}

/**
 * Composing an email can take a long time, especially when its receipt is drawn, so the lease is renewed
 * immediately before each send.
 */
function underLease({ database, clock }: Deps, lease: MailLease, sender: MailSender): MailSender {
  const send: Mailer['send'] = async (message) => {
    if (!(await database.writeAlone((tx) => renew(tx, { clock, lease })))) throw new LeaseLost();
    return sender.mailer.send(message);
  };
  return { ...sender, mailer: { ...sender.mailer, send } };
}

export async function sendLeased(
  deps: Deps,
  lease: MailLease,
  sender: MailSender,
): Promise<Outcome> {
  const { database, log } = deps;
  const { row } = lease;
  try {
    const outcome = await send(deps, row, underLease(deps, lease, sender));
    const noticeId = outcome === 'sent' ? null : toNotice(row);
    await record(deps, lease, { outcome, failedNotice: noticeId });
    if (outcome === 'turned off') {
      log.info({ event: 'mail.not_wanted', mail: row.id }, 'a mail was not sent: it is turned off');
    } else if (outcome !== 'sent') {
      log.warn({ event: 'mail.not_sent', mail: row.id, outcome }, 'a mail was not sent');
    }
    if (noticeId) {
      log.error(
        { event: 'charge_notice.failed', companyId: row.companyId, noticeId, outcome },
        'the notice of an upcoming charge could not be delivered',
      );
    }
    return outcome;
  } catch (error) {
    if (error instanceof LeaseLost) return 'lost';
    await database.writeAlone((tx) => release(tx, lease, { at: retryAt(deps, lease) }));
    log.warn(
      { event: 'mail.retry_scheduled', mail: row.id, tries: row.tries, reason: toReason(error) },
      'a mail failed and will be retried',
    );
    return 'later';
  }
}
