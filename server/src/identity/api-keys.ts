/** API keys (R47): created, rotated with an overlap, revoked, and looked up by hash. A key is shown only once. */

import type { Instant } from '@quittance/contract/dates';
import { HOUR_MS } from '@quittance/contract/durations';
import type { KeyScope } from '@quittance/contract/http/provider-route';
import { type ApiKey, KEYS_MAX } from '@quittance/contract/identity/key-schemas';
import type { CompanyId } from '@quittance/contract/ids';
import { desc } from 'drizzle-orm';
import { lockCompany } from '../companies/company-list.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { type Actor, type ProviderDeps, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { insertRow, lockRow, updateRow } from '../platform/database/rows.ts';
import { requireNetwork } from '../platform/http/networks.ts';
import { hashToken, keyOfToken, mintCompanyToken } from '../platform/sealing/secret-token.ts';
import { findByToken } from '../platform/sealing/token-key.ts';
import { apiKeys } from '../schema/provider.ts';

type ApiKeyRow = typeof apiKeys.$inferSelect;

const PREFIX = 'qk_';
const HINT_LENGTH = PREFIX.length + 4;
/** Precision of `lastUsedAt`, so that not every call writes it. */
const USED_MS = 60_000;

function shown(row: ApiKeyRow): ApiKey {
  const { id, name, scopes, networks, hint, createdAt, expiresAt, lastUsedAt, revokedAt } = row;
  const times = { createdAt, expiresAt, lastUsedAt, revokedAt };
  return { id, name, scopes, networks, hint: `${hint}…`, ...times };
}

