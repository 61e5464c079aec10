/**
 * Starts and stops the parts of a benchmark run, each in its own process: Postgres, processor, portal, bare server,
 * load generator.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@quittance/dev/postgres/embedded';
import { migrate } from '@quittance/server/platform/database/migrate';
import { keysFromText } from '@quittance/server/platform/sealing/key-source';
import { createSealer } from '@quittance/server/platform/sealing/seal';
import pg from 'pg';
import type { Options } from './options.ts';
import type { SeedTools } from './seed/add-company.ts';
import { type BareServer, startBareServer } from './system/bare-server.ts';
import { type LoadGenerator, startLoadGenerator } from './system/load-generator.ts';
import { type BenchPortal, type PortalSettings, startPortal } from './system/portal.ts';
import { type BenchProcessor, startProcessor } from './system/processor.ts';

export type Bench = SeedTools & {
  options: Options;
  folder: string;
  portalSettings: Omit<PortalSettings, 'name'>;
  processor: BenchProcessor;
  portal: BenchPortal;
  bare: BareServer;
  load: LoadGenerator;
  postgresVersion: string;
  progress(step: string): void;
};

type CloseHook = () => Promise<unknown>;

async function findVersion(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  return rows[0]?.server_version ?? 'unknown';
}

/** As docs/production.md sets it. With fewer checkpoints, fewer whole pages are written to the WAL. */
const SETTINGS = { max_wal_size: '4GB' };

async function open(
  options: Options,
  progress: Bench['progress'],
  closings: CloseHook[],
): Promise<Bench> {
  progress('starting Postgres, portal and bare server');
  const folder = await mkdtemp(join(tmpdir(), 'quittance-bench-'));
  closings.push(() => rm(folder, { recursive: true, force: true }));
  const { url: databaseUrl, stop } = await startEmbeddedPostgres({
    dataDir: folder,
    settings: SETTINGS,
  });
  closings.push(stop);
  await migrate(databaseUrl);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  // Postgres closes idle connections when it shuts down. Without a handler, the error would end the process.
  pool.on('error', () => undefined);
  closings.push(() => pool.end());
  const processor = await startProcessor(folder);
  closings.push(processor.stop);
  const secretKey = randomBytes(32).toString('base64');
  const portalSettings = { folder, databaseUrl, secretKey, processorUrl: processor.url };
  const portal = await startPortal({ ...portalSettings, name: 'portal' });
  closings.push(portal.stop);
  const bare = await startBareServer(portalSettings);
  closings.push(bare.stop);
  const load = await startLoadGenerator(folder);
  closings.push(load.stop);
  return {
    options,
    folder,
    pool,
    sealer: createSealer(...keysFromText(secretKey)),
    portalSettings,
    processor,
    portal,
    bare,
    load,
    postgresVersion: await findVersion(pool),
    progress,
  };
}

/** Ctrl-C is treated as a failure, so that all parts are stopped. */
function interruption(): Promise<never> {
  return new Promise((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => reject(new Error(`stopped by ${signal}`)));
    }
  });
}

export async function withBench<Result>(
  options: Options,
  progress: Bench['progress'],
  work: (bench: Bench) => Promise<Result>,
): Promise<Result> {
  const closings: CloseHook[] = [];
  try {
    const run = async () => work(await open(options, progress, closings));
    return await Promise.race([run(), interruption()]);
  } finally {
    for (const close of closings.reverse()) await close();
  }
}
