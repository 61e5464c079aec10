/** A process of its own that delivers events once, for the test that kills it. */
import { pino } from 'pino';
import { z } from 'zod';
import { fixedClock } from '../../src/clock.ts';
import { DEFAULT_CONCURRENCY } from '../../src/concurrency.ts';
import type { Deps } from '../../src/deps.ts';
import { systemEntropy } from '../../src/entropy.ts';
import { createBatchedCounters } from '../../src/limits/batched-counters.ts';
import { raisedLimits } from '../../src/limits/limit-config.ts';
import { ANY_ADDRESS } from '../../src/outbound/reach.ts';
import { createHttpClient } from '../../src/processors/http.ts';
import { createProcessors } from '../../src/processors/registry.ts';
import { deliverEvents } from '../../src/provider/webhooks/deliver-events.ts';
import { uncachedCompanies } from '../../src/storage/billing/company-cache.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { createSealer } from '../../src/storage/seal.ts';

const [url, key, at] = z.tuple([z.url(), z.base64(), z.string()]).parse(process.argv.slice(2));
const clock = fixedClock(at);
const database = openDatabase({ url, connectionsMax: 4, onIdleError: () => undefined });
const nowhere = { stripe: 'http://x.test', payengine: 'http://x.test', fiserv: 'http://x.test' };
const deps: Deps = {
  database,
  clock,
  companies: uncachedCompanies(database),
  entropy: systemEntropy,
  processors: createProcessors({
    http: createHttpClient(),
    clock,
    baseUrls: nowhere,
    acceptsLiveKeys: false,
  }),
  sealer: createSealer(Buffer.from(key, 'base64')),
  log: pino({ level: 'silent' }),
  limits: raisedLimits(1),
  batchedCounters: createBatchedCounters({ database, clock }),
  concurrency: DEFAULT_CONCURRENCY,
  publicUrl: 'http://portal.test',
  webhookReach: ANY_ADDRESS,
};
await deliverEvents(deps);
