/**
 * State of the running installation, for its operator: processes, last runs of jobs, and alarms. It belongs to no
 * company and is not part of a backup. Times are those of the database, so that a wrong clock of a process does
 * not hide it.
 */
import { sql } from 'drizzle-orm';
import { integer, jsonb, pgSchema, primaryKey, text } from 'drizzle-orm/pg-core';
import { idColumn, instantColumn } from './columns.ts';

/**
 * drizzle-kit reads the export to generate migrations.
 * @public
 */
export const operatorSchema = pgSchema('operator');

const nowColumn = (name: string) => instantColumn(name).notNull().default(sql`now()`);

/** A measurement that only one process can take, such as its open circuits. */
export type Measure = { name: string; labels: Readonly<Record<string, string>>; value: number };

/** @public */
export const serverProcesses = operatorSchema.table('processes', {
  id: idColumn<string>('id').primaryKey(),
  host: text('host').notNull(),
  pid: integer('pid').notNull(),
  role: text('role').notNull(),
  startedAt: nowColumn('started_at'),
  seenAt: nowColumn('seen_at'),
  /** Null while it runs, and after it ended without stopping. */
  stoppedAt: instantColumn('stopped_at'),
  measures: jsonb('measures').$type<readonly Measure[]>().notNull().default([]),
});

/** @public */
export const jobRuns = operatorSchema.table('job_runs', {
  task: text('task').primaryKey(),
  /** End of the last complete run or, before the first one, the time at which a worker first knew the task. */
  succeededAt: nowColumn('succeeded_at'),
  /** Problems found by the last run of a check. */
  findings: integer('findings').notNull().default(0),
  /** Parts of the last run of a check that ended with an error. */
  unchecked: integer('unchecked').notNull().default(0),
});

/** @public */
export const raisedAlarms = operatorSchema.table(
  'alarms',
  {
    name: text('name').notNull(),
    /** The processor, job or company, if the alarm is about one. */
    subject: text('subject').notNull(),
    raisedAt: nowColumn('raised_at'),
    seenAt: nowColumn('seen_at'),
    /** Null until the operator was told. */
    announcedAt: instantColumn('announced_at'),
  },
  (table) => [primaryKey({ columns: [table.name, table.subject] })],
);
