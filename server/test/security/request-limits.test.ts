/** Limits on calls that need no session (R23), and their shared count across two processes. */
import { MINUTE_MS, SECOND_MS } from '@quittance/contract/durations';
import { describe, expect, it } from 'vitest';
import { listBlocks } from '../../src/app/operator-access.ts';
import { toNetwork } from '../../src/platform/limits/client-ip.ts';
import { addBearer } from '../world/add-bearer.ts';
import { addNeighbor } from '../world/add-neighbor.ts';
import { addCompany, addInvoice, type TestCompany } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import { newMerchant } from '../world/merchant.ts';
import { useTestPortal } from '../world/test-portal.ts';
import { unknownIds } from './tenants.ts';

let lastAddress = 0;

const portal = useTestPortal();
const harbor = forFile(() => addCompany(portal.deps, newMerchant('payengine')));
const invoice = forFile(() => addInvoice(portal.deps, harbor));

function newAddress(): string {
  lastAddress += 1;
  return `203.0.113.${lastAddress}`;
}

type LimitedRequest = { method?: 'GET' | 'POST'; payload?: object; from: string };

function ask(path: string, { method = 'GET', payload, from }: LimitedRequest) {
  return portal.ask({
    method,
    url: `/api${path}`,
    remoteAddress: from,
    ...(payload ? { payload } : {}),
  });
}

async function statuses(count: number, call: (index: number) => ReturnType<typeof ask>) {
  const all: number[] = [];
  for (let index = 0; index < count; index += 1) all.push((await call(index)).statusCode);
  return all;
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status);
const readInvoice = (from: string) =>
  ask(`/portal/public/account/${invoice.domain}/${invoice.token}`, { from });
const readNothing = (from: string) =>
  ask(`/portal/public/account/${invoice.domain}/${unknownIds().token}`, { from });
const signInMail = (email: string, from: string) =>
  ask('/portal/debtor/-/send-email', {
    method: 'POST',
    payload: { email, domain: harbor.domain, isLocal: false },
    from,
  });

describe('The time for a request (R23)', () => {
  it('a request has 15 seconds to arrive, headers and body together', () => {
    const { requestTimeout, headersTimeout } = portal.app.server;
    expect({ requestTimeout, headersTimeout }).toEqual({
      requestTimeout: 15 * SECOND_MS,
      headersTimeout: 15 * SECOND_MS,
    });
  });
});

describe('Public reads (R23)', () => {
  it('public reads are limited to 60 a minute per address, and the 61st response states when to retry', async () => {
    const from = newAddress();
    expect(await statuses(60, () => readInvoice(from))).toEqual(times(60, 200));
    const refused = await readInvoice(from);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toEqual({ success: false, message: 'TOO_MANY_REQUESTS' });
    expect(refused.headers['retry-after']).toBe('60');
    expect((await readInvoice(newAddress())).statusCode).toBe(200);
    portal.later(MINUTE_MS);
    expect((await readInvoice(from)).statusCode).toBe(200);
  });

  it('public reads stop after ten unknown links, even for a valid link', async () => {
    const from = newAddress();
    expect(await statuses(11, () => readNothing(from))).toEqual([...times(10, 404), 429]);
    expect((await readInvoice(from)).statusCode).toBe(429);
    portal.later(10 * MINUTE_MS);
    expect((await readInvoice(from)).statusCode).toBe(200);
  });
});

describe('Public endpoints (R23)', () => {
  it('public endpoints accept ten wrong tokens or codes in ten minutes per address', async () => {
    const from = newAddress();
    const tries = await statuses(11, (index) =>
      ask(`/portal/debtor/auth?token=wrong-${index}`, { from }),
    );
    expect(tries).toEqual([...times(10, 410), 429]);
    const payload = { domain: harbor.domain, code: '123456' };
    const code = await ask('/portal/debtor/auth/code', { method: 'POST', payload, from });
    expect(code.statusCode).toBe(429);
  });

  it('page reloads do not count as wrong tokens', async () => {
    const from = newAddress();
    expect(await statuses(30, () => ask('/portal/debtor/auth', { from }))).toEqual(times(30, 401));
  });

  it('public endpoints send at most three emails in 15 minutes for one input, known or not', async () => {
    for (const email of ['C-1', 'nobody@example.com']) {
      const tries = await statuses(4, () => signInMail(email, newAddress()));
      expect(tries).toEqual([200, 200, 200, 429]);
    }
  });

  it('public endpoints send at most ten emails an hour per address', async () => {
    const from = newAddress();
    const tries = await statuses(11, (index) => signInMail(`payer-${index}@example.com`, from));
    expect(tries).toEqual([...times(10, 200), 429]);
  });
});

