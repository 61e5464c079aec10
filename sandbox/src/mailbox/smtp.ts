// The mail server in front of the mailboxes: plain SMTP on this machine, for any recipient. A client that signs in
// with the name of a world delivers to that world's mailbox, any other client to the default mailbox. Email is
// never relayed.
import PostalMime, { type Address, type Attachment } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Mailbox } from './mailbox.ts';

const MAIL_BYTES_MAX = 2_000_000;
const Port = z.object({ port: z.number() });

export type MailServer = {
  listen(where: { host: string; port: number }): Promise<string>;
  urlFor(worldName: string): string | null;
  close(): Promise<void>;
};

type Destination = { mailbox: Mailbox; clock: Clock };

type MailServerOptions = Destination & {
  worldOf: (name: string) => Destination | undefined;
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

/** The cast is safe because PostalMime returns bytes unless another encoding is requested. */
const toBytes = ({ content }: Attachment) => Buffer.from(content as ArrayBuffer); // because of that

function withPictures(html: string, pictures: readonly Attachment[]): string {
  return pictures.reduce((shown, picture) => {
    const id = (picture.contentId ?? '').replace(/^<|>$/g, '');
    const data = `data:${picture.mimeType};base64,${toBytes(picture).toString('base64')}`;
    return shown.replaceAll(`cid:${id}`, data);
  }, html);
}

async function deliver({ mailbox, clock }: Destination, { raw, to }: Arrival): Promise<void> {
  const mail = await PostalMime.parse(raw);
  const pictures = mail.attachments.filter(({ contentId }) => contentId !== undefined);
  const files = mail.attachments.filter(({ contentId }) => contentId === undefined);
  mailbox.deliver({
    messageId: mail.messageId ?? '',
    at: new Date(clock.now()).toISOString(),
    from: written(mail.from),
    to,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: withPictures(mail.html ?? '', pictures),
    attachments: files.map((file) => ({
      filename: file.filename ?? 'attachment',
      contentType: file.mimeType,
      content: toBytes(file),
    })),
  });
}

export function createMailServer({ worldOf, ...main }: MailServerOptions): MailServer {
  let address: { host: string; port: number } | undefined;
  const toDestination = ({ user }: SMTPServerSession): Destination | undefined =>
    user === undefined ? main : worldOf(user);
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAIL_BYTES_MAX,
    logger: false,
    onAuth({ username = '' }, _session, done) {
      if (worldOf(username) === undefined) done(refusalWith(535));
      else done(null, { user: username });
    },
    onRcptTo(_address, session, done) {
      const destination = toDestination(session);
      const code = destination === undefined ? 451 : destination.mailbox.takeRefusal();
      done(code === undefined ? null : refusalWith(code));
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map((recipient) => recipient.address.toLowerCase());
      readAll(stream)
        .then((raw) => deliver(toDestination(session) ?? main, { raw, to }))
        .then(
          () => done(),
          () => done(refusalWith(451)),
        );
    },
  });
  // A client that disconnects must not stop the server.
  server.on('error', () => {});
  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.server.once('error', reject);
        const listening = server.listen(port, host, () => {
          address = { host, ...Port.parse(listening.address()) };
          resolve(`smtp://${host}:${address.port}`);
        });
      }),
    urlFor: (name) =>
      address === undefined ? null : `smtp://${name}:${name}@${address.host}:${address.port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
