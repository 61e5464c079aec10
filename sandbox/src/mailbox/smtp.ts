// The mail server in front of the mailbox: plain SMTP on this machine, for anybody, to any address.
// It sends nothing on; what arrives here stays here.
import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Mailbox } from './mailbox.ts';

const MAIL_BYTES_MAX = 2_000_000;
const Port = z.object({ port: z.number() });

export type MailServer = {
  /** Starts to listen and gives the address, such as smtp://127.0.0.1:4025. */
  listen(where: { host: string; port: number }): Promise<string>;
  close(): Promise<void>;
};

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function written(address: Address | undefined): string {
  if (address === undefined) return '';
  return address.name ? `${address.name} <${address.address ?? ''}>` : (address.address ?? '');
}

function refusalWith(code: number): Error {
  return Object.assign(new Error('Not now, said the sandbox'), { responseCode: code });
}

type Arrival = { raw: Buffer; to: string[] };

async function keep(mailbox: Mailbox, clock: Clock, { raw, to }: Arrival): Promise<void> {
  const mail = await PostalMime.parse(raw);
  mailbox.deliver({
    messageId: mail.messageId ?? '',
    at: new Date(clock.now()).toISOString(),
    from: written(mail.from),
    to,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      filename: filename ?? 'attachment',
      contentType: mimeType,
      content: Buffer.from(content as ArrayBuffer), // because no other encoding is asked for
    })),
  });
}

export function createMailServer(mailbox: Mailbox, clock: Clock): MailServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAIL_BYTES_MAX,
    logger: false,
    onRcptTo(_address, _session, done) {
      const code = mailbox.takeRefusal();
      done(code === undefined ? null : refusalWith(code));
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
      readAll(stream)
        .then((raw) => keep(mailbox, clock, { raw, to }))
        .then(
          () => done(),
          () => done(refusalWith(451)),
        );
    },
  });
  // A client that breaks off is no reason to stop.
  server.on('error', () => {});
  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.server.once('error', reject);
        const listening = server.listen(port, host, () => {
          const taken = Port.parse(listening.address());
          resolve(`smtp://${host}:${taken.port}`);
        });
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
