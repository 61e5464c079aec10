/**
 * Sends the mails of the outbox at least once, under a stable Message-ID, so that a mail client shows a
 * repeated one once. A mail that cannot be sent is retried with growing pauses until it expires. Its
 * content is never logged.
 */
import { contactWords } from '@quittance/contract/company-contact';
import type { Instant } from '@quittance/contract/dates';
import { attemptIdSchema } from '@quittance/contract/ids';
import { addMs } from '../clock.ts';
import { repeatAtMost } from '../concurrency.ts';
import type { Deps } from '../deps.ts';
import type { Sender } from '../mail/mail-content.ts';
import { type MailPayload, mailPayloadSchema } from '../mail/mail-payload.ts';
import { type Attachment, type Mailer, MailRefused, type Message } from '../mail/mailer.ts';
import { openForMail } from '../mail/notify.ts';
import { LOGO_CID, renderHtml, renderText } from '../mail/render.ts';
import { TEMPLATES } from '../mail/templates.ts';
import { drawReceiptOf } from '../portal/documents/receipts.ts';
import { failNotice } from '../storage/arrangements/notices.ts';
import { findLogo, type Logo } from '../storage/billing/logos.ts';
import { findRecipient, markBounced } from '../storage/ops/mail-recipients.ts';
import {
  claimUndelivered,
  finishClaimed,
  MAIL_TOPIC,
  type OutboxRow,
  retryAt,
} from '../storage/ops/outbox.ts';

/** This many failures in a row: the mail server is down, and the next run retries. */
const FAILURES_MAX = 5;
const MINUTE_MS = 60_000;
/** Longer than one mail can take; the claim of a process that died expires after this. */
const LEASE_MS = 2 * MINUTE_MS;
const PAUSES_MS = [5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS] as const;
const GIVE_UP_MS = 48 * 60 * MINUTE_MS;
/** A sign-in link that has expired is not sent. */
const GIVE_UP_SOONER_MS: Partial<Record<MailPayload['template'], number>> = {
  'sign-in': 10 * MINUTE_MS,
};

/** Mails of a process at the same time: most of the time is spent on waiting for the mail server. */
const MAILS_AT_ONCE = 2;

export type MailSender = {
  mailer: Mailer;
  address: string;
  /** Waited for before each mail: drawing a receipt must not delay those who wait for an answer. */
  whenQuiet?: () => Promise<void>;
  /** The mail in progress is the last one; another process or the next start sends the others. */
  isStopping?: () => boolean;
};

type Outcome = 'sent' | 'no recipient' | 'too late' | 'refused' | 'later';

const LOGO_HEIGHT_MAX = 40;
const LOGO_WIDTH_MAX = 160;

function sizeInMail({ wideWidth, wideHeight }: Logo) {
  const scale = Math.min(LOGO_HEIGHT_MAX / wideHeight, LOGO_WIDTH_MAX / wideWidth);
  return { width: Math.round(wideWidth * scale), height: Math.round(wideHeight * scale) };
}

function logoAttachment({ wide: content }: Logo): Attachment {
  return { filename: 'logo.png', content, contentType: 'image/png', cid: LOGO_CID };
}

function messageOf(deps: Deps, row: OutboxRow, found: Found): Message {
  const { payload, company, logo, customer, contact, from } = found;
  const owner = { companyId: row.companyId, customerId: payload.customerId };
  const secrets = payload.secretSealed ? openForMail(deps.sealer, owner, payload.secretSealed) : {};
  const sender: Sender = {
    companyName: company.name,
    companyContact: contactWords(company),
    mainColor: company.mainColor,
    logo: logo && sizeInMail(logo),
    firstName: customer.firstName,
    portalUrl: `${deps.publicUrl}/${company.domain}`,
  };
  const letter = TEMPLATES[payload.template]({ ...payload.data, ...secrets }, sender);
  return {
    messageId: `<${row.id}.${row.companyId}@${new URL(deps.publicUrl).hostname}>`,
    from: { name: company.name, address: from },
    to: contact.address,
    subject: letter.subject,
    text: renderText(letter, sender),
    html: renderHtml(letter, sender),
    attachments: logo ? [logoAttachment(logo)] : [],
  };
}

