/**
 * Limits per company: keys, webhook endpoints, calls across all its keys, and data that a key may not read (R95).
 */
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@quittance/contract/durations';
import type { ProviderRoute } from '@quittance/contract/http/provider-route';
import { KEYS_MAX } from '@quittance/contract/identity/key-schemas';
import { PROVIDER_ROUTES, type ProviderRouteName } from '@quittance/contract/provider-routes';
import { ENDPOINTS_MAX } from '@quittance/contract/webhooks/webhook-endpoints';
import { describe, expect, it } from 'vitest';
import { rotating, sampled, TEST_SEED } from '../../../domain/test/full-run.ts';
import { addMs } from '../../src/kernel/clock.ts';
import { STRICT_LIMITS } from '../../src/platform/limits/limit-config.ts';
import { CALLS, isChange } from '../security/provider-matrix.ts';
import { addObjects, toFileType, toPath, validBodies } from '../security/valid-calls.ts';
import { addCompany } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';
import { createProvider, newApiKey, type Provider } from '../world/provider-client.ts';
import { openTestPortal } from '../world/test-portal.ts';
import { useWorld } from '../world/world.ts';

const world = useWorld();

/** Null stands for a successful call. */
async function threeAtOnce(add: () => ReturnType<Provider>): Promise<(string | null)[]> {
  const answers = await Promise.all([add(), add(), add()]);
  return answers.map(({ status, body }) => (status === 201 ? null : body.code)).sort();
}

