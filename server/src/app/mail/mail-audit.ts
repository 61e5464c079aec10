/** Entries of the audit trail about the outcome of an email. */
import type { Instant } from '@quittance/contract/dates';
import { toCopiedMail } from '../../customers/copy-contacts.ts';
import { mailPayloadSchema } from '../../customers/mail/mail-payload.ts';
import { toOptionalMail } from '../../customers/optional-mail.ts';
import type { OutboxRow } from '../../platform/events/outbox.ts';

/** `lost`: another process has claimed the email in the meantime. */
export type Outcome =
  | ('sent' | 'no recipient' | 'too late' | 'refused' | 'turned off' | 'mistake')
  | ('later' | 'lost');

/** The audit trail records each email that was not sent because the customer opted out (R64). */
export function toDeclinedMail({ companyId, payload }: OutboxRow, outcome: Outcome, at: Instant) {
  const mail = mailPayloadSchema.safeParse(payload);
  if (!mail.success || outcome !== 'turned off') return null;
  const { customerId, template, copyTo } = mail.data;
  const subject = `customer:${customerId}`;
  const detail = copyTo
    ? { template, kind: toCopiedMail(template), copyTo }
    : { template, kind: toOptionalMail(mail.data) };
  return { companyId, actor: 'job:deliver-mail', action: 'mail.not_wanted', subject, detail, at };
}

/**
 * The audit trail records the outcome of each email about a payment, so the outcome appears in the payment's history
 * (R78).
 */
export function toSentMail({ companyId, payload }: OutboxRow, outcome: Outcome, at: Instant) {
  const mail = mailPayloadSchema.safeParse(payload);
  const paymentId = mail.data?.data['paymentId'];
  if (!mail.success || mail.data.copyTo || typeof paymentId !== 'string') return null;
  const { template } = mail.data;
  const [action, detail] =
    outcome === 'sent' ? ['mail.sent', { template }] : ['mail.not_sent', { template, outcome }];
  return {
    companyId,
    actor: 'job:deliver-mail',
    action,
    subject: `attempt:${paymentId}`,
    detail,
    at,
  };
}
