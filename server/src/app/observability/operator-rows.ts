/** State that processes write about themselves, and the alarms that were raised. All times are of the database. */
import type { Database } from '../../platform/database/database.ts';
import type { Measure } from '../../schema/operator.ts';
import type { Alarm } from './alarms.ts';

type Pool = Pick<Database, 'pool'>;

export type ProcessIdentity = { id: string; host: string; pid: number; role: string };

/** Problems that a check found, and the parts of it that ended with an error. */
export type Findings = { findings: number; unchecked?: number };

export type Beat = {
  process: ProcessIdentity;
  measures: readonly Measure[];
  /** Tasks that a worker may run. A task that never succeeds is late from the first beat on. */
  known: readonly string[];
  /** Tasks that succeeded since the last beat. */
  succeeded: ReadonlyMap<string, Findings>;
};

const BEAT = `
with beat as (
  insert into operator.processes (id, host, pid, role, measures) values ($1, $2, $3, $4, $5)
  on conflict (id) do update set seen_at = statement_timestamp(), measures = excluded.measures),
known as (
  insert into operator.job_runs (task) select task from unnest($6::text[]) as task order by task
  on conflict (task) do nothing),
succeeded as (
  insert into operator.job_runs (task, findings, unchecked)
  select task, findings, unchecked
  from unnest($7::text[], $8::int[], $9::int[]) as run (task, findings, unchecked) order by task
  on conflict (task) do update set succeeded_at = statement_timestamp(),
    findings = excluded.findings, unchecked = excluded.unchecked)
select not exists (select from operator.processes
  where id < $1 and stopped_at is null
    and seen_at > statement_timestamp() - interval '45 seconds') as "isFirst",
  extract(epoch from statement_timestamp())::float8 * 1000 as "nowMs"`;

export type BeatResult = { isFirst: boolean; nowMs: number };

/** The first of the running processes evaluates the alarms. */
export async function writeBeat({ pool }: Pool, beat: Beat): Promise<BeatResult> {
  const { id, host, pid, role } = beat.process;
  const known = beat.known.filter((task) => !beat.succeeded.has(task));
  const found = [...beat.succeeded.values()];
  const runs = [
    [...beat.succeeded.keys()],
    found.map(({ findings }) => findings),
    found.map(({ unchecked = 0 }) => unchecked),
  ];
  const values = [id, host, pid, role, JSON.stringify(beat.measures), known, ...runs];
  const { rows } = await pool.query<BeatResult>(BEAT, values);
  return rows[0] ?? { isFirst: false, nowMs: 0 };
}

export async function writeStop({ pool }: Pool, { id }: ProcessIdentity): Promise<void> {
  await pool.query('update operator.processes set stopped_at = now() where id = $1', [id]);
}

export async function isWorkerSeen({ pool }: Pool): Promise<boolean> {
  const { rows } = await pool.query(`select from operator.processes
    where role <> 'web' and stopped_at is null
      and seen_at > statement_timestamp() - interval '45 seconds' limit 1`);
  return rows.length > 0;
}

/** An alarm that ends and returns within a minute is one alarm. */
const RECORD = `
with active as (
  select name, subject from unnest($1::text[], $2::text[]) as alarm (name, subject)),
forgotten as (
  delete from operator.processes where seen_at < statement_timestamp() - interval '1 day'),
raised as (
  insert into operator.alarms (name, subject) select name, subject from active
  on conflict (name, subject) do update set seen_at = statement_timestamp()
  returning name, subject, announced_at),
cleared as (
  delete from operator.alarms alarm where seen_at < statement_timestamp() - interval '1 minute'
    and not exists (select from active
      where active.name = alarm.name and active.subject = alarm.subject)
  returning name, subject, announced_at)
select name, subject, true as "isActive" from raised where announced_at is null
union all
select name, subject, false from cleared where announced_at is not null`;

export type AlarmChange = { name: string; subject: string; isActive: boolean };

/** Returns what the operator does not know yet. */
export async function recordAlarms({ pool }: Pool, active: readonly Alarm[]) {
  const columns = [active.map(({ name }) => name), active.map(({ subject }) => subject)];
  const { rows } = await pool.query<AlarmChange>(RECORD, columns);
  return rows;
}

export async function markAnnounced(
  { pool }: Pool,
  changes: readonly AlarmChange[],
): Promise<void> {
  const columns = [changes.map(({ name }) => name), changes.map(({ subject }) => subject)];
  await pool.query(
    `update operator.alarms alarm set announced_at = now()
     from unnest($1::text[], $2::text[]) as told (name, subject)
     where alarm.name = told.name and alarm.subject = told.subject`,
    columns,
  );
}

export type RaisedAlarm = { name: string; subject: string; since: string };

export async function listRaisedAlarms({ pool }: Pool): Promise<RaisedAlarm[]> {
  const { rows } = await pool.query<RaisedAlarm>(
    `select name, subject, to_char(raised_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
     from operator.alarms order by raised_at, name, subject`,
  );
  return rows;
}
