/**
 * The sealing keys of a database (ADR 0081). For each key, a known text is stored, sealed with that key. At every
 * start, the configured keys must open all of them. Otherwise a missing or wrong key would be noticed only when the
 * first charge fails, and new secrets would be sealed with an unrelated key.
 */

import { and, desc, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Clock } from '../../kernel/clock.ts';
import { acrossCompanies } from '../../platform/database/sharding/across-companies.ts';
import { companySecrets } from '../../schema/companies.ts';
import { sealingKeyCheck } from '../../schema/operations.ts';
import type { Database, Tx } from '../database/database.ts';
import { firstRow } from '../database/rows.ts';
import { hasKeys, type KeySource, type Keys, placeOfKeys, readKeys } from './key-source.ts';
import { createSealer, SealBroken, type Sealer, sealContext } from './seal.ts';

/** An arbitrary constant that no other program uses in this database. */
const START_LOCK = 7_484_885_228;
const CHECK_TEXT = 'quittance';
const CHECK_CONTEXT = 'sealing_key_check';

class SealingKeyRefused extends Error {
  override name = 'SealingKeyRefused';
}

function missing(source: KeySource): SealingKeyRefused {
  return new SealingKeyRefused(
    `The sealing key is missing: SECRET_KEY is not set and ${placeOfKeys(source)} does not exist, ` +
      'but the database has secrets that were sealed with it. Restore the key from its backup.',
  );
}

function wrong(source: KeySource): SealingKeyRefused {
  return new SealingKeyRefused(
    `The sealing key in ${placeOfKeys(source)} is not the key of this database: ` +
      'it does not open what was sealed before. Restore the right key, or check DATABASE_URL.',
  );
}

function oneMissing(source: KeySource, keyId: string): SealingKeyRefused {
  return new SealingKeyRefused(
    `The sealing key ${keyId} is missing in ${placeOfKeys(source)}: it belongs to this database and ` +
      'was not dropped. Add it again behind the others; quittance secrets keys tells when it can be dropped.',
  );
}

function droppedFirst(source: KeySource, keyId: string): SealingKeyRefused {
  return new SealingKeyRefused(
    `The first sealing key in ${placeOfKeys(source)}, ${keyId}, was dropped. Put another key first.`,
  );
}

type KeyRow = typeof sealingKeyCheck.$inferSelect;
type SealedKeyCheck = { sealed: string; context: string };

