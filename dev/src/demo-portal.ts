/**
 * The production portal with a movable clock and, if SEED_DEMO is on, demo companies. It is loaded while Postgres
 * starts, because both take about a second.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Portal, startPortal } from '@quittance/server/app/composition';
import { openProcessors } from '@quittance/server/app/open-processors';
import { uncachedCompanies } from '@quittance/server/companies/company-cache';
import { listCompanies } from '@quittance/server/companies/store';
import { findSetupLink } from '@quittance/server/identity/set-up';
import type { Clock } from '@quittance/server/kernel/clock';
import { DEFAULT_CONCURRENCY } from '@quittance/server/kernel/concurrency';
import type { Config } from '@quittance/server/kernel/config';
import type { Deps } from '@quittance/server/kernel/deps';
import { systemEntropy } from '@quittance/server/kernel/entropy';
import { inRepository } from '@quittance/server/kernel/folders';
import type { openLog } from '@quittance/server/kernel/log';
import { openDatabase } from '@quittance/server/platform/database/database';
import { migrate, OlderDatabase } from '@quittance/server/platform/database/migrate';
import { createBatchedCounters } from '@quittance/server/platform/limits/batched-counters';
import { raisedLimits } from '@quittance/server/platform/limits/limit-config';
import { openSealer } from '@quittance/server/platform/sealing/sealing-key';
import { createSandboxControl } from './playground/sandbox-control.ts';
import { waitFor } from './postgres/wait.ts';
import { liveStories } from './seed/live-stories.ts';
import { DEMO_COMPANIES } from './seed/seed-demo.ts';
import { seedWithLinks } from './seed/seed-with-links.ts';

type Preparation = Pick<Start, 'config' | 'seedsDemo' | 'hasHistory' | 'clock' | 'log'>;

/** One for each company with a past, and one for their common work. */
const CONNECTIONS = 4;
const SANDBOX_WAIT = { everyMs: 50, attemptsMax: 200 };

/** The demo companies are complete enough without their stories, so a failure does not prevent the start. */
async function addStories(
  { config, log }: Preparation,
  seeded: Pick<Deps, 'database' | 'sealer' | 'clock' | 'publicUrl'>,
  sandboxUrl: string,
): Promise<void> {
  const { database, clock } = seeded;
  const sandbox = createSandboxControl(sandboxUrl);
  try {
    await waitFor(() => sandbox.clock().catch(() => undefined), SANDBOX_WAIT);
    const deps = {
      ...seeded,
      log,
      entropy: systemEntropy,
      companies: uncachedCompanies(database),
      processors: await openProcessors(config, { database, clock }),
      limits: raisedLimits(config.limitsFactor),
      batchedCounters: createBatchedCounters({ database, clock }),
      concurrency: DEFAULT_CONCURRENCY,
    };
    const companies = DEMO_COMPANIES.map((make) => make(sandboxUrl));
    await liveStories(deps, sandbox, companies);
  } catch (error) {
    log.error(
      { event: 'demo.incomplete', err: error },
      'the stories of the demo companies are incomplete',
    );
  }
}

/** Seeds the demo companies, or writes the link with which the first company is created. `npm start` prints both. */
async function prepare(preparation: Preparation): Promise<void> {
  const { config, seedsDemo, hasHistory, clock } = preparation;
  const { databaseUrl, dataDir, publicUrl } = config;
  await migrate(databaseUrl);
  const database = openDatabase({
    url: databaseUrl,
    connectionsMax: CONNECTIONS,
    onIdleError: () => undefined,
  });
  try {
    const sealer = await openSealer({ database, clock }, config);
    const deps = { database, sealer, clock, publicUrl };
    const { sandboxUrl } = config;
    if (seedsDemo && sandboxUrl) {
      const isEmpty = (await database.readAlone(listCompanies)).length === 0;
      await seedWithLinks({ ...deps, sandboxUrl, hasHistory, path: join(dataDir, 'demo.json') });
      if (isEmpty && hasHistory) await addStories(preparation, deps, sandboxUrl);
    }
    const link = await findSetupLink({ ...deps, now: clock.now() });
    const linkPath = join(dataDir, 'setup-link');
    if (link === null) await rm(linkPath, { force: true });
    else await writeFile(linkPath, link, { mode: 0o600 });
  } finally {
    await database.close();
  }
}

type Start = ReturnType<typeof openLog> & {
  config: Config;
  seedsDemo: boolean;
  hasHistory: boolean;
  isEmbedded: boolean;
  clock: Clock;
};

async function startSeeded(start: Start): Promise<Portal> {
  const { config, clock, log, sink } = start;
  if (config.role === 'web') await prepare(start);
  const tryIt = await readFile(inRepository('dev/dist/try-it/try-it.js'), 'utf8');
  return startPortal(config, log, { sink, clock, tryIt });
}

export async function startDemoPortal(start: Start): Promise<Portal> {
  try {
    return await startSeeded(start);
  } catch (error) {
    if (!(start.isEmbedded && error instanceof OlderDatabase)) throw error;
    throw new OlderDatabase(
      `The data folder ${start.config.dataDir} was made by an older version and cannot be migrated to this one: delete it and start again.`,
    );
  }
}
