/** Customer passkeys (R63) with a software authenticator: adding, using, naming, removing and refusing them. */

import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@quittance/contract/durations';
import {
  passkeyCreationSchema,
  passkeyRequestSchema,
} from '@quittance/contract/identity/passkey-schemas';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sweepSessions } from '../../../src/identity/session.ts';
import { addMs, fixedClock } from '../../../src/kernel/clock.ts';
import { type Authenticator, createAuthenticator, type Quirks } from '../../world/authenticator.ts';
import type { TestCompany } from '../../world/company.ts';
import { addContact, toMailbox } from '../../world/mailbox.ts';
import { type Caller, signIn } from '../../world/signed-in.ts';
import { createVisitor } from '../../world/visitor.ts';
import { START, useWorld } from '../../world/world.ts';

const NOT_VALID = { status: 422, message: 'PASSKEY_NOT_VALID' };
const NOT_ADDED = { code: 422, message: 'PASSKEY_NOT_ADDED' };

const clock = fixedClock(START);
let harbor: TestCompany;
let customer: Caller;
let key: Authenticator;

const newAuthenticator = () => createAuthenticator(new URL(world.deps.publicUrl).origin);
const pass = (ms: number) => clock.travelTo(addMs(clock.now(), ms));

const world = useWorld({ clock });
beforeEach(async () => {
  harbor = await world.company();
  customer = await signIn(world, harbor);
  key = newAuthenticator();
});

const listSchema = z.object({
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      lastUsedAt: z.string().nullable(),
      isBlocked: z.boolean(),
    }),
  ),
});

async function creation(caller = customer) {
  const answer = await caller.call({ method: 'GET', path: 'debtor/passkeys/new' });
  return z.object({ creation: passkeyCreationSchema }).parse(answer).creation;
}

const send = (passkey: object, caller = customer) =>
  caller.call({ method: 'POST', path: 'debtor/passkeys', body: { passkey } });

async function add(authenticator = key, quirks: Quirks = {}, caller = customer) {
  return send(authenticator.create(await creation(caller), quirks), caller);
}

async function list(caller = customer) {
  const answer = await caller.call({ method: 'GET', path: 'debtor/passkeys' });
  return listSchema.parse(answer).passkeys;
}

async function request({ domain }: TestCompany = harbor) {
  const answer = await createVisitor(world.url).call(`debtor/auth/passkey?domain=${domain}`);
  return z.object({ request: passkeyRequestSchema }).parse(answer).request;
}

function enter(
  passkey: object,
  { domain }: TestCompany = harbor,
  browser = createVisitor(world.url),
) {
  const body = { domain, passkey };
  return browser.call('debtor/auth/passkey', { method: 'POST', body });
}

const use = async (quirks: Quirks = {}) => enter(key.use(await request(), quirks));

async function audited(action: string): Promise<number> {
  const { rows } = await world.deps.database.pool.query(
    'select 1 from audit where company_id = $1 and action = $2',
    [harbor.companyId, action],
  );
  return rows.length;
}

