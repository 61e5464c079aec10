/**
 * Connects the Stripe adapter to the sandbox's Stripe in another process, over HTTP. Provides what the adapter's
 * tests need to charge a card, complete a challenge, cause a failure and read the records.
 */
import { createServer } from 'node:http';
import { z } from 'zod';
import { systemClock } from '../../src/kernel/clock.ts';
import { createHttpClient } from '../../src/platform/outbound/http-client.ts';
import type { Credentials } from '../../src/processors/credentials.ts';
import type { ChargeSource } from '../../src/processors/processor.ts';
import { Secret } from '../../src/processors/secret.ts';
import { createStripe } from '../../src/processors/stripe/adapter.ts';
import { BANK_ACCOUNTS, CARDS, startSandbox } from '../world/sandbox-process.ts';
import { chosenAccount, confirmationToken, typedAccount, typedCard } from './stripe-browser.ts';

const CREDENTIALS: Credentials = {
  owner: 'test',
  merchantId: null,
  processorKey: new Secret('sk_test_sandbox_northwind'),
  webhookSecret: new Secret('whsec_sandbox_northwind'),
  extra: { stripeAccount: 'acct_sandbox_northwind' },
};

const PUBLISHABLE_KEY = 'pk_test_sandbox_northwind';
const tokenSchema = z.object({ id: z.string() });
const recordsSchema = z.object({
  charges: z.array(
    z.looseObject({
      transactionId: z.string(),
      internalTransactionID: z.string().nullable(),
      status: z.string(),
      refundedCents: z.number(),
    }),
  ),
});

async function send(url: string, body: object, method = 'POST'): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`);
  return answer.json();
}

function createControl(url: string) {
  const control = (path: string, body: object = {}) => send(`${url}/_sandbox/${path}`, body);
  return {
    control,
    fault: (operation: string, fault: string, more: object = {}) =>
      control('faults', { processor: 'stripe', operation, fault, ...more }),
    async books() {
      const answer = await fetch(`${url}/_sandbox/records?processor=stripe`);
      return recordsSchema.parse(await answer.json()).charges;
    },
    sendEventsTo: (webhookUrl: string | null) =>
      send(`${url}/_sandbox/stripe/accounts/acct_sandbox_northwind`, { webhookUrl }, 'PATCH'),
    answerChallenge: (clientSecret: string | null, outcome: 'complete' | 'fail') =>
      send(`${url}/stripe/3ds/challenge/result`, { client_secret: clientSecret, outcome }),
    /** Stands in for the payer, who would do this on the page linked in an email. */
    verifyByServer: (intent: string) =>
      fetch(`${url}/stripe/v1/payment_intents/${intent}/verify_microdeposits`, {
        method: 'POST',
        headers: { authorization: `Bearer ${CREDENTIALS.processorKey.reveal()}` },
        body: new URLSearchParams({ descriptor_code: 'SM11AA' }),
      }),
    dispute: async (transactionId: string) =>
      tokenSchema.parse(await control('stripe/disputes', { transactionId })),
  };
}

export type StripeWorld = Awaited<ReturnType<typeof openStripeWorld>>;

export async function openStripeWorld() {
  const http = createHttpClient();
  const sandbox = await startSandbox();
  const { url } = sandbox;
  const stripe = (change: Partial<Credentials> = {}, baseUrl = `${url}/stripe`) =>
    createStripe(
      { http, clock: systemClock, baseUrls: { stripe: baseUrl }, acceptsLiveKeys: false },
      { ...CREDENTIALS, ...change },
    );
  const tokenize = async (typed: Record<string, string>): Promise<ChargeSource> => {
    const token = await confirmationToken({ url, publishableKey: PUBLISHABLE_KEY }, typed);
    return { kind: 'new', token: new Secret(token) };
  };
  return {
    url,
    ...createControl(url),
    stripe,
    newCard: (number: string = CARDS.pays) => tokenize(typedCard(number)),
    newAccount: (number: string = BANK_ACCOUNTS.pays) => tokenize(chosenAccount(number)),
    typedAccount: (number: string = BANK_ACCOUNTS.pays) => tokenize(typedAccount(number)),
    async close() {
      await http.close();
      await sandbox.stop();
    },
  };
}

/** A webhook endpoint that stores what it receives, unchanged. */
export async function startEndpoint() {
  const received: { rawBody: string; headers: Record<string, string> }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const signature = String(request.headers['stripe-signature']);
    const rawBody = Buffer.concat(chunks).toString('utf8');
    received.push({ rawBody, headers: { 'stripe-signature': signature } });
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
