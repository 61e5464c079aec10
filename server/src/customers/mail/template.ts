/**
 * Email texts of a language: one template per email, which turns data and sender into content, and the text around
 * it.
 */
import type { MailContent, Sender } from '../../platform/mail/mail-content.ts';
import type { MailData, MailTemplate } from './mail-payload.ts';

export type Template = (data: MailData, sender: Sender) => MailContent;

export type Templates = Readonly<Record<MailTemplate, Template>>;

export type FrameTexts = {
  greeting: (firstName: string | null) => string;
  code: (code: string) => string;
  sentBy: (company: string) => string;
  /** The same words as in the footer of the portal (§1.4). */
  tradingAs: (owner: string, dba: string) => string;
  questions: (contact: string) => string;
  /** Precedes the stored text of a mandate (R109). */
  agreement: (given: { date: string; version: string; isEnded: boolean }) => string;
  qrAlt: string;
  isPrivate: string;
  /** Without a support address of the company. */
  noReplies: string;
  /** R94 */
  copy: (customer: string) => string;
  /** R64: only in emails that can be turned off. */
  unsubscribe: string;
  /** R64: only in emails to customers that cannot be turned off. */
  required: string;
  /** A test email to a member of the staff. */
  test: { subject: (subject: string) => string; text: string };
  /** Sample data of previews and test emails. */
  example: { firstName: string; customerName: string; productName: string };
};

export type Mails = {
  templates: Templates;
  frame: FrameTexts;
  /** Formats a value of the data. Null if there is none. */
  toText: (data: MailData, name: string) => string | null;
};
