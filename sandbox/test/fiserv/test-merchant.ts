// Test support: a merchant's server that signs its calls to the sandbox, and a browser that fills sessions. Like a
// portal, it uses only HTTP.
import { constants, createHmac, publicEncrypt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { buildSandbox, type SandboxOptions } from '../../src/app.ts';
import { createClock } from '../../src/clock.ts';
import { DEMO_MERCHANT } from '../../src/fiserv/api/merchants.ts';

export const MERCHANT = {
  merchantId: DEMO_MERCHANT.merchantId,
  terminalId: DEMO_MERCHANT.terminalId,
};

const Credentials = z.object({
  keyId: z.string(),
  publicKey: z.string(),
  accessToken: z.string(),
  sessionId: z.string(),
});
type Credentials = z.infer<typeof Credentials>;

const Token = z.object({ paymentTokens: z.array(z.object({ tokenData: z.string() })).min(1) });
const Ids = z.object({
  gatewayResponse: z.object({
    transactionState: z.string(),
    transactionProcessingDetails: z.object({ transactionId: z.string() }),
  }),
});
const Charge = z.looseObject({ transactionId: z.string(), amount: z.string(), status: z.string() });

export type Reply = { status: number; body: unknown };

export function transactionIdIn({ body }: Reply): string {
  return Ids.parse(body).gatewayResponse.transactionProcessingDetails.transactionId;
}

export function tokenIn({ body }: Reply): string {
  return Token.parse(body).paymentTokens[0]?.tokenData ?? '';
}

export type Change = { id?: string; headers?: Record<string, string>; signs?: string };

function createCalls(url: string, clock: () => number) {
  async function post(path: string, body: unknown, headers: Record<string, string>) {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, body: z.unknown().parse(await response.json()) };
  }
  async function api(path: string, body: unknown, change: Change = {}): Promise<Reply> {
    const id = change.id ?? randomUUID();
    const timestamp = change.headers?.['timestamp'] ?? String(clock());
    const signed = change.signs ?? (typeof body === 'string' ? body : JSON.stringify(body));
    const message = `${DEMO_MERCHANT.apiKey}${id}${timestamp}${signed}`;
    const authorization = createHmac('sha256', DEMO_MERCHANT.secret)
      .update(message)
      .digest('base64');
    return post(`/fiserv/ch${path}`, body, {
      'api-key': DEMO_MERCHANT.apiKey,
      'client-request-id': id,
      timestamp,
      'auth-token-type': 'HMAC',
      authorization,
      ...change.headers,
    });
  }
  const control = (path: string, body: unknown = {}) => post(`/_sandbox${path}`, body, {});
  return { post, api, control };
}

type Calls = ReturnType<typeof createCalls>;

type TypedFields = Record<string, string>;

function encrypted(typed: TypedFields, { publicKey, keyId }: Credentials) {
  const key = `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----`;
  const block = publicEncrypt(
    { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(Object.values(typed).join('')),
  );
  return {
    encryptionType: 'RSA',
    encryptionTarget: 'MANUAL',
    encryptionBlock: block.toString('base64'),
    encryptionBlockFields: Object.entries(typed)
      .map(([name, value]) => `${name}:${Buffer.byteLength(value)}`)
      .join(','),
    keyId,
  };
}

function typedCard(number: string): TypedFields {
  return {
    'card.cardData': number,
    'card.nameOnCard': 'Test Payer',
    'card.expirationMonth': '12',
    'card.expirationYear': '2030',
    'card.securityCode': number.startsWith('3') ? '7777' : '777',
  };
}

function createBrowser({ post, api }: Calls, clock: () => number) {
  const open = async () => {
    const reply = await api('/payments-vas/v1/security/credentials', {
      merchantDetails: MERCHANT,
      transactionDetails: { authentication3DS: true },
    });
    return Credentials.parse(reply.body);
  };
  const capture = (credentials: Credentials, sourceType: string, typed: TypedFields) =>
    post(
      '/fiserv/ch/payments-vas/v1/card-capture',
      {
        source: { sourceType, encryptionData: encrypted(typed, credentials) },
        merchantDetails: MERCHANT,
      },
      {
        'api-key': DEMO_MERCHANT.apiKey,
        'client-request-id': randomUUID(),
        timestamp: String(clock()),
        'auth-token-type': 'AccessToken',
        authorization: credentials.accessToken,
      },
    );
  const cardSession = async (number = '4012001928706700', change: TypedFields = {}) => {
    const credentials = await open();
    await capture(credentials, 'PaymentCard', { ...typedCard(number), ...change });
    return credentials.sessionId;
  };
  const bankSession = async (accountNumber = '000123456789') => {
    const credentials = await open();
    const typed = {
      'check.accountNumber': accountNumber,
      'check.routingNumber': '110000000',
    };
    await capture(credentials, 'PaymentCheck', typed);
    return credentials.sessionId;
  };
  return { open, capture, cardSession, bankSession };
}

export const session = (sessionId: string) => ({ sourceType: 'PaymentSession', sessionId });

export const token = (tokenData: string, expirationYear = '2030') => ({
  sourceType: 'PaymentToken',
  tokenData,
  tokenSource: 'TRANSARMOR',
  card: { expirationMonth: '12', expirationYear },
});

function createServer({ api }: Calls, { url }: { url: string }) {
  const charge = (source: object, more: object = {}, change: Change = {}) =>
    api(
      '/payments/v1/charges',
      {
        amount: { total: 12.04, currency: 'USD' },
        source,
        transactionDetails: { captureFlag: true },
        merchantDetails: MERCHANT,
        ...more,
      },
      change,
    );
  const inquire = (reference: object) =>
    api('/payments/v1/transaction-inquiry', {
      referenceTransactionDetails: reference,
      merchantDetails: { merchantId: MERCHANT.merchantId },
    });
  const keep = async (sessionId: string) =>
    tokenIn(
      await api('/payments-vas/v1/tokens', {
        source: session(sessionId),
        merchantDetails: MERCHANT,
      }),
    );
  const records = async () => {
    const answer = await fetch(`${url}/_sandbox/records?processor=fiserv`);
    return z.object({ charges: z.array(Charge) }).parse(await answer.json()).charges;
  };
  return { charge, inquire, keep, records };
}

export type TestMerchant = Awaited<ReturnType<typeof startMerchant>>;

export async function startMerchant(options: SandboxOptions = {}) {
  const sandbox = buildSandbox({ webhookDelayMs: 0, ...options });
  const url = await sandbox.listen({ host: '127.0.0.1', port: 0 });
  // The merchant's clock follows the sandbox's; otherwise its signatures would be stale.
  const clock = createClock();
  const calls = createCalls(url, clock.now);
  const advance = async (advanceMs: number) => {
    await calls.control('/clock', { advanceMs });
    await clock.advance(advanceMs);
  };
  const reset = async () => {
    await calls.control('/reset');
    clock.reset();
  };
  const parts = { ...createBrowser(calls, clock.now), ...createServer(calls, { url }) };
  return { url, ...calls, ...parts, advance, reset, close: sandbox.close };
}
