/** A mail by its name: data and sender → content. */
import type { MailContent, Sender } from './mail-content.ts';
import type { MailData, MailTemplate } from './mail-payload.ts';

export type Template = (data: MailData, sender: Sender) => MailContent;

export type Templates = Readonly<Record<MailTemplate, Template>>;
