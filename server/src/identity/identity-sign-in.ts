/**
 * Sign-in with the company's identity provider (R100): authorization code with PKCE, state and nonce. What the browser
 * must bring back is sealed in a cookie for this company and works once.
 */
import { type Instant, instantSchema } from '@quittance/contract/dates';
import { SECOND_MS } from '@quittance/contract/durations';
import { emailSchema, foldEmail } from '@quittance/contract/http/pages-and-problems';
import { STAFF_ROLES, type StaffRole } from '@quittance/contract/identity/roles';
import type { CompanyId } from '@quittance/contract/ids';
import { z } from 'zod';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { Tx } from '../platform/database/database.ts';
import type { MemberKey } from '../platform/database/keys.ts';
import { firstRow } from '../platform/database/rows.ts';
import { checkedUrl, PUBLIC_INTERNET } from '../platform/outbound/reach.ts';
import { sealContext } from '../platform/sealing/seal.ts';
import { hashToken, mintToken } from '../platform/sealing/secret-token.ts';
import { staffSignIns } from '../schema/staff.ts';
import {
  findIdentityProvider,
  type StoredIdentityProvider,
  toRedirectUri,
  withIdentityProvider,
} from './identity-provider.ts';
import { hashEmail, lockMemberByEmail, lockOwners, updateMember } from './members.ts';
import { auditOwner } from './realm.ts';
import { toConfirmed } from './recheck-identity.ts';
import { SIGN_IN_MS } from './request-sign-in.ts';
import { type Browser, enterStaff } from './sign-in.ts';
import { SECOND_FACTOR_MS } from './staff-session.ts';

const pendingSchema = z.object({
  verifier: z.string(),
  state: z.string(),
  nonce: z.string(),
  until: instantSchema,
});
type Pending = z.infer<typeof pendingSchema>;

const MAX_AGE_SECONDS = SECOND_FACTOR_MS / SECOND_MS;

async function requireProvider(deps: Deps, domain: string) {
  const company = await deps.companies.findByDomain(domain);
  const provider =
    company &&
    (await deps.database.asSystem((tx) =>
      findIdentityProvider(tx, deps.sealer, company.companyId),
    ));
  if (!provider) throw new AppError('IDENTITY_PROVIDER_UNUSABLE');
  return { companyId: company.companyId, domain: company.domain, provider };
}

/** With a refresh token, the provider is asked whether the person is still admitted. */
const toScope = (supported: readonly string[] = []) =>
  ['openid email profile', ...supported.filter((scope) => scope === 'offline_access')].join(' ');

export async function beginIdentitySignIn(
  deps: Deps,
  typed: string,
): Promise<{ url: string; cookie: string }> {
  const { clock, entropy, sealer, webhookReach = PUBLIC_INTERNET } = deps;
  const { companyId, domain, provider } = await requireProvider(deps, typed);
  const random = () => mintToken(entropy.bytes);
  const pending: Pending = {
    verifier: random(),
    state: random(),
    nonce: random(),
    until: addMs(clock.now(), SIGN_IN_MS),
  };
  const url = await withIdentityProvider(deps, provider, async ({ client, config }) =>
    client.buildAuthorizationUrl(config, {
      redirect_uri: toRedirectUri(deps, domain),
      scope: toScope(config.serverMetadata().scopes_supported),
      code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: 'S256',
      state: pending.state,
      nonce: pending.nonce,
      // With it, the provider must say when the person last authenticated.
      ...(provider.isSecondFactorTrusted && { max_age: String(MAX_AGE_SECONDS) }),
    }),
  );
  return {
    url: checkedUrl(webhookReach, url.href).href,
    cookie: sealer.seal(JSON.stringify(pending), sealContext.identitySignIn(companyId)),
  };
}

class IdentityRefused extends Error {
  override readonly name = 'IdentityRefused';
  readonly code: 'IDENTITY_NOT_CONFIRMED' | 'IDENTITY_NOT_ADMITTED';
  constructor(code: IdentityRefused['code'], reason: string) {
    super(reason);
    this.code = code;
  }
}

const notConfirmed = (reason: string) => new IdentityRefused('IDENTITY_NOT_CONFIRMED', reason);
const notAdmitted = (reason: string) => new IdentityRefused('IDENTITY_NOT_ADMITTED', reason);

