/**
 * Repeats every change of the provider API under its Idempotency-Key: the stored response is returned and nothing
 * changes. The same key with different content is refused, and two concurrent calls act only once.
 */
import { randomUUID } from 'node:crypto';
import { isReadRoute, type ProviderRoute } from '@quittance/contract/http/provider-route';
import { PROVIDER_ROUTES, type ProviderRouteName } from '@quittance/contract/provider-routes';
import { describe, expect, it } from 'vitest';
import { rotating, TEST_SEED } from '../../../domain/test/full-run.ts';
import { readHash } from '../world/database-hash.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { useWorld } from '../world/world.ts';
import { addObjects, type Objects, toFileType, toPath, validBodies } from './valid-calls.ts';

const names = Object.keys(PROVIDER_ROUTES) as ProviderRouteName[]; // because keys() forgets the union
const ALWAYS: readonly ProviderRouteName[] = ['createProject', 'importRows'];
const isOther = (name: ProviderRouteName) =>
  !isReadRoute(PROVIDER_ROUTES[name]) &&
  !('isStaffOnly' in PROVIDER_ROUTES[name]) &&
  !ALWAYS.includes(name);
const changes = [...ALWAYS, ...rotating(names.filter(isOther), 9)];

const world = useWorld();

type RepeatedCall = { call: Provider; objects: Objects };

async function freshObjects(): Promise<RepeatedCall> {
  const company = await world.company();
  const call = await createProvider(world, company);
  await call('GET', '/customers');
  return { call, objects: await addObjects(world, company) };
}

function send({ call, objects }: RepeatedCall, name: ProviderRouteName, key: string) {
  const route: ProviderRoute = PROVIDER_ROUTES[name];
  const body = validBodies(objects)[name];
  const sent = { key, ...toFileType(route), ...(body ? { body } : {}) };
  return call(route.method, toPath(route, objects), sent);
}

async function listActions(objects: Objects): Promise<number> {
  const { rows } = await world.deps.database.pool.query<{ count: number }>(
    `select count(*)::int as count from audit a
     where a.company_id = (select company_id from customers where id = $1)`,
    [objects['customerId']],
  );
  return rows[0]?.count ?? 0;
}

describe(`A change that is made again under its key, ${TEST_SEED}`, () => {
  it('a repeated change returns the first response and changes nothing', async () => {
    const tried = await freshObjects();
    const wrong: string[] = [];
    for (const name of changes) {
      const key = `again ${name}`;
      const first = await send(tried, name, key);
      const before = first.status < 300 ? await readHash(world.deps.database) : null;
      const second = await send(tried, name, key);
      const { requestId: _one, ...answer } = first.body;
      const { requestId: _other, ...repeated } = second.body;
      const isSame = JSON.stringify(answer) === JSON.stringify(repeated);
      if (!isSame || first.status !== second.status) wrong.push(`${name}: another answer`);
      if (before !== null && before !== (await readHash(world.deps.database))) {
        wrong.push(`${name}: the database changed`);
      }
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  it('a repeated key with other content is refused', async () => {
    const tried = await freshObjects();
    const { objects, call } = tried;
    const key = randomUUID();
    expect((await send(tried, 'createProject', key)).status).toBe(201);
    const other = { ...validBodies(objects, '-other')['createProject'] };
    const refused = await call('POST', '/projects', { key, body: other });
    expect(refused.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    const wrong: string[] = [];
    for (const name of changes.filter((each) => each !== 'createProject')) {
      const { body } = await send(tried, name, key);
      if (body.code !== 'IDEMPOTENCY_KEY_REUSED') wrong.push(`${name}: ${body.code}`);
    }
    expect(wrong).toEqual([]);
  });

  it('two concurrent calls with one key change data once', async () => {
    const [alone, twice] = [await freshObjects(), await freshObjects()];
    const wrong: string[] = [];
    for (const name of changes) {
      const before = {
        alone: await listActions(alone.objects),
        twice: await listActions(twice.objects),
      };
      const single = await send(alone, name, `once ${name}`);
      const both = await Promise.all([
        send(twice, name, `both ${name}`),
        send(twice, name, `both ${name}`),
      ]);
      const actions = (await listActions(alone.objects)) - before.alone;
      const made = (await listActions(twice.objects)) - before.twice;
      if (made !== actions) wrong.push(`${name}: ${made} actions instead of ${actions}`);
      const isSame = both.every(({ status }) => status === single.status);
      if (!isSame) wrong.push(`${name}: ${both.map(({ status }) => status)}, not ${single.status}`);
      const [left, right] = both.map(({ body: { requestId: _, ...rest } }) => JSON.stringify(rest));
      if (left !== right) wrong.push(`${name}: two answers`);
    }
    expect(wrong).toEqual([]);
  }, 120_000);
});
