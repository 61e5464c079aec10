/** A session that an identity provider opened lasts while the provider confirms it (R100). */
import { HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { recheckIdentities } from '../../../src/identity/recheck-identity.ts';
import type { DeskBrowser } from '../../world/desk-browser.ts';
import { useIdentityProvider } from '../../world/use-identity-provider.ts';

const { world, provider, harbor, owner, ...staff } = useIdentityProvider();
const { change, signIn, newMember } = staff;

/** The sessions of other tests are not checked. */
beforeEach(async () => {
  await world.deps.database.pool.query('update staff_sessions set identity_sealed = null');
});

/** Makes the time of every session pass, instead of the clock. */
async function pass(ms: number): Promise<void> {
  await world.deps.database.pool.query(
    `update staff_sessions set identity_check_at = identity_check_at - $1 * interval '1 ms',
      created_at = created_at - $1 * interval '1 ms', expires_at = expires_at - $1 * interval '1 ms'`,
    [ms],
  );
}

async function passAndCheck(ms: number): Promise<void> {
  await pass(ms);
  await recheckIdentities(world.deps);
}

const readStatus = async ({ desk }: DeskBrowser) => (await desk('getSession')).status;

async function entered() {
  await change();
  provider.lie({ isRefreshable: true });
  const person = await newMember();
  const { browser, status } = await signIn({ ...person, sub: person.email });
  expect(status).toBe(200);
  return { browser, sub: person.email };
}

async function readSession() {
  const { rows } = await world.deps.database.pool.query<Record<string, string | null>>(
    'select * from staff_sessions where company_id = $1 and identity_sealed is not null',
    [harbor().companyId],
  );
  return rows[0] ?? {};
}

describe('Sessions that an identity provider opened (R100)', () => {
  it('a member who is deactivated at the provider loses their session within an hour', async () => {
    const { browser, sub } = await entered();
    const other = await signIn(await newMember());
    for (let hour = 0; hour < 3; hour += 1) {
      for (let third = 0; third < 3; third += 1) await passAndCheck(20 * MINUTE_MS + 1000);
      expect(await readStatus(browser)).toBe(200);
    }
    provider.deactivate(sub);
    expect(await readStatus(browser)).toBe(200);
    await passAndCheck(21 * MINUTE_MS);
    expect(await readStatus(browser)).toBe(401);
    expect(await readStatus(other.browser)).toBe(200);
    const { rows } = await world.deps.database.pool.query(
      `select action from audit where company_id = $1 and action = 'staff.session_refused'`,
      [harbor().companyId],
    );
    expect(rows).toHaveLength(1);
  });

  it('the refresh token is sealed, is used once and is sent only to its provider', async () => {
    const { browser } = await entered();
    const before = await readSession();
    expect(before['identity_sealed']).toMatch(/^v2\./);
    await passAndCheck(21 * MINUTE_MS);
    expect((await readSession())['identity_sealed']).not.toBe(before['identity_sealed']);
    await change({ clientId: 'another client' });
    const count = provider.requests.length;
    await passAndCheck(21 * MINUTE_MS);
    expect(provider.requests).toHaveLength(count);
    await pass(HOUR_MS);
    expect(await readStatus(browser)).toBe(401);
  });

  it('several workers ask once, and the provider is asked every five minutes while it fails', async () => {
    const { browser } = await entered();
    await pass(21 * MINUTE_MS);
    const countBefore = provider.refreshes;
    await Promise.all([1, 2, 3].map(() => recheckIdentities(world.deps)));
    expect(provider.refreshes).toBe(countBefore + 1);
    provider.lie({ isRefreshable: true, isDown: true });
    const { refreshes } = provider;
    for (let minute = 0; minute < 45; minute += 1) await passAndCheck(MINUTE_MS);
    expect(provider.refreshes).toBe(refreshes + 6);
    expect(await readStatus(browser)).toBe(200);
    provider.lie({ isRefreshable: true });
    await passAndCheck(6 * MINUTE_MS);
    await pass(30 * MINUTE_MS);
    expect(await readStatus(browser)).toBe(200);
    provider.lie({ isRefreshable: true, isDown: true });
    for (let minute = 0; minute < 31; minute += 1) await passAndCheck(MINUTE_MS);
    expect(await readStatus(browser)).toBe(401);
  });

  it('a token of another person ends the session', async () => {
    const { browser } = await entered();
    provider.lie({ isRefreshable: true, payload: { sub: 'another person' } });
    await passAndCheck(21 * MINUTE_MS);
    expect(await readStatus(browser)).toBe(401);
  });

  it('without a refresh token the session ends after an hour', async () => {
    await change();
    const { browser } = await signIn(await newMember());
    await passAndCheck(HOUR_MS - MINUTE_MS);
    expect(await readStatus(browser)).toBe(200);
    await passAndCheck(MINUTE_MS);
    expect(await readStatus(browser)).toBe(401);
    expect((await owner().desk('getSession')).status).toBe(200);
  });
});
