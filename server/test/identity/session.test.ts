/** The session after signing in (R20): its cookie, its bearer token, their lifetimes and how they end. */

import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { sweepSessions } from '../../src/identity/session.ts';
import { addMs, fixedClock } from '../../src/kernel/clock.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import { addContact, toMailbox } from '../world/mailbox.ts';
import { createVisitor } from '../world/visitor.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);
let harbor: TestCompany;
let invoice: TestInvoice;
let email: string;

const world = useWorld({ clock });
const post = forFile(async () => toMailbox(world));
beforeEach(async () => {
  harbor = await world.company();
  invoice = await world.invoice(harbor);
  email = `maya-${randomUUID()}@example.com`;
  await addContact(world, harbor, { value: email });
});

/** Moves only the clock of this test, because no processor is involved. */
const pass = (ms: number) => clock.travelTo(addMs(clock.now(), ms));

async function signedIn(browser = createVisitor(world.url)) {
  await browser.askForMail(harbor.domain, email);
  await post.deliver();
  const { token } = await post.newestWayIn(email);
  const answer = await browser.openLink(token);
  return { browser, answer, bearer: answer.token ?? '' };
}

async function mayAsk(bearer: string): Promise<boolean> {
  const answer = await fetch(`${world.url}/api/portal/request/${invoice.requestId}/status`, {
    headers: { authorization: `Bearer ${bearer}` },
  });
  expect([200, 401]).toContain(answer.status);
  return answer.status === 200;
}

const signOut = (browser: ReturnType<typeof createVisitor>, path: string, bearer: string) =>
  browser.call(path, { method: 'POST', headers: { authorization: `Bearer ${bearer}` } });

describe('The cookie AccessToken (R20)', () => {
  it('the session cookie is hidden from scripts and other sites, and differs from the bearer', async () => {
    const { answer, bearer, browser } = await signedIn();
    const line = answer.setCookies.find((each) => each.startsWith('AccessToken='));
    expect(line?.replace(/=[\w-]{65};/, '=…;')).toBe(
      'AccessToken=…; Max-Age=43200; Path=/; HttpOnly; Secure; SameSite=Strict',
    );
    expect(browser.jar.get('AccessToken')).not.toBe(bearer);
    expect(await mayAsk(browser.jar.get('AccessToken') ?? '')).toBe(false);
    expect(await mayAsk(bearer)).toBe(true);
  });

  it('a session issues a bearer only to pages of its own company', async () => {
    const northwind = await world.company();
    const { browser, bearer } = await signedIn();
    const again = await browser.reload(harbor.domain);
    expect([again.status, again.customerId]).toEqual([200, harbor.customerId]);
    expect(again.token).not.toBe(bearer);
    expect((await browser.reload(northwind.domain)).status).toBe(401);
    expect((await createVisitor(world.url).reload(harbor.domain)).status).toBe(401);
    const foreign = { headers: { 'sec-fetch-site': 'same-site' } };
    expect((await browser.call('debtor/auth', foreign)).status).toBe(401);
  });

  it('a session cookie that is sent twice is refused', async () => {
    const { browser } = await signedIn();
    const other = await signedIn();
    const headers = { cookie: `${browser.cookie()}; ${other.browser.cookie()}` };
    expect((await createVisitor(world.url).call('debtor/auth', { headers })).status).toBe(401);
  });

  it('every exchange sets a new session cookie and ends the previous session', async () => {
    const { browser, bearer } = await signedIn();
    const before = browser.jar.get('AccessToken') ?? '';
    await signedIn(browser);
    expect(browser.jar.get('AccessToken')).not.toBe(before);
    const headers = { cookie: `AccessToken=${before}` };
    expect((await createVisitor(world.url).call('debtor/auth', { headers })).status).toBe(401);
    expect(await mayAsk(bearer)).toBe(false);
  });
});

describe('The lifetime of a session (R20)', () => {
  it('a bearer lasts ten minutes, after which the cookie issues a new bearer', async () => {
    const { browser, bearer } = await signedIn();
    pass(9 * MINUTE_MS);
    expect(await mayAsk(bearer)).toBe(true);
    pass(MINUTE_MS);
    expect(await mayAsk(bearer)).toBe(false);
    const { token } = await browser.reload();
    expect(await mayAsk(token ?? '')).toBe(true);
  });

  it('a session ends after half an hour without a call', async () => {
    const { browser } = await signedIn();
    pass(29 * MINUTE_MS);
    expect((await browser.reload()).status).toBe(200);
    pass(29 * MINUTE_MS);
    expect((await browser.reload()).status).toBe(200);
    pass(30 * MINUTE_MS);
    expect((await browser.reload()).status).toBe(401);
  });

  it('a session ends after twelve hours regardless of activity', async () => {
    const { browser } = await signedIn();
    for (let step = 0; step < 28; step += 1) {
      pass(25 * MINUTE_MS);
      expect((await browser.reload()).status).toBe(200);
    }
    pass(20 * MINUTE_MS);
    expect((await browser.reload()).status).toBe(401);
  });

  it('an expired session never stays open', async () => {
    await signedIn();
    pass(31 * MINUTE_MS);
    expect(await sweepSessions(world.deps)).toBeGreaterThan(0);
    const { rows } = await world.deps.database.pool.query(
      'select id from sessions where revoked_at is null',
    );
    expect(rows).toEqual([]);
  });
});

describe('Signing out (R20, product §4.18)', () => {
  it('a sign-out ends this session, clears the cookie and stored page data, and keeps other sessions', async () => {
    const here = await signedIn();
    const there = await signedIn();
    const answer = await signOut(here.browser, 'debtor/logout', here.bearer);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"');
    expect(here.browser.jar.has('AccessToken')).toBe(false);
    expect(await mayAsk(here.bearer)).toBe(false);
    expect(await mayAsk(there.bearer)).toBe(true);
  });

  it('a sign-out can end all sessions of the customer', async () => {
    const here = await signedIn();
    const there = await signedIn();
    const answer = await signOut(here.browser, 'debtor/logout-everywhere', here.bearer);
    expect(answer.status).toBe(200);
    expect(await mayAsk(there.bearer)).toBe(false);
    expect((await there.browser.reload()).status).toBe(401);
  });

  it('a sign-out requires the bearer, and the cookie alone has no effect', async () => {
    const { browser, bearer } = await signedIn();
    expect((await browser.call('debtor/logout', { method: 'POST' })).status).toBe(401);
    expect(await mayAsk(bearer)).toBe(true);
  });
});
