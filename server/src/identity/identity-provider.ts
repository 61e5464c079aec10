/**
 * The identity provider of a company's staff (R100): its settings, which are sealed with the client secret, and the
 * connection to it. It is reached like a webhook endpoint: public addresses only, no redirects.
 */
import type { DeskBody } from '@quittance/contract/desk-routes';
import {
  type IdentityProvider,
  storedIdentityProviderSchema,
} from '@quittance/contract/identity/identity-provider';
import type { CompanyId } from '@quittance/contract/ids';
import type { ClientAuth, Configuration, ServerMetadata } from 'openid-client';
import {
  findCompany,
  findCompanyByDomain,
  findSecrets,
  replaceSecrets,
} from '../companies/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import type { MemberKey } from '../platform/database/keys.ts';
import { openGuardedFetch } from '../platform/outbound/guarded-fetch.ts';
import { checkedUrl, PUBLIC_INTERNET, type Reach } from '../platform/outbound/reach.ts';
import { type Sealer, sealContext } from '../platform/sealing/seal.ts';
import { findMember } from './members.ts';
import type { StaffCaller } from './staff-session.ts';

export type StoredIdentityProvider = IdentityProvider & { clientSecret: string };

/** Requires system scope. */
export async function findIdentityProvider(
  tx: Tx,
  sealer: Sealer,
  companyId: CompanyId,
): Promise<StoredIdentityProvider | null> {
  const sealed = (await findSecrets(tx, companyId))?.identityProviderSealed;
  if (!sealed) return null;
  const text = sealer.open(sealed, sealContext.identityProvider(companyId));
  return storedIdentityProviderSchema.parse(JSON.parse(text));
}

/**
 * Owners can always sign in by email, so that a provider that fails does not lock the company out. Money still needs
 * their passkey.
 */
export async function isEmailAdmitted(
  tx: Tx,
  { sealer }: Pick<Deps, 'sealer'>,
  owner: MemberKey,
): Promise<boolean> {
  const provider = await findIdentityProvider(tx, sealer, owner.companyId);
  if (!provider?.isRequired) return true;
  return (await findMember(tx, owner))?.role === 'owner';
}

export async function describeIdentityProvider(
  { database, sealer }: Pick<Deps, 'database' | 'sealer'>,
  domain: string,
): Promise<Pick<IdentityProvider, 'label' | 'isRequired'> | null> {
  const provider = await database.asSystem(async (tx) => {
    const company = await findCompanyByDomain(tx, domain);
    return company && findIdentityProvider(tx, sealer, company.companyId);
  });
  return provider && { label: provider.label, isRequired: provider.isRequired };
}

export function toRedirectUri({ publicUrl }: Pick<Deps, 'publicUrl'>, domain: string): string {
  return `${publicUrl}/desk/${domain}/single-sign-on`;
}

export type OpenidClient = typeof import('openid-client');
type Connection = { client: OpenidClient; config: Configuration };

/** The provider lists how a client may authenticate. If it lists nothing, the secret is sent in the header. */
const toClientAuth =
  ({ ClientSecretBasic, ClientSecretPost }: OpenidClient, secret: string): ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const auth = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    auth(secret)(server, ...rest);
  };

/** The browser is sent to the first, so it must not be a script. The others are called with the client's secret. */
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

function requireEndpoints(reach: Reach, metadata: ServerMetadata): void {
  try {
    for (const name of ENDPOINTS) checkedUrl(reach, metadata[name] ?? '');
    if (metadata.userinfo_endpoint !== undefined) checkedUrl(reach, metadata.userinfo_endpoint);
  } catch {
    throw new AppError('IDENTITY_PROVIDER_UNUSABLE');
  }
}

/**
 * Reads the provider's configuration and passes it on, with a connection that ends with the work.
 * @throws IDENTITY_PROVIDER_UNUSABLE
 */
export async function withIdentityProvider<Result>(
  { webhookReach: reach = PUBLIC_INTERNET, log }: Pick<Deps, 'webhookReach' | 'log'>,
  { issuer, clientId, clientSecret }: StoredIdentityProvider,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  // Loaded lazily because few companies use it.
  const client = await import('openid-client');
  const guarded = openGuardedFetch(reach);
  try {
    const isHttpAllowed = reach.protocols.includes('http:');
    const config = await client
      .discovery(new URL(issuer), clientId, {}, toClientAuth(client, clientSecret), {
        [client.customFetch]: (url, options) => guarded.fetch(url, options),
        execute: [
          // Without this, the signature of an id token that comes by TLS is not verified.
          client.enableNonRepudiationChecks,
          ...(isHttpAllowed ? [client.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        log.warn({ event: 'staff.identity_refused', reason: 'discovery', err: error }, issuer);
        throw new AppError('IDENTITY_PROVIDER_UNUSABLE');
      });
    requireEndpoints(reach, config.serverMetadata());
    return await work({ client, config });
  } finally {
    await guarded.close();
  }
}

async function readState(tx: Tx, deps: Deps, companyId: CompanyId) {
  const company = await findCompany(tx, companyId);
  const stored = await findIdentityProvider(tx, deps.sealer, companyId);
  const { clientSecret: _, ...provider } = stored ?? { clientSecret: '' };
  return {
    provider: stored ? (provider as IdentityProvider) : null, // because only the secret is left out
    redirectUri: toRedirectUri(deps, company?.domain ?? ''),
  };
}

export function readIdentityProvider(deps: Deps, { companyId }: StaffCaller) {
  return deps.database.asSystem((tx) => readState(tx, deps, companyId));
}

/** Without a new secret the stored one is used, but it is never sent to another issuer. */
async function toStored(
  { database, sealer }: Deps,
  companyId: CompanyId,
  { clientSecret, ...change }: DeskBody<'changeIdentityProvider'>,
): Promise<StoredIdentityProvider> {
  if (clientSecret !== null) return { ...change, clientSecret };
  const stored = await database.asSystem((tx) => findIdentityProvider(tx, sealer, companyId));
  const isSame = stored?.issuer === change.issuer && stored.clientId === change.clientId;
  if (!stored || !isSame) throw new AppError('IDENTITY_PROVIDER_UNUSABLE');
  return { ...change, clientSecret: stored.clientSecret };
}

async function store(deps: Deps, actor: StaffCaller, provider: StoredIdentityProvider | null) {
  const { companyId } = actor;
  return deps.database.asSystem(async (tx) => {
    const context = sealContext.identityProvider(companyId);
    const identityProviderSealed = provider && deps.sealer.seal(JSON.stringify(provider), context);
    await replaceSecrets(tx, companyId, { identityProviderSealed });
    const { clientSecret: _, ...detail } = provider ?? { clientSecret: '' };
    const action = provider ? 'staff.identity_provider_changed' : 'staff.identity_provider_removed';
    await recordAction(tx, deps, { actor, action, subject: `company:${companyId}`, detail });
    return readState(tx, deps, companyId);
  });
}

export async function changeIdentityProvider(
  deps: Deps,
  actor: StaffCaller,
  change: DeskBody<'changeIdentityProvider'>,
) {
  const provider = await toStored(deps, actor.companyId, change);
  await withIdentityProvider(deps, provider, async () => undefined);
  return store(deps, actor, provider);
}

export async function removeIdentityProvider(deps: Deps, actor: StaffCaller) {
  const { provider } = await readIdentityProvider(deps, actor);
  if (!provider) throw new AppError('NOT_FOUND');
  return store(deps, actor, null);
}