/** The receipt of a payment. The mail is sent without it if it cannot be drawn. */
async function receiptsOf(
  deps: Deps,
  { companyId }: OutboxRow,
  payload: MailPayload,
): Promise<Attachment[]> {
  const { customerId, template, data } = payload;
  const paid = attemptIdSchema.safeParse(data['paymentId']);
  if (template !== 'receipt' || !paid.success) return [];
  try {
    const receipt = await drawReceiptOf(deps, { companyId, customerId, attemptId: paid.data });
    if (!receipt) return [];
    const { name: filename, bytes: content } = receipt;
    return [{ filename, content, contentType: 'application/pdf' }];
  } catch (error) {
    deps.log.error(
      { event: 'receipt.render_failed', err: error, payment: paid.data },
      'a receipt could not be rendered',
    );
    return [];
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof findRecipient>>> & {
  payload: MailPayload;
  logo: Logo | null;
  from: string;
};

function isTooLate({ createdAt }: OutboxRow, payload: MailPayload, now: Instant): boolean {
  return now > addMs(createdAt, GIVE_UP_SOONER_MS[payload.template] ?? GIVE_UP_MS);
}

async function sendOne(
  deps: Deps,
  row: OutboxRow,
  { mailer, address }: MailSender,
): Promise<Outcome> {
  const payload = mailPayloadSchema.parse(row.payload);
  if (isTooLate(row, payload, deps.clock.now())) return 'too late';
  const { companyId } = row;
  const { customerId, contactId } = payload;
  const found = await deps.database.readInCompany({ companyId, customerId }, async (tx) => {
    const [recipient, logo] = await Promise.all([
      findRecipient(tx, { companyId, customerId, contactId }),
      findLogo(tx, companyId),
    ]);
    return recipient && { ...recipient, logo };
  });
  if (!found) return 'no recipient';
  try {
    const message = messageOf(deps, row, { ...found, payload, from: address });
    const { attachments = [] } = message;
    const receipts = await receiptsOf(deps, row, payload);
    await mailer.send({ ...message, attachments: [...attachments, ...receipts] });
    return 'sent';
  } catch (error) {
    if (!(error instanceof MailRefused) || !error.isForGood) throw error;
    const bounced = { companyId, contactId: found.contact.id };
    await deps.database.asSystem((tx) => markBounced(tx, bounced, deps.clock.now()));
    // The customer's next address; a mail to one contact has no other.
    return contactId ? 'refused' : sendOne(deps, row, { mailer, address });
  }
}

/** Only the message or code: a mail server's error can quote the mail. */
function reasonOf(error: unknown): string {
  if (error instanceof MailRefused) return error.message;
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

/** The notice of a charge that the mail delivers. */
function noticeOf({ payload }: OutboxRow): string | null {
  const { template, data } = mailPayloadSchema.parse(payload);
  const noticeId = template === 'upcoming-charge' ? data['noticeId'] : null;
  return typeof noticeId === 'string' ? noticeId : null;
}

async function finish(
  { database, clock }: Deps,
  row: OutboxRow,
  failedNotice: string | null,
): Promise<void> {
  const now = clock.now();
  if (!failedNotice) return database.writeAlone((tx) => finishClaimed(tx, row, now));
  await database.asSystem(async (tx) => {
    await finishClaimed(tx, row, now);
    await failNotice(tx, { companyId: row.companyId, id: failedNotice }, now);
  });
}

async function handle(deps: Deps, row: OutboxRow, sender: MailSender): Promise<Outcome> {
  const { database, clock, log } = deps;
  try {
    const outcome = await sendOne(deps, row, sender);
    const noticeId = outcome === 'sent' ? null : noticeOf(row);
    await finish(deps, row, noticeId);
    if (outcome !== 'sent') {
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
    const pause = PAUSES_MS[Math.min(row.tries, PAUSES_MS.length) - 1] ?? MINUTE_MS;
    const at = addMs(clock.now(), pause);
    await database.writeAlone((tx) => retryAt(tx, row, at));
    log.warn(
      { event: 'mail.retry_scheduled', mail: row.id, tries: row.tries, reason: reasonOf(error) },
      'a mail failed and will be retried',
    );
    return 'later';
  }
}

/** Null when no mail is due. */
async function deliverNext(deps: Deps, sender: MailSender): Promise<Outcome | null> {
  const { database, clock } = deps;
  const now = clock.now();
  const claim = { topics: [MAIL_TOPIC], now, leaseUntil: addMs(now, LEASE_MS), limit: 1 };
  const [row] = await database.writeAlone((tx) => claimUndelivered(tx, claim));
  return row ? handle(deps, row, sender) : null;
}

/**
 * Returns how many mails were sent. They are claimed one by one: in a batch, a claim could expire behind
 * slow mails, and another process would send the mail, too.
 */
export async function deliverMail(deps: Deps, sender: MailSender): Promise<number> {
  let [sent, failures] = [0, 0];
  await repeatAtMost(MAILS_AT_ONCE, async () => {
    if (failures >= FAILURES_MAX || sender.isStopping?.()) return false;
    await sender.whenQuiet?.();
    const outcome = await deliverNext(deps, sender);
    if (outcome === null) return false;
    failures = outcome === 'later' ? failures + 1 : 0;
    if (outcome === 'sent') sent += 1;
    return true;
  });
  return sent;
}
