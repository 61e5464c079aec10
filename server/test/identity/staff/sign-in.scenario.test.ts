/**
 * Staff sign-in to the console (R73): by an emailed link or code, in the same or another browser, until the session
 * ends.
 */

import { randomUUID } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { addMs, fixedClock } from '../../../src/kernel/clock.ts';
import type { TestCompany } from '../../world/company.ts';
import { type DeskBrowser, deskBrowser, signedInStaff } from '../../world/desk-browser.ts';
import { forFile } from '../../world/for-file.ts';
import { toMailbox } from '../../world/mailbox.ts';
import { START, useWorld } from '../../world/world.ts';

const clock = fixedClock(START);
let harbor: TestCompany;
let email: string;

const world = useWorld({ clock });
const post = forFile(async () => toMailbox(world));
beforeEach(async () => {
  harbor = await world.company();
  email = `olivia-${randomUUID()}@example.com`;
  await signedInStaff(world, harbor, { role: 'owner', email, name: 'Olivia Owens' });
  await post.deliver();
});

const pass = (ms: number) => clock.travelTo(addMs(clock.now(), ms));

async function asked(typed = email) {
  const browser = deskBrowser(world, harbor.domain);
  const answer = await browser.desk('requestSignIn', {
    body: { domain: harbor.domain, email: typed },
  });
  await post.deliver();
  return { browser, answer, ...(await post.newestWayIn(email)) };
}

const complete = (browser: DeskBrowser, proof: { token?: string; code?: string }) =>
  browser.desk('completeSignIn', { body: { domain: harbor.domain, ...proof } });

const wrongCode = (code: string) => (code === '000000' ? '111111' : '000000');

