/** The dependencies of a command, on the database of its configuration. */
import { pino } from 'pino';
import { systemClock } from '../clock.ts';
import { DEFAULT_CONCURRENCY } from '../concurrency.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { systemEntropy } from '../entropy.ts';
import { createBatchedCounters } from '../limits/batched-counters.ts';
import { raisedLimits } from '../limits/limit-config.ts';
import { ANY_ADDRESS } from '../outbound/reach.ts';
import type { Processors } from '../processors/registry.ts';
import { OrderRefused } from '../provider/operator-access.ts';
import { uncachedCompanies } from '../storage/billing/company-cache.ts';
import { openDatabase } from '../storage/database.ts';
import { pendingMigrations } from '../storage/migrate.ts';
import { openSealerOf } from '../storage/sealing/sealing-key.ts';

const CONNECTIONS_MAX = 3;

/** A command writes orders; the jobs of the server send them to processors. So their libraries are not loaded. */
const NO_CALLS: Processors = {
  supports: () => true,
  create() {
    throw new Error('A command does not call a processor.');
  },
};

export type OpenDeps = { deps: Deps; close(): Promise<void> };

export async function openDeps(config: Config): Promise<OpenDeps> {
  const database = openDatabase({
    url: config.databaseUrl,
    replicaUrl: config.replicaUrl,
    connectionsMax: CONNECTIONS_MAX,
    onIdleError: () => undefined,
  });
  try {
    if ((await pendingMigrations(database.pool)).length > 0) {
      throw new OrderRefused('The database is not up to date. Run: quittance migrate');
    }
    const deps: Deps = {
      database,
      clock: systemClock,
      entropy: systemEntropy,
      sealer: await openSealerOf({ database, clock: systemClock }, config, {
        isServer: false,
      }),
      publicUrl: config.publicUrl,
      limits: raisedLimits(config.limitsFactor),
      companies: uncachedCompanies(database),
      batchedCounters: createBatchedCounters({ database, clock: systemClock }),
      concurrency: DEFAULT_CONCURRENCY,
      processors: NO_CALLS,
      log: pino({ level: 'silent' }),
      ...(config.allowsPrivateReceivers ? { webhookReach: ANY_ADDRESS } : {}),
    };
    return { deps, close: () => database.close() };
  } catch (error) {
    await database.close();
    throw error;
  }
}
