/**
 * A company with an identity provider, whose owner enters its settings, and people who sign in with it. The provider is
 * a real HTTP server that signs tokens, and that can be made to lie.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { systemClock } from '../../src/kernel/clock.ts';
import { ANY_ADDRESS } from '../../src/platform/outbound/reach.ts';
import type { TestCompany } from './company.ts';
import { addMember, type DeskBrowser, deskBrowser, provedOwner } from './desk-browser.ts';
import { CLIENT, type Claims, TestIdentityProvider } from './identity-provider.ts';
import { useWorld } from './world.ts';

type Role = 'viewer' | 'clerk' | 'owner';

export function useIdentityProvider() {
  const world = useWorld({ clock: systemClock, webhookReach: ANY_ADDRESS });
  const provider = new TestIdentityProvider();
  let harbor: TestCompany;
  let owner: Awaited<ReturnType<typeof provedOwner>>;
  beforeAll(async () => void (await provider.start()));
  afterAll(() => provider.stop());
  beforeEach(async () => {
    provider.lie({});
    harbor = await world.company();
    owner = await provedOwner(world, harbor);
  });

  const toSettings = (change: object = {}) => ({
    label: 'Okta',
    issuer: provider.url,
    ...CLIENT,
    isRequired: false,
    roleClaim: '',
    roleValues: { owner: '', clerk: '', viewer: '' },
    isSecondFactorTrusted: false,
    secondFactorClasses: 'phr phrh mfa',
    ...change,
  });

  /** The part before the provider's page: the browser gets its cookie and the address to go to. */
  async function begin(browser: DeskBrowser, domain = harbor.domain): Promise<string> {
    const { body, status } = await browser.desk('beginIdentitySignIn', { body: { domain } });
    expect(status).toBe(200);
    return body.url;
  }

  const complete = (browser: DeskBrowser, response: string, domain = harbor.domain) =>
    browser.desk('completeIdentitySignIn', { body: { domain, response } });

  return {
    world,
    provider,
    harbor: () => harbor,
    owner: () => owner,
    newBrowser: () => deskBrowser(world, harbor.domain),
    toSettings,
    change: (settings: object = {}) =>
      owner.desk('changeIdentityProvider', { body: toSettings(settings) }),
    begin,
    complete,
    async signIn(claims: Claims, browser = deskBrowser(world, harbor.domain)) {
      const response = provider.authorize(await begin(browser), claims);
      return { browser, ...(await complete(browser, response)) };
    },
    async newMember(role: Role = 'clerk', email = `${randomUUID()}@example.com`) {
      await addMember(world, harbor, { role, email });
      return { email, email_verified: true };
    },
  };
}