function opens(sealer: Sealer, { sealed, context }: SealedKeyCheck): boolean {
  try {
    sealer.open(sealed, context);
    return true;
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
}

/** For databases from before check values existed: returns any sealed secret of a company. */
async function findSecret(tx: Tx): Promise<SealedKeyCheck | null> {
  const hasKey = and(
    isNotNull(companySecrets.processorKeySealed),
    acrossCompanies('a secret of any company shows the key'),
  );
  const secrets = await firstRow(tx.select().from(companySecrets).where(hasKey).limit(1));
  const { companyId, processorKeySealed: sealed } = secrets ?? {};
  return companyId && sealed ? { sealed, context: sealContext.processorKey(companyId) } : null;
}

const toCheck = ({ sealed }: KeyRow): SealedKeyCheck => ({ sealed, context: CHECK_CONTEXT });

async function whatMustOpen(tx: Tx, rows: readonly KeyRow[]): Promise<SealedKeyCheck[] | null> {
  if (rows.length > 0) return rows.filter((row) => row.droppedAt === null).map(toCheck);
  const secret = await findSecret(tx);
  return secret ? [secret] : null;
}

/** Assigns the id of the matching key to a check value from before keys had ids. */
async function nameOldCheck(tx: Tx, sealers: readonly Sealer[], row: KeyRow): Promise<KeyRow> {
  const opening = row.keyId === null && sealers.find((sealer) => opens(sealer, toCheck(row)));
  if (!opening) return row;
  const { keyId } = opening;
  await tx.update(sealingKeyCheck).set({ keyId }).where(isNull(sealingKeyCheck.keyId));
  return { ...row, keyId };
}

/** Returns the key that most recently became the first key. All values must be sealed with it. */
export async function findSealingTurn(tx: Tx): Promise<KeyRow | null> {
  return firstRow(tx.select().from(sealingKeyCheck).orderBy(desc(sealingKeyCheck.turn)).limit(1));
}

export async function listKeyRows(tx: Tx): Promise<KeyRow[]> {
  return tx.select().from(sealingKeyCheck).orderBy(sealingKeyCheck.id);
}

async function register(
  tx: Tx,
  { sealers, known, clock }: { sealers: readonly Sealer[]; known: readonly KeyRow[]; clock: Clock },
): Promise<void> {
  for (const sealer of sealers) {
    if (known.some(({ keyId }) => keyId === sealer.keyId)) continue;
    const sealed = sealer.seal(CHECK_TEXT, CHECK_CONTEXT);
    const { keyId } = sealer;
    await tx.insert(sealingKeyCheck).values({ keyId, sealed, turn: 0, createdAt: clock.now() });
  }
}

/** The first key of a starting server becomes the target of resealing. The last server to start wins. */
async function takeTurn(tx: Tx, keyId: string, isServer: boolean): Promise<void> {
  const top = await findSealingTurn(tx);
  const isTaken = top !== null && top.turn > 0;
  if (isTaken && (top.keyId === keyId || !isServer)) return;
  await tx
    .update(sealingKeyCheck)
    .set({ turn: (top?.turn ?? 0) + 1, leftCount: null })
    .where(sql`${sealingKeyCheck.keyId} = ${keyId}`);
}

type StoredKeys = { rows: readonly KeyRow[]; expected: readonly SealedKeyCheck[] | null };

async function readStoredKeys(tx: Tx): Promise<StoredKeys> {
  const rows = await listKeyRows(tx);
  return { rows, expected: await whatMustOpen(tx, rows) };
}

/** @throws SealingKeyRefused if a key is missing, or none of the keys belongs to this database */
function checkKeys(source: KeySource, { rows, expected }: StoredKeys): Keys {
  if (expected && !hasKeys(source)) throw missing(source);
  const keys = readKeys(source);
  const sealer = createSealer(...keys);
  const closed = expected?.filter((sealed) => !opens(sealer, sealed)) ?? [];
  if (expected && expected.length > 0 && closed.length === expected.length) throw wrong(source);
  const absent = rows.find((row) => row.droppedAt === null && !opens(sealer, toCheck(row)));
  if (absent) throw oneMissing(source, absent.keyId ?? 'without an id');
  const isDropped = rows.some((row) => row.keyId === sealer.keyId && row.droppedAt !== null);
  if (isDropped) throw droppedFirst(source, sealer.keyId);
  return keys;
}

type OpenKeyOptions = { clock: Clock; isServer: boolean };

async function openIn(
  tx: Tx,
  { clock, isServer }: OpenKeyOptions,
  source: KeySource,
): Promise<Sealer> {
  // If processes start together on an empty database, the first one decides.
  await tx.execute(sql`select pg_advisory_xact_lock(${START_LOCK})`);
  const stored = await readStoredKeys(tx);
  const keys = checkKeys(source, stored);
  const sealer = createSealer(...keys);
  const sealers = keys.map((key) => createSealer(key));
  const known: KeyRow[] = [];
  for (const row of stored.rows) known.push(await nameOldCheck(tx, sealers, row));
  await register(tx, { sealers, known, clock });
  await takeTurn(tx, sealer.keyId, isServer);
  return sealer;
}

/**
 * Writes nothing. Returns null if nothing is sealed yet.
 *
 * @throws SealingKeyRefused if a key is missing, or none of the keys belongs to this database
 */
export function findSealer(
  database: Pick<Database, 'asSystem'>,
  source: KeySource,
): Promise<Sealer | null> {
  return database.asSystem(async (tx) => {
    const stored = await readStoredKeys(tx);
    return stored.expected === null ? null : createSealer(...checkKeys(source, stored));
  });
}

/** @throws SealingKeyRefused if a key is missing, or none of the keys belongs to this database */
export function openSealer(
  { database, clock }: { database: Pick<Database, 'asSystem'>; clock: Clock },
  source: KeySource,
  /** A command also seals with its first key, but does not make it the target of resealing. */
  { isServer = true }: { isServer?: boolean } = {},
): Promise<Sealer> {
  return database.asSystem((tx) => openIn(tx, { clock, isServer }, source));
}
