// Somebody's mailbox: keeps what was delivered, newest first, in memory only, because mails carry
// secrets. Refuses mails when it is told to. It does not know how mails arrive or who reads them.
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
  /** Every address of the web in the text, in its order. */
  links: string[];
  attachments: Attachment[];
  /** How often it came: the same mail again, under the same id, is the same mail. */
  deliveries: number;
};

/** What the next mails are answered with instead of being kept: a reply code of SMTP. */
export type Refusing = { code: number; times: number };

export type Mailbox = {
  deliver(mail: Omit<Mail, 'id' | 'links' | 'deliveries'>): void;
  list(to?: string): Mail[];
  find(id: string): Mail | undefined;
  clear(): void;
  refuse(order: Refusing): void;
  /** The code to refuse this mail with, if it is to be refused; each call spends one. */
  takeRefusal(): number | undefined;
};

const MAILS_MAX = 500;

function linksIn(text: string): string[] {
  return [...text.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([link]) => link);
}

export function createMailbox(): Mailbox {
  let mails: Mail[] = [];
  let refusing: Refusing = { code: 451, times: 0 };
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
    refuse(order) {
      refusing = order;
    },
    takeRefusal() {
      if (refusing.times === 0) return undefined;
      refusing = { ...refusing, times: refusing.times - 1 };
      return refusing.code;
    },
  };
}
