import { type IdempotencyKey, requestIdSchema } from '@quittance/contract/ids';
import { describe, expect, it, vi } from 'vitest';
import { createFakeNetwork } from '../../../test/fake-network.ts';
import { REQUEST_ID, SUBMIT_BODY, submitAnswer } from '../../../test/fixtures.ts';
import { createUuid } from '../lib/action-keys.ts';
import { createApiClient } from './client.ts';
import { createPrincipalHolder } from './principal.ts';

/** Long enough for a busy machine. */
const PATIENCE_MS = 10_000;

const MAYA = { kind: 'customer', domain: 'harbor', customerId: 'maya', bearer: 'b1' } as const;
const REFUSED = { status: 401, body: { success: false, message: 'UNAUTHORIZED' } };
const CONTACTS = 'GET /api/portal/contact';
const RENEW = 'GET /api/portal/debtor/auth';

function setUp() {
  const network = createFakeNetwork();
  const principal = createPrincipalHolder();
  const onSessionEnded = vi.fn();
  principal.become(MAYA);
  const client = createApiClient({ fetch: network.fetch, principal, onSessionEnded });
  const honor = (bearer: string): void =>
    network.answer(CONTACTS, ({ headers }) =>
      headers.get('Authorization') === `Bearer ${bearer}`
        ? { body: { success: true, contacts: [] } }
        : REFUSED,
    );
  const mint = (customerId: string, token: string): void =>
    network.answer(RENEW, { body: { success: true, token, customerId, domain: 'harbor' } });
  return { network, principal, client, onSessionEnded, honor, mint };
}

describe('An expired bearer (R20)', () => {
  it('an expired bearer is renewed with the cookie, once for all waiting calls', async () => {
    const { network, client, onSessionEnded, honor, mint } = setUp();
    honor('b2');
    mint('maya', 'b2');
    const results = await Promise.all([client.call('contacts', {}), client.call('contacts', {})]);
    expect(results).toMatchObject([{ isOk: true }, { isOk: true }]);
    expect(network.sent.filter(({ path }) => path.includes('debtor/auth'))).toHaveLength(1);
    expect(onSessionEnded).not.toHaveBeenCalled();
  });

  it('a cookie of another customer ends the session', async () => {
    const { principal, client, onSessionEnded, honor, mint } = setUp();
    honor('b2');
    mint('omar', 'b2');
    const call = client.call('contacts', {});
    await vi.waitFor(() => expect(onSessionEnded).toHaveBeenCalled(), PATIENCE_MS);
    expect(principal.current()).toEqual(MAYA);
    principal.become({ kind: 'anyone' });
    expect(await call).toMatchObject({ isOk: false, failure: { status: 401 } });
  });

  it('a failed renewal does not end the session', async () => {
    const { network, client, onSessionEnded, honor } = setUp();
    honor('b2');
    network.answer(RENEW, { status: 503, body: { success: false, message: 'UNEXPECTED' } });
    expect(await client.call('contacts', {})).toMatchObject({ failure: { status: 401 } });
    expect(onSessionEnded).not.toHaveBeenCalled();
  });
});

describe('A session that has ended (R20)', () => {
  it('reads wait until the same customer signs in again', async () => {
    const { network, principal, client, honor } = setUp();
    honor('b3');
    network.answer(RENEW, REFUSED);
    const call = client.call('contacts', {});
    await vi.waitFor(() => expect(network.sent).toHaveLength(2), PATIENCE_MS);
    principal.become({ ...MAYA, bearer: 'b3' });
    expect(await call).toMatchObject({ isOk: true });
  });

  it('waiting reads fail when another customer signs in', async () => {
    const { network, principal, client, onSessionEnded, honor } = setUp();
    honor('b3');
    network.answer(RENEW, REFUSED);
    const call = client.call('contacts', {});
    await vi.waitFor(() => expect(onSessionEnded).toHaveBeenCalled(), PATIENCE_MS);
    principal.become({ ...MAYA, customerId: 'omar', bearer: 'b3' });
    expect(await call).toMatchObject({ failure: { status: 401 } });
  });

  it('a payment waits until the same customer signs in again, and is sent with the same key', async () => {
    const { network, principal, client, onSessionEnded } = setUp();
    network.answer('POST', ({ headers }) =>
      headers.get('Authorization') === 'Bearer b3' ? { body: submitAnswer() } : REFUSED,
    );
    network.answer(RENEW, REFUSED);
    const idempotencyKey = createUuid(crypto) as IdempotencyKey; // because the brand marks a UUID
    const params = { id: requestIdSchema.parse(REQUEST_ID) };
    const call = client.call('payInFull', { params, body: SUBMIT_BODY, idempotencyKey });
    await vi.waitFor(() => expect(onSessionEnded).toHaveBeenCalled(), PATIENCE_MS);
    principal.become({ ...MAYA, bearer: 'b3' });
    expect(await call).toMatchObject({ isOk: true });
    const sent = network.sent.filter(({ method }) => method === 'POST');
    expect(sent.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([
      idempotencyKey,
      idempotencyKey,
    ]);
  });

  it('writes fail at once when the session has ended', async () => {
    const { network, client, onSessionEnded } = setUp();
    network.answer('POST', REFUSED);
    network.answer(RENEW, REFUSED);
    const body = { type: 'EMAIL', value: 'maya@example.com' } as const;
    expect(await client.call('addContact', { body })).toMatchObject({ failure: { status: 401 } });
    expect(onSessionEnded).toHaveBeenCalledOnce();
  });

  it('a waiting read can be aborted', async () => {
    const { network, client, onSessionEnded } = setUp();
    network.answer(CONTACTS, REFUSED);
    network.answer(RENEW, REFUSED);
    const controller = new AbortController();
    const call = client.call('contacts', {}, controller.signal);
    await vi.waitFor(() => expect(onSessionEnded).toHaveBeenCalled(), PATIENCE_MS);
    controller.abort();
    expect(await call).toEqual({ isOk: false, failure: { kind: 'aborted' } });
  });
});
