/** Emails with sample data, for previews and for tests that staff send to themselves. */
import { addDays, type IsoDate } from '@quittance/contract/dates';
import type { Language } from '@quittance/contract/language';
import { cents, ZERO } from '@quittance/contract/money';
import type { MailText } from '@quittance/contract/requests/mail-text-schemas';
import type { CopiedMail } from '@quittance/contract/vocabulary';
import type { MailData, MailTemplate } from './mail-payload.ts';
import { findMailText, withOwnText } from './mail-texts.ts';
import { MAILS } from './mails.ts';
import { type Letterhead, toSender } from './sender-of.ts';

const AMOUNT = cents(25_000);
const DUE_DAYS = 14;
const OVERDUE_DAYS = 3;

const TEMPLATES: Readonly<Record<CopiedMail, MailTemplate>> = {
  INVOICES: 'invoice',
  REMINDERS: 'invoice-reminder',
  RECEIPTS: 'receipt',
};

export type Example = {
  kind: CopiedMail;
  language: Language;
  today: IsoDate;
  /** Days after the due date, of a reminder. */
  days?: number;
  note?: string | null;
  /** Not saved. Without it, the company's saved text applies. */
  text?: MailText;
};

function toData(
  { kind, today, days = OVERDUE_DAYS, note = null }: Example,
  productName: string,
): MailData {
  const named = { invoiceRef: 'INV-1042', productName };
  if (kind === 'RECEIPTS') {
    const paid = { amountCents: AMOUNT, feeCents: ZERO, totalCents: AMOUNT };
    return { ...named, ...paid, date: today, method: 'Visa **** 4242', receiptNumber: 'R-1042' };
  }
  const open = { ...named, remainingCents: AMOUNT, token: 'example', note };
  return kind === 'INVOICES'
    ? { ...open, dueOn: addDays(today, DUE_DAYS) }
    : { ...open, dueOn: addDays(today, -days), days };
}

export function writeExample(head: Letterhead, example: Example) {
  const { kind, language } = example;
  const { publicUrl, company } = head;
  const { firstName, customerName, productName } = MAILS[language].frame.example;
  const unsubscribeUrl = `${publicUrl}/${company.domain}`;
  const sender = toSender(head, { firstName, language, unsubscribeUrl });
  const data = toData(example, productName);
  const text = example.text ?? findMailText(company, example);
  const content = MAILS[language].templates[TEMPLATES[kind]](data, sender);
  return { content: withOwnText(content, { text, data, sender, customerName }), sender };
}
