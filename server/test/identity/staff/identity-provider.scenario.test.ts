/** Sign-in with the company's identity provider (R100): its settings, and people who sign in with it. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PUBLIC_INTERNET } from '../../../src/platform/outbound/reach.ts';
import { addMember, provedOwner } from '../../world/desk-browser.ts';
import { forFile } from '../../world/for-file.ts';
import { toMailbox } from '../../world/mailbox.ts';
import { useIdentityProvider } from '../../world/use-identity-provider.ts';

const { world, provider, harbor, owner, newBrowser, ...staff } = useIdentityProvider();
const { toSettings, change, begin, complete, signIn, newMember } = staff;
const post = forFile(async () => toMailbox(world));

describe('The settings of the identity provider (R100)', () => {
  it('an owner connects a provider that answers; the secret is not shown and stays with its issuer', async () => {
    const before = await owner().desk('getIdentityProvider');
    const redirectUri = `http://portal.test/desk/${harbor().domain}/single-sign-on`;
    expect(before.body).toEqual({ provider: null, redirectUri });
    const { clientSecret, ...shown } = toSettings();
    expect((await change()).body).toEqual({ provider: shown, redirectUri });
    expect((await change({ clientSecret: null, label: 'Entra' })).status).toBe(200);
    const elsewhere = { clientSecret: null, issuer: `${provider.url}/other` };
    expect((await change(elsewhere)).code).toBe('IDENTITY_PROVIDER_UNUSABLE');
    const stored = await owner().desk('getIdentityProvider');
    expect(stored.body.provider.label).toBe('Entra');
    expect(stored.text).not.toContain(clientSecret);
    const brand = await owner().desk('getBrand', { params: { domain: harbor().domain } });
    expect(brand.body.identityProvider).toEqual({ label: 'Entra', isRequired: false });
    expect((await owner().desk('removeIdentityProvider')).body.provider).toBeNull();
    const { rows } = await world.deps.database.pool.query(
      `select action, detail::text from audit where company_id = $1 and action like 'staff.identity%' order by at`,
      [harbor().companyId],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'staff.identity_provider_changed',
      'staff.identity_provider_changed',
      'staff.identity_provider_removed',
    ]);
    expect(JSON.stringify(rows)).not.toContain(clientSecret);
  });

  it('addresses in private networks, wrong issuers and other schemes are refused', async () => {
    provider.lie({ discovery: { issuer: 'https://someone-else.example.com' } });
    expect((await change()).code).toBe('IDENTITY_PROVIDER_UNUSABLE');
    provider.lie({});
    expect((await change({ issuer: 'file:///etc/passwd' })).code).toBe('INVALID_REQUEST');
    const reach = world.deps.webhookReach;
    Object.assign(world.deps, { webhookReach: PUBLIC_INTERNET });
    try {
      const count = provider.requests.length;
      for (const issuer of [
        provider.url,
        'https://127.0.0.1',
        'https://169.254.169.254/latest',
        'https://[::1]',
        'https://localhost',
        'http://example.com',
      ])
        expect((await change({ issuer })).code, issuer).toBe('IDENTITY_PROVIDER_UNUSABLE');
      expect(provider.requests).toHaveLength(count);
    } finally {
      Object.assign(world.deps, { webhookReach: reach });
    }
  });

  it('endpoints without a usable address are refused when the provider is entered', async () => {
    const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'];
    const addresses = [
      'javascript:alert(1)//',
      'data:text/html,x',
      'file:///etc/passwd',
      '/path',
      '',
    ];
    for (const endpoint of endpoints) {
      for (const address of [...addresses, 'https://person:word@example.com/', 7]) {
        provider.lie({ discovery: { [endpoint]: address } });
        const { status, code } = await change();
        expect([status, code], `${endpoint} ${address}`).toEqual([
          422,
          'IDENTITY_PROVIDER_UNUSABLE',
        ]);
      }
    }
    for (const endpoint of endpoints.slice(0, 3)) {
      provider.lie({ discovery: { [endpoint]: undefined } });
      expect((await change()).code, endpoint).toBe('IDENTITY_PROVIDER_UNUSABLE');
    }
    expect((await owner().desk('getIdentityProvider')).body.provider).toBeNull();
  });

  it('a provider that sends the browser to a script is refused when it is entered and when it is used', async () => {
    const { domain } = harbor();
    const scripts = ['javascript:alert(1)//', 'data:text/html,x', 'vbscript:x'];
    const pages = (authorization_endpoint: string) => ({ discovery: { authorization_endpoint } });
    for (const script of scripts) {
      provider.lie(pages(script));
      expect((await change()).code, script).toBe('IDENTITY_PROVIDER_UNUSABLE');
    }
    provider.lie({});
    await change();
    for (const script of scripts) {
      provider.lie(pages(script));
      const begun = await newBrowser().desk('beginIdentitySignIn', {
        body: { domain },
      });
      expect(begun.code, script).toBe('IDENTITY_PROVIDER_UNUSABLE');
    }
  });
});

describe('Sign-in with the identity provider (R100)', () => {
  it('a member with a verified address enters; PKCE, state and nonce are used; the passkey stays the second factor', async () => {
    await change();
    const person = await newMember('owner');
    const browser = newBrowser();
    const url = new URL(await begin(browser));
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(url.searchParams.get('state')?.length).toBeGreaterThan(30);
    expect(url.searchParams.get('nonce')?.length).toBeGreaterThan(30);
    const entered = await complete(
      browser,
      provider.authorize(url.href, { ...person, amr: ['mfa'] }),
    );
    expect(entered.body).toMatchObject({ member: { email: person.email, role: 'owner' } });
    expect(entered.body.secondFactorUntil).toBeNull();
    expect((await browser.desk('getSession')).status).toBe(200);
    const key = { body: { name: 'ERP', scopes: ['read'] }, key: randomUUID() };
    expect((await browser.provider('POST', '/keys', key)).code).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('a second factor that the provider asserts counts only if the company trusts it, and only for 12 hours', async () => {
    await change({ isSecondFactorTrusted: true });
    const person = await newMember('owner');
    const now = Math.floor(Date.now() / 1000);
    const plain = await signIn({ ...person, amr: ['pwd'] });
    expect(plain.body.secondFactorUntil).toBeNull();
    const asserted = await signIn({ ...person, amr: ['pwd', 'mfa'], auth_time: now - 3600 });
    const until = new Date((now - 3600 + 12 * 3600) * 1000).toISOString();
    expect(asserted.body.secondFactorUntil).toBe(until);
    const phishingResistant = await signIn({ ...person, acr: 'phr' });
    expect(phishingResistant.body.secondFactorUntil).not.toBeNull();
    const old = await signIn({ ...person, amr: ['mfa'], auth_time: now - 13 * 3600 });
    expect(old.code).toBe('IDENTITY_NOT_CONFIRMED');
  });

  it('the claim gives the role at every sign-in, except to the last owner', async () => {
    await change({
      roleClaim: 'realm_access.roles',
      roleValues: { owner: 'portal-admin', clerk: 'portal-clerk', viewer: '' },
    });
    const person = await newMember('viewer');
    const withRoles = (...roles: string[]) =>
      signIn({ ...person, realm_access: { roles: ['other', ...roles] } });
    expect((await withRoles('portal-clerk')).body.member.role).toBe('clerk');
    expect((await withRoles('portal-clerk', 'portal-admin')).body.member.role).toBe('owner');
    expect((await withRoles('portal-clerk')).body.member.role).toBe('clerk');
    expect((await withRoles()).code).toBe('IDENTITY_NOT_ADMITTED');
    expect((await signIn({ ...person, realm_access: 'portal-admin' })).code).toBe(
      'IDENTITY_NOT_ADMITTED',
    );
    const last = { email: owner().email, email_verified: true };
    const demoted = await signIn({ ...last, realm_access: { roles: ['portal-clerk'] } });
    expect(demoted.body.member.role).toBe('owner');
  });

  it('if the provider is required, only owners can sign in by email', async () => {
    const clerk = await newMember('clerk');
    await post.deliver();
    const invitation = await post.newestWayIn(clerk.email);
    await change({ isRequired: true });
    const browser = newBrowser();
    const { domain } = harbor();
    const accepted = await browser.desk('completeSignIn', { body: { domain, ...invitation } });
    expect(accepted.code).toBe('IDENTITY_PROVIDER_REQUIRED');
    for (const { email } of [clerk, owner()])
      await browser.desk('requestSignIn', { body: { domain, email } });
    await post.deliver();
    const { token } = await post.newestWayIn(owner().email);
    expect((await browser.desk('completeSignIn', { body: { domain, token } })).status).toBe(200);
    expect((await post.newestWayIn(clerk.email)).token).toBe(invitation.token);
    expect((await signIn(clerk)).status).toBe(200);
  });

  it('a way back works once, in its own browser and at its own company', async () => {
    await change();
    const person = await newMember();
    const browser = newBrowser();
    const response = provider.authorize(await begin(browser), person);

    const thief = newBrowser();
    expect((await complete(thief, response)).code).toBe('IDENTITY_NOT_CONFIRMED');
    await begin(thief);
    expect((await complete(thief, response)).code).toBe('IDENTITY_NOT_CONFIRMED');

    const other = await world.company();
    const otherOwner = await provedOwner(world, other);
    await otherOwner.desk('changeIdentityProvider', { body: toSettings() });
    await addMember(world, other, { role: 'owner', email: person.email });
    expect((await complete(browser, response, other.domain)).code).toBe('IDENTITY_NOT_CONFIRMED');

    const cookies = new Map(browser.jar);
    provider.lie({ acceptsCodesTwice: true });
    expect((await complete(browser, response)).status).toBe(200);
    for (const [name, value] of cookies) browser.jar.set(name, value);
    expect((await complete(browser, response)).code).toBe('IDENTITY_NOT_CONFIRMED');
  });

  it('an error of the provider, or no response at all, admits no one', async () => {
    await change();
    const browser = newBrowser();
    const state = new URL(await begin(browser)).searchParams.get('state') ?? '';
    for (const response of [
      '',
      '?',
      '?code=x',
      `?error=access_denied&state=${state}`,
      `?state=${state}`,
    ])
      expect((await complete(browser, response)).code, response).toBe('IDENTITY_NOT_CONFIRMED');
  });
});
