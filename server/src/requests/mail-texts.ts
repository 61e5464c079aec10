/** A company's own email texts (R99): reading, saving, and a test that a member of the staff gets. */
import { memberIdSchema } from '@quittance/contract/identity/staff';
import type { MailText, MailTexts } from '@quittance/contract/requests/mail-text-schemas';
import { invariant } from '@quittance/domain/invariant';
import { findCompany } from '../companies/store.ts';
import { listMailTexts } from '../customers/mail/mail-texts.ts';
import { mailStaff } from '../customers/mail/staff-mail.ts';
import { type Actor, type ProviderDeps, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { updateMailText } from './reminders.ts';

type TextCall = { actor: Actor; text: MailText };

export async function getMailTexts(tx: Tx, { companyId }: Actor): Promise<MailTexts> {
  const company = await findCompany(tx, companyId);
  invariant(company, 'an actor has a company');
  return { texts: listMailTexts(company) };
}

export async function putMailText(
  tx: Tx,
  deps: ProviderDeps,
  { actor, text }: TextCall,
): Promise<MailText> {
  await updateMailText(tx, actor.companyId, text);
  const { kind, language } = text;
  const action = { action: 'mail_text.set', subject: 'company', detail: { kind, language } };
  await recordAction(tx, deps, { actor, ...action });
  return text;
}

export async function sendTestMail(tx: Tx, deps: ProviderDeps, { actor, text }: TextCall) {
  const { companyId, name } = actor;
  const memberId = memberIdSchema.parse(name.replace(/^staff:/, ''));
  const sentAt = deps.clock.now();
  await mailStaff(tx, { companyId, memberId, template: 'mail-test', text, at: sentAt });
  const { kind, language } = text;
  const action = { action: 'mail_text.tested', subject: 'company', detail: { kind, language } };
  await recordAction(tx, deps, { actor, ...action });
  return { sentAt };
}
