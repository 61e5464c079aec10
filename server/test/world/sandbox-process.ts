/**
 * The sandbox as a program of its own on a free port: the tests talk to it over HTTP only, as the
 * portal does, and read its own books to hold the ledger against.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const PROGRAM = fileURLToPath(new URL('../../../sandbox/dist/main.js', import.meta.url));

const listeningSchema = z.object({ listening: z.url() });
const tokenSchema = z.object({ data: z.object({ token: z.string() }) });
const booksSchema = z.object({
  charges: z.array(
    z.object({
      transactionId: z.string(),
      internalTransactionID: z.string().nullable(),
      amountCents: z.number(),
      status: z.string(),
      settled: z.boolean(),
    }),
  ),
});
export type BookedCharge = z.infer<typeof booksSchema>['charges'][number];

export const CARDS = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  challenges: '4000000000003220',
} as const;

export const BANK_ACCOUNTS = { pays: '000123456789', noFunds: '000222222227' } as const;

export type Merchant = { merchantId: string; privateKey: string; webhookSecret: string };

export type Fault = { operation: string; fault: string; delayMs?: number; times?: number };

async function start(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_WEBHOOK_DELAY_MS: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { listening } = listeningSchema.parse(JSON.parse(String(line)));
  return { child, url: listening };
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

export async function startSandbox() {
  const { child, url } = await start();
  const control = `${url}/_sandbox`;
  return {
    url,
    payengineUrl: `${url}/payengine`,
    register: (merchant: Merchant & { webhookUrl?: string }) =>
      post(`${control}/payengine/merchants`, {
        ...merchant,
        publicKey: `pk_test_${merchant.merchantId}`,
      }),
    fault: (fault: Fault) => post(`${control}/faults`, { processor: 'payengine', ...fault }),
    settle: () => post(`${control}/settle`, {}),
    returnDebit: (transactionId: string, code: string) =>
      post(`${control}/return`, { transactionId, code }),
    flushWebhooks: () => post(`${control}/webhooks/flush`, {}),
    /** What the secure fields do in a browser, done by a server for tests. */
    async cardToken({ privateKey }: Merchant, number: string): Promise<string> {
      const card = {
        card_number: number,
        card_exp: '12/2034',
        card_cvc: '123',
        card_holder: 'Maya Ortiz',
      };
      const answer = await post(`${url}/payengine/gw/api/cards`, card, {
        authorization: `Basic ${privateKey}`,
      });
      return tokenSchema.parse(answer).data.token;
    },
    async bankToken({ privateKey }: Merchant, accountNumber: string): Promise<string> {
      const account = {
        routing_number: '110000000',
        account_number: accountNumber,
        first_name: 'Maya',
        last_name: 'Ortiz',
      };
      const answer = await post(`${url}/payengine/gw/api/bank-accounts`, account, {
        authorization: `Basic ${privateKey}`,
      });
      return tokenSchema.parse(answer).data.token;
    },
    async books({ merchantId }: Merchant): Promise<BookedCharge[]> {
      const answer = await fetch(`${control}/books?merchantId=${merchantId}`);
      return booksSchema.parse(await answer.json()).charges;
    },
    async stop(): Promise<void> {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;
