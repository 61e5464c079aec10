/** The reminder that a customer would get with settings that are not saved yet (R78): written by the code that mails it. */
import { addDays } from '@quittance/contract/dates';
import { DEFAULT_LANGUAGE } from '@quittance/contract/language';
import { cents } from '@quittance/contract/money';
import type {
  ReminderPreview,
  ReminderQuestion,
} from '@quittance/contract/provider/billing/reminders';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../../deps.ts';
import { MAILS } from '../../mail/mails.ts';
import { qrPng } from '../../mail/qr-code.ts';
import { LOGO_CID, QR_CID, renderHtml, renderText } from '../../mail/render.ts';
import { senderOf } from '../../mail/sender-of.ts';
import { findCompany } from '../../storage/billing/companies.ts';
import { findLogo } from '../../storage/billing/logos.ts';
import type { Tx } from '../../storage/database.ts';
import { together } from '../../storage/transaction.ts';
import type { Actor } from '../actor.ts';

/** Of an invoice that is made up. */
const EXAMPLE = {
  invoiceRef: 'INV-1042',
  productName: 'Service visit',
  remainingCents: cents(25_000),
  token: 'example',
};

const pictureOf = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;

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
  const sender = senderOf({ publicUrl, company, logo }, whom);
  const write = MAILS[language].templates['invoice-reminder'];
  const content = write({ ...EXAMPLE, dueOn, days: day, note }, sender);
  const html = renderHtml(content, sender)
    .replaceAll(`cid:${LOGO_CID}`, logo ? pictureOf(Buffer.from(logo.wide)) : '')
    .replaceAll(`cid:${QR_CID}`, pictureOf(qrPng(content.action?.url ?? '').bytes));
  return { subject: content.subject, text: renderText(content, sender), html };
}
