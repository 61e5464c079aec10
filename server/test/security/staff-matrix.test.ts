/**
 * Roles × companies × calls of the provider API and of the console (R47): every cell is compared with a declaration, and
 * every change that is made is in the audit trail under the name of its member.
 */
import { randomUUID } from 'node:crypto';
import { DESK_ROUTES, type DeskRouteName } from '@quittance/contract/desk-routes';
import { ERRORS } from '@quittance/contract/errors';
import { memberIdSchema } from '@quittance/contract/identity/staff';
import { needsIdempotencyKey } from '@quittance/contract/openapi/route-errors';
import { PROVIDER_ROUTES } from '@quittance/contract/provider-routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../../../domain/test/full-run.ts';
import { removeMember } from '../../src/identity/team.ts';
import {
  CALLS,
  FILTERS,
  isRead,
  isUnknownThere,
  type Target,
  type Tenant,
  targetsOf,
} from './provider-matrix.ts';
import {
  addObjects,
  fileTypeOf,
  type Objects,
  pathOf,
  validBodies,
} from './valid-calls.ts';
import { hashOf } from '../world/database-hash.ts';
import type { TestCompany } from '../world/company.ts';
import { openWorld, type World } from '../world/world.ts';
import { addMember, type DeskAnswer, proveNow, signedInStaff } from '../world/desk-browser.ts';
import {
  DESK_CALLS,
  expectedOfStaff,
  refusalOfDesk,
  type StaffCaller,
  type StaffCell,
} from './staff-matrix.ts';

let world: World;
let companies: Record<Tenant, TestCompany>;
let objects: Record<Target, Objects>;
let callers: StaffCaller[];
/** A member of each company who calls nothing. */
let spare: Record<Tenant, string>;

type Described = Pick<StaffCaller, 'role' | 'hasSecondFactor'> & { is: Tenant };

async function callerOf({ is, role, hasSecondFactor }: Described): Promise<StaffCaller> {
  const { memberId, ...browser } = await signedInStaff(world, companies[is], { role });
  if (hasSecondFactor) await proveNow(world, memberId);
  const name = `${role} of ${is}${hasSecondFactor ? ' with a passkey' : ''}`;
  return { name, browser, memberId, is, role, hasSecondFactor };
}

async function removedOwner(): Promise<StaffCaller> {
  const caller = await callerOf({ is: 'A', role: 'owner', hasSecondFactor: true });
  const actor = { companyId: companies.A.companyId, name: 'operator' };
  await removeMember(world.deps, { actor, memberId: memberIdSchema.parse(caller.memberId) });
  return { ...caller, name: 'a removed owner', is: null };
}

async function allCallers(): Promise<StaffCaller[]> {
  const of = (is: Tenant, role: StaffCaller['role'], hasSecondFactor: boolean) =>
    callerOf({ is, role, hasSecondFactor });
  const owner = await of('A', 'owner', true);
  return [
    ...[await of('A', 'viewer', false), await of('A', 'viewer', true)],
    ...[await of('A', 'clerk', false), await of('A', 'clerk', true)],
    ...[await of('A', 'owner', false), owner],
    ...[await of('B', 'owner', true), await of('demo', 'owner', true), await removedOwner()],
  ];
}

beforeAll(async () => {
  world = await openWorld();
  companies = { A: await world.company(), B: await world.company(), demo: await world.company() };
  const ofA = await addObjects(world, companies.A);
  objects = {
    A: ofA,
    B: await addObjects(world, companies.B),
    demo: await addObjects(world, companies.demo),
    nobody: Object.fromEntries(Object.keys(ofA).map((name) => [name, randomUUID()])),
  };
  callers = await allCallers();
  const spareOf = async (is: Tenant) =>
    (await addMember(world, companies[is], { role: 'viewer' })).id;
  spare = { A: await spareOf('A'), B: await spareOf('B'), demo: await spareOf('demo') };
  // The events of a company are numbered when they are first read.
  for (const { browser } of callers) await browser.provider('GET', '/events');
  await world.deps.database.pool.query(
    'update companies set is_demo = true where company_id = $1',
    [companies.demo.companyId],
  );
});
afterAll(() => world.close());

let made = 0;

