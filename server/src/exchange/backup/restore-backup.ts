/**
 * Restores a backup into an empty database of the same schema. First, the file is read to its end and compared with
 * its own checksums. Then one transaction writes all rows and compares the stored data with the manifest. Jobs do
 * not charge or refund for a company until its processor's records have been compared (ADR 0082).
 */
import type { Instant } from '@quittance/contract/dates';
import type pg from 'pg';
import type { Clock } from '../../kernel/clock.ts';
import { migrationNames, pendingMigrations } from '../../platform/database/migrate.ts';
import { hasDistributedTables } from '../../platform/database/sharding/is-distributed.ts';
import { withBackupConnection } from './backup-connection.ts';
import { BackupRefused, type Header, type Manifest, readBackup, summing } from './backup-file.ts';
import { type BackupTable, readTables, setSequences } from './tables.ts';
import { rowLines } from './write-backup.ts';

/** The time, the company and the customer. */
type Erasure = readonly [string, string, string];

const ROWS_MAX = 500;
const BYTES_MAX = 1_000_000;

/** Written at the first start and replaced by the backup's row. */
const MAY_HAVE_ROWS = 'sealing_key_check';

const quoted = (name: string) => `"${name}"`;

function refuseOtherSchema({ schema }: Header): void {
  const own = migrationNames().at(-1);
  if (schema === own) return;
  throw new BackupRefused(
    `The backup has the schema ${schema}, and this release has ${own}. ` +
      'Restore it with the release that made it, and update then.',
  );
}

async function refuseOthers(client: pg.Client, tables: readonly BackupTable[]): Promise<void> {
  if (await hasDistributedTables(client)) {
    throw new BackupRefused(
      'The tables are distributed already. Restore into a new database, after quittance migrate and before quittance scale distribute.',
    );
  }
  if ((await pendingMigrations(client)).length > 0) {
    throw new BackupRefused('The database is not up to date. Run: quittance migrate');
  }
  for (const { name } of tables) {
    if (name === MAY_HAVE_ROWS) continue;
    const { rowCount } = await client.query(`select from ${quoted(name)} limit 1`);
    if (rowCount === 0) continue;
    throw new BackupRefused(
      `The database is not empty: there are rows in ${name}. Restore into a new database, after quittance migrate.`,
    );
  }
}

async function insertLines(client: pg.Client, table: BackupTable, lines: readonly string[]) {
  // Safe because rowLines() wrote the line, and backup-file.ts has compared it with its checksum.
  const rows = lines.map((line) => JSON.parse(line) as (string | null)[]);
  const names = table.columns.map(({ name }) => quoted(name)).join(', ');
  const values = table.columns.map(({ type }, index) => `c${index}::${type}`).join(', ');
  const lists = table.columns.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const aliases = table.columns.map((_, index) => `c${index}`).join(', ');
  await client.query(
    `insert into ${quoted(table.name)} (${names}) overriding system value
     select ${values} from unnest(${lists}) as given (${aliases})`,
    table.columns.map((_, index) => rows.map((row) => row[index] ?? null)),
  );
}

function findTable(tables: readonly BackupTable[], name: string, columns: readonly string[]) {
  const table = tables.find((candidate) => candidate.name === name);
  const isSame = table?.columns.map((column) => column.name).join() === columns.join();
  if (!table || !isSame) throw new BackupRefused(`The table ${name} has other columns here.`);
  return table;
}

function writer(client: pg.Client, tables: readonly BackupTable[]) {
  let table: BackupTable | null = null;
  let [lines, bytes]: [string[], number] = [[], 0];
  const flush = async () => {
    if (table && lines.length > 0) await insertLines(client, table, lines);
    [lines, bytes] = [[], 0];
  };
  return {
    onTable({ table: name, columns }: { table: string; columns: readonly string[] }) {
      table = findTable(tables, name, columns);
    },
    async onRow(line: string) {
      lines.push(line);
      bytes += line.length;
      if (lines.length >= ROWS_MAX || bytes >= BYTES_MAX) await flush();
    },
    onEnd: flush,
  };
}

async function compare(client: pg.Client, tables: readonly BackupTable[], manifest: Manifest) {
  for (const table of tables) {
    const total = summing();
    for await (const line of rowLines(client, table)) total.add(line);
    const { rows, sha256 } = total.sum();
    const said = manifest.tables[table.name];
    if (said?.rows === rows && said.sha256 === sha256) continue;
    throw new BackupRefused(
      `The table ${table.name} is not the one of the backup after the restore. Nothing was restored.`,
    );
  }
}

/** The backup already contains the effects of the triggers. */
async function setTriggers(client: pg.Client, tables: readonly BackupTable[], on: boolean) {
  for (const { name } of tables.filter(({ hasTriggers }) => hasTriggers)) {
    await client.query(`alter table ${quoted(name)} ${on ? 'enable' : 'disable'} trigger user`);
  }
}

/**
 * Otherwise, anything that ended after the backup would resume: charges already made, sessions already signed out.
 */
export async function holdBack(client: Pick<pg.Client, 'query'>, now: Instant): Promise<void> {
  await client.query('update companies set charges_held_since = $1 where not is_demo', [now]);
  await client.query('update sessions set revoked_at = $1 where revoked_at is null', [now]);
  await client.query('update devices set revoked_at = $1 where revoked_at is null', [now]);
  await client.query('update staff_sessions set revoked_at = $1 where revoked_at is null', [now]);
  await client.query('delete from staff_sign_ins');
  await client.query('delete from bearers');
  await client.query('delete from sign_in_tokens');
}

/** Marks persons who were erased after the backup, until the portal has repeated it, and removes emails to them. */
async function markErased(client: pg.Client, erasures: readonly Erasure[]): Promise<void> {
  for (const [erasedAt, companyId, customerId] of erasures) {
    await client.query('select erase_again($1, $2, $3)', [companyId, customerId, erasedAt]);
  }
}

type Restore = { path: string; erasures: readonly Erasure[]; clock: Clock };

async function restoreIn(client: pg.Client, { path, erasures, clock }: Restore): Promise<Manifest> {
  const tables = await readTables(client);
  await refuseOthers(client, tables);
  await setTriggers(client, tables, false);
  await client.query(`delete from ${MAY_HAVE_ROWS}`);
  const manifest = await readBackup(path, writer(client, tables));
  await setSequences(client, manifest.sequences);
  await compare(client, tables, manifest);
  await holdBack(client, clock.now());
  await markErased(client, erasures);
  await setTriggers(client, tables, true);
  return manifest;
}

/** @throws BackupRefused, without any change, for a damaged file, a different schema, or a database with rows */
export async function restoreBackup(
  { url, clock }: { url: string; clock: Clock },
  path: string,
  erasures: readonly Erasure[] = [],
): Promise<Manifest> {
  await readBackup(path, { onHeader: refuseOtherSchema });
  return withBackupConnection(url, async (client) => {
    await client.query('begin');
    const manifest = await restoreIn(client, { path, erasures, clock });
    await client.query('commit');
    // Otherwise, query plans for empty tables would be used for the first hours.
    await client.query('analyze');
    return manifest;
  });
}
