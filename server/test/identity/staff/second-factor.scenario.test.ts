/** The second factor (R74): a passkey used within the last 12 hours confirms actions that involve money. */

import { randomUUID } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { addMs, fixedClock } from '../../../src/kernel/clock.ts';
import { createAuthenticator } from '../../world/authenticator.ts';
import type { TestCompany } from '../../world/company.ts';
import { deskBrowser, ORIGIN, signedInStaff } from '../../world/desk-browser.ts';
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
  owner = await signedInStaff(world, harbor, { role: 'owner' });
});

const newAuthenticator = () => createAuthenticator(ORIGIN);
const pass = (ms: number) => clock.travelTo(addMs(clock.now(), ms));

async function recordCash(receiptNumber: string) {
  const { invoiceId } = await world.invoice(harbor);
  const body = { invoiceId, amount: 100, method: 'CASH', reference: receiptNumber };
  return owner.provider('POST', '/manual-payments', { body, key: randomUUID() });
}

describe('A second factor (R74)', () => {
  it('a second factor is required for money calls, but not for other reads and writes', async () => {
    expect((await recordCash('S-1')).code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await owner.desk('secondFactorOptions')).code).toBe('PASSKEY_MISSING');
    expect((await owner.provider('GET', '/payments')).status).toBe(200);
    const ida = { customerRef: 'S-1', firstName: 'Ida', lastName: 'Moss' };
    const added = await owner.provider('POST', '/customers', { body: ida, key: randomUUID() });
    expect(added.status).toBe(201);

    expect((await owner.addPasskey(newAuthenticator())).status).toBe(201);
    const { body: session } = await owner.desk('getSession');
    expect(session).toMatchObject({ passkeyCount: 1, firstPasskeyUntil: null });
    expect(session.secondFactorUntil).toBe(addMs(clock.now(), 12 * HOUR_MS));
    expect((await recordCash('S-2')).status).toBe(201);
  });

  it('a second factor is valid for 12 hours in one session', async () => {
    const laptop = newAuthenticator();
    await owner.addPasskey(laptop);
    for (let hours = 0; hours < 12; hours += 6) {
      expect((await recordCash(`H-${hours}`)).status).toBe(201);
      pass(6 * HOUR_MS);
    }
    expect((await recordCash('H-late')).code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await owner.desk('getSession')).body.secondFactorUntil).toBeNull();
    const proved = await owner.prove(laptop);
    expect(proved.body).toEqual({ secondFactorUntil: addMs(clock.now(), 12 * HOUR_MS) });
    expect((await recordCash('H-again')).status).toBe(201);

    const { email } = owner;
    const other = deskBrowser(world, harbor.domain);
    await other.desk('requestSignIn', { body: { domain: harbor.domain, email } });
    await post.deliver();
    const { token } = await post.newestWayIn(email);
    await other.desk('completeSignIn', { body: { domain: harbor.domain, token } });
    const key = { body: { name: 'ERP', scopes: ['read'] }, key: randomUUID() };
    expect((await other.provider('POST', '/keys', key)).code).toBe('SECOND_FACTOR_REQUIRED');
    // A fresh sign-in by email does not allow adding another passkey.
    expect((await other.addPasskey(newAuthenticator())).code).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('a second-factor response works once and only for its own challenge, session and site', async () => {
    const laptop = newAuthenticator();
    await owner.addPasskey(laptop);
    pass(HOUR_MS);
    const prove = (credential: unknown, browser = owner) =>
      browser.desk('proveSecondFactor', { body: { credential } });
    const readOptions = async () => (await owner.desk('secondFactorOptions')).body.options;

    const first = laptop.use(await readOptions());
    expect((await prove(first)).status).toBe(200);
    expect((await prove(first)).code).toBe('PASSKEY_NOT_VERIFIED');

    const replaced = laptop.use(await readOptions());
    const newest = laptop.use(await readOptions());
    expect((await prove(replaced)).code).toBe('PASSKEY_NOT_VERIFIED');
    expect(
      (await prove(laptop.use(await readOptions(), { origin: 'http://evil.test' }))).code,
    ).toBe('PASSKEY_NOT_VERIFIED');
    expect((await prove(newest)).code).toBe('PASSKEY_NOT_VERIFIED');

    const expired = laptop.use(await readOptions());
    pass(5 * MINUTE_MS);
    expect((await prove(expired)).code).toBe('PASSKEY_NOT_VERIFIED');

    const stolen = laptop.use(await readOptions());
    const clerk = await signedInStaff(world, harbor, { role: 'clerk' });
    const stranger = newAuthenticator();
    await clerk.addPasskey(stranger);
    expect((await prove(stolen, clerk)).code).toBe('PASSKEY_NOT_VERIFIED');
    expect((await prove(stranger.use(await readOptions()))).code).toBe('PASSKEY_NOT_VERIFIED');
    const { rows } = await world.deps.database.pool.query(
      `select from audit where company_id = $1 and action = 'staff.second_factor_refused'`,
      [harbor.companyId],
    );
    expect(rows.length).toBeGreaterThanOrEqual(7);
  });

  it('a security key whose counter decreases is blocked as a copy', async () => {
    const [token, phone] = [newAuthenticator(), newAuthenticator()];
    await owner.addPasskey(token);
    const { body: other } = await owner.addPasskey(phone);
    expect((await owner.prove(token)).status).toBe(200);
    expect((await owner.prove(token)).status).toBe(200);
    expect((await owner.prove(token, { counter: 1 })).code).toBe('PASSKEY_NOT_VERIFIED');
    // Although the counter increases again, the passkey stays blocked. Only the other passkey is requested.
    for (let use = 0; use < 3; use += 1) {
      expect((await owner.prove(token)).code).toBe('PASSKEY_NOT_VERIFIED');
    }
    const { options } = (await owner.desk('secondFactorOptions')).body;
    expect(options.allowCredentials).toHaveLength(1);
    expect((await owner.prove(phone)).status).toBe(200);
    const { data } = (await owner.desk('listPasskeys')).body;
    const blocked = data.filter(({ isBlocked }: { isBlocked: boolean }) => isBlocked);
    expect(blocked).toHaveLength(1);
    const { rows } = await world.deps.database.pool.query(
      `select subject from audit where company_id = $1 and action = 'staff.passkey_cloned'`,
      [harbor.companyId],
    );
    expect(rows).toEqual([{ subject: `passkey:${blocked[0].id}` }]);
    // A blocked passkey still counts: the next passkey is not treated as the first one.
    await owner.desk('removePasskey', { params: { passkeyId: other.id } });
    expect((await owner.desk('secondFactorOptions')).code).toBe('PASSKEY_MISSING');
    pass(12 * HOUR_MS - MINUTE_MS);
    await owner.desk('getSession');
    pass(MINUTE_MS);
    expect((await owner.addPasskey(newAuthenticator())).code).toBe('SECOND_FACTOR_REQUIRED');
  });
});

