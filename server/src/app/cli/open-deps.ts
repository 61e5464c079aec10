/** Opens the database and what else a command needs. Loaded only by commands that use the database. */
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
import { raisedLimits, withMailCaps } from '../../platform/limits/limit-config.ts';
import { ANY_ADDRESS } from '../../platform/outbound/reach.ts';
import { openSealer } from '../../platform/sealing/sealing-key.ts';
import { OrderRefused } from '../order-refused.ts';
import { NO_CALLS } from './with-processors.ts';

const CONNECTIONS_MAX = 3;

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
      sealer: await openSealer({ database, clock: systemClock }, config, {
        isServer: false,
      }),
      publicUrl: config.publicUrl,
      limits: withMailCaps(raisedLimits(config.limitsFactor), config.mailCaps),
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
