/**
 * Writes a backup of every table at one moment, as a stream, so that memory does not grow with the database (ADR
 * 0082). It needs no other program and works with every Postgres that the portal supports.
 */
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import type { Clock } from '../../kernel/clock.ts';
import { migrationNames, pendingMigrations } from '../../platform/database/migrate.ts';
import { withBackupConnection } from './backup-connection.ts';
import {
  BackupRefused,
  FORMAT,
  type Header,
  ledgerHash,
  type Manifest,
  type Sum,
  summing,
} from './backup-file.ts';
import { type BackupTable, readSequences, readTables } from './tables.ts';

const ROWS = 500;
/** A file can be up to ten megabytes. */
const ROWS_WITH_FILES = 4;
const FILE_MODE = 0o600;

const quoted = (name: string) => `"${name}"`;

export async function* rowLines(client: pg.Client, table: BackupTable): AsyncGenerator<string> {
  const columns = table.columns.map(({ name }) => `${quoted(name)}::text`).join(', ');
  const order = table.key.map(quoted).join(', ');
  const count = table.hasFiles ? ROWS_WITH_FILES : ROWS;
  await client.query(
    `declare backup_rows no scroll cursor for select ${columns} from ${quoted(table.name)} order by ${order}`,
  );
  for (let isMore = true; isMore; ) {
    const { rows } = await client.query<(string | null)[]>({
      text: `fetch ${count} from backup_rows`,
      rowMode: 'array',
    });
    for (const row of rows) yield JSON.stringify(row);
    isMore = rows.length === count;
  }
  await client.query('close backup_rows');
}

async function sealingKeysIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string | null }>(
    'select key_id as id from sealing_key_check where dropped_at is null order by id',
  );
  return rows.map(({ id }) => id ?? 'without an id');
}

export type WrittenBackup = Manifest & Header;

async function* backupLines(
  client: pg.Client,
  header: Header,
  onDone: (manifest: Manifest) => void,
): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`;
  const tables: Record<string, Sum> = {};
  for (const table of await readTables(client)) {
    const columns = table.columns.map(({ name }) => name);
    yield `${JSON.stringify({ table: table.name, columns })}\n`;
    const total = summing();
    for await (const line of rowLines(client, table)) {
      total.add(line);
      yield `${line}\n`;
    }
    const sum = total.sum();
    tables[table.name] = sum;
    yield `${JSON.stringify({ end: table.name, ...sum })}\n`;
  }
  const sequences = await readSequences(client);
  const sealingKeys = await sealingKeysIn(client);
  const manifest = { tables, sequences, ledger: ledgerHash(tables), sealingKeys };
  yield `${JSON.stringify(manifest)}\n`;
  onDone(manifest);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function writeLines(client: pg.Client, path: string, header: Header): Promise<Manifest> {
  const written: Manifest[] = [];
  const lines = backupLines(client, header, (manifest) => written.push(manifest));
  const file = createWriteStream(path, { flags: 'wx', mode: FILE_MODE });
  await pipeline(Readable.from(lines), createGzip(), file);
  await syncFile(path);
  const [manifest] = written;
  if (!manifest) throw new Error('The backup has no manifest.');
  return manifest;
}

const isThere = (path: string) =>
  open(path, 'r').then(
    async (file) => {
      await file.close();
      return true;
    },
    () => false,
  );

/** Written under another name until it is complete, so that a file with this name is always a complete backup. */
export async function writeBackup(
  { url, clock }: { url: string; clock: Clock },
  path: string,
): Promise<WrittenBackup> {
  if (await isThere(path)) throw new BackupRefused(`There is a file ${path} already.`);
  const partial = `${path}.partial`;
  return withBackupConnection(url, async (client) => {
    if ((await pendingMigrations(client)).length > 0) {
      throw new BackupRefused('The database is not up to date. Run: quittance migrate');
    }
    await client.query('begin isolation level repeatable read read only');
    const schema = migrationNames().at(-1) ?? '';
    const header: Header = { quittance: 'backup', format: FORMAT, schema, createdAt: clock.now() };
    await rm(partial, { force: true });
    try {
      const manifest = await writeLines(client, partial, header);
      await client.query('commit');
      await rename(partial, path);
      return { ...header, ...manifest };
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  });
}