describe('Passkeys of staff (R74)', () => {
  it('the first staff passkey is added within 10 minutes of a sign-in by email', async () => {
    pass(10 * MINUTE_MS);
    expect((await owner.addPasskey(newAuthenticator())).code).toBe('RECENT_SIGN_IN_REQUIRED');
    const fresh = await signedInStaff(world, harbor, { role: 'clerk' });
    pass(9 * MINUTE_MS);
    expect((await fresh.addPasskey(newAuthenticator())).status).toBe(201);
  });

  it('a change of staff passkeys requires the second factor and sends an email', async () => {
    const [laptop, phone] = [newAuthenticator(), newAuthenticator()];
    await owner.addPasskey(laptop, 'Work laptop');
    expect((await owner.addPasskey(laptop, 'Again', { isAgain: true })).code).toBe(
      'PASSKEY_NOT_VERIFIED',
    );
    pass(MINUTE_MS);
    expect((await owner.addPasskey(phone, 'Phone')).status).toBe(201);
    const { data } = (await owner.desk('listPasskeys')).body;
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Work laptop', 'Phone']);
    const removeFirst = () => owner.desk('removePasskey', { params: { passkeyId: data[0].id } });
    // A call in between keeps the session alive.
    pass(6 * HOUR_MS);
    await owner.desk('getSession');
    pass(6 * HOUR_MS);
    expect((await removeFirst()).code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await owner.prove(phone)).status).toBe(200);
    expect((await removeFirst()).body.data).toHaveLength(1);
    expect((await removeFirst()).code).toBe('NOT_FOUND');
    const gone = await owner.desk('proveSecondFactor', {
      body: {
        credential: laptop.use((await owner.desk('secondFactorOptions')).body.options),
      },
    });
    expect(gone.code).toBe('PASSKEY_NOT_VERIFIED');
    await post.deliver();
    const subjects = (await post.inbox(owner.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('A passkey was'))).toHaveLength(3);
  });

  it("passkey names are sealed, and a member cannot see or remove another member's passkeys", async () => {
    await owner.addPasskey(newAuthenticator(), 'Work laptop of Olivia');
    const [passkey] = (await owner.desk('listPasskeys')).body.data;
    const second = await signedInStaff(world, harbor, { role: 'owner' });
    await second.addPasskey(newAuthenticator());
    const params = { passkeyId: passkey.id };
    expect((await second.desk('removePasskey', { params })).code).toBe('NOT_FOUND');
    expect((await second.desk('listPasskeys')).text).not.toContain(passkey.id);
    const { rows } = await world.deps.database.pool.query<{ row: string }>(
      'select p::text as row from staff_passkeys p where company_id = $1',
      [harbor.companyId],
    );
    for (const { row } of rows) expect(row).not.toContain('Olivia');
  });
});
