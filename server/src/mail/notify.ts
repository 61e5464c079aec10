/**
 * Asks for a mail to a customer, in the transaction that gives the reason for it. What the mail says
 * is decided by its template when it is delivered; who the addresses are is looked up then, too.
 * Nothing is sent from here.
 */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, ContactId, CustomerId } from '@quittance/contract/ids';
import type { Tx } from '../storage/database.ts';
import { addToOutbox, MAIL_TOPIC } from '../storage/outbox.ts';
import type { MailPayload, MailTemplate } from './mail-payload.ts';

export type Notice = {
  companyId: CompanyId;
  customerId: CustomerId;
  template: MailTemplate;
  /** What the template fills in: texts, numbers of cents, dates as '2026-01-31'. Never a secret in clear. */
  data: MailPayload['data'];
  at: Instant;
  /** One contact; without it the mail goes to the customer's verified primary e-mail address. */
  contactId?: ContactId;
};

export async function notify(tx: Tx, { companyId, at, ...payload }: Notice): Promise<void> {
  await addToOutbox(tx, { companyId, topic: MAIL_TOPIC, payload, at });
}
