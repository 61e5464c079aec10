/**
 * Stays signed in on a device (R20). The cookie names the device and carries a token that is replaced at every use. A
 * token that was replaced by one that has been used is a copy: the device ends, with every session it opened.
 */

import type { Instant } from '@quittance/contract/dates';
import { DAY_MS, MINUTE_MS } from '@quittance/contract/durations';
import type { Device } from '@quittance/contract/identity/portal-routes';
import type { CompanyId } from '@quittance/contract/ids';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { type CustomerPrincipal, principalName } from '../kernel/principal.ts';
import { appendAudit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import type { CustomerKey } from '../platform/database/keys.ts';
import { hashToken, keyOfToken, mintCompanyToken } from '../platform/sealing/secret-token.ts';
import { deviceName } from './device-name.ts';
import {
  type DeviceRow,
  findDeviceOfSession,
  insertDevice,
  listDevices,
  lockDevice,
  updateDevice,
} from './device-rows.ts';
import { endSessions, type Visitor } from './session.ts';

/** Without a use for this long, or this long after the sign-in, the customer signs in again. */
export const DEVICE_IDLE_MS = 90 * DAY_MS;
const DEVICE_ABSOLUTE_MS = 365 * DAY_MS;
/** Two tabs that are opened together send the same token; the second one keeps the cookie of the first. */
const TOGETHER_MS = MINUTE_MS;

const COOKIE = /^([0-9a-f-]{36})\.([\w-]{43,128})$/;

function expiryOf({ createdAt, now }: { createdAt: Instant; now: Instant }): Instant {
  const [idle, absolute] = [addMs(now, DEVICE_IDLE_MS), addMs(createdAt, DEVICE_ABSOLUTE_MS)];
  return idle < absolute ? idle : absolute;
}

type Minting = Pick<Deps, 'clock' | 'entropy'>;

function mint({ entropy }: Minting, companyId: CompanyId, deviceId: string) {
  const token = mintCompanyToken(entropy.bytes, companyId);
  return { tokenHash: hashToken(token), cookie: `${deviceId}.${token}` };
}

/** At a sign-in by mail: returns the cookie of the device. */
export async function keepDevice(
  tx: Tx,
  deps: Minting,
  { companyId, customerId, visitor }: CustomerKey & { visitor: Visitor },
) {
  const deviceId = deps.entropy.uuid();
  const { tokenHash, cookie } = mint(deps, companyId, deviceId);
  const now = deps.clock.now();
  await insertDevice(tx, {
    ...{ companyId, id: deviceId, customerId, tokenHash, userAgent: visitor.userAgent },
    ...{ createdAt: now, rotatedAt: now, lastUsedAt: now },
    expiresAt: expiryOf({ createdAt: now, now }),
  });
  return { deviceId, cookie };
}

type Named = { companyId: CompanyId; deviceId: string; tokenHash: string };

function readDeviceCookie(cookie: string): Named | null {
  const [, deviceId, token] = COOKIE.exec(cookie) ?? [];
  if (!deviceId || !token) return null;
  const { companyId, tokenHash } = keyOfToken(token);
  return companyId && { companyId, deviceId, tokenHash };
}

async function endDevice(tx: Tx, { companyId, customerId, id: deviceId }: DeviceRow, at: Instant) {
  await endSessions(tx, { companyId, customerId, deviceId }, at);
}

export type Resumed = { device: DeviceRow; cookie: string | null };

type Match = 'current' | 'previous' | 'copied';

function matchOf({ tokenHash, previousHash }: DeviceRow, presented: string): Match {
  if (presented === tokenHash) return 'current';
  return presented === previousHash ? 'previous' : 'copied';
}

/**
 * Runs as the system: the owner is known only from the cookie. Null for a device that ended, or that a copied token has
 * just ended. `cookie` is null where the browser has the new one already.
 */
export async function resumeDevice(
  tx: Tx,
  deps: Minting & Pick<Deps, 'log'>,
  { cookie: presented, companyId }: { cookie: string; companyId: CompanyId | null },
): Promise<Resumed | null> {
  const named = readDeviceCookie(presented);
  if (!named || (companyId && companyId !== named.companyId)) return null;
  const device = await lockDevice(tx, named);
  const now = deps.clock.now();
  if (!device || device.revokedAt || device.expiresAt <= now) return null;
  const match = matchOf(device, named.tokenHash);
  if (match === 'copied') {
    await endDevice(tx, device, now);
    const actor = `customer:${device.customerId}`;
    const subject = `device:${device.id}`;
    const entry = { companyId: device.companyId, actor, action: 'device.copied', subject };
    await appendAudit(tx, { ...entry, detail: {}, at: now });
    deps.log.warn(
      { event: 'device.copied', companyId: device.companyId, deviceId: device.id },
      'an old token of a device was used again; the device was ended',
    );
    return null;
  }
  if (match === 'previous' && now < addMs(device.rotatedAt, TOGETHER_MS)) {
    return { device, cookie: null };
  }
  const { tokenHash, cookie } = mint(deps, device.companyId, device.id);
  await updateDevice(tx, named, {
    tokenHash,
    previousHash: named.tokenHash,
    rotatedAt: now,
    lastUsedAt: now,
    expiresAt: expiryOf({ createdAt: device.createdAt, now }),
  });
  return { device, cookie };
}

/** A new sign-in in a browser that stayed signed in: the device of before ends. */
export async function dropDevice(tx: Tx, { clock }: Pick<Deps, 'clock'>, cookie: string) {
  const named = readDeviceCookie(cookie);
  const device = named && (await lockDevice(tx, named));
  if (device && matchOf(device, named.tokenHash) !== 'copied') {
    await endDevice(tx, device, clock.now());
  }
}

type DeviceDeps = Pick<Deps, 'database' | 'clock'>;

async function shown(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  principal: CustomerPrincipal,
): Promise<Device[]> {
  const rows = await listDevices(tx, principal, clock.now());
  const own = await findDeviceOfSession(tx, principal);
  return rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
    ...{ id, createdAt, lastUsedAt, isThisOne: id === own },
    ...deviceName(userAgent),
  }));
}

export function readDevices(
  { database, clock }: DeviceDeps,
  principal: CustomerPrincipal,
): Promise<Device[]> {
  const { companyId, customerId } = principal;
  return database.inCompany({ companyId, customerId }, (tx) => shown(tx, { clock }, principal));
}

export function removeDevice(
  { database, clock }: DeviceDeps,
  principal: CustomerPrincipal,
  deviceId: string,
): Promise<Device[]> {
  const { companyId, customerId } = principal;
  return database.inCompany({ companyId, customerId }, async (tx) => {
    const at = clock.now();
    const known = await lockDevice(tx, { companyId, deviceId });
    if (!known || known.revokedAt) throw new AppError('NOT_FOUND');
    await endSessions(tx, { companyId, customerId, deviceId }, at);
    const entry = { actor: principalName(principal), action: 'device.removed', detail: {} };
    await appendAudit(tx, { companyId, ...entry, subject: `device:${deviceId}`, at });
    return shown(tx, { clock }, principal);
  });
}
