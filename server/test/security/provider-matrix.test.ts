/**
 * Keys × scopes × companies × calls of the provider API (R47): every cell is compared with a declaration. What a caller
 * may not have looks exactly like what does not exist. Neither a refused call nor a read changes anything.
 */

import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@quittance/contract/durations';
import { ERRORS } from '@quittance/contract/errors';
import { KEY_SCOPES, type KeyScope, providerPath } from '@quittance/contract/http/provider-route';
import { needsIdempotencyKey } from '@quittance/contract/openapi/route-errors';
import { PROVIDER_ROUTES } from '@quittance/contract/provider-routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun, sampled } from '../../../domain/test/full-run.ts';
import { hashOf } from '../world/database-hash.ts';
import type { TestCompany } from '../world/company.ts';
import { openWorld, type World } from '../world/world.ts';
import { callWith, newApiKey, typeOf, wireOf } from '../world/provider-client.ts';
import {
  CALLS,
  type Caller,
  type Cell,
  expectedOf,
  FILTERS,
  isRead,
  isUnknownThere,
  type Target,
  type Tenant,
  targetsOf,
} from './provider-matrix.ts';
import { addObjects, fileTypeOf, type Objects, pathOf, validBodies } from './valid-calls.ts';

let world: World;
let companies: Record<Tenant, TestCompany>;
let objects: Record<Target, Objects>;
let callers: Caller[];

/** Each scope alone, each pair, all. */
const ALIVE = Array.from({ length: 2 ** KEY_SCOPES.length - 1 }, (_, index) =>
  KEY_SCOPES.filter((_scope, bit) => ((index + 1) >> bit) & 1),
);

/** Made two hours ago: what ends after an hour is over. */
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

/** Replaced, and valid during the overlap. */
async function overlapping(company: TestCompany): Promise<string> {
  const { key, id } = await newApiKey(world, company);
  const rotation = { body: { overlapHours: 24 }, key: 'overlap' };
  await callWith(world.url, key)('POST', `/keys/${id}/rotate`, rotation);
  return key;
}

async function allCallers(): Promise<Caller[]> {
  const dead = await deadKeys(companies.A);
  await world.later(2 * HOUR_MS);
  const nobody = { is: null, scopes: [] };
  const alive = async (is: Tenant, scopes: KeyScope[]): Promise<Caller> => {
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
      ...{ name, authorization: `Bearer ${secret}` },
      ...nobody,
    })),
    ...(await Promise.all(ALIVE.map((scopes) => alive('A', scopes)))),
    {
      ...{ name: 'A, during the overlap', is: 'A', scopes: all },
      authorization: `Bearer ${await overlapping(companies.A)}`,
    },
    await alive('B', all),
    await alive('demo', all),
  ];
}

beforeAll(async () => {
  world = await openWorld();
  companies = { A: await world.company(), B: await world.company(), demo: await world.company() };
  const nobody = await addObjects(world, companies.A);
  const unknown = Object.fromEntries(Object.keys(nobody).map((name) => [name, randomUUID()]));
  objects = {
    A: nobody,
    B: await addObjects(world, companies.B),
    demo: await addObjects(world, companies.demo),
    nobody: unknown,
  };
  callers = await allCallers();
  // The first use of a key is noted, and the events of a company are numbered when they are first read.
  for (const { authorization } of callers) await send({ authorization }, 'GET', '/events');
  await world.deps.database.pool.query(
    'update companies set is_demo = true where company_id = $1',
    [companies.demo.companyId],
  );
});
afterAll(() => world.close());

type Answered = { status: number; text: string; code: string | null };

async function send(
  { authorization }: Pick<Caller, 'authorization'>,
  method: string,
  path: string,
  more: { body?: unknown; key?: string; type?: string } = {},
): Promise<Answered> {
  const response = await fetch(`${world.url}${providerPath(path)}`, {
    method,
    headers: {
      ...(authorization === null ? {} : { authorization }),
      ...(more.body === undefined ? {} : { 'content-type': typeOf(more.body, more.type) }),
      ...(more.key === undefined ? {} : { 'idempotency-key': more.key }),
    },
    ...(more.body === undefined ? {} : { body: wireOf(more.body) }),
  });
  const text = await response.text();
  const code = response.ok ? null : JSON.parse(text).code;
  return { status: response.status, text, code };
}

let made = 0;

function ask({ name, caller, target }: Cell): Promise<Answered> {
  made += 1;
  const route = PROVIDER_ROUTES[name];
  const named = objects[target];
  const filters = (FILTERS[name] ?? []).map((field) => `${field}=${named[field]}`);
  const path = `${pathOf(route, named)}${filters.length > 0 ? `?${filters.join('&')}` : ''}`;
  const body = validBodies(named, `-${made}`)[name];
  return send(caller, route.method, path, {
    ...fileTypeOf(route),
    ...(body === undefined ? {} : { body }),
    ...(needsIdempotencyKey(route) ? { key: `matrix ${made}` } : {}),
  });
}

