/**
 * Asks for a mail to a customer, in the transaction that gives the reason for it. What the mail says
 * is decided by its template when it is delivered; who the addresses are is looked up then, too.
 * Nothing is sent from here.
 */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, ContactId, CustomerId } from '@quittance/contract/ids';
import type { Tx } from '../storage/database.ts';
import { addToOutbox, MAIL_TOPIC } from '../storage/ops/outbox.ts';
import { type Sealer, sealContext } from '../storage/seal.ts';
import { type MailData, type MailTemplate, mailDataSchema } from './mail-payload.ts';

export type Notice = {
  companyId: CompanyId;
  customerId: CustomerId;
  template: MailTemplate;
  /**
   * What the template fills in: texts, numbers of cents (`amountCents`), dates as '2026-01-31'. Nothing
   * secret: that goes through `sealForMail` into `secretSealed`.
   */
  data: MailData;
  at: Instant;
  secretSealed?: string;
  /** One contact; without it the mail goes to the customer's first verified e-mail address. */
  contactId?: ContactId;
};

export async function notify(tx: Tx, { companyId, at, ...payload }: Notice): Promise<void> {
  await addToOutbox(tx, { companyId, topic: MAIL_TOPIC, payload, at });
}

type Whose = { companyId: CompanyId; customerId: CustomerId };

/** Tokens and codes lie in the outbox only sealed, and are wiped when the mail has left. */
export function sealForMail(sealer: Sealer, whose: Whose, secrets: MailData): string {
  return sealer.seal(JSON.stringify(secrets), sealContext.mail(whose));
}

export function openForMail(sealer: Sealer, whose: Whose, sealed: string): MailData {
  return mailDataSchema.parse(JSON.parse(sealer.open(sealed, sealContext.mail(whose))));
}
