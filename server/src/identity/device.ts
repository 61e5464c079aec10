/**
 * Keeps a customer signed in on a device (R20). The cookie contains a device id and a token for each company, the
 * newest first. A token is replaced at every use. If a token is presented after its replacement has been used, it is a
 * copy: the device and every session it opened are ended.
 */

import type { Instant } from '@quittance/contract/dates';
import { DAY_MS, MINUTE_MS } from '@quittance/contract/durations';
import type { Device } from '@quittance/contract/identity/portal-routes';
import type { CompanyId } from '@quittance/contract/ids';
import { and, desc, gt } from 'drizzle-orm';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching } from '../platform/database/keys.ts';
import { findRow, insertRow, lockRow, updateRow } from '../platform/database/rows.ts';
import { hashToken, keyOfToken, mintCompanyToken } from '../platform/sealing/secret-token.ts';
import { devices, sessions } from '../schema/access.ts';
import { deviceName } from './device-name.ts';
import { auditOwner } from './realm.ts';
import { endSessions, type Visitor } from './session.ts';

type DeviceRow = typeof devices.$inferSelect;

/** The customer must sign in again after this much time without use, or this long after signing in. */
export const DEVICE_IDLE_MS = 90 * DAY_MS;
const DEVICE_ABSOLUTE_MS = 365 * DAY_MS;
/** Two tabs opened together send the same token. The second tab keeps the cookie of the first. */
const TOGETHER_MS = MINUTE_MS;

const PART = /^([0-9a-f-]{36})\.([\w-]{43,128})$/;
const SEPARATOR = '~';
/** A part has about 100 characters, and browsers store 4 kB per cookie. */
const PARTS_MAX = 10;

function expiryAfter({ createdAt, now }: { createdAt: Instant; now: Instant }): Instant {
  const [idle, absolute] = [addMs(now, DEVICE_IDLE_MS), addMs(createdAt, DEVICE_ABSOLUTE_MS)];
  return idle < absolute ? idle : absolute;
}

type TokenDeps = Pick<Deps, 'clock' | 'entropy'>;

function mint({ entropy }: TokenDeps, companyId: CompanyId, deviceId: string) {
  const token = mintCompanyToken(entropy.bytes, companyId);
  return { tokenHash: hashToken(token), part: `${deviceId}.${token}` };
}

export async function keepDevice(
  tx: Tx,
  deps: TokenDeps,
  { companyId, customerId, visitor }: CustomerKey & { visitor: Visitor },
) {
  const deviceId = deps.entropy.uuid();
  const { tokenHash, part } = mint(deps, companyId, deviceId);
  const now = deps.clock.now();
  await insertRow(tx, devices, {
    companyId,
    id: deviceId,
    customerId,
    tokenHash,
    userAgent: visitor.userAgent,
    createdAt: now,
    rotatedAt: now,
    lastUsedAt: now,
    expiresAt: expiryAfter({ createdAt: now, now }),
  });
  return { deviceId, part };
}

/** Returns for each company the key of a device and the hash of the token that proves it. */
function listParts(cookie: string | null) {
  return (cookie ?? '').split(SEPARATOR).flatMap((text) => {
    const [, id, token] = PART.exec(text) ?? [];
    if (!id || !token) return [];
    const { companyId, tokenHash } = keyOfToken(token);
    return companyId ? [{ text, key: { companyId, id }, tokenHash }] : [];
  });
}

/** Without a company, the newest part. */
function findPart(cookie: string, company: CompanyId | null) {
  return listParts(cookie).find(({ key }) => company === null || key.companyId === company) ?? null;
}

/** Replaces or removes the part of one company. Returns null if no part is left. */
export function withPart(
  cookie: string | null,
  { companyId, part }: { companyId: CompanyId; part: string | null },
): string | null {
  const others = listParts(cookie).filter(({ key }) => key.companyId !== companyId);
  const parts = [...(part === null ? [] : [part]), ...others.map(({ text }) => text)];
  return parts.slice(0, PARTS_MAX).join(SEPARATOR) || null;
}

async function endDevice(tx: Tx, { companyId, customerId, id: deviceId }: DeviceRow, at: Instant) {
  await endSessions(tx, { companyId, customerId, deviceId }, at);
}

