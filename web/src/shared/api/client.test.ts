import { idempotencyKeySchema, type RequestId, requestIdSchema } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import type { FullSubmitBody } from '@quittance/contract/payments/portal-schemas';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeNetwork } from '../../../test/fake-network.ts';
import { createApiClient } from './client.ts';
import { createPrincipalHolder } from './principal.ts';

const REQUEST: RequestId = requestIdSchema.parse('0b9f6f3e-9a8c-4a55-8a57-1f2b3c4d5e6f');
const KEY = idempotencyKeySchema.parse('7d444840-9dc0-41d1-b245-5ffdce74fad2');
const BODY: FullSubmitBody = {
  processor: 'payengine',
  paymentInfo: { paymentType: 'card', token: 'card_sandbox_1' },
  quote: { amount: cents(10_000), fee: cents(320) },
};

const MAYA = { kind: 'customer', domain: 'harbor', customerId: 'maya', bearer: 'b1' } as const;

function setUp() {
  const network = createFakeNetwork();
  const principal = createPrincipalHolder();
  return { network, principal, client: createApiClient({ fetch: network.fetch, principal }) };
}

afterEach(() => vi.useRealTimers());

describe('API client', () => {
  it('the client fills the path, omits undefined query values and reads the response', async () => {
    const { network, client } = setUp();
    network.answer('GET /api/portal/debtor/auth', { body: { success: true, token: 'b' } });
    const result = await client.call('signIn', { query: { token: 'a b' } });
    expect(result).toEqual({ isOk: true, answer: { success: true, token: 'b' } });
    await client.call('signIn', { query: { token: undefined } });
    expect(network.sent.map(({ path }) => path)).toEqual([
      '/api/portal/debtor/auth?token=a%20b',
      '/api/portal/debtor/auth',
    ]);
  });

  it("a link's secret is in the header of payer calls and in the path of link calls", async () => {
    const { network, principal, client } = setUp();
    principal.become({ kind: 'link', company: 'harbor', token: 'secret' });
    await client.call('requestStatus', { params: { id: REQUEST }, query: {} });
    await client.call('publicInvoice', { params: { company: 'harbor', id: 'secret' } });
    await client.call('clientIp', {});
    const headers = network.sent.map((sent) => sent.headers.get('Authorization'));
    expect(headers).toEqual(['Link secret', null, null]);
    expect(network.sent[1]?.path).toBe('/api/portal/public/account/harbor/secret');
  });

  it('a customer call contains the bearer', async () => {
    const { network, principal, client } = setUp();
    principal.become(MAYA);
    await client.call('contacts', {});
    expect(network.sent[0]?.headers.get('Authorization')).toBe('Bearer b1');
  });

  it('a call that moves money contains the idempotency key', async () => {
    const { network, client } = setUp();
    await client.call('payInFull', { params: { id: REQUEST }, body: BODY, idempotencyKey: KEY });
    expect(network.sent[0]).toMatchObject({ method: 'POST', body: BODY });
    expect(network.sent[0]?.headers.get('Idempotency-Key')).toBe(KEY);
  });

  it('an API error is returned unchanged', async () => {
    const { network, client } = setUp();
    const error = { success: false, message: 'ACCOUNT_IS_PROCESSING' };
    network.answer('GET /api/portal/contact', { status: 409, body: error });
    const result = await client.call('contacts', {});
    expect(result).toEqual({ isOk: false, failure: { kind: 'http', status: 409, error } });
  });

  it('an error page from another server yields only its status', async () => {
    const principal = createPrincipalHolder();
    const fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    const result = await createApiClient({ fetch, principal }).call('contacts', {});
    expect(result).toMatchObject({
      failure: { kind: 'http', status: 502, error: { message: 'UNEXPECTED' } },
    });
  });

  it('a lost connection is distinguished from an error response', async () => {
    const { network, client } = setUp();
    network.cut(true);
    const result = await client.call('contacts', {});
    expect(result).toEqual({ isOk: false, failure: { kind: 'network', reason: 'unreachable' } });
  });

  it('an incomplete response counts as a lost connection', async () => {
    const principal = createPrincipalHolder();
    const fetch = async () => new Response('{"success":tr');
    const result = await createApiClient({ fetch, principal }).call('contacts', {});
    expect(result).toMatchObject({ failure: { kind: 'network' } });
  });

  it('a call times out, with a longer limit if it moves money', async () => {
    vi.useFakeTimers();
    const fetch: typeof globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    const client = createApiClient({ fetch, principal: createPrincipalHolder() });
    const failures: unknown[] = [];
    const note = (result: object): unknown => failures.push(result);
    void client.call('contacts', {}).then(note);
    void client
      .call('payInFull', { params: { id: REQUEST }, body: BODY, idempotencyKey: KEY })
      .then(note);
    const timedOut = { isOk: false, failure: { kind: 'network', reason: 'timeout' } };
    await vi.advanceTimersByTimeAsync(15_000);
    expect(failures).toEqual([timedOut]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(failures).toEqual([timedOut, timedOut]);
  });

  it('a caller can abort its call', async () => {
    const { network, client } = setUp();
    const controller = new AbortController();
    network.answer('GET', () => {
      controller.abort();
      return { body: {} };
    });
    const result = await client.call('contacts', {}, controller.signal);
    expect(result).toEqual({ isOk: false, failure: { kind: 'aborted' } });
  });
});
