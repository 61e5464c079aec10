/**
 * Previews of emails that a customer would get with unsaved settings (R78, R99), built by the same code that sends
 * them.
 */
import { DEFAULT_LANGUAGE } from '@quittance/contract/language';
import type { MailText } from '@quittance/contract/requests/mail-text-schemas';
import type { MailPreview, ReminderQuestion } from '@quittance/contract/requests/reminder-schemas';
import { invariant } from '@quittance/domain/invariant';
import { findLogo } from '../companies/logos/logo-rows.ts';
import { findCompany } from '../companies/store.ts';
import { type Example, writeExample } from '../customers/mail/example-mail.ts';
import { LOGO_CID, QR_CID, renderHtml, renderText } from '../customers/mail/render.ts';
import type { Deps } from '../kernel/deps.ts';
import type { Actor } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { together } from '../platform/database/transaction.ts';
import { qrPng } from '../platform/mail/qr-code.ts';

type PreviewDeps = Pick<Deps, 'clock' | 'publicUrl'>;

const toPicture = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;

async function preview(
  tx: Tx,
  { clock, publicUrl }: PreviewDeps,
  { actor: { companyId }, ...example }: { actor: Actor } & Omit<Example, 'today'>,
): Promise<MailPreview> {
  const [company, logo] = await together([findCompany(tx, companyId), findLogo(tx, companyId)]);
  invariant(company, 'an actor has a company');
  const today = clock.today(company.timeZone);
  const { content, sender } = writeExample({ publicUrl, company, logo }, { ...example, today });
  const html = renderHtml(content, sender)
    .replaceAll(`cid:${LOGO_CID}`, logo ? toPicture(Buffer.from(logo.wide)) : '')
    .replaceAll(`cid:${QR_CID}`, toPicture(qrPng(content.action?.url ?? '').bytes));
  return { subject: content.subject, text: renderText(content, sender), html };
}

export function previewReminder(
  tx: Tx,
  deps: PreviewDeps,
  { actor, question }: { actor: Actor; question: ReminderQuestion },
): Promise<MailPreview> {
  const { day: days, note, language = DEFAULT_LANGUAGE } = question;
  return preview(tx, deps, { actor, kind: 'REMINDERS', language, days, note });
}

export function previewMailText(
  tx: Tx,
  deps: PreviewDeps,
  { actor, text }: { actor: Actor; text: MailText },
): Promise<MailPreview> {
  const { kind, language } = text;
  return preview(tx, deps, { actor, kind, language, text });
}
