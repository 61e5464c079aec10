/**
 * A company's team (R47, R75): members are invited for 7 days, assigned a role, and removed with immediate effect
 * on every session.
 */

import { randomUUID } from 'node:crypto';
import { DESK_ROUTES } from '@quittance/contract/desk-routes';
import { DAY_MS } from '@quittance/contract/durations';
import type { TeamSession } from '@quittance/contract/identity/staff';
import { beforeEach, describe, expect, it } from 'vitest';
import { inviteMember, removeMember } from '../../../src/identity/team.ts';
import { addMs, fixedClock } from '../../../src/kernel/clock.ts';
import { deleteExpired } from '../../../src/privacy/retention.ts';
import { DESK_CALLS } from '../../security/staff-matrix.ts';
import type { TestCompany } from '../../world/company.ts';
import {
  type DeskBrowser,
  deskBrowser,
  proveNow,
  signedInStaff,
} from '../../world/desk-browser.ts';
import { forFile } from '../../world/for-file.ts';
import { toMailbox } from '../../world/mailbox.ts';
import { START, useWorld } from '../../world/world.ts';

const clock = fixedClock(START);
let harbor: TestCompany;
let owner: Awaited<ReturnType<typeof signedInStaff>>;

const world = useWorld({ clock });
const post = forFile(async () => toMailbox(world));
beforeEach(async () => {
  harbor = await world.company();
  owner = await signedInStaff(world, harbor, { role: 'owner', name: 'Olivia Owens' });
  await proveNow(world, owner.memberId);
});

const pass = (ms: number) => clock.travelTo(addMs(clock.now(), ms));

const newAddress = () => `carlos-${randomUUID()}@example.com`;

async function invited(email: string, role = 'clerk') {
  // Advances the clock, because the team is listed in the order of invitation.
  pass(1000);
  const body = { name: 'Carlos Clarke', email, role };
  const answer = await owner.desk('inviteMember', { body });
  await post.deliver();
  return { answer, ...(await post.newestWayIn(email)) };
}

const accept = (browser: DeskBrowser, proof: { token?: string; code?: string }) =>
  browser.desk('completeSignIn', { body: { domain: harbor.domain, ...proof } });

const change = (memberId: string, role: string) =>
  owner.desk('changeMember', { params: { memberId }, body: { role } });

const remove = (memberId: string) => owner.desk('removeMember', { params: { memberId } });

describe('An invitation (R75)', () => {
  it('an invitation is sent by email and accepted with its link and its code', async () => {
    const email = newAddress();
    const { answer, token, code } = await invited(email);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ email, role: 'clerk', status: 'INVITED', isYou: false });
    const [mail] = await post.inbox(email);
    expect(mail?.subject).toBe("You're invited to the Harbor Dental console");
    expect(mail?.text).toContain(`http://portal.test/desk/${harbor.domain}/sign-in#token=${token}`);
    const carlos = deskBrowser(world, harbor.domain);
    // An email scanner opens the link.
    expect((await accept(carlos, { token })).code).toBe('SIGN_IN_CODE_NEEDED');
    const session = await accept(carlos, { token, code });
    expect(session.body).toMatchObject({
      member: { name: 'Carlos Clarke', role: 'clerk' },
      scopes: ['read', 'write'],
    });
    const { data } = (await carlos.desk('getTeam')).body;
    expect(
      data.map(({ name, status, isYou }: Record<string, unknown>) => [name, status, isYou]),
    ).toEqual([
      ['Olivia Owens', 'ACTIVE', false],
      ['Carlos Clarke', 'ACTIVE', true],
    ]);
    expect((await invited(email)).answer.code).toBe('MEMBER_ALREADY_ACTIVE');
  });

  it('an invitation expires after 7 days, and a repeated invitation ends the previous link', async () => {
    const email = newAddress();
    const first = await invited(email);
    pass(7 * DAY_MS);
    owner = await signedInStaff(world, harbor, { role: 'owner' });
    await proveNow(world, owner.memberId);
    const carlos = deskBrowser(world, harbor.domain);
    const { token, code: firstCode } = first;
    expect((await accept(carlos, { token, code: firstCode })).code).toBe('SIGN_IN_LINK_DEAD');
    const { data } = (await owner.desk('getTeam')).body;
    const toStatus = (team: { email: string; status: string }[]) =>
      team.find((member) => member.email === email)?.status;
    expect(toStatus(data)).toBe('EXPIRED');
    // Requesting a sign-in email does not help with an expired invitation either.
    await carlos.desk('requestSignIn', { body: { domain: harbor.domain, email } });
    const before = (await post.inbox(email)).length;
    await post.deliver();
    expect((await post.inbox(email)).length).toBe(before);

    const second = await invited(email, 'viewer');
    expect(second.answer.body).toMatchObject({ status: 'INVITED', role: 'viewer' });
    const third = await invited(email, 'viewer');
    expect((await accept(carlos, { token: second.token, code: second.code })).code).toBe(
      'SIGN_IN_LINK_DEAD',
    );
    const session = await accept(carlos, { token: third.token, code: third.code });
    expect(session.body.member).toMatchObject({ role: 'viewer' });
  });

  it('an invitation with an invalid address or role, or from a non-owner, is refused', async () => {
    for (const body of [
      { name: 'Carlos', email: 'carlos', role: 'clerk' },
      { name: '', email: newAddress(), role: 'clerk' },
      { name: 'Carlos', email: newAddress(), role: 'admin' },
      { name: 'Carlos', email: newAddress() },
    ]) {
      expect((await owner.desk('inviteMember', { body })).code).toBe('INVALID_REQUEST');
    }
    const clerk = await signedInStaff(world, harbor, { role: 'clerk' });
    const body = { name: 'Carlos', email: newAddress(), role: 'owner' };
    expect((await clerk.desk('inviteMember', { body })).code).toBe('ROLE_NOT_ALLOWED');
  });
});

