/**
 * The composition root: builds a portal from its configuration, starts it, and stops its parts in reverse
 * order.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { openCompanyCache } from '../companies/company-cache.ts';
import { createAddressSuggestions } from '../customers/suggest-addresses.ts';
import { type Clock, systemClock, wait } from '../kernel/clock.ts';
import { DEFAULT_CONCURRENCY } from '../kernel/concurrency.ts';
import type { Config } from '../kernel/config.ts';
import type { Deps } from '../kernel/deps.ts';
import { systemEntropy } from '../kernel/entropy.ts';
import { WEB_FOLDER } from '../kernel/folders.ts';
import { loggedError } from '../kernel/log-error.ts';
import type { LogSink } from '../kernel/log-sink.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { migrate, pendingMigrations, refusePending } from '../platform/database/migrate.ts';
import { connectionName } from '../platform/database/postgres-facts.ts';
import { registerDrain } from '../platform/http/load/drain.ts';
import type { LoadShedding } from '../platform/http/load/load-shedding.ts';
import { createBatchedCounters, startFlushing } from '../platform/limits/batched-counters.ts';
import { type Limits, raisedLimits, withMailCaps } from '../platform/limits/limit-config.ts';
import { createMailer } from '../platform/mail/mailer.ts';
import { toPoolSize } from '../platform/observability/connections.ts';
import { createSlack } from '../platform/observability/slack.ts';
import { createHttpClient } from '../platform/outbound/http-client.ts';
import { ANY_ADDRESS } from '../platform/outbound/reach.ts';
import { openSealer } from '../platform/sealing/sealing-key.ts';
import { createProcessors } from '../processors/registry.ts';
import { buildApp, buildWatchedApp } from './app.ts';
import { startSocketPump, startWorker } from './jobs/worker.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { registerMetrics } from './observability/metrics-route.ts';
import { openTracing, type Tracing } from './observability/tracing.ts';
import type { Readiness } from './readiness.ts';
import { openRealtime, shareOnly } from './realtime/socket.ts';

export type Portal = { stop(): Promise<void> };

type ReplaceablePortal = Portal & { retire(): Promise<void> };

type CloseHook = () => Promise<unknown>;
type Retire = () => Promise<void>;

function toLimits({ limitsFactor, mailCaps }: Config, log: Logger): Limits {
  if (limitsFactor > 1) {
    log.warn(
      { event: 'limits.raised', limitsFactor },
      'rate limits are raised, for demonstration only',
    );
  }
  return withMailCaps(raisedLimits(limitsFactor), mailCaps);
}

type RunningState = { isRunning(): boolean };

function toReadiness(database: Database, worker: RunningState) {
  return async (): Promise<Readiness> => {
    try {
      const pending = await pendingMigrations(database.pool);
      return { database: true, migrations: pending.length === 0, worker: worker.isRunning() };
    } catch {
      return { database: false, migrations: false, worker: worker.isRunning() };
    }
  };
}

function processorAt({ processorUrls }: Config, url: string): string {
  const found = Object.entries(processorUrls).find(([, base]) => url.startsWith(base));
  return found?.[0] ?? 'other';
}

/**
 * Dependencies provided by the surrounding program. Only development uses a clock other than the machine's (ADR
 * 0103).
 */
type Surroundings = { sink?: Pick<LogSink, 'dropped'>; clock?: Clock };

