/**
 * Staying signed in on a device (R20): the token is replaced at every use, a copied token ends the device, and the
 * device is listed.
 */

import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addMs, fixedClock } from '../../src/kernel/clock.ts';
import type { TestCompany } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import { addContact, toMailbox } from '../world/mailbox.ts';
import { createVisitor } from '../world/visitor.ts';
import { START, useWorld } from '../world/world.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0.0.0 Safari/537.36';

const clock = fixedClock(START);
let harbor: TestCompany;
let email: string;

const world = useWorld({ clock });
const post = forFile(async () => toMailbox(world));
beforeEach(async () => {
  harbor = await world.company();
  email = `maya-${randomUUID()}@example.com`;
  await addContact(world, harbor, { value: email });
});

const pass = (ms: number) => clock.travelTo(addMs(clock.now(), ms));

type Browser = ReturnType<typeof createVisitor>;

async function signedIn(
  isKept = true,
  browser = createVisitor(world.url),
  { domain }: TestCompany = harbor,
) {
  const body = { email, domain, isLocal: false, isKept };
  await browser.call('debtor/-/send-email', { method: 'POST', body });
  await post.deliver();
  const { code } = await post.newestWayIn(email);
  const headers = { 'user-agent': CHROME };
  const answer = await browser.call('debtor/auth/code', {
    method: 'POST',
    body: { domain, code },
    headers,
  });
  return { browser, bearer: answer.token ?? '' };
}

const listSchema = z.object({
  devices: z
    .array(
      z.object({
        id: z.string(),
        browser: z.string().nullable(),
        system: z.string().nullable(),
        isThisOne: z.boolean(),
      }),
    )
    .optional(),
});

const toToken = (browser: Browser) => browser.jar.get('DeviceToken');

async function toDevices(bearer: string, remove?: string) {
  const path = `${world.url}/api/portal/debtor/devices${remove ? `/${remove}` : ''}`;
  const answer = await fetch(path, {
    method: remove ? 'DELETE' : 'GET',
    headers: { authorization: `Bearer ${bearer}` },
  });
  const { devices = [] } = listSchema.parse(await answer.json());
  return { status: answer.status, devices };
}

