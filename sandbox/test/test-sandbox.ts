// Test support: a sandbox on a free port, the common calls of a merchant's server, and a merchant's webhook
// endpoint. Like a portal, it uses only HTTP.
import { createServer } from 'node:http';
import { z } from 'zod';
import { buildSandbox, type SandboxOptions } from '../src/app.ts';

export const MERCHANT_ID = 'mer_sandbox_harbor';
const PRIVATE_KEY = 'sk_test_sandbox_harbor';

type Call = { method?: string; path: string; body?: unknown; headers?: Record<string, string> };

const Tokenized = z.object({ data: z.object({ token: z.string() }) });
const Charged = z.object({
  data: z.object({
    ID: z.string(),
    TransactionID: z.string(),
    ThreeDSData: z.string().optional(),
  }),
});
const Charge = z.looseObject({
  id: z.string(),
  internalTransactionID: z.string().nullable(),
  amount: z.string(),
  status: z.string(),
  createdAt: z.string(),
});

export function idsIn(reply: { body: unknown }) {
  const { ID, TransactionID, ThreeDSData } = Charged.parse(reply.body).data;
  return { id: ID, transactionId: TransactionID, threeDsData: ThreeDSData ?? '' };
}

function createCalls(url: string) {
  async function call({ method = 'GET', path, body, headers = {} }: Call) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, body: z.unknown().parse(await response.json()) };
  }
  const api = (given: Call) =>
    call({
      ...given,
      path: `/payengine${given.path}`,
      headers: { authorization: `Basic ${PRIVATE_KEY}`, ...given.headers },
    });
  const control = (path: string, body: unknown = {}) =>
    call({ method: 'POST', path: `/_sandbox${path}`, body });
  return { call, api, control };
}

type Calls = ReturnType<typeof createCalls>;

function createMerchant({ api, call }: Calls) {
  const cardToken = async (number = '4242424242424242') => {
    const card = { card_number: number, card_exp: '12/2049', card_holder: 'Test Payer' };
    const card_cvc = number.startsWith('3') ? '1234' : '123';
    const path = '/gw/api/cards';
    const reply = await api({ method: 'POST', path, body: { ...card, card_cvc } });
    return Tokenized.parse(reply.body).data.token;
  };
  const bankToken = async (account_number = '000123456789') => {
    const holder = { first_name: 'Test', last_name: 'Payer', routing_number: '110000000' };
    const path = '/gw/api/bank-accounts';
    const reply = await api({ method: 'POST', path, body: { ...holder, account_number } });
    return Tokenized.parse(reply.body).data.token;
  };
  const sale = (data: object, rest: object = {}) =>
    api({
      method: 'POST',
      path: '/api/payment/sale',
      body: { merchant_id: MERCHANT_ID, data: { transactionAmount: '10.00', ...data }, ...rest },
    });
  const ach = (data: object) =>
    api({
      method: 'POST',
      path: '/api/payment/ach',
      body: { merchant_id: MERCHANT_ID, data: { transactionAmount: '10.00', ...data } },
    });
  const refund = (body: object) => api({ method: 'POST', path: '/api/payment/refund', body });
  const detail = (id: string) => api({ path: `/api/merchant/${MERCHANT_ID}/transaction/${id}` });
  const search = (query: string) =>
    api({ path: `/api/merchant/${MERCHANT_ID}/transaction?${query}` });
  const records = async (merchantId = MERCHANT_ID) => {
    const path = `/_sandbox/records?processor=payengine&merchantId=${merchantId}`;
    return z.object({ charges: z.array(Charge) }).parse((await call({ path })).body).charges;
  };
  return { cardToken, bankToken, sale, ach, refund, detail, search, records };
}

export function merchantAt(url: string) {
  const calls = createCalls(url);
  return { url, ...calls, ...createMerchant(calls) };
}

export type TestSandbox = Awaited<ReturnType<typeof startSandbox>>;

export async function startSandbox(options: SandboxOptions = {}) {
  const sandbox = buildSandbox({ webhookDelayMs: 0, ...options });
  const url = await sandbox.listen({ host: '127.0.0.1', port: 0 });
  const smtpUrl = await sandbox.listenForMail({ host: '127.0.0.1', port: 0 });
  return { smtpUrl, ...merchantAt(url), close: sandbox.close };
}

const Event = z.object({
  event_uid: z.string(),
  event: z.string(),
  data: z.looseObject({ status: z.string() }),
});

export type ReceivedWebhook = { signature: string; raw: string; event: z.infer<typeof Event> };

export async function startReceiver(statuses: number[] = []) {
  const received: ReceivedWebhook[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const raw = Buffer.concat(chunks).toString('utf8');
    const signature = String(request.headers['x-pf-signature']);
    received.push({ signature, raw, event: Event.parse(JSON.parse(raw)) });
    response.writeHead(statuses.shift() ?? 200).end();
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