async function listRows(tx: Tx, companyId: CompanyId): Promise<ApiKeyRow[]> {
  return tx
    .select()
    .from(apiKeys)
    .where(matching(apiKeys, { companyId }))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

async function refuseTooMany(tx: Tx, { clock }: ProviderDeps, { companyId }: Actor): Promise<void> {
  // Serializes concurrent calls that would both create the last allowed key.
  await lockCompany(tx, companyId);
  const now = clock.now();
  const alive = (await listRows(tx, companyId)).filter((row) => isAlive(row, now));
  if (alive.length >= KEYS_MAX) throw new AppError('TOO_MANY_KEYS');
}

export type NewKey = {
  name: string;
  scopes: KeyScope[];
  networks?: readonly string[];
  expiresAt?: Instant | undefined;
};

export async function createKey(
  tx: Tx,
  deps: ProviderDeps,
  { actor, ...input }: NewKey & { actor: Actor },
): Promise<ApiKey & { key: string }> {
  await refuseTooMany(tx, deps, actor);
  const now = deps.clock.now();
  if (input.expiresAt !== undefined && input.expiresAt <= now) {
    const fields = [{ field: 'expiresAt', message: `Expected a time after ${now}.` }];
    throw new AppError('INVALID_REQUEST', { details: { fields } });
  }
  const key = `${PREFIX}${mintCompanyToken(deps.entropy.bytes, actor.companyId)}`;
  const row = await insertRow(tx, apiKeys, {
    companyId: actor.companyId,
    id: deps.entropy.uuid(),
    name: input.name,
    scopes: [...new Set(input.scopes)],
    networks: [...(input.networks ?? [])],
    keyHash: hashToken(key),
    hint: key.slice(0, HINT_LENGTH),
    createdAt: now,
    expiresAt: input.expiresAt ?? null,
  });
  const detail = { scopes: row.scopes, networks: row.networks };
  await recordAction(tx, deps, { actor, action: 'key.created', subject: `key:${row.id}`, detail });
  return { ...shown(row), key };
}

function isAlive({ revokedAt, expiresAt }: ApiKeyRow, now: Instant): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

async function requireAlive(
  tx: Tx,
  { clock }: ProviderDeps,
  { actor, keyId }: { actor: Actor; keyId: string },
): Promise<ApiKeyRow> {
  const row = await lockRow(tx, apiKeys, { companyId: actor.companyId, id: keyId });
  if (!row || !isAlive(row, clock.now())) throw new AppError('NOT_FOUND');
  return row;
}

/** Limits of the caller, which a key cannot exceed. Without ranges, it is not limited to any. */
type Grantor = { scopes: readonly string[]; networks?: readonly string[] };
type Granted = { scopes: readonly KeyScope[]; networks: readonly string[] };

export type Rotation = {
  actor: Actor & Grantor;
  keyId: string;
  overlapHours: number;
};

/** A caller cannot grant scopes that it does not have, or ranges other than those that it is limited to. */
export function refuseMore({ scopes, networks = [] }: Grantor, given: Granted): void {
  const isOwn = given.scopes.every((scope) => scopes.includes(scope));
  if (!isOwn) throw new AppError('SCOPE_MISSING');
  if (networks.length === 0) return;
  const isInside =
    given.networks.length > 0 && given.networks.every((each) => networks.includes(each));
  if (!isInside) throw new AppError('ADDRESS_NOT_ALLOWED');
}

function lifetimeFrom(now: Instant, { createdAt, expiresAt }: ApiKeyRow): Instant | undefined {
  if (expiresAt === null) return undefined;
  return addMs(now, Date.parse(expiresAt) - Date.parse(createdAt));
}

/**
 * Creates a new key with the same name and scopes, valid for as long as the old key was when it was created. The
 * old key expires after the overlap, but never later than it already would.
 */
export async function rotateKey(
  tx: Tx,
  deps: ProviderDeps,
  { actor, keyId, overlapHours }: Rotation,
): Promise<ApiKey & { key: string }> {
  const old = await requireAlive(tx, deps, { actor, keyId });
  const { companyId, name, scopes, networks } = old;
  refuseMore(actor, old);
  const now = deps.clock.now();
  const endsAt = addMs(now, overlapHours * HOUR_MS);
  const expiresAt = old.expiresAt !== null && old.expiresAt < endsAt ? old.expiresAt : endsAt;
  await updateRow(tx, apiKeys, { key: { companyId, id: keyId }, change: { expiresAt } });
  const detail = { expiresAt };
  await recordAction(tx, deps, { actor, action: 'key.rotated', subject: `key:${keyId}`, detail });
  return createKey(tx, deps, { actor, name, scopes, networks, expiresAt: lifetimeFrom(now, old) });
}

export async function revokeKey(
  tx: Tx,
  deps: ProviderDeps,
  { actor, keyId }: { actor: Actor; keyId: string },
): Promise<ApiKey> {
  const { companyId } = await requireAlive(tx, deps, { actor, keyId });
  const change = { revokedAt: deps.clock.now() };
  const row = await updateRow(tx, apiKeys, { key: { companyId, id: keyId }, change });
  await recordAction(tx, deps, { actor, action: 'key.revoked', subject: `key:${keyId}` });
  return shown(row);
}

export async function listKeys(tx: Tx, { companyId }: Actor): Promise<{ data: ApiKey[] }> {
  return { data: (await listRows(tx, companyId)).map(shown) };
}

export type KeyCaller = Actor & { kind: 'key'; keyId: string } & Granted;

async function noteUse({ database, clock }: Deps, row: ApiKeyRow): Promise<void> {
  const { companyId, id, lastUsedAt } = row;
  const now = clock.now();
  if (lastUsedAt !== null && addMs(lastUsedAt, USED_MS) > now) return;
  const change = { lastUsedAt: now };
  await database.writeAlone((tx) => updateRow(tx, apiKeys, { key: { companyId, id }, change }));
}

export async function authenticateKey(
  deps: Deps,
  key: string,
  address: string,
): Promise<KeyCaller | null> {
  if (!key.startsWith(PREFIX)) return null;
  const { companyId: company } = keyOfToken(key.slice(PREFIX.length));
  const row = await deps.database.readAlone((tx) =>
    findByToken(tx, apiKeys, { companyId: company, hash: { keyHash: hashToken(key) } }),
  );
  if (!row || !isAlive(row, deps.clock.now())) return null;
  requireNetwork(row.networks, address);
  await noteUse(deps, row);
  const { companyId, id: keyId, scopes, networks } = row;
  return { kind: 'key', companyId, keyId, scopes, networks, name: `key:${keyId}` };
}
