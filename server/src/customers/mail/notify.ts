/**
 * Queues an email to a customer in the transaction that causes it. The template is rendered and the address is looked
 * up at delivery.
 */
import type { Instant } from '@quittance/contract/dates';
import type { ContactId, MandateId } from '@quittance/contract/ids';
import type { Tx } from '../../platform/database/database.ts';
import type { CustomerKey, MemberKey } from '../../platform/database/keys.ts';
import { addToOutbox, MAIL_TOPIC } from '../../platform/events/outbox.ts';
import { type Sealer, sealContext } from '../../platform/sealing/seal.ts';
import {
  type AgreementKind,
  isBulk,
  type MailData,
  type MailTemplate,
  mailDataSchema,
} from './mail-payload.ts';

export type Notice = CustomerKey & {
  template: MailTemplate;
  /**
   * Template values: texts, amounts in cents (`amountCents`), and dates such as '2026-01-31'. Secrets go through
   * `sealForMail` into `secretSealed`.
   */
  data: MailData;
  at: Instant;
  secretSealed?: string;
  contactId?: ContactId;
  /** The mandate that the payer gave or revoked with this event (R109). */
  agreement?: MandateId | null;
};

export async function notify(tx: Tx, { companyId, at, ...payload }: Notice): Promise<void> {
  const { template } = payload;
  await addToOutbox(tx, { companyId, topic: MAIL_TOPIC, payload, isBulk: isBulk(template), at });
}

export type AgreementNotice = CustomerKey & {
  about: AgreementKind;
  agreement: MandateId;
  data?: MailData;
  at: Instant;
};

/** For an agreement of which no other email tells. */
export function notifyAgreement(tx: Tx, { about, data, ...notice }: AgreementNotice) {
  return notify(tx, { ...notice, template: 'agreement', data: { about, ...data } });
}

type Recipient = CustomerKey | MemberKey;

const contextFor = (to: Recipient) =>
  'memberId' in to ? sealContext.staffMail(to) : sealContext.mail(to);

/** Tokens and codes are stored sealed in the outbox and removed after delivery. */
export function sealForMail(sealer: Sealer, to: Recipient, secrets: MailData): string {
  return sealer.seal(JSON.stringify(secrets), contextFor(to));
}

export function openForMail(sealer: Sealer, to: Recipient, sealed: string): MailData {
  return mailDataSchema.parse(JSON.parse(sealer.open(sealed, contextFor(to))));
}
