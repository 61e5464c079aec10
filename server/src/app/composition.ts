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
import type { Config, Role } from '../kernel/config.ts';
import type { Deps } from '../kernel/deps.ts';
import { systemEntropy } from '../kernel/entropy.ts';
import { WEB_FOLDER } from '../kernel/folders.ts';
import { loggedError } from '../kernel/log-error.ts';
import type { LogSink } from '../kernel/log-sink.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { migrate, pendingMigrations, refusePending } from '../platform/database/migrate.ts';
import { connectionName } from '../platform/database/postgres-facts.ts';
import { openScan } from '../platform/files/scan-file.ts';
import { registerDrain } from '../platform/http/load/drain.ts';
import type { LoadShedding } from '../platform/http/load/load-shedding.ts';
import { createBatchedCounters, startFlushing } from '../platform/limits/batched-counters.ts';
import { type Limits, raisedLimits, withMailCaps } from '../platform/limits/limit-config.ts';
import { createMailer } from '../platform/mail/mailer.ts';
import { toPoolSize } from '../platform/observability/connections.ts';
import { createSlack } from '../platform/observability/slack.ts';
import { watchCertificate } from '../platform/outbound/certificate.ts';
import { createHttpClient } from '../platform/outbound/http-client.ts';
import { ANY_ADDRESS } from '../platform/outbound/reach.ts';
import { openSealer } from '../platform/sealing/sealing-key.ts';
import { createProcessors, type OpenCircuits } from '../processors/registry.ts';
import { processorAt, toBaseUrls } from '../processors/servers.ts';
import type { Measure } from '../schema/operator.ts';
import { buildApp, buildWatchedApp } from './app.ts';
import { startSocketPump } from './jobs/task-pump.ts';
import { type CompletedRun, createMetrics, type Metrics } from './observability/metrics.ts';
import { registerMetrics } from './observability/metrics-route.ts';
import { createNotifyOperator } from './observability/notify-operator.ts';
import { isWorkerSeen } from './observability/operator-rows.ts';
import { openTracing, type Tracing } from './observability/tracing.ts';
import { createRunRecord, startWatch } from './observability/watch.ts';
import type { Readiness } from './readiness.ts';
import { openRealtime, shareOnly } from './realtime/socket.ts';
import { warmUp } from './warm-up.ts';

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

/** A web process says whether a worker runs elsewhere, but serves payers without one. */
function toReadiness(database: Database, worker: RunningState, role: Role) {
  return async (): Promise<Readiness> => {
    const needsWorker = role !== 'web';
    try {
      const pending = await pendingMigrations(database.pool);
      const isWorking = needsWorker ? worker.isRunning() : await isWorkerSeen(database);
      return { database: true, migrations: pending.length === 0, worker: isWorking, needsWorker };
    } catch {
      return { database: false, migrations: false, worker: false, needsWorker };
    }
  };
}

/**
 * Dependencies provided by the surrounding program. Only development uses a clock other than the machine's (ADR
 * 0103).
 */
type Surroundings = {
  sink?: Pick<LogSink, 'dropped'>;
  clock?: Clock;
  /** Script that makes the calls of the API reference. */
  tryIt?: string | null;
};

