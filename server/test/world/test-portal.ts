/**
 * The real app on its own database, called in process so that thousands of calls are cheap. The
 * processors are unreachable unless a test passes their URLs.
 */

import type { InjectOptions } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from '../../src/app/app.ts';
import { addMs, fixedClock } from '../../src/kernel/clock.ts';
import type { AnalyticsSettings } from '../../src/kernel/config.ts';
import { LOAD_LIMITS } from '../../src/platform/http/load/load-shedding.ts';
import { type Limits, STRICT_LIMITS } from '../../src/platform/limits/limit-config.ts';
import { createHttpClient } from '../../src/platform/outbound/http-client.ts';
import { createProcessors } from '../../src/processors/registry.ts';
import type { BaseUrls } from '../../src/processors/servers.ts';
import { freshDatabase } from '../database.ts';
import { forFile } from './for-file.ts';
import { testDeps } from './test-deps.ts';

export const NOW = '2026-11-15T15:00:00.000Z';

/** A closed port, so that no charge is sent. */
const UNREACHABLE = 'http://127.0.0.1:9';

/** Hundreds of concurrent calls all get a response, however slow the machine is. */
const PATIENT = { reads: { ...LOAD_LIMITS.reads, waitMs: 30_000 } };

export type TestPortalOptions = {
  limits?: Limits;
  baseUrls?: BaseUrls;
  webFolder?: string;
  isHttps?: boolean;
  analytics?: AnalyticsSettings;
  log?: Logger;
};

export async function openTestPortal(options: TestPortalOptions = {}) {
  const { limits = STRICT_LIMITS, webFolder = null, isHttps = false } = options;
  const { baseUrls = { payengine: UNREACHABLE, stripe: UNREACHABLE, fiserv: UNREACHABLE } } =
    options;
  const fresh = await freshDatabase();
  const clock = fixedClock(NOW);
  const http = createHttpClient();
  const deps = testDeps({
    database: fresh.database,
    clock,
    processors: createProcessors({ http, clock, baseUrls, acceptsLiveKeys: false }),
    limits,
    publicUrl: isHttps ? 'https://portal.test' : 'http://portal.test',
    ...(options.log ? { log: options.log } : {}),
  });
  const app = await buildApp(deps, {
    checksAnswers: true,
    readiness: async () => ({ database: true, migrations: true, worker: true }),
    webFolder,
    analytics: options.analytics ?? null,
    isHttps,
    trustedProxies: [],
    load: PATIENT,
  });
  await app.ready();
  return {
    app,
    deps,
    pool: fresh.database.pool,
    ask: (call: InjectOptions) => app.inject(call),
    later: (ms: number) => clock.travelTo(addMs(clock.now(), ms)),
    async close(): Promise<void> {
      await app.close();
      await http.close();
      await fresh.drop();
    },
  };
}

export type TestPortal = Awaited<ReturnType<typeof openTestPortal>>;

export function useTestPortal(options?: TestPortalOptions): TestPortal {
  return forFile(
    () => openTestPortal(options),
    (portal) => portal.close(),
  );
}
