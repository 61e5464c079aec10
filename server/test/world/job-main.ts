/** A separate process that runs one job once, for tests of two processes on one database. */
import { z } from 'zod';
import { fixedClock } from '../../src/kernel/clock.ts';
import type { Deps } from '../../src/kernel/deps.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { createHttpClient } from '../../src/platform/outbound/http-client.ts';
import { ANY_ADDRESS } from '../../src/platform/outbound/reach.ts';
import { createSealer } from '../../src/platform/sealing/seal.ts';
import { createProcessors } from '../../src/processors/registry.ts';
import { deliverEvents } from '../../src/webhooks/deliver-events.ts';
import { testDeps } from './test-deps.ts';

const JOBS = {
  deliverEvents: (deps: Deps) => deliverEvents(deps),
};

const orderSchema = z.object({
  job: z.enum(['deliverEvents']),
  databaseUrl: z.url(),
  key: z.base64(),
  at: z.string(),
  baseUrls: z.object({ stripe: z.url(), payengine: z.url(), fiserv: z.url() }),
});
export type JobOrder = z.infer<typeof orderSchema>;

const { job, databaseUrl, key, at, baseUrls } = orderSchema.parse(
  JSON.parse(process.argv[2] ?? ''),
);
const clock = fixedClock(at);
const database = openDatabase({
  url: databaseUrl,
  connectionsMax: 4,
  onIdleError: () => undefined,
});
const http = createHttpClient();
const deps = testDeps({
  database,
  clock,
  processors: createProcessors({ http, clock, baseUrls, acceptsLiveKeys: false }),
  sealer: createSealer(Buffer.from(key, 'base64')),
  webhookReach: ANY_ADDRESS,
});
await JOBS[job](deps);
await http.close();
await database.close();
