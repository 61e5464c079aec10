/** A company's own texts in emails about invoices, reminders and receipts (R99). */
import type { Language } from '@quittance/contract/language';
import { MAIL_PARTS, type MailText } from '@quittance/contract/requests/mail-text-schemas';
import { fillVariables } from '@quittance/contract/requests/mail-variables';
import type { CopiedMail } from '@quittance/contract/vocabulary';
import type { CompanyRow } from '../../companies/store.ts';
import type { MailContent, Sender } from '../../platform/mail/mail-content.ts';
import type { MailData } from './mail-payload.ts';
import { MAILS } from './mails.ts';

type MailTextKey = { kind: CopiedMail; language: Language };

export const mailTextKey = ({ kind, language }: MailTextKey) => `${kind}:${language}`;

const isOwn = (text: MailText) => MAIL_PARTS.some((part) => text[part] !== null);

export const listMailTexts = ({ reminders }: CompanyRow): MailText[] =>
  Object.values(reminders?.mails ?? {}).filter(isOwn);

export const findMailText = ({ reminders }: CompanyRow, key: MailTextKey): MailText | null =>
  reminders?.mails?.[mailTextKey(key)] ?? null;

function toValues(data: MailData, { language, companyName }: Sender, customerName: string) {
  const first = (...names: string[]) =>
    names.map((name) => MAILS[language].toText(data, name)).find((text) => text !== null) ?? '';
  return {
    customerName,
    companyName,
    invoiceNumber: first('invoiceRef', 'invoiceRefs'),
    amount: first('totalCents', 'amountCents', 'remainingCents'),
    dueDate: first('dueOn'),
    paymentDate: first('date'),
    receiptNumber: first('receiptNumber'),
  };
}

export type OwnText = {
  text: MailText | null;
  data: MailData;
  sender: Sender;
  customerName: string;
  /** A copy does not greet its recipient by the customer's name (R94). */
  isCopy?: boolean;
};

/** A part that is empty without its values has the standard text. */
export function withOwnText(
  content: MailContent,
  { text, data, sender, customerName, isCopy = false }: OwnText,
): MailContent {
  if (!text) return content;
  const values = toValues(data, sender, customerName);
  const fill = (part: string | null) => fillVariables(part ?? '', values).trim();
  const [subject, greeting, note] = [fill(text.subject), fill(text.greeting), fill(text.note)];
  return {
    ...content,
    ...(subject ? { subject } : {}),
    ...(greeting && !isCopy ? { greeting } : {}),
    messages: [...(note ? [note] : []), ...(content.messages ?? [])],
  };
}
