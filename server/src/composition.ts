/**
 * The composition root: builds a portal from its configuration, starts it, and stops its parts in reverse
 * order.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { createAddressSuggestions } from './address/suggest-addresses.ts';
import { systemClock, wait } from './clock.ts';
import { DEFAULT_CONCURRENCY } from './concurrency.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { systemEntropy } from './entropy.ts';
import { buildApp } from './http/app.ts';
import type { LoadShedding } from './http/load/load-shedding.ts';
import { registerMetrics } from './http/metrics.ts';
import type { Readiness } from './http/readiness.ts';
import { startWorker } from './jobs/worker.ts';
import { createBatchedCounters, startFlushing } from './limits/batched-counters.ts';
import { type Limits, raisedLimits, withMailCaps } from './limits/limit-config.ts';
import { loggedError } from './log-error.ts';
import type { LogSink } from './log-sink.ts';
import { createMailer } from './mail/mailer.ts';
import { createMetrics, type Metrics } from './operations/metrics.ts';
import { createSlack } from './operations/slack.ts';
import { openTracing, type Tracing } from './operations/tracing.ts';
import { ANY_ADDRESS } from './outbound/reach.ts';
import { createHttpClient } from './processors/http.ts';
import { createProcessors } from './processors/registry.ts';
import { openRealtime } from './realtime/socket.ts';
import { openCompanyCache } from './storage/billing/company-cache.ts';
import { type Database, openDatabase } from './storage/database.ts';
import { migrate, pendingMigrations } from './storage/migrate.ts';
import { openSealerOf } from './storage/sealing/sealing-key.ts';

/** Of all processes together, besides ten for reads in each. */
const CONNECTIONS_MAX = 40;
const CONNECTIONS_MIN = 12;

/** web/dist/app, from server/src as well as from server/dist. */
const WEB_FOLDER = fileURLToPath(new URL('../../web/dist/app', import.meta.url));

export type Portal = { stop(): Promise<void> };

type Closing = () => Promise<unknown>;

function limitsOf({ limitsFactor, mailCaps }: Config, log: Logger): Limits {
  if (limitsFactor > 1) {
    log.warn(
      { event: 'limits.raised', limitsFactor },
      'rate limits are raised, for demonstration only',
    );
  }
  return withMailCaps(raisedLimits(limitsFactor), mailCaps);
}

function readinessOf(database: Database, worker: { isRunning(): boolean }) {
  return async (): Promise<Readiness> => {
    try {
      const pending = await pendingMigrations(database.pool);
      return { database: true, migrations: pending.length === 0, worker: worker.isRunning() };
    } catch {
      return { database: false, migrations: false, worker: worker.isRunning() };
    }
  };
}

function connectionsOf({ processes }: Config): number {
  return Math.max(CONNECTIONS_MIN, Math.ceil(CONNECTIONS_MAX / (processes ?? 1)));
}

/** The processor that a URL belongs to, for the metrics. */
function processorAt({ processorUrls }: Config, url: string): string {
  const found = Object.entries(processorUrls).find(([, base]) => url.startsWith(base));
  return found?.[0] ?? 'other';
}

