/** A Postgres server for one run of the simulation, with a database for each of its processes. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@quittance/dev/postgres/embedded';
import pg from 'pg';
import { CITUS_URL, citusDatabase } from '../citus.ts';
import { HASTE, prepareTemplate, TEMPLATE } from '../global-setup.ts';

async function clone(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create database ${name} template ${TEMPLATE}`);
  } finally {
    await client.end();
  }
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

function onInterrupt(stop: () => Promise<void>): () => void {
  const leave = () => void stop().finally(() => process.exit(1));
  process.once('SIGINT', leave);
  process.once('SIGTERM', leave);
  return () => {
    process.off('SIGINT', leave);
    process.off('SIGTERM', leave);
  };
}

async function withCitusDatabases<Result>(
  cluster: string,
  count: number,
  work: (urls: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const made: Awaited<ReturnType<typeof citusDatabase>>[] = [];
  const stop = async () => {
    for (const { drop } of made.splice(0)) await drop();
  };
  const forget = onInterrupt(stop);
  try {
    while (made.length < count) {
      made.push(await citusDatabase(cluster, `sim_${randomUUID().replaceAll('-', '')}`));
    }
    return await work(made.map(({ url }) => url));
  } finally {
    forget();
    await stop();
  }
}

export async function withDatabases<Result>(
  count: number,
  work: (urls: readonly string[]) => Promise<Result>,
): Promise<Result> {
  if (CITUS_URL !== null) return withCitusDatabases(CITUS_URL, count, work);
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-sim-'));
  const postgres = await startEmbeddedPostgres({ dataDir, settings: HASTE });
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const forget = onInterrupt(stop);
  try {
    await prepareTemplate(postgres.url);
    const urls: string[] = [];
    for (let index = 0; index < count; index += 1) {
      urls.push(await clone(postgres.url, `sim_${index}`));
    }
    return await work(urls);
  } finally {
    forget();
    await stop();
  }
}
