/** What a language has for mails: each by its name, data and sender → content, and what stands around it. */
import type { MailContent, Sender } from '../../platform/mail/mail-content.ts';
import type { MailData, MailTemplate } from './mail-payload.ts';

export type Template = (data: MailData, sender: Sender) => MailContent;

export type Templates = Readonly<Record<MailTemplate, Template>>;

export type FrameTexts = {
  greeting: (firstName: string | null) => string;
  code: (code: string) => string;
  sentBy: (company: string) => string;
  questions: (contact: string) => string;
  isPrivate: string;
  /** R64: of a mail that can be turned off. */
  unsubscribe: string;
};

export type Mails = { templates: Templates; frame: FrameTexts };
