/**
 * A preview of the reminder that a customer would get with unsaved settings (R78), built by the same code that
 * sends reminders.
 */
import { addDays } from '@quittance/contract/dates';
import { DEFAULT_LANGUAGE } from '@quittance/contract/language';
import { cents } from '@quittance/contract/money';
import type {
  ReminderPreview,
  ReminderQuestion,
} from '@quittance/contract/requests/reminder-schemas';
import { invariant } from '@quittance/domain/invariant';
import { findLogo } from '../companies/logos/logo-rows.ts';
import { findCompany } from '../companies/store.ts';
import { MAILS } from '../customers/mail/mails.ts';
import { LOGO_CID, QR_CID, renderHtml, renderText } from '../customers/mail/render.ts';
import { toSender } from '../customers/mail/sender-of.ts';
import type { Deps } from '../kernel/deps.ts';
import type { Actor } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { together } from '../platform/database/transaction.ts';
import { qrPng } from '../platform/mail/qr-code.ts';

const EXAMPLE = {
  invoiceRef: 'INV-1042',
  productName: 'Service visit',
  remainingCents: cents(25_000),
  token: 'example',
};

const toPicture = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;

export async function previewReminder(
  tx: Tx,
  { clock, publicUrl }: Pick<Deps, 'clock' | 'publicUrl'>,
  { actor: { companyId }, question }: { actor: Actor; question: ReminderQuestion },
): Promise<ReminderPreview> {
  const [company, logo] = await together([findCompany(tx, companyId), findLogo(tx, companyId)]);
  invariant(company, 'an actor has a company');
  const { day, note, language = DEFAULT_LANGUAGE } = question;
  const dueOn = addDays(clock.today(company.timeZone), -day);
  const whom = { firstName: 'Alex', language, unsubscribeUrl: `${publicUrl}/${company.domain}` };
  const sender = toSender({ publicUrl, company, logo }, whom);
  const write = MAILS[language].templates['invoice-reminder'];
  const content = write({ ...EXAMPLE, dueOn, days: day, note }, sender);
  const html = renderHtml(content, sender)
    .replaceAll(`cid:${LOGO_CID}`, logo ? toPicture(Buffer.from(logo.wide)) : '')
    .replaceAll(`cid:${QR_CID}`, toPicture(qrPng(content.action?.url ?? '').bytes));
  return { subject: content.subject, text: renderText(content, sender), html };
}
