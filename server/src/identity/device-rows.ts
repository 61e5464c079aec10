/** Browsers that stay signed in (R20), found by the id in their cookie; the hash of the token proves it. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, desc, gt, isNull } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching } from '../platform/database/keys.ts';
import { findRow, lockRow, updateRow } from '../platform/database/rows.ts';
import { devices, sessions } from '../schema/access.ts';

export type DeviceRow = typeof devices.$inferSelect;
export type DeviceKey = { companyId: CompanyId; deviceId: string };

export async function insertDevice(tx: Tx, device: typeof devices.$inferInsert): Promise<void> {
  await tx.insert(devices).values(device);
}

/** Of concurrent uses of one token, one replaces it. */
export async function lockDevice(
  tx: Tx,
  { companyId, deviceId }: DeviceKey,
): Promise<DeviceRow | null> {
  return lockRow(tx, devices, { companyId, id: deviceId });
}

type DeviceChange = Partial<
  Pick<DeviceRow, 'tokenHash' | 'previousHash' | 'rotatedAt' | 'lastUsedAt' | 'expiresAt'>
>;

export async function updateDevice(
  tx: Tx,
  { companyId, deviceId }: DeviceKey,
  change: DeviceChange,
): Promise<void> {
  await updateRow(tx, devices, { key: { companyId, id: deviceId }, change });
}

/** One device, or all of the customer. */
export async function revokeDevices(
  tx: Tx,
  { companyId, customerId, deviceId }: CustomerKey & { deviceId?: string },
  at: Instant,
): Promise<void> {
  const one = deviceId === undefined ? {} : { id: deviceId };
  await tx
    .update(devices)
    .set({ revokedAt: at })
    .where(matching(devices, { companyId, customerId, ...one, revokedAt: null }));
}

const LIST_MAX = 50;

/** Those that still work, the one that was used last first. */
export async function listDevices(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
  now: Instant,
): Promise<DeviceRow[]> {
  return tx
    .select()
    .from(devices)
    .where(
      and(
        matching(devices, { companyId, customerId }),
        isNull(devices.revokedAt),
        gt(devices.expiresAt, now),
      ),
    )
    .orderBy(desc(devices.lastUsedAt), desc(devices.id))
    .limit(LIST_MAX);
}

export async function findDeviceOfSession(
  tx: Tx,
  { companyId, sessionId }: { companyId: CompanyId; sessionId: string },
): Promise<string | null> {
  const session = await findRow(tx, sessions, { companyId, id: sessionId });
  return session?.deviceId ?? null;
}
