/** The dependencies of a command, on the database of its configuration. */
import { pino } from 'pino';
import { uncachedCompanies } from '../../companies/company-cache.ts';
import { systemClock } from '../../kernel/clock.ts';
import { DEFAULT_CONCURRENCY } from '../../kernel/concurrency.ts';
import type { Config } from '../../kernel/config.ts';
import type { Deps } from '../../kernel/deps.ts';
import { systemEntropy } from '../../kernel/entropy.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { pendingMigrations } from '../../platform/database/migrate.ts';
import { createBatchedCounters } from '../../platform/limits/batched-counters.ts';
import { raisedLimits } from '../../platform/limits/limit-config.ts';
import { ANY_ADDRESS } from '../../platform/outbound/reach.ts';
import { openSealerOf } from '../../platform/sealing/sealing-key.ts';
import type { Processors } from '../../processors/registry.ts';
import { OrderRefused } from '../operator-access.ts';

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