function openPending(
  { sealer, clock }: Deps,
  companyId: CompanyId,
  cookie: string | null,
): Pending {
  try {
    const text = sealer.open(cookie ?? '', sealContext.identitySignIn(companyId));
    const pending = pendingSchema.parse(JSON.parse(text));
    if (clock.now() < pending.until) return pending;
  } catch {
    // A cookie of another company, a changed one, or none.
  }
  throw notConfirmed('no_sign_in_here');
}

type Claims = Readonly<Record<string, unknown>>;

/** The claims of the signed token, and those about the person from a single source. */
type Confirmed = {
  token: Claims;
  /** `email` and `email_verified` of the same source. */
  person: Claims;
  role: Claims;
};
type Grant = { refreshToken: string | undefined };

const hasAddress = (claims: Claims) =>
  claims['email'] !== undefined && claims['email_verified'] !== undefined;

/**
 * Some providers say more at their userinfo endpoint than in the token. An address and whether it is verified are
 * never taken from different sources, and both sources must name the same address.
 */
function combine(provider: StoredIdentityProvider, token: Claims, more: Claims): Confirmed {
  const [one, other] = [token['email'], more['email']];
  if (typeof one === 'string' && typeof other === 'string' && foldEmail(one) !== foldEmail(other)) {
    throw notAdmitted('two_addresses');
  }
  return {
    token,
    person: hasAddress(token) ? token : more,
    role: hasRole(provider, token) ? token : more,
  };
}

const hasRole = ({ roleClaim }: StoredIdentityProvider, claims: Claims) =>
  roleClaim === '' || readClaim(claims, roleClaim).length > 0;

/** Clocks of two servers differ by less. */
const CLOCK_SKEW_SECONDS = 60;

/** The token was issued during this sign-in. The person may have authenticated at the provider earlier. */
function requireClocks({ clock }: Deps, token: Claims): void {
  const now = Date.parse(clock.now()) / SECOND_MS;
  const latest = now + CLOCK_SKEW_SECONDS;
  const earliest = { iat: now - SIGN_IN_MS / SECOND_MS - CLOCK_SKEW_SECONDS, auth_time: 0 };
  for (const [name, from] of Object.entries(earliest)) {
    const at = token[name];
    if (at === undefined) continue;
    if (typeof at !== 'number' || !(at >= from && at <= latest)) throw notConfirmed(name);
  }
}

async function readClaims(
  deps: Deps,
  { provider, pending, url }: { provider: StoredIdentityProvider; pending: Pending; url: URL },
): Promise<Confirmed & Grant> {
  return withIdentityProvider(deps, provider, async ({ client, config }) => {
    const tokens = await client
      .authorizationCodeGrant(config, url, {
        pkceCodeVerifier: pending.verifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
        ...(provider.isSecondFactorTrusted && { maxAge: MAX_AGE_SECONDS }),
      })
      .catch((error: unknown) => {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
        throw notConfirmed(code);
      });
    const token: Claims = tokens.claims() ?? {};
    const { refresh_token: refreshToken } = tokens;
    requireClocks(deps, token);
    if (!token['sub']) throw notConfirmed('sub');
    const isComplete = hasAddress(token) && hasRole(provider, token);
    if (isComplete || !config.serverMetadata().userinfo_endpoint) {
      return { token, person: token, role: token, refreshToken };
    }
    // It refuses an answer about another `sub`.
    const more = await client
      .fetchUserInfo(config, tokens.access_token, String(token['sub']))
      .catch(() => {
        throw notConfirmed('userinfo');
      });
    return { ...combine(provider, token, more), refreshToken };
  });
}

/** A claim has one value or several. Its name may be a path: `realm_access.roles`. */
function readClaim(claims: Claims, name: string): string[] {
  const step = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  const value = Object.hasOwn(claims, name) ? claims[name] : name.split('.').reduce(step, claims);
  return [value].flat().filter((each) => typeof each === 'string');
}

/** The role of the highest permissions wins. Null if the claim gives none. */
function toRole({ roleClaim, roleValues }: StoredIdentityProvider, claims: Claims) {
  const values = readClaim(claims, roleClaim);
  const isGiven = (role: StaffRole) => roleValues[role] !== '' && values.includes(roleValues[role]);
  return STAFF_ROLES.toReversed().find(isGiven) ?? null;
}

