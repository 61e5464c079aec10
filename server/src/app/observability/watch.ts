/**
 * Every 15 seconds, each process records that it is alive, what only it can measure, and which jobs have succeeded. The
 * first of the running processes evaluates the alarms and tells the operator, so the others notice a dead process. Each
 * process notices by itself that the database is gone.
 */
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { repeatEvery, waitAtMost } from '../../kernel/clock.ts';
import type { Role } from '../../kernel/config.ts';
import type { Deps } from '../../kernel/deps.ts';
import { JOB_LIST } from '../../kernel/jobs.ts';
import type { Measure } from '../../schema/operator.ts';
import { ALARMS, type Alarm, type AlarmName, toAlarm, toAlarms } from './alarms.ts';
import {
  type AlarmChange,
  type Findings,
  markAnnounced,
  recordAlarms,
  writeBeat,
  writeStop,
} from './operator-rows.ts';
import { repeatedOpsMetrics } from './ops-metrics.ts';

const BEAT_MS = 15_000;
/** Shorter than the pause between beats, so that beats do not pile up while the database hangs. */
const BEAT_MS_MAX = 10_000;

/** Sends a message to the operator. Returns false if no channel took it. */
export type NotifyOperator = (message: { subject: string; text: string }) => Promise<boolean>;

/** Runs of this process since the last beat. */
export function createRunRecord() {
  let succeeded = new Map<string, Findings>();
  const findings = new Map<string, Findings>();
  return {
    succeeded: (task: string) => succeeded.set(task, findings.get(task) ?? { findings: 0 }),
    found: (task: string, found: Findings) => findings.set(task, found),
    take() {
      const taken = succeeded;
      succeeded = new Map();
      return taken;
    },
    /** After a failed beat. Newer runs win. */
    giveBack(taken: ReadonlyMap<string, Findings>) {
      succeeded = new Map([...taken, ...succeeded]);
    },
  };
}

export type RunRecord = ReturnType<typeof createRunRecord>;

export type WatchOptions = {
  role: Role;
  runs: RunRecord;
  measure(): Measure[];
  notify: NotifyOperator;
};

type AlarmNews = { alarm: Alarm; isActive: boolean };

const isKnown = (name: string): name is AlarmName => Object.hasOwn(ALARMS, name);

/** An alarm of another release may no longer exist. */
function toNews({ name, subject, isActive }: AlarmChange): AlarmNews[] {
  return isKnown(name) ? [{ alarm: toAlarm(name, subject), isActive }] : [];
}

function logNews(log: Logger, { alarm, isActive }: AlarmNews): void {
  const { name, subject, severity, message, runbook } = alarm;
  const fields = { alarm: name, subject, severity, runbook };
  if (isActive) log.error({ event: 'alarm.raised', ...fields }, message);
  else log.info({ event: 'alarm.cleared', ...fields }, message);
}

function toMessage(publicUrl: string, news: readonly AlarmNews[]) {
  const lines = news.map(({ alarm: { name, severity, message, runbook }, isActive }) =>
    isActive
      ? `[${severity}] ${name}: ${message}. See ${runbook}`
      : `[cleared] ${name}: no longer: ${message}`,
  );
  const raised = news.filter(({ isActive }) => isActive);
  const [first] = raised;
  const more = raised.length > 1 ? ` and ${raised.length - 1} more` : '';
  const subject = first
    ? `[${first.alarm.severity}] ${first.alarm.message}${more}`
    : 'alarms cleared';
  const text = [`Quittance at ${publicUrl}, ${hostname()}`, '', ...lines].join('\n');
  return { subject: `Quittance: ${subject}`, text };
}

type Announcer = Pick<Deps, 'log' | 'publicUrl'> & Pick<WatchOptions, 'notify'>;

async function announceNews(
  { log, publicUrl, notify }: Announcer,
  news: readonly AlarmNews[],
): Promise<boolean> {
  for (const each of news) logNews(log, each);
  return notify(toMessage(publicUrl, news));
}

export type Watch = { beat(): Promise<void>; stop(): Promise<void> };

export function startWatch(
  deps: Pick<Deps, 'database' | 'clock' | 'entropy' | 'limits' | 'log' | 'publicUrl'>,
  { role, runs, measure, notify }: WatchOptions,
): Watch {
  const { database, clock, log, publicUrl } = deps;
  const announce = (news: AlarmNews[]) => announceNews({ log, publicUrl, notify }, news);
  const self = { id: deps.entropy.uuid(), host: hostname(), pid: process.pid, role };
  const known = role === 'web' ? [] : JOB_LIST.map(({ name }) => name);
  const readMetrics = repeatedOpsMetrics(deps);
  let [goodBeats, badBeats, isOutageTold] = [0, 0, false];
  let beating: Promise<void> | null = null;
  let skewMs = 0;

  /** Other processes are seen again only after the database was back for a beat. */
  async function evaluate(): Promise<void> {
    const changes = await recordAlarms(database, toAlarms(await readMetrics()));
    const news = changes.flatMap(toNews);
    if (news.length > 0 && (await announce(news))) await markAnnounced(database, changes);
  }

  async function writeOwn(): Promise<boolean> {
    const succeeded = runs.take();
    const skew = { name: 'clock_skew_seconds', labels: {}, value: skewMs / 1000 };
    try {
      const measures = [...measure(), skew];
      const written = writeBeat(database, { process: self, measures, known, succeeded });
      const isInTime = await waitAtMost(BEAT_MS_MAX, written);
      if (!isInTime) throw new Error('the database did not respond in time');
      const { isFirst, nowMs } = await written;
      skewMs = Math.abs(Date.parse(clock.now()) - (clock.movedMs?.() ?? 0) - nowMs);
      return isFirst;
    } catch (error) {
      runs.giveBack(succeeded);
      throw error;
    }
  }

  async function recover(): Promise<void> {
    badBeats = 0;
    goodBeats += 1;
    if (!isOutageTold) return;
    isOutageTold = false;
    await announce([{ alarm: toAlarm('database_down', ''), isActive: false }]);
  }

  /** The second failure in a row is an outage, not a restart. */
  async function noteFailure(error: unknown): Promise<void> {
    goodBeats = 0;
    badBeats += 1;
    log.warn({ event: 'watch.failed', err: error }, 'the state of this process was not written');
    if (badBeats < 2 || isOutageTold) return;
    isOutageTold = await announce([{ alarm: toAlarm('database_down', ''), isActive: true }]);
  }

  async function beatOnce(): Promise<void> {
    try {
      const isFirst = await writeOwn();
      await recover();
      if (isFirst && goodBeats > 1) await evaluate();
    } catch (error) {
      await noteFailure(error);
    }
  }

  function beat(): Promise<void> {
    beating ??= beatOnce().finally(() => {
      beating = null;
    });
    return beating;
  }

  const first = beat();
  const beats = repeatEvery(BEAT_MS, () => void beat());
  return {
    beat,
    async stop() {
      beats.stop();
      await waitAtMost(
        BEAT_MS_MAX,
        first.then(() => writeStop(database, self)).catch(() => undefined),
      );
    },
  };
}
