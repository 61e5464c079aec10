/**
 * Keys × scopes × companies × provider API calls (R47): every combination is compared with a declaration. Objects
 * that a caller may not access look exactly like objects that do not exist. Neither a refused call nor a read
 * changes anything.
 */

import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@quittance/contract/durations';
import { KEY_SCOPES, type KeyScope, providerPath } from '@quittance/contract/http/provider-route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun, rotating, sampled, TEST_SEED } from '../../../domain/test/full-run.ts';
import type { TestCompany } from '../world/company.ts';
import { readHash } from '../world/database-hash.ts';
import { callWith, newApiKey, toWireBody, typeOf } from '../world/provider-client.ts';
import {
  CALLS,
  type Cell,
  type Companies,
  chooseCells,
  deletionsLast,
  differences,
  FILTERS,
  isRead,
  type KeyCaller,
  openCompanies,
  requestFor,
  startDemo,
  type Tenant,
  toExpected,
  toTargets,
} from './provider-matrix.ts';

type KeyCell = Cell<KeyCaller>;

let opened: Companies;
let world: Companies['world'];
let callers: KeyCaller[];

const ALIVE = Array.from({ length: 2 ** KEY_SCOPES.length - 1 }, (_, index) =>
  KEY_SCOPES.filter((_scope, bit) => ((index + 1) >> bit) & 1),
);

/** Created two hours ago, so that keys with a lifetime of one hour have expired. */
async function deadKeys(company: TestCompany): Promise<Record<string, string>> {
  const expiresAt = new Date(Date.parse(world.deps.clock.now()) + HOUR_MS).toISOString();
  const { key: main } = await newApiKey(world, company);
  const call = callWith(world.url, main);
  const expiring = await call('POST', '/keys', {
    body: { name: 'Short', scopes: [...KEY_SCOPES], expiresAt },
    key: 'expiring',
  });
  const revoked = await newApiKey(world, company);
  await call('DELETE', `/keys/${revoked.id}`);
  const rotated = await newApiKey(world, company);
  await call('POST', `/keys/${rotated.id}/rotate`, { body: { overlapHours: 1 }, key: 'rotate' });
  return { expired: expiring.body.key, revoked: revoked.key, 'rotated out': rotated.key };
}

async function overlapping(company: TestCompany): Promise<string> {
  const { key, id } = await newApiKey(world, company);
  const rotation = { body: { overlapHours: 24 }, key: 'overlap' };
  await callWith(world.url, key)('POST', `/keys/${id}/rotate`, rotation);
  return key;
}

async function allCallers({ companies }: Companies): Promise<KeyCaller[]> {
  const dead = await deadKeys(companies.A);
  await world.later(2 * HOUR_MS);
  const nobody = { is: null, scopes: [] };
  const alive = async (is: Tenant, scopes: KeyScope[]): Promise<KeyCaller> => {
    const { key } = await newApiKey(world, companies[is], scopes);
    return { name: `${is} ${scopes.join('+')}`, authorization: `Bearer ${key}`, is, scopes };
  };
  const all = [...KEY_SCOPES];
  const { key } = await newApiKey(world, companies.A);
  return [
    { name: 'no key', authorization: null, ...nobody },
    { name: 'another scheme', authorization: `Basic ${key}`, ...nobody },
    { name: 'a part of a key', authorization: `Bearer ${key.slice(0, -1)}`, ...nobody },
    { name: 'a prefix', authorization: 'Bearer qk_', ...nobody },
    { name: 'unknown', authorization: `Bearer qk_${randomUUID()}`, ...nobody },
    ...Object.entries(dead).map(([name, secret]) => ({
      name,
      authorization: `Bearer ${secret}`,
      ...nobody,
    })),
    ...(await Promise.all(ALIVE.map((scopes) => alive('A', scopes)))),
    {
      name: 'A, during the overlap',
      is: 'A',
      scopes: all,
      authorization: `Bearer ${await overlapping(companies.A)}`,
    },
    await alive('B', all),
    await alive('demo', all),
  ];
}