function toSecondFactorAt(
  { isSecondFactorTrusted, secondFactorClasses }: StoredIdentityProvider,
  claims: Claims,
): Instant | null {
  const { acr } = claims;
  const isOfClass = typeof acr === 'string' && secondFactorClasses.split(/ +/).includes(acr);
  const isAsserted = isOfClass || readClaim(claims, 'amr').includes('mfa');
  const at = claims['auth_time'];
  if (!isSecondFactorTrusted || !isAsserted || typeof at !== 'number') return null;
  return instantSchema.parse(new Date(at * SECOND_MS).toISOString());
}

type Spent = Pick<Pending, 'state' | 'until'>;

/** The same state is used only once, even if the provider accepts its code again. */
async function spendState(tx: Tx, deps: Deps, { state, until, ...owner }: MemberKey & Spent) {
  const at = deps.clock.now();
  const row = await firstRow(
    tx
      .insert(staffSignIns)
      .values({
        ...owner,
        id: deps.entropy.uuid(),
        tokenHash: hashToken(state),
        codeHash: hashToken(mintToken(deps.entropy.bytes)),
        createdAt: at,
        expiresAt: until,
        usedAt: at,
      })
      .onConflictDoNothing()
      .returning(),
  );
  if (!row) throw notConfirmed('used_before');
}

type Identity = Confirmed & { companyId: CompanyId; provider: StoredIdentityProvider };

/** The claim decides on the role at every sign-in, except that the last owner stays one. */
async function admitMember(tx: Tx, deps: Deps, identity: Identity) {
  const { companyId, provider } = identity;
  const { email, email_verified: isVerified } = identity.person;
  // Only ASCII addresses are compared (see foldEmail).
  const { data: address } = emailSchema.safeParse(email);
  if (address === undefined || isVerified !== true) throw notAdmitted('email_not_verified');
  const role = provider.roleClaim === '' ? null : toRole(provider, identity.role);
  if (provider.roleClaim !== '' && role === null) throw notAdmitted('no_role');
  const emailHash = await hashEmail(tx, deps, { companyId, email: address });
  const owners = await lockOwners(tx, companyId);
  const member = await lockMemberByEmail(tx, { companyId, emailHash });
  if (!member) throw notAdmitted('unknown_member');
  const owner = { companyId, memberId: member.id };
  const isLastOwner = owners.length === 1 && owners[0]?.id === member.id;
  if (role !== null && role !== member.role && !isLastOwner) {
    await updateMember(tx, owner, { role });
    const detail = { from: member.role, to: role };
    const subject = `staff:${member.id}`;
    await auditOwner(tx, deps, { owner, action: 'staff.role_changed', subject, detail });
  }
  return owner;
}

type Proof = { domain: string; response: string; pending: string | null };

async function enterByIdentity(deps: Deps, proof: Proof, browser: Browser) {
  const { companyId, domain, provider } = await requireProvider(deps, proof.domain);
  const pending = openPending(deps, companyId, proof.pending);
  const url = new URL(toRedirectUri(deps, domain));
  url.search = proof.response;
  const confirmed = await readClaims(deps, { provider, pending, url });
  const secondFactorAt = toSecondFactorAt(provider, confirmed.token);
  return deps.database.asSystem(async (tx) => {
    const owner = await admitMember(tx, deps, { companyId, provider, ...confirmed });
    await spendState(tx, deps, { ...owner, state: pending.state, until: pending.until });
    const { issuer, clientId } = provider;
    const { token, refreshToken } = confirmed;
    const grant = { issuer, clientId, sub: String(token['sub']), refreshToken };
    const of = { ...toConfirmed(deps, owner, grant), ...(secondFactorAt && { secondFactorAt }) };
    const detail = { issuer, isSecondFactor: secondFactorAt !== null };
    return enterStaff(tx, deps, { owner, browser, of, detail });
  });
}

/** @throws IDENTITY_NOT_CONFIRMED or IDENTITY_NOT_ADMITTED. The log has the reason; the browser does not. */
export async function signInByIdentity(deps: Deps, proof: Proof, browser: Browser) {
  try {
    return await enterByIdentity(deps, proof, browser);
  } catch (error) {
    if (!(error instanceof IdentityRefused)) throw error;
    const { code, message: reason } = error;
    deps.log.warn({ event: 'staff.identity_refused', reason, domain: proof.domain }, code);
    throw new AppError(code);
  }
}