describe('Limits per company', () => {
  it('a company has a limited number of valid keys', async () => {
    const company = await world.company();
    const call = await createProvider(world, company);
    const { id } = await newApiKey(world, company);
    for (let count = 2; count < KEYS_MAX - 1; count += 1) await newApiKey(world, company);
    const add = () =>
      call('POST', '/keys', { body: { name: 'One more', scopes: ['read'] }, key: randomUUID() });
    expect(await threeAtOnce(add)).toEqual(['TOO_MANY_KEYS', 'TOO_MANY_KEYS', null]);
    const rotate = (overlapHours: number) =>
      call('POST', `/keys/${id}/rotate`, { body: { overlapHours }, key: randomUUID() });
    expect((await rotate(24)).body.code).toBe('TOO_MANY_KEYS');
    const rotated = await rotate(0);
    expect(rotated.status).toBe(201);
    await call('DELETE', `/keys/${rotated.body.id}`);
    expect((await add()).status).toBe(201);
  });

  it('a key that replaces an expiring one is valid for the same length of time', async () => {
    const company = await world.company();
    const call = await createProvider(world, company);
    const inDays = (days: number) => addMs(world.deps.clock.now(), days * DAY_MS);
    const body = { name: 'ERP', scopes: ['read'], expiresAt: inDays(90) };
    const { body: created } = await call('POST', '/keys', { body, key: randomUUID() });
    await world.later(80 * DAY_MS);
    const rotation = { body: { overlapHours: 24 }, key: randomUUID() };
    const { body: rotated } = await call('POST', `/keys/${created.id}/rotate`, rotation);
    expect(rotated.expiresAt).toBe(inDays(90));
    const { body: keys } = await call('GET', '/keys');
    const old = keys.data.find(({ id }: { id: string }) => id === created.id);
    expect(old.expiresAt).toBe(inDays(1));
  });

  it('a company has a limited number of webhook endpoints', async () => {
    const call = await createProvider(world, await world.company());
    const add = () => call('POST', '/webhook-endpoints', { body: { url: 'https://example.com' } });
    const first = await add();
    for (let count = 1; count < ENDPOINTS_MAX - 1; count += 1) await add();
    expect(await threeAtOnce(add)).toEqual(['TOO_MANY_ENDPOINTS', 'TOO_MANY_ENDPOINTS', null]);
    await call('DELETE', `/webhook-endpoints/${first.body.id}`);
    expect((await add()).status).toBe(201);
  });

  it('a call with an unknown path or without valid JSON counts, and its answer says what is left', async () => {
    const limit = { count: 5, windowMs: 60_000 };
    const portal = await openTestPortal({ limits: { ...STRICT_LIMITS, providerCalls: limit } });
    const { key } = await newApiKey(
      portal,
      await addCompany(portal.deps, newMerchant('payengine')),
    );
    const answers = [];
    for (const authorization of [`Bearer ${key}`, 'Bearer qk_unknown']) {
      const headers = { authorization, 'content-type': 'application/json' };
      answers.push(
        await portal.ask({ url: '/api/provider/v1/unknown', headers }),
        await portal.ask({
          method: 'POST',
          url: '/api/provider/v1/customers',
          headers,
          payload: '{',
        }),
      );
    }
    const encoded = await portal.ask({ url: '/api/provider/v1/customers/%zz' });
    expect(encoded.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(encoded.json()).toMatchObject({ status: 400, fields: [{ field: '(path)' }] });
    expect(answers[0]?.json().detail).toBe('There is no GET /api/provider/v1/unknown.');
    expect(
      answers.map(({ statusCode, headers }) => [statusCode, headers['ratelimit-remaining']]),
    ).toEqual([
      [404, '4'],
      [400, '3'],
      [404, undefined],
      [400, undefined],
    ]);
  });

  it('the call limit of a company covers all its keys and no other company', async () => {
    const limit = (count: number) => ({ count, windowMs: 60_000 });
    const portal = await openTestPortal({
      limits: {
        ...STRICT_LIMITS,
        providerCalls: limit(3),
        providerCallsPerCompany: limit(5),
      },
    });
    const harbor = await addCompany(portal.deps, newMerchant('payengine'));
    const summit = await addCompany(portal.deps, newMerchant('payengine'));
    const caller = async (company: typeof harbor) => {
      const { key } = await newApiKey(portal, company);
      const headers = { authorization: `Bearer ${key}` };
      return async () => {
        const answer = await portal.ask({ url: '/api/provider/v1/customers', headers });
        return [answer.statusCode, Number(answer.headers['ratelimit-remaining'])];
      };
    };
    const [first, second, other] = [
      await caller(harbor),
      await caller(harbor),
      await caller(summit),
    ];
    const answers = [await first(), await first(), await first(), await first(), await second()];
    expect(answers).toEqual([
      [200, 2],
      [200, 1],
      [200, 0],
      [429, 0],
      [200, 0],
    ]);
    expect(await second()).toEqual([429, 0]);
    expect(await other()).toEqual([200, 2]);
    await portal.close();
  });
});

/** Responses of these calls contain only what the call sent and created. */
const ANSWERED: readonly ProviderRouteName[] = [
  ...(['createCustomer', 'createInvoice', 'createProject', 'createOrder'] as const),
  ...(['createEstimate', 'createContract', 'importRows', 'testProcessor'] as const),
  ...(['addAttachment', 'createImport', 'putImportPart'] as const),
];

describe('A key with write and money, and without read (R95)', () => {
  it(`a key without the read scope receives no stored data from any call, ${TEST_SEED}`, async () => {
    const company = await world.company();
    const objects = await addObjects(world, company);
    const call = await createProvider(world, company, ['write', 'money']);
    const bodies = validBodies(objects, '-w');
    const shown: string[] = [];
    const done: string[] = [];
    for (const name of rotating(CALLS.filter(isChange), 3)) {
      const route: ProviderRoute = PROVIDER_ROUTES[name];
      const body = bodies[name];
      const { status, body: answer } = await call(route.method, toPath(route, objects), {
        ...toFileType(route),
        ...(body === undefined ? {} : { body }),
        key: `write ${name}`,
      });
      if (status >= 300) continue;
      done.push(name);
      const text = JSON.stringify(answer) ?? '';
      const isStored = ['Ada', 'Pine', 'H-1"', 'HI-1"'].some((stored) => text.includes(stored));
      if (isStored || (answer !== null && !ANSWERED.includes(name))) shown.push(`${name}: ${text}`);
    }
    expect(shown).toEqual([]);
    expect(done.length).toBeGreaterThan(sampled({ sample: 2, full: 20 }));
  });

  it('a key without the read scope cannot make dry runs, and its import reports no values', async () => {
    const company = await world.company();
    await addObjects(world, company);
    const call = await createProvider(world, company, ['write']);
    const rows = Buffer.from('customerRef,firstName,lastName\nH-1,Ida,Moss\n');
    const sent = { body: rows, type: 'application/octet-stream' };
    const tried = await call('POST', '/imports?kind=customers&dryRun=true', sent);
    expect(tried.body.code).toBe('SCOPE_MISSING');
    const imported = await call('POST', '/imports?kind=customers', sent);
    expect(imported.body).toMatchObject({ changed: 1, changes: [] });
  });
});