beforeAll(async () => {
  opened = await openCompanies();
  world = opened.world;
  callers = await allCallers(opened);
  // The first use of a key is recorded, and a company's events are numbered when they are first read. Both happen
  // before the comparison.
  for (const caller of callers) await send(caller, { method: 'GET', path: '/events', more: {} });
  await startDemo(opened);
});
afterAll(() => world.close());

async function send({ authorization }: KeyCaller, { method, path, more }: Request) {
  const response = await fetch(`${world.url}${providerPath(path)}`, {
    method,
    headers: {
      ...(authorization === null ? {} : { authorization }),
      ...(more.body === undefined ? {} : { 'content-type': typeOf(more.body, more.type) }),
      ...(more.key === undefined ? {} : { 'idempotency-key': more.key }),
    },
    ...(more.body === undefined ? {} : { body: toWireBody(more.body) }),
  });
  const text = await response.text();
  const code: string | null = response.ok ? null : JSON.parse(text).code;
  return { status: response.status, text, code };
}

type Request = {
  method: string;
  path: string;
  more: { body?: unknown; key?: string; type?: string };
};

const ask = ({ name, caller, target }: KeyCell) => send(caller, requestFor(opened, name, target));

/** Coprime to the numbers of callers and targets, so that a sample combines each of them with many calls. */
const PART = 29;

const changesNothing = (cell: KeyCell) => isRead(cell.name) || toExpected(cell).kind === 'refused';

async function wrongAnswers(cells: readonly KeyCell[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const cell of cells) {
    const expected = toExpected(cell);
    wrong.push(...differences(opened, { ...cell, expected }, await ask(cell)));
  }
  return wrong;
}

describe(`Keys × scopes × companies × calls (R47), ${TEST_SEED}`, () => {
  it('keys can read only as declared, and reads change nothing', async () => {
    const cells = chooseCells(callers, PART).filter(changesNothing);
    const before = await readHash(world.deps.database);
    // A full run checks after every call, so that a failure names the call that changed something.
    const groups = isFullRun
      ? CALLS.map((name) => cells.filter((cell) => cell.name === name))
      : [cells];
    for (const group of groups) {
      expect(await wrongAnswers(group)).toEqual([]);
      expect(await readHash(world.deps.database), group[0]?.name).toBe(before);
    }
    expect(cells.length).toBeGreaterThan(sampled({ sample: 70, full: 2500 }));
  }, 300_000);

  it('an object of another company gets the same response as an unknown object', async () => {
    const [caller] = callers.filter(({ is, scopes }) => is === 'A' && scopes.length === 3);
    if (!caller) throw new Error('company A has a key with every scope');
    const named = CALLS.filter((name) => toTargets(name).length > 1 && !FILTERS[name]);
    const different: string[] = [];
    for (const name of rotating(named, 4)) {
      const answers = new Set<string>();
      for (const target of ['B', 'demo', 'nobody'] as const) {
        const { requestId: _, ...same } = JSON.parse((await ask({ name, caller, target })).text);
        answers.add(JSON.stringify(same));
      }
      if (answers.size !== 1) different.push(`${name}: ${[...answers].join(' or ')}`);
    }
    expect(different).toEqual([]);
  });

  it('keys can make every declared change within their own company', async () => {
    const cells = chooseCells(callers, PART).filter((cell) => !changesNothing(cell));
    expect(await wrongAnswers(deletionsLast(cells))).toEqual([]);
    const { rows } = await world.deps.database.pool.query<{ action: string }>(
      `select a.action from audit a where a.actor like 'key:%' and not exists (
        select from api_keys k where k.company_id = a.company_id and a.actor = 'key:' || k.id)`,
    );
    expect(rows).toEqual([]);
  }, 120_000);
});