/** Ids of the objects of every company but the caller's. */
function foreignIds({ is }: Caller): string[] {
  const others = (['A', 'B', 'demo'] as const).filter((tenant) => tenant !== is);
  return others.flatMap((tenant) => {
    // A reference is what the caller calls its own object, and a word such as the kind of an export is no id.
    const { externalRef: _, ...ids } = objects[tenant];
    return Object.values(ids).filter((id) => /[0-9a-f]{8}-/.test(id));
  });
}

/** Empty when the answer is the declared one. */
function wrongIn(cell: Cell, { status, text, code }: Answered): string[] {
  const { name, caller, target } = cell;
  const expected = expectedOf(cell);
  const got = `${name}, key ${caller.name}, objects of ${target}: ${status} ${code ?? ''}`;
  if (expected.kind === 'refused') {
    const isRight = code === expected.code && status === ERRORS[expected.code].status;
    return isRight ? [] : [`${got} instead of ${expected.code}`];
  }
  if (status < 300 && foreignIds(caller).some((id) => text.includes(id))) {
    return [`${got} shows an object of another company`];
  }
  if (expected.kind === 'empty') {
    return status === 200 && JSON.parse(text).data.length === 0 ? [] : [`${got}, not empty`];
  }
  const isState = PROVIDER_ROUTES[name].method !== 'GET' && status === 409;
  const isGone = (expected.mayBeGone && code === 'NOT_FOUND') || isUnknownThere(name, code);
  return status < 300 || isState || isGone ? [] : [`${got} instead of a success`];
}

/** Coprime to the number of callers and of targets, so that a sample meets each of them with many calls. */
const EVERY = sampled({ sample: 29, full: 1 });

function cellsOf(name: Cell['name']): Cell[] {
  return callers.flatMap((caller) => targetsOf(name).map((target) => ({ name, caller, target })));
}

function chosenCells(): Cell[] {
  return CALLS.flatMap(cellsOf).filter((_, index) => index % EVERY === 0);
}

const changesNothing = (cell: Cell) => isRead(cell.name) || expectedOf(cell).kind === 'refused';

async function wrongAnswers(cells: readonly Cell[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const cell of cells) wrong.push(...wrongIn(cell, await ask(cell)));
  return wrong;
}

describe('Keys × scopes × companies × calls (R47)', () => {
  it('refuses and reads as declared, and changes nothing by it', async () => {
    const cells = chosenCells().filter(changesNothing);
    const before = await hashOf(world.deps.database);
    // In the full run the change is found by its call.
    const groups = isFullRun
      ? CALLS.map((name) => cells.filter((cell) => cell.name === name))
      : [cells];
    for (const group of groups) {
      expect(await wrongAnswers(group)).toEqual([]);
      expect(await hashOf(world.deps.database), group[0]?.name).toBe(before);
    }
    expect(cells.length).toBeGreaterThan(sampled({ sample: 80, full: 2500 }));
  }, 300_000);

  it('answers what belongs to another company as what does not exist', async () => {
    const [caller] = callers.filter(({ is, scopes }) => is === 'A' && scopes.length === 3);
    if (!caller) throw new Error('company A has a key with every scope');
    const named = CALLS.filter((name) => targetsOf(name).length > 1 && !FILTERS[name]);
    const different: string[] = [];
    for (const name of named.filter((_, index) => index % sampled({ sample: 4, full: 1 }) === 0)) {
      const answers = new Set<string>();
      for (const target of ['B', 'demo', 'nobody'] as const) {
        const { requestId: _, ...same } = JSON.parse((await ask({ name, caller, target })).text);
        answers.add(JSON.stringify(same));
      }
      if (answers.size !== 1) different.push(`${name}: ${[...answers].join(' or ')}`);
    }
    expect(different).toEqual([]);
  });

  it('admits every change that is declared, within its own company', async () => {
    const cells = chosenCells().filter((cell) => !changesNothing(cell));
    // What is deleted is deleted last: the other calls need it.
    const isDeletion = ({ name }: Cell) => PROVIDER_ROUTES[name].method === 'DELETE';
    const deletions = cells.filter(isDeletion);
    const others = cells.filter((cell) => !isDeletion(cell));
    expect(await wrongAnswers([...others, ...deletions])).toEqual([]);
    const { rows } = await world.deps.database.pool.query<{ action: string }>(
      `select a.action from audit a where a.actor like 'key:%' and not exists (
        select from api_keys k where k.company_id = a.company_id and a.actor = 'key:' || k.id)`,
    );
    expect(rows).toEqual([]);
  }, 120_000);
});