/** Stops in reverse order of starting, even if the start fails halfway. */
export async function startPortal(
  config: Config,
  log: Logger,
  { sink = { dropped: () => 0 }, clock = systemClock }: Surroundings = {},
): Promise<ReplaceablePortal> {
  const closings: CloseHook[] = [];
  const stop = async () => {
    for (const close of closings.splice(0).reverse()) await close();
  };
  try {
    return { stop, retire: await assemble(config, { log, sink, clock }, closings) };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Around = Required<Surroundings> & { log: Logger };

async function assemble(config: Config, around: Around, closings: CloseHook[]): Promise<Retire> {
  const { log, sink, clock } = around;
  const tracing = await openTracing(config.tracing, log);
  closings.push(() => tracing.stop());
  if (config.migrates) await migrate(config.databaseUrl);
  const database = tracing.database(
    openDatabase({
      url: config.databaseUrl,
      poolerUrl: config.poolerUrl,
      replicaUrl: config.replicaUrl,
      name: connectionName(config.role),
      connectionsMax: toPoolSize(config),
      // Only the message is logged, because the error object contains the connection with its secrets.
      onIdleError: ({ message }) =>
        log.warn({ event: 'database.connection_lost', message }, 'a database connection was lost'),
    }),
  );
  closings.push(() => database.close());
  if (!config.migrates) await refusePending(database.pool);
  const http = createHttpClient();
  closings.push(() => http.close());
  const metrics = createMetrics({ database, clock });
  metrics.watch({
    name: 'log_lines_dropped',
    help: 'Log lines lost since the start of this process',
    read: sink.dropped,
  });
  const toProcessor = (url: string) => processorAt(config, url);
  const processors = createProcessors({
    http: tracing.http(metrics.timed(http, toProcessor), toProcessor),
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
    sealer: await openSealer({ database, clock }, config),
    log,
    limits: toLimits(config, log),
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
  return serve({ config, metrics, tracing }, deps, closings);
}

const LOAD_GAUGES = {
  running: 'Requests that are worked on',
  waiting: 'Requests that wait for a place',
  refused: 'Requests refused for load since the start of this process',
} as const;

function watchLoad(metrics: Metrics, { counts }: LoadShedding): void {
  // The cast is safe because keys() only widens the union to string.
  for (const name of Object.keys(LOAD_GAUGES) as (keyof typeof LOAD_GAUGES)[]) {
    const read = () => counts()[name];
    metrics.watch({ name: `requests_${name}`, help: LOAD_GAUGES[name], read });
  }
}

/** With this many requests or fewer, there is time for other work. */
const QUIET_REQUESTS_MAX = 2;
const QUIET_TRIES_MAX = 20;
const QUIET_CHECK_MS = 50;

/** Waits at most a second: under sustained load, email is slow but still sent. */
async function untilQuiet({ counts }: LoadShedding): Promise<void> {
  for (let tries = 0; tries < QUIET_TRIES_MAX; tries += 1) {
    if (counts().running <= QUIET_REQUESTS_MAX) return;
    await wait(QUIET_CHECK_MS);
  }
}

const RUNNING_TRIES_MAX = 500;
const RUNNING_CHECK_MS = 20;

/**
 * Must finish before the process listens, because a listening process counts as ready and another one may then be
 * stopped. Waits at most ten seconds.
 */
async function untilRunning(jobs: RunningState): Promise<void> {
  for (let tries = 0; tries < RUNNING_TRIES_MAX && !jobs.isRunning(); tries += 1) {
    await wait(RUNNING_CHECK_MS);
  }
}

type RuntimeParts = { config: Config; metrics: Metrics; tracing: Tracing };

async function listenAs(
  { config, metrics, tracing }: RuntimeParts,
  deps: Deps,
  worker: RunningState,
) {
  const readiness = toReadiness(deps.database, worker);
  const isWorker = config.role === 'worker';
  const app = isWorker
    ? buildWatchedApp(deps, readiness)
    : await buildApp(deps, {
        readiness,
        webFolder: existsSync(WEB_FOLDER) ? WEB_FOLDER : null,
        analytics: config.analytics,
        trace: tracing.request,
        isHttps: config.publicUrl.startsWith('https:'),
        trustedProxies: config.trustedProxies,
        connectionsPerAddress: config.connectionsPerAddress,
      });
  registerMetrics(app, metrics, config.metricsToken);
  if (!isWorker) watchLoad(metrics, app.load);
  const realtime = isWorker
    ? shareOnly(deps, config.redisUrl)
    : openRealtime(deps, app.server, {
        trustedProxies: config.trustedProxies,
        isOneOfSeveral: (config.processes ?? 1) > 1,
        redisUrl: config.redisUrl,
      });
  return { app, realtime, drain: registerDrain(app) };
}

async function serve(running: RuntimeParts, deps: Deps, closings: CloseHook[]): Promise<Retire> {
  const { config, metrics, tracing } = running;
  const worker = { isRunning: () => false };
  const { app, realtime, drain } = await listenAs(running, deps, {
    isRunning: () => worker.isRunning(),
  });
  // Parts stop in reverse order: sockets (they would keep the server open), running requests, jobs.
  const mailer = createMailer({ smtpUrl: config.smtpUrl, folder: join(config.dataDir, 'mail') });
  closings.push(async () => mailer.close());
  const whenQuiet = config.role === 'worker' ? async () => undefined : () => untilQuiet(app.load);
  const outlets = {
    realtime,
    mail: { mailer, address: config.mailFrom, whenQuiet },
    onInvariants: metrics.invariantsChecked,
    onEventTried: metrics.eventTried,
    retentionDays: config.retentionDays,
    watch: tracing.job,
  };
  const jobs = config.role === 'web' ? startSocketPump(deps, outlets) : startWorker(deps, outlets);
  worker.isRunning = jobs.isRunning;
  closings.push(() => jobs.stop());
  closings.push(() => app.close());
  closings.push(async () => realtime.close());
  await untilRunning(jobs);
  await app.listen({ host: config.host, port: config.port });
  return async () => {
    realtime.close();
    await drain();
  };
}
