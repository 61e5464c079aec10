/**
 * Makes every call of the provider API with a missing, an unknown and an oversized field. Each call gets an error
 * from the catalog and changes nothing. matrix.test.ts covers keys, scopes and companies.
 */
import { randomUUID } from 'node:crypto';
import { ERROR_CODES } from '@quittance/contract/errors';
import type { ProviderRoute } from '@quittance/contract/http/provider-route';
import { PROVIDER_ROUTES, type ProviderRouteName } from '@quittance/contract/provider-routes';
import { beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { readHash } from '../world/database-hash.ts';
import { type Answer, createProvider, type Provider } from '../world/provider-client.ts';
import { useWorld } from '../world/world.ts';
import { addObjects, type Objects, toPath, validBodies } from './valid-calls.ts';

const names = Object.keys(PROVIDER_ROUTES) as ProviderRouteName[]; // because keys() forgets the union

let call: Provider;
let objects: Objects;

const world = useWorld();

beforeAll(async () => {
  const company = await world.company();
  call = await createProvider(world, company);
  objects = await addObjects(world, company);
  // The first use of a key is recorded, so it happens before the comparison.
  await call('GET', '/customers');
  untouched = await readHash(world.deps.database);
});

function expectProblem({ status, headers, body }: Answer, code?: string): void {
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(body).toMatchObject({
    status,
    code: code ?? expect.any(String),
    requestId: expect.any(String),
  });
  expect(ERROR_CODES).toContain(body.code);
  expect(body.detail).not.toBe('');
}

let untouched: string;

const expectUnchanged = async () => expect(await readHash(world.deps.database)).toBe(untouched);

const FIELDS_OPTIONAL: readonly ProviderRouteName[] = [
  'changeProcessor',
  'rotateKey',
  'sendInvoice',
  'startImport',
];
/** Calls without a body, or with a file as the body, have no fields. Some calls are not available to keys. */
const withFields = names.filter((name) => {
  const { body, bodyType, isStaffOnly }: ProviderRoute = PROVIDER_ROUTES[name];
  return body && !bodyType && !isStaffOnly;
});

describe.each(withFields)('%s', (name) => {
  const route: ProviderRoute = PROVIDER_ROUTES[name];
  const send = (body: unknown) =>
    call(route.method, toPath(route, objects), {
      body,
      ...(route.method === 'POST' ? { key: `hostile ${randomUUID()}` } : {}),
    });

  it('a call refuses a missing, an unknown and an oversized field', async () => {
    const body = validBodies(objects)[name];
    if (!body) throw new Error(`${name} has no valid body in valid-calls.ts`);
    const fields: Record<string, unknown> = { ...body };
    const [first = ''] = Object.keys(fields);
    const { [first]: _, ...missing } = fields;
    if (!FIELDS_OPTIONAL.includes(name)) expectProblem(await send(missing));
    const unknown = await send({ ...body, surprise: true });
    expectProblem(unknown, 'INVALID_REQUEST');
    const oversized = await send({ ...body, [first]: 'x'.repeat(5000) });
    expectProblem(oversized);
    expect(oversized.body.fields?.length ?? 1).toBeGreaterThan(0);
    expectProblem(await send('x'.repeat(70_000)));
    // In a full run, checking after every call identifies the one that changed something.
    if (isFullRun) await expectUnchanged();
  });
});

describe('All of these calls together', () => {
  it('all hostile calls together change nothing', expectUnchanged);
});
