/**
 * A separate database for each test file: a clone of the migrated template, or an empty one. Nothing is shared or
 * truncated; the file that creates a database drops it at the end.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { CITUS_URL, cloneCitusDatabase } from './citus.ts';
import { planOnce } from './planned-once.ts';
import { recordStatements } from './platform/database/sharding/record-statements.ts';
import { forFile } from './world/for-file.ts';

export type FreshDatabase = {
  url: string;
  database: Database;
  drop(): Promise<void>;
};

const CONNECTIONS_MAX = 10;
/** On a busy machine, a test file may load modules for longer than a server may wait for a connection. */
const CONNECT_MS_MAX = 60_000;

export function freshDatabase(): Promise<FreshDatabase> {
  return CITUS_URL === null
    ? makeDatabase(`template ${inject('postgresTemplate')} strategy file_copy`)
    : distributedDatabase(CITUS_URL);
}

export function emptyDatabase(): Promise<FreshDatabase> {
  return makeDatabase('');
}

const newName = () => `test_${randomUUID().replaceAll('-', '')}`;

/** This process connects through the socket file. Programs that a test starts use TCP, as in production. */
function nearest(url: string): string {
  const folder = inject('postgresSocket');
  if (folder === null || CITUS_URL !== null) return url;
  const address = new URL(url);
  address.hostname = encodeURIComponent(folder);
  return address.href;
}

function openOn(url: string, remove: () => Promise<void>): FreshDatabase {
  const onIdleError = () => undefined;
  const database = openDatabase({
    url: nearest(url),
    connectionsMax: CONNECTIONS_MAX,
    connectMsMax: CONNECT_MS_MAX,
    onIdleError,
  });
  // Not for Citus, which plans every execution for its company.
  if (CITUS_URL === null) planOnce(database.pool);
  return {
    url,
    database: recordStatements(database),
    async drop() {
      await database.close();
      await remove();
    },
  };
}

async function makeDatabase(source: string): Promise<FreshDatabase> {
  const name = newName();
  await maintain(`create database ${name} ${source}`);
  const address = new URL(inject('postgresUrl'));
  address.pathname = `/${name}`;
  return openOn(address.href, () => maintain(`drop database ${name} with (force)`));
}

async function distributedDatabase(cluster: string): Promise<FreshDatabase> {
  const clone = { name: newName(), template: inject('postgresTemplate') };
  const { url, drop } = await cloneCitusDatabase(cluster, clone);
  return openOn(url, drop);
}

async function maintain(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export function useDatabase(): FreshDatabase {
  return forFile(freshDatabase, (fresh) => fresh.drop());
}
