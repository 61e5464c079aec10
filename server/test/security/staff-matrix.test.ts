/**
 * Tests every role, company and call of the provider API and the console (R47). Each result is compared with the
 * declaration in `staff-matrix.ts`, and each change must be in the audit trail under the member's name.
 */
import { randomUUID } from 'node:crypto';
import { DESK_ROUTES, type DeskRouteName } from '@quittance/contract/desk-routes';
import { memberIdSchema } from '@quittance/contract/identity/staff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled, TEST_SEED } from '../../../domain/test/full-run.ts';
import { removeMember } from '../../src/identity/team.ts';
import { readHash } from '../world/database-hash.ts';
import { addMember, type DeskAnswer, proveNow, signedInStaff } from '../world/desk-browser.ts';
import {
  type Companies,
  chooseCells,
  deletionsLast,
  differences,
  isRead,
  openCompanies,
  requestFor,
  startDemo,
  type Target,
  type Tenant,
} from './provider-matrix.ts';
import {
  DESK_CALLS,
  expectedOfStaff,
  refusalOfDesk,
  type StaffCaller,
  type StaffCell,
} from './staff-matrix.ts';

let opened: Companies;
let world: Companies['world'];
let companies: Companies['companies'];
let callers: StaffCaller[];
let spare: Record<Tenant, string>;

type Described = Pick<StaffCaller, 'role' | 'hasSecondFactor'> & { is: Tenant };

async function readCaller({ is, role, hasSecondFactor }: Described): Promise<StaffCaller> {
  const { memberId, ...browser } = await signedInStaff(world, companies[is], { role });
  if (hasSecondFactor) await proveNow(world, memberId);
  const name = `${role} of ${is}${hasSecondFactor ? ' with a passkey' : ''}`;
  return { name, browser, memberId, is, role, hasSecondFactor };
}

async function removedOwner(): Promise<StaffCaller> {
  const caller = await readCaller({ is: 'A', role: 'owner', hasSecondFactor: true });
  const actor = { companyId: companies.A.companyId, name: 'operator' };
  await removeMember(world.deps, { actor, memberId: memberIdSchema.parse(caller.memberId) });
  return { ...caller, name: 'a removed owner', is: null };
}

async function allCallers(): Promise<StaffCaller[]> {
  const of = (is: Tenant, role: StaffCaller['role'], hasSecondFactor: boolean) =>
    readCaller({ is, role, hasSecondFactor });
  const owner = await of('A', 'owner', true);
  return [
    await of('A', 'viewer', false),
    await of('A', 'viewer', true),
    await of('A', 'clerk', false),
    await of('A', 'clerk', true),
    await of('A', 'owner', false),
    owner,
    await of('B', 'owner', true),
    await of('demo', 'owner', true),
    await removedOwner(),
  ];
}

beforeAll(async () => {
  opened = await openCompanies();
  ({ world, companies } = opened);
  callers = await allCallers();
  const readSpare = async (is: Tenant) =>
    (await addMember(world, companies[is], { role: 'viewer' })).id;
  spare = { A: await readSpare('A'), B: await readSpare('B'), demo: await readSpare('demo') };
  // A company's events are numbered when they are first read.
  for (const { browser } of callers) await browser.provider('GET', '/events');
  await startDemo(opened);
});
afterAll(() => world.close());

function ask({ name, caller, target }: StaffCell): Promise<DeskAnswer> {
  const { method, path, more } = requestFor(opened, name, target);
  return caller.browser.provider(method, path, more);
}

const wrongIn = (cell: StaffCell, answer: DeskAnswer): string[] =>
  differences(opened, { ...cell, expected: expectedOfStaff(cell) }, answer);

/** Coprime to the numbers of callers and targets, so that a sample combines each of them with many calls. */
const PART = 23;

const changesNothing = (cell: StaffCell) =>
  isRead(cell.name) || expectedOfStaff(cell).kind === 'refused';

async function auditedBy(memberId: string): Promise<number> {
  const { rows } = await world.deps.database.pool.query<{ count: string }>(
    'select count(*) from audit where actor = $1',
    [`staff:${memberId}`],
  );
  return Number(rows[0]?.count);
}