describe('Reports and webhooks (R23)', () => {
  it('reports are limited to five a minute per address', async () => {
    const from = newAddress();
    const payload = { source: 'portal', type: 'error', message: 'm' };
    const report = () => ask('/slack-notification', { method: 'POST', payload, from });
    expect(await statuses(6, report)).toEqual([...times(5, 200), 429]);
  });

  it('webhooks are limited to fifty a second per processor and company', async () => {
    const other = await addCompany(portal.deps, newMerchant('payengine'));
    const hook = (company: TestCompany) =>
      ask(`/webhooks/payengine/${company.domain}`, { method: 'POST', payload: {}, from: '::1' });
    expect(await statuses(51, () => hook(harbor))).toEqual([...times(50, 404), 429]);
    expect((await hook(other)).statusCode).toBe(404);
    portal.later(1000);
    expect((await hook(harbor)).statusCode).toBe(404);
  });
});

describe('Counting', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('a rate limit counts the address %s as the network %s', (address, network) =>
    expect(toNetwork(address)).toBe(network),
  );

  it('a rate limit is exact for concurrent calls', async () => {
    const from = newAddress();
    const answers = await Promise.all(Array.from({ length: 80 }, () => readInvoice(from)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(60);
  });

  it('operators see which callers exceed a limit and when the limit ends', async () => {
    const from = newAddress();
    await statuses(6, () => readNothing(from));
    await portal.deps.batchedCounters.flush();
    expect(await listBlocks(portal.deps)).not.toContainEqual(
      expect.objectContaining({ key: `unknownLinks:${from}` }),
    );
    await statuses(4, () => readNothing(from));
    await portal.deps.batchedCounters.flush();
    const blocks = await listBlocks(portal.deps);
    expect(blocks.find(({ key }) => key === `unknownLinks:${from}`)?.count).toBe(10);
  });

  it('rate limits store neither typed text nor secrets', async () => {
    const { rows } = await portal.pool.query<{ key: string }>('select key from limits.counters');
    const keys = rows.map(({ key }) => key).join('\n');
    expect(keys).not.toContain('example.com');
    expect(keys).not.toContain(invoice.token);
    expect(rows.length).toBeGreaterThan(10);
  });
});

describe('Addresses looked up while they are typed (R31)', () => {
  it('address lookups are limited to 120 in ten minutes per caller', async () => {
    const bearer = await addBearer(portal, harbor);
    const look = () =>
      portal.ask({
        url: '/api/portal/places?input=main',
        headers: { authorization: `Bearer ${bearer}` },
      });
    const first = await Promise.all(Array.from({ length: 120 }, look));
    expect(new Set(first.map(({ statusCode }) => statusCode))).not.toContain(429);
    expect((await look()).statusCode).toBe(429);
  });
});

describe('Bearer tokens (R23)', () => {
  const callAs = (bearer: string, from: string) =>
    portal.ask({
      method: 'POST',
      url: '/api/portal/contact',
      headers: { authorization: `Bearer ${bearer}` },
      payload: { type: 'EMAIL', value: 'not an address' },
      remoteAddress: from,
    });

  it('a limit per caller counts the customer across all tokens and addresses', async () => {
    const omar = await addNeighbor(portal.deps, harbor);
    const answers: number[] = [];
    for (let count = 0; count < 31; count += 1) {
      const bearer = await addBearer(portal, omar);
      answers.push((await callAs(bearer, newAddress())).statusCode);
    }
    expect(answers.slice(0, 30)).not.toContain(429);
    expect(answers.at(-1)).toBe(429);
  });

  it('invalid bearer tokens are limited to a hundred in ten minutes per address', async () => {
    const from = newAddress();
    const bearer = await addBearer(portal, await addNeighbor(portal.deps, harbor));
    const before = await readCounters('profileChanges');
    const junk = (index: number) => callAs(`junk-${index}`, from);
    expect(await statuses(101, junk)).toEqual([...times(100, 401), 429]);
    expect(await readCounters('profileChanges')).toBe(before);
    expect((await callAs(bearer, from)).statusCode).not.toBe(429);
  });
});

async function readCounters(limit: string): Promise<number> {
  const { rowCount } = await portal.pool.query(
    'select from limits.counters where starts_with(key, $1)',
    [`${limit}:`],
  );
  return rowCount ?? 0;
}
