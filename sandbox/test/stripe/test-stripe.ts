// Test support: a sandbox on a free port, and calls to Stripe by a merchant's server and by a payer's browser. Like
// a portal, it uses only HTTP.
import qs from 'qs';
import { z } from 'zod';
import { buildSandbox, type SandboxOptions } from '../../src/app.ts';
import { DEMO_ACCOUNT } from '../../src/stripe/accounts.ts';
import { API_VERSION } from '../../src/stripe/api/versions.ts';

export const ACCOUNT_ID = DEMO_ACCOUNT.id;
export const TWO_DAYS_MS = 2 * 86_400_000;

export const MANDATE = {
  customer_acceptance: {
    type: 'online',
    online: { ip_address: '127.0.0.1', user_agent: 'Mozilla/5.0' },
  },
} as const;

export const PAYMENT = {
  amount: 1000,
  currency: 'usd',
  confirm: true,
  allowed_payment_method_types: ['card', 'us_bank_account'],
} as const;

type Send = { key?: string; headers?: Record<string, string> };

export type Reply = { status: number; headers: Headers; body: unknown };

const Named = z.looseObject({ id: z.string() });

export function idIn({ body }: Reply): string {
  return Named.parse(body).id;
}

function createApi(url: string, headers: Record<string, string>) {
  async function send(path: string, init: RequestInit): Promise<Reply> {
    const response = await fetch(`${url}/stripe/v1/${path}`, init);
    const body = z.unknown().parse(await response.json());
    return { status: response.status, headers: response.headers, body };
  }
  return {
    post: (path: string, params: object = {}, { key, headers: more = {} }: Send = {}) =>
      send(path, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/x-www-form-urlencoded',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...more,
        },
        body: qs.stringify(params),
      }),
    get: (path: string, params: object = {}) =>
      send(`${path}?${qs.stringify(params)}`, { headers }),
    remove: (path: string) => send(path, { method: 'DELETE', headers }),
  };
}

const ChargeRecord = z.looseObject({ transactionId: z.string(), status: z.string() });

export async function startStripe(options: SandboxOptions = {}) {
  const sandbox = buildSandbox({ webhookDelayMs: 0, ...options });
  const url = await sandbox.listen({ host: '127.0.0.1', port: 0 });
  const json = { 'content-type': 'application/json' };
  async function control(path: string, body: unknown = {}, method = 'POST') {
    const response = await fetch(`${url}/_sandbox${path}`, {
      method,
      headers: json,
      body: JSON.stringify(body),
    });
    return { status: response.status, body: z.unknown().parse(await response.json()) };
  }
  return {
    url,
    server: createApi(url, {
      authorization: `Bearer ${DEMO_ACCOUNT.secretKey}`,
      'stripe-version': API_VERSION,
    }),
    browser: createApi(url, {
      authorization: `Bearer ${DEMO_ACCOUNT.publishableKey}`,
      origin: url,
    }),
    control,
    fault: (fault: object) => control('/faults', { processor: 'stripe', ...fault }),
    async records() {
      const response = await fetch(`${url}/_sandbox/records?processor=stripe`);
      return z.object({ charges: z.array(ChargeRecord) }).parse(await response.json()).charges;
    },
    async answerChallenge(clientSecret: string, outcome: 'complete' | 'fail') {
      const response = await fetch(`${url}/stripe/3ds/challenge/result`, {
        method: 'POST',
        headers: { ...json, origin: url },
        body: JSON.stringify({ client_secret: clientSecret, outcome }),
      });
      return response.status;
    },
    close: sandbox.close,
  };
}

export type TestStripe = Awaited<ReturnType<typeof startStripe>>;