/** Stops in reverse order of starting, even if the start fails halfway. */
export async function startPortal(
  config: Config,
  log: Logger,
  { sink = { dropped: () => 0 }, clock = systemClock, tryIt = null }: Surroundings = {},
): Promise<ReplaceablePortal> {
  const closings: CloseHook[] = [];
  const stop = async () => {
    for (const close of closings.splice(0).reverse()) await close();
  };
  try {
    return { stop, retire: await assemble(config, { log, sink, clock, tryIt }, closings) };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Around = Required<Surroundings> & { log: Logger };

async function assemble(config: Config, around: Around, closings: CloseHook[]): Promise<Retire> {
  const { log, sink, clock, tryIt } = around;
  const { slackWebhookUrl } = config;
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
  const limits = toLimits(config, log);
  const metrics = createMetrics({ database, clock, limits });
  metrics.watch({
    name: 'log_lines_dropped_total',
    help: 'Log lines that could not be written',
    read: sink.dropped,
  });
  watchPool(metrics, database);
  const baseUrls = toBaseUrls(config);
  const toProcessor = (url: string) => processorAt(baseUrls, url);
  const processors = createProcessors({
    http: tracing.http(metrics.timed(http, toProcessor), toProcessor),
    clock,
    baseUrls,
    sandboxUrl: config.sandboxUrl,
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
    limits,
    onLimited: metrics.requestLimited,
    batchedCounters: createBatchedCounters({ database, clock }),
    concurrency: DEFAULT_CONCURRENCY,
    publicUrl: config.publicUrl,
    ...(config.addressSuggestions
      ? { addressSuggestions: createAddressSuggestions(http, config.addressSuggestions) }
      : {}),
    ...(config.allowsPrivateReceivers ? { webhookReach: ANY_ADDRESS } : {}),
    ...(config.clamdUrl ? { scan: openScan(config.clamdUrl) } : {}),
    ...(slackWebhookUrl ? { slack: createSlack({ http, log }, slackWebhookUrl) } : {}),
  };
  const stopFlushing = startFlushing(deps.batchedCounters, (error) =>
    log.warn(
      { event: 'limits.not_shared', error: loggedError(error) },
      'counters of rate limits were not written; they are kept for the next second',
    ),
  );
  closings.push(stopFlushing);
  const measure = toMeasure({ metrics, sink, openCircuits: processors.openCircuits });
  return serve({ config, tryIt, metrics, tracing, measure }, deps, closings);
}

function watchPool(metrics: Metrics, { pool }: Database): void {
  const help = 'Database connections for writes';
  metrics.watch({ name: 'database_connections', help, read: () => pool.totalCount });
  metrics.watch({
    name: 'database_connections_idle',
    help: `${help} that do nothing`,
    read: () => pool.idleCount,
  });
  metrics.watch({
    name: 'database_connections_wanted',
    help: 'Transactions that wait for a connection',
    read: () => pool.waitingCount,
  });
}

const LOAD_METRICS = {
  requests_running: { help: 'Requests that are worked on', count: 'running' },
  requests_waiting: { help: 'Requests that wait for a place', count: 'waiting' },
  requests_refused_total: { help: 'Requests refused for load', count: 'refused' },
} as const;

function watchLoad(metrics: Metrics, { counts }: LoadShedding): void {
  for (const [name, { help, count }] of Object.entries(LOAD_METRICS)) {
    metrics.watch({ name, help, read: () => counts()[count] });
  }
}

type Measured = Pick<Around, 'sink'> & { metrics: Metrics; openCircuits: OpenCircuits };

/** Measurements that only this process can take. Lost log lines count once, at the next beat. */
function toMeasure({ metrics, sink, openCircuits }: Measured): () => Measure[] {
  let droppedBefore = 0;
  return () => {
    const dropped = sink.dropped();
    const lost = dropped - droppedBefore;
    droppedBefore = dropped;
    const circuits = [...openCircuits()].map(([processor, value]) => ({
      name: 'circuits_open',
      labels: { processor },
      value,
    }));
    const lines = { name: 'log_lines_lost', labels: {}, value: lost };
    return [...circuits, ...metrics.processorFailures(), lines];
  };
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

type RuntimeParts = {
  config: Config;
  tryIt: string | null;
  metrics: Metrics;
  tracing: Tracing;
  measure: () => Measure[];
};

async function listenAs(
  { config, tryIt, metrics, tracing }: RuntimeParts,
  deps: Deps,
  worker: RunningState,
) {
  const readiness = toReadiness(deps.database, worker, config.role);
  const isWorker = config.role === 'worker';
  const app = isWorker
    ? buildWatchedApp(deps, readiness)
    : await buildApp(deps, {
        readiness,
        webFolder: existsSync(WEB_FOLDER) ? WEB_FOLDER : null,
        analytics: config.analytics,
        tryIt: config.sandboxUrl === null ? null : tryIt,
        trace: tracing.request,
        onCompleted: metrics.requestCompleted,
        isHttps: config.publicUrl.startsWith('https:'),
        trustedProxies: config.trustedProxies,
        connectionsPerAddress: config.connectionsPerAddress,
      });
  registerMetrics(app, metrics, config.metricsToken);
  const realtime = isWorker
    ? shareOnly(deps, config.redisUrl)
    : openRealtime(deps, app.server, {
        trustedProxies: config.trustedProxies,
        isOneOfSeveral: (config.processes ?? 1) > 1,
        redisUrl: config.redisUrl,
      });
  if (!isWorker) {
    watchLoad(metrics, app.load);
    const help = 'Open sockets of browsers';
    metrics.watch({ name: 'sockets', help, read: () => realtime.count() });
  }
  return { app, realtime, drain: registerDrain(app) };
}

async function serve(running: RuntimeParts, deps: Deps, closings: CloseHook[]): Promise<Retire> {
  const { config, metrics, tracing, measure } = running;
  const worker = { isRunning: () => false };
  const { app, realtime, drain } = await listenAs(running, deps, {
    isRunning: () => worker.isRunning(),
  });
  // Parts stop in reverse order: sockets (they would keep the server open), running requests, jobs.
  const mailer = createMailer({ smtpUrl: config.smtpUrl, folder: join(config.dataDir, 'mail') });
  closings.push(async () => mailer.close());
  const runs = createRunRecord();
  const whenQuiet = config.role === 'worker' ? async () => undefined : () => untilQuiet(app.load);
  const outlets = {
    realtime,
    mail: { mailer, address: config.mailFrom, whenQuiet, connections: config.mailConnections },
    onFound: runs.found,
    onRun(run: CompletedRun) {
      metrics.jobCompleted(run);
      if (run.isDone) runs.succeeded(run.task);
    },
    onEventTried: metrics.eventTried,
    retentionDays: config.retentionDays,
    erasuresFile: config.erasuresFile,
    watch: tracing.job,
  };
  const jobs =
    config.role === 'web'
      ? startSocketPump(deps, outlets)
      : (await import('./jobs/worker.ts')).startWorker(deps, outlets);
  worker.isRunning = jobs.isRunning;
  closings.push(() => jobs.stop());
  closings.push(() => app.close());
  closings.push(async () => realtime.close());
  await untilRunning(jobs);
  const certificate = watchCertificate(config.publicUrl, deps.clock);
  closings.push(async () => certificate.stop());
  const watch = startWatch(deps, {
    role: config.role,
    runs,
    measure() {
      const value = certificate.daysLeft();
      const known = value === null ? [] : [{ name: 'certificate_days_left', labels: {}, value }];
      return [...measure(), ...known];
    },
    notify: createNotifyOperator({
      log: deps.log,
      slack: deps.slack,
      mailer,
      mailFrom: config.mailFrom,
      mailTo: config.operatorEmail,
      newId: deps.entropy.uuid,
    }),
  });
  closings.push(() => watch.stop());
  if (config.role !== 'worker') await warmUp(app, deps);
  await app.listen({ host: config.host, port: config.port });
  return async () => {
    realtime.close();
    await drain();
  };
}
