/**
 * The sealing key of a database. A known text is stored, sealed with the key; at every later start the key has
 * to open it. A missing or wrong key would otherwise show only when the first charge fails, and new secrets would
 * be sealed with a key that does not belong to the others.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from './database.ts';
import { firstRow } from './rows.ts';
import { companySecrets } from './schema/companies.ts';
import { sealingKeyCheck } from './schema/operations.ts';
import {
  createSealer,
  keyFromBase64,
  loadKeyFile,
  SealBroken,
  type Sealer,
  sealContext,
} from './seal.ts';

export type KeySource = { secretKey: string | null; dataDir: string };

const CHECK_ROW = 1;
const CHECK_TEXT = 'quittance';
const CHECK_CONTEXT = 'sealing_key_check';

class SealingKeyRefused extends Error {
  override name = 'SealingKeyRefused';
}

const placeOf = ({ secretKey, dataDir }: KeySource) =>
  secretKey ? 'SECRET_KEY' : join(dataDir, 'secret.key');

function missing(source: KeySource): SealingKeyRefused {
  return new SealingKeyRefused(
    `The sealing key is missing: SECRET_KEY is not set and ${placeOf(source)} does not exist, ` +
      'but the database has secrets that were sealed with it. Restore the key from its backup.',
  );
}

function wrong(source: KeySource): SealingKeyRefused {
  return new SealingKeyRefused(
    `The sealing key in ${placeOf(source)} is not the key of this database: ` +
      'it does not open what was sealed before. Restore the right key, or check DATABASE_URL.',
  );
}

type Sealed = { sealed: string; context: string };

/** What the key must open: the check value, or before there was one a secret of a company. */
async function findSealed(tx: Tx): Promise<Sealed | null> {
  const check = await firstRow(tx.select().from(sealingKeyCheck));
  if (check) return { sealed: check.sealed, context: CHECK_CONTEXT };
  const secrets = await firstRow(tx.select().from(companySecrets).limit(1));
  if (!secrets) return null;
  const context = sealContext.processorKey(secrets.companyId);
  return { sealed: secrets.processorKeySealed, context };
}

function opens(sealer: Sealer, { sealed, context }: Sealed): boolean {
  try {
    sealer.open(sealed, context);
    return true;
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
}

/** A new key is created only for a database without secrets. */
function readKey(source: KeySource, sealed: Sealed | null): Uint8Array {
  if (source.secretKey) return keyFromBase64(source.secretKey);
  const path = placeOf(source);
  if (sealed && !existsSync(path)) throw missing(source);
  return loadKeyFile(path);
}

/** Of processes that start together on an empty database, the first one decides. */
async function storeCheck(tx: Tx, sealer: Sealer, clock: Clock): Promise<void> {
  const sealed = sealer.seal(CHECK_TEXT, CHECK_CONTEXT);
  await tx
    .insert(sealingKeyCheck)
    .values({ id: CHECK_ROW, sealed, createdAt: clock.now() })
    .onConflictDoNothing();
}

/** @throws SealingKeyRefused when the key is missing, or is not the key of this database */
export async function openSealerOf(
  { database, clock }: { database: Pick<Database, 'asSystem'>; clock: Clock },
  source: KeySource,
): Promise<Sealer> {
  const before = await database.asSystem((tx) => findSealed(tx));
  const sealer = createSealer(readKey(source, before));
  if (before && !opens(sealer, before)) throw wrong(source);
  await database.asSystem((tx) => storeCheck(tx, sealer, clock));
  const stored = await database.asSystem((tx) => findSealed(tx));
  if (!stored || !opens(sealer, stored)) throw wrong(source);
  return sealer;
}
