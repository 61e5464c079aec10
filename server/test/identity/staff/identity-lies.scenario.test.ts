/** Lies of an identity provider (R100): each is refused, and never signs in as someone else or with more rights. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addMember } from '../../world/desk-browser.ts';
import { CLIENT, type Lies } from '../../world/identity-provider.ts';
import { useIdentityProvider } from '../../world/use-identity-provider.ts';

const { world, provider, harbor, change, signIn, newMember } = useIdentityProvider();

describe('Lies of an identity provider (R100)', () => {
  it('an address that is not verified, and a person who is not on the team, are not admitted', async () => {
    await change();
    const { email } = await newMember();
    expect((await signIn({ email })).code).toBe('IDENTITY_NOT_ADMITTED');
    expect((await signIn({ email, email_verified: false })).code).toBe('IDENTITY_NOT_ADMITTED');
    expect((await signIn({ email, email_verified: 'true' })).code).toBe('IDENTITY_NOT_ADMITTED');
    expect((await signIn({ email_verified: true })).code).toBe('IDENTITY_NOT_ADMITTED');
    const stranger = { email: `${randomUUID()}@example.com`, email_verified: true };
    expect((await signIn(stranger)).code).toBe('IDENTITY_NOT_ADMITTED');
  });

  it('an address and its verification are never taken from two sources', async () => {
    await change({ roleClaim: 'role', roleValues: { owner: '', clerk: 'clerk', viewer: '' } });
    const victim = await newMember();
    const attacker = await newMember();
    const [email, role] = [victim.email, 'clerk'];
    provider.lie({ userinfo: { ...attacker, role } });
    expect((await signIn({ email })).code).toBe('IDENTITY_NOT_ADMITTED');
    expect((await signIn({ ...victim })).code).toBe('IDENTITY_NOT_ADMITTED');
    provider.lie({ userinfo: { email_verified: true, role } });
    expect((await signIn({ email })).code).toBe('IDENTITY_NOT_ADMITTED');
    provider.lie({ userinfo: { email: attacker.email, role } });
    expect((await signIn({ email_verified: true })).code).toBe('IDENTITY_NOT_ADMITTED');
    provider.lie({ userinfo: { ...victim, role, sub: 'another person' } });
    expect((await signIn({})).code).toBe('IDENTITY_NOT_CONFIRMED');
    provider.lie({ userinfo: { ...victim, role } });
    expect((await signIn({})).body.member.email).toBe(email);
    expect((await signIn({ email })).body.member.email).toBe(email);
  });

  it('userinfo never asserts the second factor, and only whole values of the token do', async () => {
    await change({ isSecondFactorTrusted: true });
    const person = await newMember('owner');
    provider.lie({ userinfo: { ...person, amr: ['mfa'], acr: 'phr' } });
    expect((await signIn({})).body.secondFactorUntil).toBeNull();
    provider.lie({});
    for (const acr of ['no-mfa', 'urn:x:mfa:not-performed', 'mfa ', 'MFA', ['mfa'], 'phr none']) {
      const entered = await signIn({ ...person, acr });
      expect(entered.body.secondFactorUntil, String(acr)).toBeNull();
    }
    for (const amr of ['no-mfa', ['pwd', 'mfa2'], { mfa: true }]) {
      const entered = await signIn({ ...person, amr });
      expect(entered.body.secondFactorUntil, JSON.stringify(amr)).toBeNull();
    }
  });

  it('the company says which classes assert the second factor', async () => {
    await change({
      isSecondFactorTrusted: true,
      secondFactorClasses: 'urn:okta:loa:2fa:any  gold',
    });
    const person = await newMember('owner');
    for (const [acr, isCounted] of [
      ['urn:okta:loa:2fa:any', true],
      ['gold', true],
      ['phr', false],
      ['', false],
      ['urn:okta:loa:2fa:any  gold', false],
    ] as const) {
      const { secondFactorUntil } = (await signIn({ ...person, acr })).body;
      expect(secondFactorUntil !== null, acr).toBe(isCounted);
    }
  });

  it('a token from the future or of an earlier sign-in is refused, and one of a clock that is slightly ahead is not', async () => {
    await change({ isSecondFactorTrusted: true });
    const person = { ...(await newMember('owner')), amr: ['mfa'] };
    const now = Math.floor(Date.now() / 1000);
    const lies = [
      { auth_time: now + 10 * 365 * 86_400 },
      { auth_time: -1 },
      { auth_time: '2030-01-01' },
      { iat: now + 3600, exp: now + 7200 },
      { iat: now - 3600 },
    ];
    for (const lie of lies) {
      expect((await signIn({ ...person, ...lie })).code, JSON.stringify(lie)).toBe(
        'IDENTITY_NOT_CONFIRMED',
      );
    }
    expect((await signIn({ ...person, auth_time: now + 20 })).status).toBe(200);
  });

  it('an address with a letter that folds to an ASCII letter is another address', async () => {
    await change();
    const email = `kim-${randomUUID()}@example.com`;
    await addMember(world, harbor(), { role: 'clerk', email });
    const kelvin = email.replace('k', '\u212a');
    expect((await signIn({ email: kelvin, email_verified: true })).code).toBe(
      'IDENTITY_NOT_ADMITTED',
    );
    for (const other of [`\ufeff${email}`, `${email}\u00a0`, ` ${email}`, `${email}\n`, [email]]) {
      const claims = { email: other, email_verified: true };
      expect((await signIn(claims)).code, JSON.stringify(other)).toBe('IDENTITY_NOT_ADMITTED');
    }
    const upper = { email: email.toUpperCase(), email_verified: true };
    expect((await signIn(upper)).body.member.email).toBe(email);
  });

  it('tokens of another issuer, audience, nonce or key are refused', async () => {
    await change();
    const person = await newMember();
    const lies: Lies[] = [
      { issuer: 'https://someone-else.example.com' },
      { audience: 'another client' },
      { nonce: 'another nonce' },
      { isForeignKey: true },
    ];
    for (const lie of lies) {
      provider.lie(lie);
      expect((await signIn(person)).code, JSON.stringify(lie)).toBe('IDENTITY_NOT_CONFIRMED');
    }
    provider.lie({});
    expect((await signIn(person)).status).toBe(200);
  });

  it('tokens that are unsigned, expired, incomplete or for several clients are refused', async () => {
    await change();
    const person = await newMember();
    const now = Math.floor(Date.now() / 1000);
    const jwk = provider.foreignKey();
    const lies: Lies[] = [
      { header: { alg: 'none' } },
      { header: { alg: 'HS256' } },
      { isForeignKey: true, header: { jwk } },
      { isForeignKey: true, header: { jku: `${provider.url}/other-keys`, kid: 'other' } },
      { header: { crit: ['b64'], b64: false } },
      { payload: { exp: now - 60 } },
      { payload: { exp: undefined } },
      { payload: { iat: undefined } },
      { payload: { nbf: now + 3600 } },
      { payload: { sub: undefined } },
      { payload: { sub: '' } },
      { payload: { sub: 7 } },
      { payload: { nonce: undefined } },
      { payload: { aud: [CLIENT.clientId, 'another client'], azp: 'another client' } },
      { payload: { aud: [] } },
      { tokens: { id_token: undefined } },
      { tokens: { id_token: 'a.b' } },
      { tokens: { access_token: undefined } },
      { tokens: { token_type: undefined } },
    ];
    for (const lie of lies) {
      provider.lie(lie);
      expect((await signIn(person)).code, JSON.stringify(lie)).toBe('IDENTITY_NOT_CONFIRMED');
    }
    provider.lie({});
    expect((await signIn(person)).status).toBe(200);
  });

  it('a role is a whole value of the claim, in the form of a text or a list', async () => {
    await change({ roleClaim: 'role', roleValues: { owner: 'admin', clerk: 'clerk', viewer: '' } });
    const person = await newMember('viewer');
    for (const role of ['admin,clerk', 'Admin', ' admin', { admin: true }, [['admin']], true, '']) {
      const { code } = await signIn({ ...person, role });
      expect(code, JSON.stringify(role)).toBe('IDENTITY_NOT_ADMITTED');
    }
    provider.lie({ userinfo: { role: 'admin', sub: 'another person' } });
    expect((await signIn(person)).code).toBe('IDENTITY_NOT_CONFIRMED');
    provider.lie({ userinfo: { role: 'admin', email: 'someone@example.com' } });
    expect((await signIn(person)).code).toBe('IDENTITY_NOT_ADMITTED');
  });
});
