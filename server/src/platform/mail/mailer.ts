/**
 * Sends emails through SMTP if SMTP_URL is set, otherwise to files in the data folder. Reports whether a rejection
 * is permanent; the delivery job decides about retries.
 */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** With `cid`, the attachment is an inline image of the HTML. */
export type Attachment = {
  filename: string;
  content: Buffer;
  contentType: string;
  cid?: string;
};

export type Message = {
  messageId: string;
  from: { name: string; address: string };
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  attachments?: readonly Attachment[];
  headers?: Readonly<Record<string, string>>;
};

export type Mailer = {
  /** @throws MailRefused if the server rejects the email, or any other error if it is unreachable */
  send(message: Message): Promise<void>;
  close(): void;
};

export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  /** The address does not exist or does not accept mail, so retries are pointless. */
  readonly isForGood: boolean;

  constructor({ code, isForGood }: { code: number; isForGood: boolean }) {
    super(`The mail server answered ${code}.`);
    this.isForGood = isForGood;
  }
}

export type MailSettings = {
  /** If null, emails are written to `folder`. */
  smtpUrl: string | null;
  folder: string;
};

const CONNECT_MS_MAX = 5_000;
const SILENCE_MS_MAX = 15_000;

/** nodemailer must not read files or URLs while it composes an email. */
const NO_FETCHING = { disableFileAccess: true, disableUrlAccess: true } as const;

/** Only a rejected recipient is permanent. A rejected login or sender is a configuration error on our side. */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'responseCode' in error ? error.responseCode : undefined;
  if (typeof code !== 'number') return error;
  const isRecipient = 'rejected' in error && Array.isArray(error.rejected);
  return new MailRefused({ code, isForGood: isRecipient && code >= 500 });
}

/** nodemailer modifies the list of attachments, so it gets a copy. */
function forNodemailer({ attachments = [], headers = {}, ...message }: Message) {
  return { ...message, attachments: [...attachments], headers: { ...headers } };
}

async function openSmtp(url: string): Promise<Mailer> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(
    {
      url,
      connectionTimeout: CONNECT_MS_MAX,
      greetingTimeout: CONNECT_MS_MAX,
      socketTimeout: SILENCE_MS_MAX,
      ...NO_FETCHING,
    },
    { headers: { 'Auto-Submitted': 'auto-generated' } },
  );
  return {
    async send(message) {
      try {
        await transport.sendMail(forNodemailer(message));
      } catch (error) {
        throw toRefusal(error);
      }
    },
    close: () => transport.close(),
  };
}

/** One file per message id, so a repeated delivery overwrites it. */
async function openFiles(folder: string): Promise<Mailer> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ streamTransport: true, buffer: true, ...NO_FETCHING });
  return {
    async send(message) {
      const { message: text } = await transport.sendMail(forNodemailer(message));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = createHash('sha256').update(message.messageId).digest('hex').slice(0, 16);
      await writeFile(join(folder, `${name}.eml`), text as Buffer, { mode: 0o600 }); // because buffer: true
    },
    close: () => transport.close(),
  };
}

/** The library is loaded with the first email, because many processes never send one. */
export function createMailer({ smtpUrl, folder }: MailSettings): Mailer {
  let opened: Promise<Mailer> | null = null;
  return {
    async send(message) {
      opened ??= smtpUrl ? openSmtp(smtpUrl) : openFiles(folder);
      await (await opened).send(message);
    },
    close: () => void opened?.then((mailer) => mailer.close()).catch(() => undefined),
  };
}
