/**
 * A session that an identity provider opened is confirmed for an hour (R100). With a refresh token it is confirmed
 * again in time, until the provider refuses the person. A provider that does not answer is asked every few minutes;
 * if it stays silent, the session ends with its hour.
 */
import { HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import { and, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Configuration } from 'openid-client';
import { z } from 'zod';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import type { MemberKey } from '../platform/database/keys.ts';
import { claim, type Lease, release } from '../platform/queue/queue.ts';
import { sealContext } from '../platform/sealing/seal.ts';
import { staffSessions } from '../schema/staff.ts';
import {
  findIdentityProvider,
  type OpenidClient,
  type StoredIdentityProvider,
  withIdentityProvider,
} from './identity-provider.ts';
import { auditOwner, REALMS } from './realm.ts';
import { revokeSessions } from './session-rows.ts';

const CONFIRMED_MS = HOUR_MS;
const CHECK_MS = 20 * MINUTE_MS;
const BATCH_MAX = 20;

const queue = {
  table: staffSessions,
  dueAt: 'identityCheckAt',
  isWaiting: and(isNotNull(staffSessions.identitySealed), isNull(staffSessions.revokedAt)),
  leaseMs: 5 * MINUTE_MS,
} as const;

type SessionLease = Lease<typeof staffSessions>;

/** The token is sent only to the provider and client that it came from. */
const grantSchema = z.object({
  issuer: z.string(),
  clientId: z.string(),
  sub: z.string(),
  refreshToken: z.string(),
});
type Grant = z.infer<typeof grantSchema>;

function sealGrant({ sealer }: Pick<Deps, 'sealer'>, owner: MemberKey, grant: Grant): string {
  return sealer.seal(JSON.stringify(grant), sealContext.identitySession(owner));
}

/** Columns of a session that was confirmed now. */
export function toConfirmed(
  deps: Pick<Deps, 'sealer' | 'clock'>,
  owner: MemberKey,
  { refreshToken, ...grant }: Omit<Grant, 'refreshToken'> & { refreshToken: string | undefined },
) {
  const now = deps.clock.now();
  const expiresAt = addMs(now, CONFIRMED_MS);
  if (refreshToken === undefined) return { expiresAt };
  const identitySealed = sealGrant(deps, owner, { ...grant, refreshToken });
  return { expiresAt, identitySealed, identityCheckAt: addMs(now, CHECK_MS) };
}

type Asked = { client: OpenidClient; config: Configuration; grant: Grant };

/** Null if the provider refuses the person. Throws if it does not answer. */
async function refresh({ client, config, grant }: Asked): Promise<Grant | null> {
  try {
    const tokens = await client.refreshTokenGrant(config, grant.refreshToken);
    const { sub = grant.sub } = tokens.claims() ?? {};
    if (sub !== grant.sub) return null;
    return { ...grant, refreshToken: tokens.refresh_token ?? grant.refreshToken };
  } catch (error) {
    if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant') return null;
    throw error;
  }
}

async function endRefused({ database, clock }: Deps, { row }: SessionLease): Promise<void> {
  const { companyId, memberId, id } = row;
  const owner = { companyId, memberId };
  await database.asSystem(async (tx) => {
    const ended = await revokeSessions(tx, { ...owner, id }, clock.now());
    if (ended.length === 0) return;
    await auditOwner(tx, { clock }, { owner, action: 'staff.session_refused', subject: id });
  });
}

async function recheck(deps: Deps, lease: SessionLease, asked: Asked): Promise<void> {
  const grant = await refresh(asked);
  if (!grant) return endRefused(deps, lease);
  const { createdAt } = lease.row;
  const { identityCheckAt, expiresAt, ...sealed } = toConfirmed(deps, lease.row, grant);
  const latest = addMs(createdAt, REALMS.staff.sessionAbsoluteMs);
  const change = { ...sealed, expiresAt: expiresAt < latest ? expiresAt : latest };
  await deps.database.asSystem((tx) => release(tx, lease, { at: identityCheckAt ?? null, change }));
}

function openGrant({ sealer }: Deps, { row }: SessionLease): Grant {
  const text = sealer.open(row.identitySealed ?? '', sealContext.identitySession(row));
  return grantSchema.parse(JSON.parse(text));
}

async function recheckOne(deps: Deps, lease: SessionLease): Promise<void> {
  const { companyId, id: sessionId } = lease.row;
  try {
    const grant = openGrant(deps, lease);
    const provider = await deps.database.asSystem((tx) =>
      findIdentityProvider(tx, deps.sealer, companyId),
    );
    if (!isGrantedBy(provider, grant)) return;
    await withIdentityProvider(deps, provider, (connection) =>
      recheck(deps, lease, { ...connection, grant }),
    );
  } catch (error) {
    deps.log.warn(
      { event: 'staff.identity_not_rechecked', companyId, sessionId, err: error },
      'a session was not confirmed',
    );
  }
}

function isGrantedBy(
  provider: StoredIdentityProvider | null,
  { issuer, clientId }: Grant,
): provider is StoredIdentityProvider {
  return provider?.issuer === issuer && provider.clientId === clientId;
}

/** The lease of a session that could not be confirmed runs out, and the session is due again. */
export async function recheckIdentities(deps: Deps): Promise<void> {
  for (;;) {
    const now = deps.clock.now();
    const seenSince = addMs(now, -REALMS.staff.sessionIdleMs);
    const { expiresAt, lastSeenAt } = staffSessions;
    const where = and(gt(expiresAt, now), gt(lastSeenAt, seenSince));
    const leases = await deps.database.asSystem((tx) =>
      claim(tx, deps, { queue, where, limit: BATCH_MAX }),
    );
    if (leases.length === 0) return;
    await Promise.all(leases.map((lease) => recheckOne(deps, lease)));
  }
}
