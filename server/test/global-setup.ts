/**
 * Starts one embedded Postgres and one sandbox process for the whole test run. Every test file clones the migrated
 * template database (database.ts) and opens a sandbox world (world/sandbox-process.ts). Nothing is kept after the
 * run.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@quittance/dev/postgres/embedded';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/platform/database/migrate.ts';
import { CITUS_URL, citusTemplate } from './citus.ts';
import { startSandboxProcess } from './start-sandbox.ts';

declare module 'vitest' {
  // Module augmentation requires an interface.
  interface ProvidedContext {
    /** An empty database on the test run's Postgres, used to create and drop others. */
    postgresUrl: string;
    /** Null if Postgres has no socket file. */
    postgresSocket: string | null;
    postgresTemplate: string;
    sandboxUrl: string;
    /** Folder in which the statements of the run are recorded (platform/database/sharding/record-statements.ts). */
    statements: string;
  }
}

export const TEMPLATE = 'migrated';

/** Test data may be lost in a machine crash, so the tests do not wait for the disk. */
export const HASTE = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  // Clones of the template are not written to the WAL.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Every connection verifies the password. With thousands of iterations, this would take longer than the
  // connection's statements.
  scram_iterations: '1',
  // It would visit the database of every test file every few seconds.
  autovacuum: 'off',
};

/** A socket file saves a tenth of the CPU time per statement. It is in the cluster's own folder. */
const hasSocket = process.platform !== 'win32';
const SOCKET = hasSocket ? { unix_socket_directories: '.' } : {};

/** Superuser URL of a running Postgres to use instead of the embedded one (docs/testing.md). */
const POSTGRES_URL = process.env['POSTGRES_URL'];

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-test-'));
  const remove = (folder: string) => rm(folder, { recursive: true, force: true });
  const { statements } = project.getProvidedContext();
  const closings = [() => remove(dataDir), () => remove(statements)];
  const stop = async () => {
    for (const close of closings.splice(0).reverse()) await close();
  };
  try {
    const postgres = POSTGRES_URL
      ? { url: POSTGRES_URL, stop: () => dropTemplate(POSTGRES_URL) }
      : await startEmbeddedPostgres({ dataDir, settings: { ...HASTE, ...SOCKET } });
    closings.push(postgres.stop);
    await prepareTemplate(postgres.url);
    project.provide('postgresUrl', postgres.url);
    project.provide(
      'postgresSocket',
      hasSocket && !POSTGRES_URL ? join(dataDir, 'postgres') : null,
    );
    if (CITUS_URL === null) project.provide('postgresTemplate', TEMPLATE);
    else {
      const name = `template_${randomUUID().replaceAll('-', '')}`;
      const template = await citusTemplate(CITUS_URL, name);
      closings.push(template.drop);
      project.provide('postgresTemplate', name);
    }
    const sandbox = await startSandboxProcess();
    closings.push(sandbox.stop);
    project.provide('sandboxUrl', sandbox.url);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

export function prepareTemplate(url: string): Promise<void> {
  return withClient(url, async (client) => {
    const { username, password } = new URL(url);
    // The new iteration count applies only once the password is set again.
    if (password) {
      await client.query(`alter role ${username} password ${pg.escapeLiteral(password)}`);
    }
    await client.query(`create database ${TEMPLATE}`);
    const template = new URL(url);
    template.pathname = `/${TEMPLATE}`;
    await migrate(template.href);
    // A database with connections cannot be cloned, so connections are refused from now on.
    await client.query(`alter database ${TEMPLATE} with is_template true allow_connections false`);
  });
}

function dropTemplate(url: string): Promise<void> {
  return withClient(url, async (client) => {
    await client.query(`alter database ${TEMPLATE} with is_template false`);
    await client.query(`drop database ${TEMPLATE}`);
  });
}