describe(`Roles × companies × calls of the provider API (R47), ${TEST_SEED}`, () => {
  it('staff roles can read only as declared, and reads change nothing', async () => {
    const cells = chooseCells(callers, PART).filter(changesNothing);
    const before = await readHash(world.deps.database);
    const wrong: string[] = [];
    for (const cell of cells) wrong.push(...wrongIn(cell, await ask(cell)));
    expect(wrong).toEqual([]);
    // Reads of a person are recorded.
    await world.deps.database.pool.query(`delete from audit where action = 'customer.read'`);
    expect(await readHash(world.deps.database)).toBe(before);
    expect(cells.length).toBeGreaterThan(sampled({ sample: 50, full: 1500 }));
  }, 300_000);

  it('staff roles can make every declared change, and the audit trail records each change', async () => {
    const cells = chooseCells(callers, PART).filter((cell) => !changesNothing(cell));
    const wrong: string[] = [];
    const done = new Set<string>();
    for (const cell of deletionsLast(cells)) {
      const { memberId, is } = cell.caller;
      const before = await auditedBy(memberId);
      const answer = await ask(cell);
      wrong.push(...wrongIn(cell, answer));
      const isAudited = (await auditedBy(memberId)) > before;
      // Objects that were already deleted or erased do not change again.
      const isFirst = !done.has(`${cell.name} ${is}`);
      if (answer.status < 300) done.add(`${cell.name} ${is}`);
      if (answer.status < 300 && isFirst && !isAudited) {
        wrong.push(`${cell.name} is not in the audit trail`);
      }
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  it('idempotency keys are separate for each member and each system', async () => {
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

/** Uses a member of `target`, and a session and a passkey that do not exist. */
function askDesk(name: DeskRouteName, caller: StaffCaller, target: Target): Promise<DeskAnswer> {
  const memberId = target === 'nobody' ? randomUUID() : spare[target];
  const params = { memberId, sessionId: randomUUID(), passkeyId: randomUUID() };
  const bodies: Partial<Record<DeskRouteName, unknown>> = {
    inviteMember: { name: 'Ida', email: `${randomUUID()}@example.com`, role: 'viewer' },
    changeMember: { role: 'viewer' },
    changeIdentityProvider: {
      label: 'Okta',
      issuer: 'https://127.0.0.1',
      clientId: 'quittance',
      clientSecret: 'secret',
      isRequired: false,
      roleClaim: '',
      roleValues: { owner: '', clerk: '', viewer: '' },
      isSecondFactorTrusted: false,
    },
  };
  const signed = { clientDataJSON: 'e30', signature: 'e30', authenticatorData: 'e30' };
  const credential = { id: 'e30', rawId: 'e30', type: 'public-key' };
  const created = { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'e30' } };
  bodies.proveSecondFactor = { credential: { ...credential, response: signed } };
  bodies.addPasskey = { name: 'Laptop', credential: created };
  const body = bodies[name];
  return caller.browser.desk(name, { params, ...(body === undefined ? {} : { body }) });
}

/** Error codes that an authorized call may return for objects that do not exist. */
const OTHERWISE: Partial<Record<DeskRouteName, readonly string[]>> = {
  changeIdentityProvider: ['IDENTITY_PROVIDER_UNUSABLE'],
  removeIdentityProvider: ['NOT_FOUND'],
  removeSession: ['NOT_FOUND'],
  removeTeamSession: ['NOT_FOUND'],
  removePasskey: ['NOT_FOUND'],
  proveSecondFactor: ['PASSKEY_NOT_VERIFIED'],
  addPasskey: ['PASSKEY_NOT_VERIFIED'],
  secondFactorOptions: ['PASSKEY_MISSING'],
};

describe('Roles × companies × calls of the console (R47, R75)', () => {
  const isCalled = (name: DeskRouteName) =>
    DESK_ROUTES[name].who !== 'anyone' && name !== 'endSession';

  it('console calls respond as declared, show no other company, and write every change to the audit trail', async () => {
    const wrong: string[] = [];
    const cells = DESK_CALLS.filter(isCalled).flatMap((name) =>
      callers.flatMap((caller) =>
        (DESK_ROUTES[name].path.includes('{memberId}')
          ? (['A', 'B', 'nobody'] as const)
          : (['nobody'] as const)
        ).map((target) => ({ name, caller, target })),
      ),
    );
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