describe('Signing in to the console (R73)', () => {
  it('a console sign-in returns the same response for anyone and sends email only to a member', async () => {
    const own = await asked(email.toUpperCase());
    const inbox = (await post.inbox(email)).length;
    const other = await asked('nobody@example.com');
    const nowhere = await own.browser.desk('requestSignIn', { body: { domain: 'nobody', email } });
    for (const { status, body } of [own.answer, other.answer, nowhere]) {
      expect([status, body]).toEqual([200, { success: true }]);
    }
    expect(other.answer.setCookies.length).toBe(own.answer.setCookies.length);
    expect(await post.deliver()).toBe(0);
    expect((await post.inbox(email)).length).toBe(inbox);
  });

  it('a console link signs in the requesting browser once, with a same-site cookie', async () => {
    const { browser, token } = await asked();
    const answer = await complete(browser, { token });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      member: { name: 'Olivia Owens', email, role: 'owner' },
      company: { domain: harbor.domain, timeZone: 'America/New_York' },
      scopes: ['read', 'write', 'money', 'manage'],
      secondFactorUntil: null,
      passkeyCount: 0,
      isDemo: false,
    });
    const [cookie = ''] = answer.setCookies.filter((line) => line.startsWith('__Host-desk='));
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/', 'Max-Age=604800']) {
      expect(cookie).toContain(part);
    }
    expect(cookie).not.toContain('Domain');
    expect((await browser.desk('getSession')).status).toBe(200);
    expect((await browser.provider('GET', '/invoices')).status).toBe(200);
    expect((await complete(browser, { token })).code).toBe('SIGN_IN_LINK_DEAD');
  });

  it('a console link in another browser requires the code and allows five guesses', async () => {
    const { token, code } = await asked();
    const other = deskBrowser(world, harbor.domain);
    expect((await complete(other, { token })).code).toBe('SIGN_IN_CODE_NEEDED');
    expect((await complete(other, { token, code: wrongCode(code) })).code).toBe(
      'SIGN_IN_CODE_WRONG',
    );
    expect((await complete(other, { token, code })).status).toBe(200);

    const next = await asked();
    for (let tries = 0; tries < 5; tries += 1) {
      await complete(other, { token: next.token, code: wrongCode(next.code) });
    }
    const late = await complete(other, { token: next.token, code: next.code });
    expect(late.code).toBe('SIGN_IN_LINK_DEAD');
  });

  it('the code alone signs in only the requesting browser', async () => {
    const { browser, code } = await asked();
    expect((await complete(deskBrowser(world, harbor.domain), { code })).code).toBe(
      'SIGN_IN_LINK_DEAD',
    );
    expect((await complete(browser, { code: wrongCode(code) })).code).toBe('SIGN_IN_CODE_WRONG');
    expect((await complete(browser, { code })).status).toBe(200);
  });

  it('a wrong code gets the same responses for an unknown person and for a member', async () => {
    const stranger = (await asked('nobody@example.com')).browser;
    const answers = [];
    for (let tries = 0; tries < 6; tries += 1) {
      answers.push((await complete(stranger, { code: '123456' })).code);
    }
    expect(answers).toEqual([
      ...Array.from({ length: 4 }, () => 'SIGN_IN_CODE_WRONG'),
      'SIGN_IN_LINK_DEAD',
      'SIGN_IN_LINK_DEAD',
    ]);
  });

  it('a console link works for 10 minutes and only at its own company', async () => {
    const { browser, token } = await asked();
    const summit = await world.company();
    const elsewhere = await browser.desk('completeSignIn', {
      body: { domain: summit.domain, token },
    });
    expect(elsewhere.code).toBe('SIGN_IN_LINK_DEAD');
    pass(10 * MINUTE_MS);
    expect((await complete(browser, { token })).code).toBe('SIGN_IN_LINK_DEAD');
  });

  it('a console session ends after 12 hours of inactivity or after 7 days', async () => {
    const idle = await signedInStaff(world, harbor, { role: 'clerk' });
    pass(12 * HOUR_MS - 1000);
    expect((await idle.desk('getSession')).status).toBe(200);
    pass(12 * HOUR_MS);
    expect((await idle.desk('getSession')).code).toBe('UNAUTHORIZED');

    const busy = await signedInStaff(world, harbor, { role: 'clerk' });
    for (let hours = 0; hours < 7 * 24; hours += 8) {
      expect((await busy.desk('getSession')).status).toBe(200);
      pass(8 * HOUR_MS);
    }
    expect((await busy.desk('getSession')).code).toBe('UNAUTHORIZED');
    expect((await busy.provider('GET', '/invoices')).code).toBe('UNAUTHORIZED');
  });

  it('a console cookie is refused without the header of the console, or from another site', async () => {
    const { desk, provider } = await signedInStaff(world, harbor, { role: 'owner' });
    const summit = await world.company();
    for (const headers of [
      { 'x-quittance-desk': '' },
      { 'x-quittance-desk': summit.domain },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
    ]) {
      expect((await desk('getSession', { headers })).code).toBe('UNAUTHORIZED');
      expect((await provider('GET', '/company', { headers })).code).toBe('UNAUTHORIZED');
    }
    expect((await desk('getSession', { headers: { origin: 'http://portal.test' } })).status).toBe(
      200,
    );
    const evil = deskBrowser(world, harbor.domain);
    const body = { domain: harbor.domain, email };
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await evil.desk('requestSignIn', { body, headers })).code).toBe('UNAUTHORIZED');
  });

  it('a member sees and ends only their own sessions', async () => {
    const first = await asked();
    await complete(first.browser, { token: first.token });
    const second = await asked();
    await complete(second.browser, { token: second.token });
    const colleague = await signedInStaff(world, harbor, { role: 'clerk' });
    const [theirs] = (await colleague.desk('listSessions')).body.data;
    const { data } = (await second.browser.desk('listSessions')).body;
    const other = data.find((session: { isThisOne: boolean }) => !session.isThisOne);
    const end = (sessionId: string) =>
      second.browser.desk('removeSession', { params: { sessionId } });
    expect((await end(theirs.id)).code).toBe('NOT_FOUND');
    for (const { id } of data.filter((session: { isThisOne: boolean }) => !session.isThisOne)) {
      expect((await end(id)).status).toBe(200);
    }
    expect((await end(other.id)).code).toBe('NOT_FOUND');
    expect((await first.browser.desk('getSession')).code).toBe('UNAUTHORIZED');
    expect((await colleague.desk('getSession')).status).toBe(200);
    const out = await second.browser.desk('endSession');
    expect(out.status).toBe(200);
    expect((await second.browser.desk('getSession')).code).toBe('UNAUTHORIZED');
  });

  it('a sign-in ends the previous session of the browser, even at another company', async () => {
    const summit = await world.company();
    const elsewhere = await signedInStaff(world, summit, { role: 'owner' });
    const { token, code } = await asked();
    const before = elsewhere.jar.get('__Host-desk') ?? '';
    const body = { domain: harbor.domain, token, code };
    expect((await elsewhere.desk('completeSignIn', { body })).status).toBe(200);
    const thief = deskBrowser(world, summit.domain);
    thief.jar.set('__Host-desk', before);
    expect((await thief.desk('getSession')).code).toBe('UNAUTHORIZED');
  });

  it('each sign-in and its end is written to the audit trail without an address', async () => {
    const { browser, token } = await asked();
    await complete(browser, { token });
    await browser.desk('endSession');
    const { rows } = await world.deps.database.pool.query<{ action: string; line: string }>(
      `select action, actor || ' ' || detail::text as line from audit
       where company_id = $1 and actor like 'staff:%' order by id`,
      [harbor.companyId],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'staff.joined',
      'staff.signed_in',
      'staff.sign_in_mailed',
      'staff.signed_in',
      'staff.signed_out',
    ]);
    for (const { line } of rows) expect(line).not.toContain(email);
  });
});