function ask({ name, caller, target }: StaffCell): Promise<DeskAnswer> {
  made += 1;
  const route = PROVIDER_ROUTES[name];
  const named = objects[target];
  const filters = (FILTERS[name] ?? []).map((field) => `${field}=${named[field]}`);
  const path = `${pathOf(route, named)}${filters.length > 0 ? `?${filters.join('&')}` : ''}`;
  const body = validBodies(named, `-s${made}`)[name];
  return caller.browser.provider(route.method, path, {
    ...fileTypeOf(route),
    ...(body === undefined ? {} : { body }),
    ...(needsIdempotencyKey(route) ? { key: `staff matrix ${made}` } : {}),
  });
}

function foreignIds({ is }: StaffCaller): string[] {
  const others = (['A', 'B', 'demo'] as const).filter((tenant) => tenant !== is);
  return others.flatMap((tenant) => {
    // A word, such as the kind of an export, is no id.
    const { externalRef: _, ...ids } = objects[tenant];
    return Object.values(ids).filter((id) => /[0-9a-f]{8}-/.test(id));
  });
}

/** Empty when the answer is the declared one. */
function wrongIn(cell: StaffCell, { status, code, text, body }: DeskAnswer): string[] {
  const { name, caller, target } = cell;
  const expected = expectedOfStaff(cell);
  const got = `${name}, ${caller.name}, objects of ${target}: ${status} ${code ?? ''}`;
  if (expected.kind === 'refused') {
    const isRight = code === expected.code && status === ERRORS[expected.code].status;
    return isRight ? [] : [`${got} instead of ${expected.code}`];
  }
  if (status < 300 && foreignIds(caller).some((id) => text.includes(id))) {
    return [`${got} shows an object of another company`];
  }
  if (expected.kind === 'empty') {
    return status === 200 && body.data.length === 0 ? [] : [`${got}, not empty`];
  }
  const isState = PROVIDER_ROUTES[name].method !== 'GET' && status === 409;
  const isGone = (expected.mayBeGone && code === 'NOT_FOUND') || isUnknownThere(name, code);
  return status < 300 || isState || isGone ? [] : [`${got} instead of a success`];
}

/** Coprime to the numbers of callers and targets, so that a sample meets each of them with many calls. */
const EVERY = sampled({ sample: 23, full: 1 });

function chosenCells(): StaffCell[] {
  const cells = CALLS.flatMap((name) =>
    callers.flatMap((caller) => targetsOf(name).map((target) => ({ name, caller, target }))),
  );
  return cells.filter((_, index) => index % EVERY === 0);
}

const changesNothing = (cell: StaffCell) =>
  isRead(cell.name) || expectedOfStaff(cell).kind === 'refused';

async function auditedBy(memberId: string): Promise<number> {
  const { rows } = await world.deps.database.pool.query<{ count: string }>(
    'select count(*) from audit where actor = $1',
    [`staff:${memberId}`],
  );
  return Number(rows[0]?.count);
}

