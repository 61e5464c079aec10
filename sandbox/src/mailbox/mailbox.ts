// An in-memory mailbox, newest email first. It is never stored on disk because emails contain secrets. It can
// refuse emails on request.
import { randomUUID } from 'node:crypto';

export type Attachment = { filename: string; contentType: string; content: Buffer };

export type Mail = {
  id: string;
  messageId: string;
  at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  links: string[];
  attachments: Attachment[];
  /** Emails with the same Message-ID count as one email with several deliveries. */
  deliveries: number;
};

export type MailRefusal = { code: number; times: number };

export type Mailbox = {
  deliver(mail: Omit<Mail, 'id' | 'links' | 'deliveries'>): void;
  list(to?: string): Mail[];
  find(id: string): Mail | undefined;
  clear(): void;
  refuse(input: MailRefusal): void;
  takeRefusal(): number | undefined;
};

const MAILS_MAX = 500;

function linksIn(text: string): string[] {
  return [...text.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([link]) => link);
}

export function createMailbox(): Mailbox {
  let mails: Mail[] = [];
  let refusing: MailRefusal = { code: 451, times: 0 };
  return {
    deliver(mail) {
      const before = mails.find(({ messageId }) => messageId === mail.messageId);
      const others = mails.filter(({ messageId }) => messageId !== mail.messageId);
      const deliveries = (before?.deliveries ?? 0) + 1;
      const kept = { ...mail, id: randomUUID(), links: linksIn(mail.text), deliveries };
      mails = [kept, ...others].slice(0, MAILS_MAX);
    },
    list: (to) =>
      mails.filter((mail) => to === undefined || mail.to.includes(to.trim().toLowerCase())),
    find: (id) => mails.find((mail) => mail.id === id),
    clear() {
      mails = [];
    },
    refuse(input) {
      refusing = input;
    },
    takeRefusal() {
      if (refusing.times === 0) return undefined;
      refusing = { ...refusing, times: refusing.times - 1 };
      return refusing.code;
    },
  };
}