export type Resumed = { device: DeviceRow; part: string | null };

type Match = 'current' | 'previous' | 'copied';

function matchToken({ tokenHash, previousHash }: DeviceRow, presented: string): Match {
  if (presented === tokenHash) return 'current';
  return presented === previousHash ? 'previous' : 'copied';
}

/**
 * Runs in system scope: the cookie determines the owner. Returns null for a device that has ended, or that is ended
 * now because a copied token was used. `part` is null if the browser already has the new one.
 */
export async function resumeDevice(
  tx: Tx,
  deps: TokenDeps & Pick<Deps, 'log'>,
  { cookie: presented, companyId }: { cookie: string; companyId: CompanyId | null },
): Promise<Resumed | null> {
  const named = findPart(presented, companyId);
  if (!named) return null;
  // Only one of several concurrent uses of a token replaces it.
  const device = await lockRow(tx, devices, named.key);
  const now = deps.clock.now();
  if (!device || device.revokedAt || device.expiresAt <= now) return null;
  const match = matchToken(device, named.tokenHash);
  if (match === 'copied') {
    await endDevice(tx, device, now);
    const subject = `device:${device.id}`;
    await auditOwner(tx, deps, { owner: device, action: 'device.copied', subject });
    deps.log.warn(
      { event: 'device.copied', companyId: device.companyId, deviceId: device.id },
      'an old token of a device was used again; the device was ended',
    );
    return null;
  }
  if (match === 'previous' && now < addMs(device.rotatedAt, TOGETHER_MS)) {
    return { device, part: null };
  }
  const { tokenHash, part } = mint(deps, device.companyId, device.id);
  const change = {
    tokenHash,
    previousHash: named.tokenHash,
    rotatedAt: now,
    lastUsedAt: now,
    expiresAt: expiryAfter({ createdAt: device.createdAt, now }),
  };
  await updateRow(tx, devices, { key: named.key, change });
  return { device, part };
}

/** After a new sign-in, the browser's previous device at this company ends. */
export async function dropDevice(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { cookie, companyId }: { cookie: string; companyId: CompanyId },
) {
  const named = findPart(cookie, companyId);
  const device = named && (await lockRow(tx, devices, named.key));
  if (device && matchToken(device, named.tokenHash) !== 'copied') {
    await endDevice(tx, device, clock.now());
  }
}

type DeviceDeps = Pick<Deps, 'database' | 'clock'>;

const LIST_MAX = 50;

async function listDevices(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { companyId, customerId, sessionId }: CustomerPrincipal,
): Promise<Device[]> {
  const isOwn = matching(devices, { companyId, customerId, revokedAt: null });
  const rows = await tx
    .select()
    .from(devices)
    .where(and(isOwn, gt(devices.expiresAt, clock.now())))
    .orderBy(desc(devices.lastUsedAt), desc(devices.id))
    .limit(LIST_MAX);
  const session = await findRow(tx, sessions, { companyId, id: sessionId });
  return rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
    id,
    createdAt,
    lastUsedAt,
    isThisOne: id === session?.deviceId,
    ...deviceName(userAgent),
  }));
}

export function readDevices(deps: DeviceDeps, principal: CustomerPrincipal): Promise<Device[]> {
  const { companyId, customerId } = principal;
  return deps.database.inCompany({ companyId, customerId }, (tx) =>
    listDevices(tx, deps, principal),
  );
}

export function removeDevice(
  deps: DeviceDeps,
  principal: CustomerPrincipal,
  deviceId: string,
): Promise<Device[]> {
  const { companyId, customerId } = principal;
  return deps.database.inCompany({ companyId, customerId }, async (tx) => {
    const known = await lockRow(tx, devices, { companyId, id: deviceId });
    if (!known || known.revokedAt) throw new AppError('NOT_FOUND');
    await endSessions(tx, { companyId, customerId, deviceId }, deps.clock.now());
    const subject = `device:${deviceId}`;
    await auditOwner(tx, deps, { owner: principal, action: 'device.removed', subject });
    return listDevices(tx, deps, principal);
  });
}
