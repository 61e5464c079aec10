/** Lists the sealing keys in use and the values left to reseal, and checks whether a key can be dropped. */
import { eq, sql } from 'drizzle-orm';
import type { Clock } from '../../kernel/clock.ts';
import { sealingKeyCheck } from '../../schema/operations.ts';
import type { Database } from '../database/database.ts';
import { countByKey, NO_KEY_ID } from './reseal.ts';
import type { Sealer } from './seal.ts';
import { findSealingTurn, listKeyRows } from './sealing-key.ts';

type KeyDeps = { database: Pick<Database, 'asSystem'>; sealer: Sealer };

export type KeyState = 'seals' | 'opens' | 'dropped' | 'not registered';

export type ListedKey = { key: string; state: KeyState; values: number };

export async function listKeys({ database, sealer }: KeyDeps): Promise<ListedKey[]> {
  const counts = new Map((await countByKey(database)).map(({ keyId, count }) => [keyId, count]));
  const rows = await database.asSystem(listKeyRows);
  const registered = rows.map(({ keyId, droppedAt }): ListedKey => {
    const key = keyId ?? NO_KEY_ID;
    const opens = key === sealer.keyId ? 'seals' : 'opens';
    const state = droppedAt === null ? opens : 'dropped';
    return { key, state, values: counts.get(key) ?? 0 };
  });
  const others = [...counts].filter(([key]) => !registered.some((listed) => listed.key === key));
  return [
    ...registered,
    ...others.map(([key, values]): ListedKey => {
      // These values do not record which key sealed them, so every key is tried.
      const state = key === NO_KEY_ID ? 'opens' : 'not registered';
      return { key, state, values };
    }),
  ];
}

export function refusalToDrop(listed: readonly ListedKey[], keyId: string): string | null {
  const key = listed.find((candidate) => candidate.key === keyId);
  const unnamed = listed.find((candidate) => candidate.key === NO_KEY_ID)?.values ?? 0;
  if (!key || keyId === NO_KEY_ID) return `There is no sealing key ${keyId}.`;
  if (key.state === 'seals') return `The sealing key ${keyId} is the one that seals.`;
  if (key.values > 0) {
    return `The sealing key ${keyId} is still in use: ${key.values} values are left to be sealed again.`;
  }
  if (unnamed > 0) {
    return `The sealing key ${keyId} may still be in use: ${unnamed} values do not name their key yet.`;
  }
  return null;
}

export async function dropKey(
  { database, clock }: { database: Pick<Database, 'asSystem'>; clock: Clock },
  keyId: string,
): Promise<void> {
  await database.asSystem((tx) =>
    tx
      .update(sealingKeyCheck)
      .set({ droppedAt: clock.now() })
      .where(eq(sealingKeyCheck.keyId, keyId)),
  );
}

export async function readTurn({ database, sealer }: KeyDeps) {
  const top = await database.asSystem(findSealingTurn);
  return { isOurs: top?.keyId === sealer.keyId, leftCount: top?.leftCount ?? null };
}

export async function writeLeft({ database, sealer }: KeyDeps, leftCount: number): Promise<void> {
  await database.asSystem((tx) =>
    tx.update(sealingKeyCheck).set({ leftCount }).where(eq(sealingKeyCheck.keyId, sealer.keyId)),
  );
}

export async function lessLeft({ database, sealer }: KeyDeps, sealed: number): Promise<void> {
  await database.asSystem((tx) =>
    tx
      .update(sealingKeyCheck)
      .set({ leftCount: sql`greatest(${sealingKeyCheck.leftCount} - ${sealed}, 0)` })
      .where(eq(sealingKeyCheck.keyId, sealer.keyId)),
  );
}