describe('Hostile input', () => {
  it('every console call refuses hostile input without an unexpected error', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(12)}1${'}'.repeat(12)}`);
    const texts = ['\0', '\ud800', "'; drop table staff_members; --", '4242 4242 4242 4242'];
    const bodies: unknown[] = [null, [], 'text', 7, deep, { role: ['owner'] }, { credential: {} }];
    const filled = texts.map((text) => ({
      domain: text,
      email: text,
      token: text,
      code: text,
      name: text,
      role: text,
    }));
    const params = { memberId: "x'", sessionId: '..%2f..', passkeyId: '\0' };
    const unexpected: string[] = [];
    for (const name of DESK_CALLS) {
      if (DESK_ROUTES[name].method === 'GET' || name === 'endSession') continue;
      const isOffer = name.endsWith('Options');
      for (const body of [...bodies, ...filled]) {
        const { status, code } = await owner.desk(name, { params, body });
        const isFine = status < 500 && (isOffer || status >= 400 || name === 'requestSignIn');
        if (!isFine) unexpected.push(`${name} ${JSON.stringify(body)}: ${status} ${code}`);
      }
    }
    expect(unexpected).toEqual([]);
  });
});

describe('A role (R47)', () => {
  it('a role change takes effect with the next call of the member', async () => {
    const clerk = await signedInStaff(world, harbor, { role: 'clerk' });
    const add = (customerRef: string) =>
      clerk.provider('POST', '/customers', {
        body: { customerRef, firstName: 'Ida', lastName: 'Moss' },
        key: randomUUID(),
      });
    expect((await add('T-1')).status).toBe(201);
    expect((await change(clerk.memberId, 'viewer')).body).toMatchObject({ role: 'viewer' });
    expect((await add('T-2')).code).toBe('ROLE_NOT_ALLOWED');
    expect((await clerk.provider('GET', '/customers')).status).toBe(200);
  });

  it('the last owner keeps the owner role', async () => {
    expect((await change(owner.memberId, 'clerk')).code).toBe('LAST_OWNER');
    // An invited owner who has not accepted does not count yet.
    await invited(newAddress(), 'owner');
    expect((await change(owner.memberId, 'clerk')).code).toBe('LAST_OWNER');
    const second = await signedInStaff(world, harbor, { role: 'owner' });
    expect((await change(second.memberId, 'viewer')).status).toBe(200);
    expect((await change(owner.memberId, 'clerk')).code).toBe('LAST_OWNER');
  });
});

describe('A removal (R47)', () => {
  it("a removal ends a member's sessions, links and passkeys immediately and deletes the address", async () => {
    const clerk = await signedInStaff(world, harbor, { role: 'clerk', name: 'Carlos Clarke' });
    await clerk.desk('requestSignIn', { body: { domain: harbor.domain, email: clerk.email } });
    await post.deliver();
    const { token, code } = await post.newestWayIn(clerk.email);
    const team = await remove(clerk.memberId);
    expect(team.body.data).toHaveLength(1);
    expect(team.body.former).toEqual([{ id: clerk.memberId, name: 'Carlos Clarke' }]);
    expect((await clerk.desk('getSession')).code).toBe('UNAUTHORIZED');
    expect((await clerk.provider('GET', '/invoices')).code).toBe('UNAUTHORIZED');
    expect((await accept(clerk, { token, code })).code).toBe('SIGN_IN_LINK_DEAD');
    expect((await remove(clerk.memberId)).code).toBe('NOT_FOUND');
    const { rows } = await world.deps.database.pool.query(
      'select email_sealed, email_hash from staff_members where id = $1',
      [clerk.memberId],
    );
    expect(rows).toEqual([{ email_sealed: null, email_hash: null }]);
    // The same address can be invited again, as a new member.
    const again = await invited(clerk.email);
    expect(again.answer.body.id).not.toBe(clerk.memberId);
  });

  it('a member cannot remove themself, the last owner or a member of another company', async () => {
    expect((await remove(owner.memberId)).code).toBe('USER_CAN_NOT_DELETE_ITSELF');
    const actor = { companyId: harbor.companyId, name: 'operator' };
    const last = { actor, memberId: owner.memberId };
    await expect(removeMember(world.deps, last)).rejects.toMatchObject({ code: 'LAST_OWNER' });
    const summit = await world.company();
    const theirs = await signedInStaff(world, summit, { role: 'viewer' });
    expect((await remove(theirs.memberId)).code).toBe('NOT_FOUND');
    expect((await change(theirs.memberId, 'owner')).code).toBe('NOT_FOUND');
    expect((await theirs.desk('getSession')).status).toBe(200);
  });

  it('an owner sees the sessions of the team and ends one; other roles and companies do not', async () => {
    const clerk = await signedInStaff(world, harbor, { role: 'clerk', name: 'Carla' });
    const summit = await world.company();
    const theirs = await signedInStaff(world, summit, { role: 'clerk' });
    expect((await clerk.desk('listTeamSessions')).code).toBe('ROLE_NOT_ALLOWED');
    const { data } = (await owner.desk('listTeamSessions')).body;
    const carla = data.find(({ member }: TeamSession) => member.name === 'Carla');
    expect(carla).toMatchObject({
      member: { role: 'clerk' },
      isThisOne: false,
      secondFactorAt: null,
    });
    const [foreign] = (await theirs.desk('listSessions')).body.data;
    const end = (sessionId: string) => owner.desk('removeTeamSession', { params: { sessionId } });
    expect((await end(foreign.id)).code).toBe('NOT_FOUND');
    expect((await theirs.desk('getSession')).status).toBe(200);
    const left = (await end(carla.id)).body.data;
    expect(left.map(({ id }: TeamSession) => id)).not.toContain(carla.id);
    expect((await clerk.desk('getSession')).code).toBe('UNAUTHORIZED');
    expect((await end(carla.id)).code).toBe('NOT_FOUND');
  });

  it('one owner remains when two owners remove each other concurrently', async () => {
    const second = await signedInStaff(world, harbor, { role: 'owner' });
    await proveNow(world, second.memberId);
    const answers = await Promise.all([
      remove(second.memberId),
      second.desk('removeMember', { params: { memberId: owner.memberId } }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await world.deps.database.pool.query(
      `select id from staff_members where company_id = $1 and role = 'owner' and removed_at is null`,
      [harbor.companyId],
    );
    expect(rows).toHaveLength(1);
  });
});

describe('Data of staff (R54)', () => {
  it('staff names and addresses are sealed, and an address is found in upper or lower case', async () => {
    const email = newAddress();
    await invited(email);
    const { rows } = await world.deps.database.pool.query<{ row: string }>(
      'select m::text as row from staff_members m where company_id = $1',
      [harbor.companyId],
    );
    for (const { row } of rows) {
      expect(row).not.toContain('Carlos');
      expect(row).not.toContain('@');
    }
    const actor = { companyId: harbor.companyId, name: 'operator' };
    const again = { name: 'Carlos', email: email.toUpperCase(), role: 'clerk' } as const;
    const member = await inviteMember(world.deps, actor, again);
    expect(member.email).toBe(email);
  });

  it('expired sessions and links are deleted, and a removed member is deleted with the audit trail', async () => {
    const clerk = await signedInStaff(world, harbor, { role: 'clerk' });
    await remove(clerk.memberId);
    const { database } = world.deps;
    const readCount = async (table: string, column: string) => {
      const { rows } = await database.pool.query(`select from ${table} where ${column} = $1`, [
        clerk.memberId,
      ]);
      return rows.length;
    };
    const later = addMs(clock.now(), 8 * DAY_MS);
    await deleteExpired(database, 'sessions', later);
    expect(await readCount('staff_sessions', 'member_id')).toBe(0);
    expect(await readCount('staff_sign_ins', 'member_id')).toBe(0);
    expect(await readCount('staff_members', 'id')).toBe(1);
    await deleteExpired(database, 'audit', later);
    expect(await readCount('staff_members', 'id')).toBe(0);
  });
});