/** Stops in reverse order of starting, also when the start fails half way. */
export async function startPortal(
  config: Config,
  log: Logger,
  sink: Pick<LogSink, 'dropped'> = { dropped: () => 0 },
): Promise<Portal> {
  const closings: Closing[] = [];
  const stop = async () => {
    for (const close of closings.splice(0).reverse()) await close();
  };
  try {
    await assemble(config, { log, sink }, closings);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

type Logging = { log: Logger; sink: Pick<LogSink, 'dropped'> };

async function assemble(config: Config, logging: Logging, closings: Closing[]): Promise<void> {
  const { log, sink } = logging;
  const tracing = await openTracing(config.tracing, log);
  closings.push(() => tracing.stop());
  await migrate(config.databaseUrl);
  const database = tracing.database(
    openDatabase({
      url: config.databaseUrl,
      connectionsMax: connectionsOf(config),
      // Only the message: the error object contains the connection with its secrets.
      onIdleError: ({ message }) =>
        log.warn({ event: 'database.connection_lost', message }, 'a database connection was lost'),
    }),
  );
  closings.push(() => database.close());
  const http = createHttpClient();
  closings.push(() => http.close());
  const clock = systemClock;
  const metrics = createMetrics({ database, clock });
  metrics.watch({
    name: 'log_lines_dropped',
    help: 'Log lines lost since the start of this process',
    read: sink.dropped,
  });
  const processorOf = (url: string) => processorAt(config, url);
  const processors = createProcessors({
    http: tracing.http(metrics.timed(http, processorOf), processorOf),
    clock,
    baseUrls: config.processorUrls,
    acceptsLiveKeys: config.acceptsLiveKeys,
  });
  const companies = openCompanyCache(database);
  closings.push(async () => companies.close());
  const deps: Deps = {
    database,
    companies,
    clock,
    entropy: systemEntropy,
    processors: tracing.processors(processors),
    sealer: await openSealerOf({ database, clock }, config),
    log,
    limits: limitsOf(config, log),
    batchedCounters: createBatchedCounters({ database, clock }),
    concurrency: DEFAULT_CONCURRENCY,
    publicUrl: config.publicUrl,
    ...(config.addressSuggestions
      ? { addressSuggestions: createAddressSuggestions(http, config.addressSuggestions) }
      : {}),
    ...(config.allowsPrivateReceivers ? { webhookReach: ANY_ADDRESS } : {}),
    ...(config.slackWebhookUrl
      ? { slack: createSlack({ http, log }, config.slackWebhookUrl) }
      : {}),
  };
  const stopFlushing = startFlushing(deps.batchedCounters, (error) =>
    log.warn(
      { event: 'limits.not_shared', error: loggedError(error) },
      'counters of rate limits were not written; they are kept for the next second',
    ),
  );
  closings.push(stopFlushing);
  await serve({ config, metrics, tracing }, deps, closings);
}

const LOAD_GAUGES = {
  running: 'Requests that are worked on',
  waiting: 'Requests that wait for a place',
  refused: 'Requests refused for load since the start of this process',
} as const;

function watchLoad(metrics: Metrics, { counts }: LoadShedding): void {
  // because keys() widens the union to string
  for (const name of Object.keys(LOAD_GAUGES) as (keyof typeof LOAD_GAUGES)[]) {
    const read = () => counts()[name];
    metrics.watch({ name: `requests_${name}`, help: LOAD_GAUGES[name], read });
  }
}

/** A few requests leave time for other work. */
const QUIET_REQUESTS_MAX = 2;
const QUIET_TRIES_MAX = 20;
const QUIET_CHECK_MS = 50;

/** Waits at most a second: under a lasting load mail is slow, but it is sent. */
async function untilQuiet({ counts }: LoadShedding): Promise<void> {
  for (let tries = 0; tries < QUIET_TRIES_MAX; tries += 1) {
    if (counts().running <= QUIET_REQUESTS_MAX) return;
    await wait(QUIET_CHECK_MS);
  }
}

async function serve(
  { config, metrics, tracing }: { config: Config; metrics: Metrics; tracing: Tracing },
  deps: Deps,
  closings: Closing[],
): Promise<void> {
  const worker = { isRunning: () => false };
  const app = await buildApp(deps, {
    readiness: readinessOf(deps.database, { isRunning: () => worker.isRunning() }),
    webFolder: existsSync(WEB_FOLDER) ? WEB_FOLDER : null,
    analytics: config.analytics,
    trace: tracing.request,
    isHttps: config.publicUrl.startsWith('https:'),
    trustedProxies: config.trustedProxies,
    connectionsPerAddress: config.connectionsPerAddress,
  });
  registerMetrics(app, metrics, config.metricsToken);
  watchLoad(metrics, app.load);
  const realtime = openRealtime(deps, app.server, {
    trustedProxies: config.trustedProxies,
    isOneOfSeveral: (config.processes ?? 1) > 1,
  });
  // Stopped last to first: sockets (they would keep the server open), running requests, jobs.
  const mailer = createMailer({ smtpUrl: config.smtpUrl, folder: join(config.dataDir, 'mail') });
  closings.push(async () => mailer.close());
  const mail = { mailer, address: config.mailFrom, whenQuiet: () => untilQuiet(app.load) };
  const running = startWorker(deps, {
    realtime,
    mail,
    onInvariants: metrics.invariantsChecked,
    onEventTried: metrics.eventTried,
    retentionDays: config.retentionDays,
    watch: tracing.job,
  });
  worker.isRunning = running.isRunning;
  closings.push(() => running.stop());
  closings.push(() => app.close());
  closings.push(async () => realtime.close());
  await app.listen({ host: config.host, port: config.port });
}