describe('A passkey (R63)', () => {
  it('a passkey signs in without an email and opens the same session as an emailed link', async () => {
    expect(await add()).toMatchObject({ code: 200 });
    const browser = createVisitor(world.url);
    const entered = await enter(key.use(await request()), harbor, browser);
    const { customerId, domain } = harbor;
    expect(entered).toMatchObject({ status: 200, success: true, customerId, domain });
    expect(entered.setCookies.find((line) => line.startsWith('AccessToken='))).toMatch(
      /HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(browser.jar.has('DeviceToken')).toBe(false);
    expect((await browser.reload(domain)).status).toBe(200);
    expect(await list()).toMatchObject([{ lastUsedAt: clock.now(), isBlocked: false }]);
    // This sign-in is recent, so another passkey may be added.
    const again: Caller = {
      authorization: `Bearer ${entered.token}`,
      call: async ({ path }) => {
        const headers = { authorization: `Bearer ${entered.token}` };
        return { ...(await browser.call(path, { headers })), code: 200 };
      },
    };
    expect((await creation(again)).excludeCredentials).toHaveLength(1);
  });

  it('a passkey sign-in keeps the browser signed in on request (R20)', async () => {
    await add();
    const browser = createVisitor(world.url);
    const body = { domain: harbor.domain, passkey: key.use(await request()), isKept: true };
    await browser.call('debtor/auth/passkey', { method: 'POST', body });
    expect(browser.jar.has('DeviceToken')).toBe(true);
  });

  it('a passkey is named after its browser, and only its owner can rename and remove it', async () => {
    await add();
    const [{ id = '' } = {}] = await list();
    const path = `debtor/passkeys/${id}`;
    const stranger = await signIn(world, await world.company());
    const renaming = { method: 'PUT', path, body: { name: ' Blue key ' } } as const;
    expect(await stranger.call(renaming)).toMatchObject({ code: 404 });
    expect(await stranger.call({ method: 'DELETE', path })).toMatchObject({ code: 404 });
    expect(await customer.call(renaming)).toMatchObject({ passkeys: [{ name: 'Blue key' }] });
    expect(await customer.call({ method: 'DELETE', path })).toMatchObject({ passkeys: [] });
    expect(await customer.call({ method: 'DELETE', path })).toMatchObject({ code: 404 });
    expect(await use()).toMatchObject(NOT_VALID);
  });

  it('a customer receives an email when a passkey is added and when a passkey is removed', async () => {
    const email = `maya-${randomUUID()}@example.com`;
    await addContact(world, harbor, { value: email });
    await add();
    const post = toMailbox(world);
    const subjects = async () => {
      await post.deliver();
      return (await post.inbox(email)).map(({ subject }) => subject).sort();
    };
    const added = `A passkey was added to your account with ${harbor.name}`;
    expect(await subjects()).toEqual([added]);
    const [{ id = '' } = {}] = await list();
    await customer.call({ method: 'DELETE', path: `debtor/passkeys/${id}` });
    const removed = `A passkey was removed from your account with ${harbor.name}`;
    expect(await subjects()).toEqual([added, removed]);
    // The second call removes nothing.
    await customer.call({ method: 'DELETE', path: `debtor/passkeys/${id}` });
    expect(await subjects()).toEqual([added, removed]);
  });

  it('a new passkey requires a recent sign-in', async () => {
    const open = await creation();
    await world.deps.database.pool.query(
      `update sessions set
         created_at = ((created_at at time zone 'UTC') - interval '11 minutes') at time zone 'UTC'
       where company_id = $1`,
      [harbor.companyId],
    );
    const answer = await customer.call({ method: 'GET', path: 'debtor/passkeys/new' });
    expect(answer).toMatchObject({ code: 403, message: 'SIGN_IN_AGAIN' });
    expect(await send(newAuthenticator().create(open))).toMatchObject({ code: 403 });
  });

  it('a customer can have up to ten passkeys', async () => {
    for (let count = 0; count < 10; count += 1) {
      expect(await add(newAuthenticator())).toMatchObject({ code: 200 });
    }
    const path = 'debtor/passkeys/new';
    expect(await customer.call({ method: 'GET', path })).toMatchObject({
      code: 409,
      message: 'PASSKEYS_MAX_10',
    });
  });
});

describe('Refusal of a new passkey (R63)', () => {
  it.each<[string, Quirks]>([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['made in a frame of another site', { isCrossOrigin: true }],
    ['without a check of the user', { isUserVerified: false }],
    ['with a certificate', { isAttested: true }],
    ['for a made-up challenge', { challenge: 'bm90IG91cnM' }],
  ])('a passkey ceremony %s is refused', async (_, quirks) => {
    expect(await add(key, quirks)).toMatchObject(NOT_ADDED);
    expect(await list()).toEqual([]);
  });

  it('a new passkey is refused for an expired, foreign or sign-in challenge', async () => {
    const stranger = await signIn(world, await world.company());
    expect(await send(key.create(await creation(stranger)))).toMatchObject(NOT_ADDED);
    const { challenge } = await request();
    expect(await add(key, { challenge })).toMatchObject(NOT_ADDED);
    const open = await creation();
    pass(6 * MINUTE_MS);
    expect(await send(key.create(open))).toMatchObject(NOT_ADDED);
  });

  it('a new passkey is refused the second time it is submitted', async () => {
    const passkey = key.create(await creation());
    const answers = await Promise.all([send(passkey), send(passkey)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422]);
    const [{ id = '' } = {}] = await list();
    await customer.call({ method: 'DELETE', path: `debtor/passkeys/${id}` });
    expect(await send(passkey)).toMatchObject(NOT_ADDED);
  });
});

describe('Refusal of a passkey sign-in (R63)', () => {
  beforeEach(async () => {
    await add();
  });

  it.each<[string, Quirks]>([
    ['on a page of another site', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['in a frame of another site', { isCrossOrigin: true }],
    ['without a check of the user', { isUserVerified: false }],
    ['with another key', { isForged: true }],
    ['for a made-up challenge', { challenge: 'bm90IG91cnM' }],
  ])('a passkey ceremony %s is refused', async (_, quirks) => {
    expect(await use(quirks)).toMatchObject(NOT_VALID);
    expect(await audited('passkey.cloned')).toBe(0);
    expect(await use()).toMatchObject({ status: 200 });
  });

  it('a passkey sign-in at another company is refused, whichever company issued the challenge', async () => {
    const summit = await world.company();
    expect(await enter(key.use(await request(summit)), summit)).toMatchObject(NOT_VALID);
    expect(await enter(key.use(await request(harbor)), summit)).toMatchObject(NOT_VALID);
    expect(await enter(key.use(await request(summit)), harbor)).toMatchObject(NOT_VALID);
  });

  it('a replayed passkey sign-in is refused, both concurrently and later', async () => {
    const passkey = key.use(await request());
    const together = await Promise.all([1, 2, 3].map(() => enter(passkey)));
    expect(together.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await enter(passkey)).toMatchObject(NOT_VALID);
    await sweepSessions(world.deps);
    expect(await enter(passkey)).toMatchObject(NOT_VALID);
    expect(await audited('passkey.cloned')).toBe(0);
  });

  it('a passkey sign-in with an expired challenge is refused, before and after cleanup', async () => {
    const open = await request();
    pass(5 * MINUTE_MS);
    expect(await enter(key.use(open))).toMatchObject(NOT_VALID);
    await use();
    const spent = 'select 1 from spent_challenges where company_id = $1';
    const stored = () => world.deps.database.pool.query(spent, [harbor.companyId]);
    expect((await stored()).rows).not.toEqual([]);
    pass(5 * MINUTE_MS);
    await sweepSessions(world.deps);
    expect((await stored()).rows).toEqual([]);
  });

  it('a passkey whose counter decreases is blocked as a copy and recorded in the audit trail', async () => {
    expect(await use({ counter: 7 })).toMatchObject({ status: 200 });
    expect(await use({ counter: 7, isForged: true })).toMatchObject(NOT_VALID);
    expect(await audited('passkey.cloned')).toBe(0);
    expect(await use({ counter: 7 })).toMatchObject(NOT_VALID);
    expect(await audited('passkey.cloned')).toBe(1);
    expect(await use({ counter: 8 })).toMatchObject(NOT_VALID);
    expect(await list(await signIn(world, harbor))).toMatchObject([{ isBlocked: true }]);
  });

  it('a passkey sign-in from a page of another site is refused', async () => {
    const body = { domain: harbor.domain, passkey: key.use(await request()) };
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answer = await createVisitor(world.url).call('debtor/auth/passkey', {
      method: 'POST',
      body,
      headers,
    });
    expect(answer).toMatchObject({ status: 401 });
  });
});
