/** Dependencies of a test server: a silent log and raised limits, unless a test sets others. */
import { pino } from 'pino';
import { uncachedCompanies } from '../../src/companies/company-cache.ts';
import { DEFAULT_CONCURRENCY } from '../../src/kernel/concurrency.ts';
import type { Deps } from '../../src/kernel/deps.ts';
import { systemEntropy } from '../../src/kernel/entropy.ts';
import { createBatchedCounters } from '../../src/platform/limits/batched-counters.ts';
import { raisedLimits } from '../../src/platform/limits/limit-config.ts';
import { createSealer } from '../../src/platform/sealing/seal.ts';

type NamedDeps = Partial<Deps> & Pick<Deps, 'database' | 'clock' | 'processors'>;

export function testDeps(named: NamedDeps): Deps {
  const { database, clock } = named;
  return {
    entropy: systemEntropy,
    sealer: createSealer(systemEntropy.bytes(32)),
    log: pino({ level: 'silent' }),
    limits: raisedLimits(1000),
    companies: uncachedCompanies(database),
    batchedCounters: createBatchedCounters({ database, clock }),
    concurrency: DEFAULT_CONCURRENCY,
    publicUrl: 'http://portal.test',
    ...named,
  };
}
