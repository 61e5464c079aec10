/**
 * The sandbox as a program of its own on a free port: the tests talk to it over HTTP only, as the
 * portal does, and read its own books to hold the ledger against. Its time can begin at any moment
 * and moves on with the tests' own.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Instant } from '@quittance/contract/dates';
import { z } from 'zod';
import { secureToken, type TypedMethod } from '../processors/payengine-browser.ts';
import { type Merchant, registrationOf } from './merchant.ts';

export type { Merchant } from './merchant.ts';
export { BANK_ACCOUNTS, CARDS } from './test-numbers.ts';

const PROGRAM = fileURLToPath(new URL('../../../sandbox/dist/main.js', import.meta.url));

const listeningSchema = z.object({ listening: z.url(), smtp: z.url() });
const mailsSchema = z.object({
  mails: z.array(
    z.object({
      messageId: z.string(),
      from: z.string(),
      to: z.array(z.string()),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      links: z.array(z.string()),
      attachments: z.array(z.object({ filename: z.string(), contentType: z.string() })),
      deliveries: z.number(),
    }),
  ),
});
export type ReceivedMail = z.infer<typeof mailsSchema>['mails'][number];
const clockSchema = z.object({ now: z.iso.datetime() });
const booksSchema = z.object({
  charges: z.array(
    z.object({
      transactionId: z.string(),
      internalTransactionID: z.string().nullable(),
      amountCents: z.number(),
      refundedCents: z.number(),
      status: z.string(),
      settled: z.boolean(),
    }),
  ),
});
export type BookedCharge = z.infer<typeof booksSchema>['charges'][number];

export type Fault = {
  /** Whose call it strikes; without one, the next at PayEngine. */
  merchant?: Merchant;
  operation: string;
  fault: string;
  delayMs?: number;
  times?: number;
};

export type SandboxOptions = {
  /** The sandbox's time when it starts; without it, the machine's. */
  at?: Instant;
};

/** The time it finds in its journal is where it goes on: the past as well as the future. */
async function folderAt(at: Instant): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-sandbox-'));
  const value = { offsetMs: Date.parse(at) - Date.now() };
  const line = JSON.stringify({ kind: 'clock', key: 'offset', value });
  await writeFile(join(folder, 'sandbox.jsonl'), `${line}\n`);
  return folder;
}

type Started = { child: ChildProcess; url: string; smtpUrl: string };

async function start(dataDir: string): Promise<Started> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      ...process.env,
      SANDBOX_PORT: '0',
      SANDBOX_WEBHOOK_DELAY_MS: '0',
      SANDBOX_DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { listening, smtp } = listeningSchema.parse(JSON.parse(String(line)));
  return { child, url: listening, smtpUrl: smtp };
}

async function post(url: string, body: unknown): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

function leversOf(url: string) {
  const control = `${url}/_sandbox`;
  const nowMs = async () => {
    const answer = await fetch(`${control}/clock`);
    return Date.parse(clockSchema.parse(await answer.json()).now);
  };
  return {
    nowMs,
    /** Time passes there up to a moment, and what becomes due on the way is done. */
    async travelTo(at: Instant): Promise<void> {
      const advanceMs = Date.parse(at) - (await nowMs());
      if (advanceMs > 0) await post(`${control}/clock`, { advanceMs });
    },
    register(merchant: Merchant) {
      const { path, body } = registrationOf(merchant);
      return post(`${control}/${path}`, body);
    },
    fault: ({ merchant, ...fault }: Fault) =>
      post(`${control}/faults`, {
        processor: merchant?.processor ?? 'payengine',
        ...(merchant ? { merchantId: merchant.merchantId } : {}),
        ...fault,
      }),
    settle: () => post(`${control}/settle`, {}),
    returnDebit: (transactionId: string, code: string) =>
      post(`${control}/return`, { transactionId, code }),
    flushWebhooks: () => post(`${control}/webhooks/flush`, {}),
    /** What has arrived for an address, newest first. */
    async mails(to: string): Promise<ReceivedMail[]> {
      const answer = await fetch(`${control}/mailbox.json?${new URLSearchParams({ to })}`);
      return mailsSchema.parse(await answer.json()).mails;
    },
    refuseMail: (order: { code: number; times: number }) =>
      post(`${control}/mailbox/refuse`, order),
    async books({ processor, merchantId }: Merchant): Promise<BookedCharge[]> {
      const query = new URLSearchParams({ processor, merchantId });
      const answer = await fetch(`${control}/records?${query}`);
      return booksSchema.parse(await answer.json()).charges;
    },
  };
}

export async function startSandbox({ at }: SandboxOptions = {}) {
  const dataDir = at ? await folderAt(at) : '';
  const { child, url, smtpUrl } = await start(dataDir);
  const payengine = `${url}/payengine`;
  const payengineToken = ({ privateKey }: Merchant, typed: TypedMethod) =>
    secureToken({ url: payengine, privateKey }, typed);
  return {
    url,
    smtpUrl,
    baseUrls: { payengine, stripe: `${url}/stripe`, fiserv: `${url}/fiserv/ch` },
    ...leversOf(url),
    payengineToken,
    /** A card at PayEngine, whose token can be charged at once or kept. */
    cardToken: (merchant: Merchant, number: string) =>
      payengineToken(merchant, { kind: 'card', number }),
    async stop(): Promise<void> {
      if (child.exitCode === null) {
        const exited = once(child, 'exit');
        child.kill('SIGTERM');
        await exited;
      }
      if (dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;