describe('Roles × companies × calls of the provider API (R47)', () => {
  it('refuses and reads as declared, and changes nothing by it', async () => {
    const cells = chosenCells().filter(changesNothing);
    const before = await hashOf(world.deps.database);
    const wrong: string[] = [];
    for (const cell of cells) wrong.push(...wrongIn(cell, await ask(cell)));
    expect(wrong).toEqual([]);
    expect(await hashOf(world.deps.database)).toBe(before);
    expect(cells.length).toBeGreaterThan(sampled({ sample: 60, full: 1500 }));
  }, 300_000);

  it('admits every change that is declared, and writes each to the audit trail', async () => {
    // What is deleted is deleted last: the other calls need it. A customer is erased with much of it.
    const orderOf = ({ name }: StaffCell) =>
      Number(PROVIDER_ROUTES[name].method === 'DELETE') + 2 * Number(name === 'eraseCustomer');
    const cells = chosenCells().filter((cell) => !changesNothing(cell));
    const wrong: string[] = [];
    const done = new Set<string>();
    for (const cell of cells.sort((left, right) => orderOf(left) - orderOf(right))) {
      const { memberId, is } = cell.caller;
      const before = await auditedBy(memberId);
      const answer = await ask(cell);
      wrong.push(...wrongIn(cell, answer));
      const isAudited = (await auditedBy(memberId)) > before;
      // What was deleted or erased before is not changed again.
      const isFirst = !done.has(`${cell.name} ${is}`);
      if (answer.status < 300) done.add(`${cell.name} ${is}`);
      if (answer.status < 300 && isFirst && !isAudited) {
        wrong.push(`${cell.name} is not in the audit trail`);
      }
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  it('keys of one member are not those of another, nor of a system', async () => {
    const [clerk, other] = callers.filter(({ role, is }) => role === 'clerk' && is === 'A');
    const add = (caller: StaffCaller | undefined, customerRef: string) =>
      caller?.browser.provider('POST', '/customers', {
        body: { customerRef, firstName: 'Ida', lastName: 'Moss' },
        key: 'the same key',
      });
    const first = await add(clerk, 'K-1');
    expect((await add(clerk, 'K-1'))?.body).toEqual(first?.body);
    expect((await add(clerk, 'K-2'))?.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await add(other, 'K-2'))?.status).toBe(201);
  });
});

/** A valid call about a member of `target`, and about a session and a passkey that do not exist. */
function askDesk(name: DeskRouteName, caller: StaffCaller, target: Target): Promise<DeskAnswer> {
  const memberId = target === 'nobody' ? randomUUID() : spare[target];
  const params = { memberId, sessionId: randomUUID(), passkeyId: randomUUID() };
  const bodies: Partial<Record<DeskRouteName, unknown>> = {
    inviteMember: { name: 'Ida', email: `${randomUUID()}@example.com`, role: 'viewer' },
    changeMember: { role: 'viewer' },
  };
  const signed = { clientDataJSON: 'e30', signature: 'e30', authenticatorData: 'e30' };
  const credential = { id: 'e30', rawId: 'e30', type: 'public-key' };
  const created = { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'e30' } };
  bodies.proveSecondFactor = { credential: { ...credential, response: signed } };
  bodies.addPasskey = { name: 'Laptop', credential: created };
  const body = bodies[name];
  return caller.browser.desk(name, { params, ...(body === undefined ? {} : { body }) });
}

/** What an admitted call may answer besides a success, about things that do not exist. */
const OTHERWISE: Partial<Record<DeskRouteName, readonly string[]>> = {
  removeSession: ['NOT_FOUND'],
  removePasskey: ['NOT_FOUND'],
  proveSecondFactor: ['PASSKEY_NOT_VERIFIED'],
  addPasskey: ['PASSKEY_NOT_VERIFIED'],
  secondFactorOptions: ['PASSKEY_MISSING'],
};

describe('Roles × companies × calls of the console (R47, R75)', () => {
  const isCalled = (name: DeskRouteName) =>
    DESK_ROUTES[name].who !== 'anyone' && name !== 'endSession';

  it('answers as declared, shows no other company, and writes every change to the audit trail', async () => {
    const wrong: string[] = [];
    const cells = DESK_CALLS.filter(isCalled).flatMap((name) =>
      callers.flatMap((caller) =>
        (DESK_ROUTES[name].path.includes('{memberId}')
          ? (['A', 'B', 'nobody'] as const)
          : (['nobody'] as const)
        ).map((target) => ({ name, caller, target })),
      ),
    );
    // A member is removed last.
    const ordered = [
      ...cells.filter(({ name }) => name !== 'removeMember'),
      ...cells.filter(({ name }) => name === 'removeMember'),
    ];
    for (const { name, caller, target } of ordered) {
      const before = await auditedBy(caller.memberId);
      const { status, code, text } = await askDesk(name, caller, target);
      const refusal = refusalOfDesk(name, caller);
      const isForeign = ['changeMember', 'removeMember'].includes(name) && target !== caller.is;
      const expected = refusal ?? (isForeign ? 'NOT_FOUND' : null);
      const isRight = expected
        ? code === expected
        : status < 300 || (code !== null && OTHERWISE[name]?.includes(code));
      const got = `${name}, ${caller.name}, ${target}: ${status} ${code ?? ''}`;
      if (!isRight) wrong.push(`${got} instead of ${expected ?? 'a success'}`);
      const others = (['A', 'B', 'demo'] as const).filter((tenant) => tenant !== caller.is);
      if (others.some((tenant) => text.includes(spare[tenant]))) wrong.push(`${got} shows another`);
      const isChange = DESK_ROUTES[name].method !== 'GET' && !name.endsWith('Options');
      if (isChange && status < 300 && (await auditedBy(caller.memberId)) === before) {
        wrong.push(`${got} is not in the audit trail`);
      }
    }
    expect(wrong).toEqual([]);
    expect(ordered.length).toBeGreaterThan(100);
  }, 60_000);
});