describe('A device that stays signed in (R20)', () => {
  it('a remembered device opens a new session after the old session ends, with a new token each time', async () => {
    const { browser } = await signedIn();
    const first = toToken(browser);
    pass(13 * HOUR_MS);
    expect((await browser.reload(harbor.domain)).status).toBe(200);
    const second = toToken(browser);
    expect(second).not.toBe(first);
    pass(89 * DAY_MS);
    expect((await browser.reload(harbor.domain)).status).toBe(200);
    pass(91 * DAY_MS);
    expect((await browser.reload(harbor.domain)).status).toBe(401);
  });

  it('a device token is hidden from scripts and other sites, and stored only on request', async () => {
    const browser = createVisitor(world.url);
    await signedIn(true, browser);
    expect(toToken(browser)).toMatch(/^[0-9a-f-]{36}\.[\w-]{65}$/);
    pass(13 * HOUR_MS);
    const { setCookies } = await browser.reload(harbor.domain);
    const line = setCookies.find((each) => each.startsWith('DeviceToken='));
    expect(line).toMatch(/Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    await signedIn(false, browser);
    expect(toToken(browser)).toBeUndefined();
    pass(13 * HOUR_MS);
    expect((await browser.reload(harbor.domain)).status).toBe(401);
  });

  it('a browser stays signed in at two companies at once, and signing out at one keeps the other', async () => {
    const { browser } = await signedIn();
    const other = await world.company();
    await addContact(world, other, { value: email });
    await signedIn(true, browser, other);
    pass(13 * HOUR_MS);
    expect((await browser.reload(harbor.domain)).status).toBe(200);
    expect((await browser.reload(other.domain)).status).toBe(200);
    const { token = '' } = await browser.reload(other.domain);
    const headers = { authorization: `Bearer ${token}` };
    await browser.call('debtor/logout', { method: 'POST', headers });
    expect((await browser.reload(other.domain)).status).toBe(401);
    expect((await browser.reload(harbor.domain)).status).toBe(200);
  });

  it('a resumed device ends its own previous session and that of the replaced cookie, not that of another device', async () => {
    const { browser, bearer: atHarbor } = await signedIn();
    const other = await world.company();
    await addContact(world, other, { value: email });
    await signedIn(true, browser, other);
    expect((await toDevices(atHarbor)).status).toBe(200);
    const { token: again = '' } = await browser.reload(harbor.domain);
    expect((await toDevices(atHarbor)).status).toBe(401);
    const { bearer: once } = await signedIn(false, browser, other);
    expect((await toDevices(again)).status).toBe(200);
    expect((await browser.reload(harbor.domain)).status).toBe(200);
    expect((await toDevices(once)).status).toBe(401);
  });

  it('the reuse of an old token ends the device and its sessions', async () => {
    const { browser } = await signedIn();
    const stolen = toToken(browser) ?? '';
    pass(13 * HOUR_MS);
    await browser.reload(harbor.domain);
    pass(13 * HOUR_MS);
    const { token: bearer = '' } = await browser.reload(harbor.domain);
    const thief = createVisitor(world.url);
    thief.jar.set('DeviceToken', stolen);
    expect((await thief.reload(harbor.domain)).status).toBe(401);
    expect((await toDevices(bearer)).status).toBe(401);
    browser.jar.delete('AccessToken');
    expect((await browser.reload(harbor.domain)).status).toBe(401);
  });

  it('a device stays signed in after a lost response and with two tabs that open concurrently', async () => {
    const { browser } = await signedIn();
    const before = toToken(browser) ?? '';
    pass(13 * HOUR_MS);
    await browser.reload(harbor.domain);
    const tab = createVisitor(world.url);
    tab.jar.set('DeviceToken', before);
    expect(await tab.reload(harbor.domain)).toMatchObject({ status: 200 });
    expect(toToken(tab)).toBe(before);
    // The response with the new token was lost. The old token works until the new one is used.
    pass(HOUR_MS);
    tab.jar.delete('AccessToken');
    expect(await tab.reload(harbor.domain)).toMatchObject({ status: 200 });
    expect(toToken(tab)).not.toBe(before);
  });

  it('a device is listed with its browser and last use, and can be signed out from another device', async () => {
    const { bearer } = await signedIn();
    const { browser: other } = await signedIn();
    const { devices } = await toDevices(bearer);
    expect(devices).toHaveLength(2);
    expect(devices[0]).toMatchObject({ browser: 'Chrome', system: 'Windows' });
    const foreign = devices.find(({ isThisOne }) => !isThisOne)?.id ?? '';
    expect((await toDevices(bearer, foreign)).devices).toHaveLength(1);
    expect((await toDevices(bearer, foreign)).status).toBe(404);
    other.jar.delete('AccessToken');
    expect((await other.reload(harbor.domain)).status).toBe(401);
  });

  it('a device ends on sign-out and does not count as a recent sign-in', async () => {
    const here = await signedIn();
    const there = await signedIn();
    const headers = { authorization: `Bearer ${there.bearer}` };
    await there.browser.call('debtor/logout', { method: 'POST', headers });
    expect(toToken(there.browser)).toBeUndefined();
    expect((await toDevices(here.bearer)).devices).toHaveLength(1);
    pass(13 * HOUR_MS);
    const { token = '' } = await here.browser.reload(harbor.domain);
    const added = await fetch(`${world.url}/api/portal/contact`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'EMAIL', value: 'new@example.com' }),
    });
    expect(await added.json()).toMatchObject({ message: 'SIGN_IN_AGAIN' });
    await here.browser.call('debtor/logout-everywhere', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    here.browser.jar.delete('AccessToken');
    expect((await here.browser.reload(harbor.domain)).status).toBe(401);
  });
});
