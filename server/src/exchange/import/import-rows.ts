/**
 * Imports the rows of a file (ADR 0075): all rows are staged, compared with stored data, and written in batches,
 * each in its own transaction. Importing the same file again changes nothing.
 */
import { performance } from 'node:perf_hooks';
import { monotonicMs, wait } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { timeOrdered } from '../../kernel/entropy.ts';
import type { Actor } from '../../platform/audit/recorded-action.ts';
import { type Session, type Tx, violatedConstraint } from '../../platform/database/database.ts';
import { isConflict } from '../../platform/database/database-outage.ts';
import { together } from '../../platform/database/transaction.ts';
import type { WriteOptions } from '../../platform/events/write-objects.ts';
import type { ImportKind } from './import-kind.ts';
import type { ReadBatch } from './read-batches.ts';
import { type BatchResult, NOTHING, type Refusal, refusalWith } from './rows.ts';
import {
  createStaged,
  listLines,
  listRefused,
  MANY_ROWS,
  type Places,
  REPEATED,
  type RefusedLine,
  refreshStatistics,
  type Share,
  stage,
} from './staged-rows.ts';

export type Import = {
  kind: ImportKind;
  actor: Actor;
  isDryRun: boolean;
  batches: AsyncIterable<ReadBatch>;
  writers: number;
  /** Runs in the transaction of each batch, so that its result is recorded if, and only if, its rows are written. */
  record?: ((tx: Tx, result: BatchResult) => Promise<void>) | undefined;
  /** Runs when a share ends early, with the places up to which its rows are written. */
  onEarlyEnd?: ((writer: Session, written: Written) => Promise<void>) | undefined;
  onBatch(result: BatchResult): void;
};

export type Written = Readonly<Record<'added' | 'changed', number>>;

/** Rows that one transaction inserts or locks: half a second of work, far below any time limit. */
const ADDED_TOGETHER = 2000;
/**
 * Rows in the first batch of a share. Postgres planned its foreign key checks for a table that may have been empty
 * and would scan all of the company's rows for each check. Statistics are refreshed after this batch.
 */
const ADDED_FIRST = 200;
const CHANGED_TOGETHER = 500;
const REFUSED_TOGETHER = 5000;
const TRIES_MAX = 3;

/** For results of rows that no batch writes. */
async function report(session: Session, order: Import, result: BatchResult): Promise<void> {
  const { record, onBatch } = order;
  if (record) await session.inTransaction((tx) => record(tx, result));
  onBatch(result);
}

const inEach = (writers: readonly Session[], work: (tx: Tx) => Promise<void>) => {
  const done = together(writers.map((writer) => writer.inTransaction(work)));
  // The promise is awaited before the next statement or at the end. This handler only prevents an unhandled
  // rejection.
  done.catch(() => undefined);
  return done;
};

/** Returns the number of staged rows. The next batch is read while the previous one is being staged. */
async function stageAll(writers: readonly Session[], order: Import): Promise<number> {
  const { batches, kind } = order;
  const { staging } = kind;
  const [first] = writers;
  let staged = 0;
  let writing = inEach(writers, (tx) => createStaged(tx, staging, writers.length));
  try {
    for await (const { rows, count, refused } of batches) {
      staged += count;
      await writing;
      if (first && refused.length > 0) await report(first, order, { ...NOTHING, refused });
      writing = inEach(writers, (tx) => stage(tx, staging, rows));
    }
  } finally {
    // Also needed when the file cannot be read: no statement may be sent after the session has ended.
    await Promise.allSettled([writing]);
  }
  await writing;
  return staged;
}

function toRefusal(
  { line, code, firstLine }: RefusedLine,
  { repeated, invalid }: Pick<ImportKind, 'repeated' | 'invalid'>,
): Refusal {
  const refusal = refusalWith(line, code);
  if (code === REPEATED) return { ...refusal, message: repeated(firstLine ?? line) };
  return code === 'INVALID_REQUEST' && invalid ? { ...refusal, message: invalid } : refusal;
}

async function reportRefused(session: Session, order: Import): Promise<void> {
  const { kind } = order;
  for (let afterLine = 0; ; ) {
    const page = { afterLine, limit: REFUSED_TOGETHER };
    const lines = await session.inTransaction((tx) => listRefused(tx, page));
    const last = lines.at(-1);
    if (!last) return;
    const refused = lines.map((line) => toRefusal(line, kind));
    await report(session, order, { ...NOTHING, refused });
    afterLine = last.line;
  }
}

function* splitRange(count: number, size: number, first = size): Generator<Places> {
  for (let [from, to] = [1, first]; from <= count; [from, to] = [to + 1, to + size]) {
    yield { from, to: Math.min(count, to) };
  }
}

/** Postgres aborts one transaction of a deadlock. The work is then started again. */
async function untilDone<Result>(session: Session, work: (tx: Tx) => Promise<Result>) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await session.inTransaction(work);
    } catch (error) {
      if (!isConflict(error) || tries === TRIES_MAX) throw error;
    }
  }
}

type WrittenBatch = { order: Import; places: Places };

/** If another caller has taken a reference in the meantime, the batch is repeated without the affected rows. */
async function addBatch(
  session: Session,
  deps: Deps,
  { order, places }: WrittenBatch,
): Promise<void> {
  const { kind, actor, isDryRun, record, onBatch } = order;
  const timed = { ...deps, entropy: timeOrdered(deps) };
  const add = (options: WriteOptions) =>
    untilDone(session, async (tx) => {
      const given = { ...options, areEventsNumbered: true };
      const added = await kind.add?.(tx, timed, { actor, places, options: given });
      if (added) await record?.(tx, added);
      return added;
    });
  const result = await add({ isDryRun }).catch((error: unknown) => {
    if (violatedConstraint(error) === null) throw error;
    return add({ takenCode: kind.takenCode });
  });
  onBatch(result ?? NOTHING);
}

/**
 * If another caller has taken a reference in the meantime, the batch is repeated row by row, so that only the
 * affected row is refused.
 */
async function changeBatch(
  session: Session,
  deps: Deps,
  { order, places }: WrittenBatch,
): Promise<void> {
  const { kind, actor, isDryRun, record, onBatch } = order;
  const batch = { actor, places, options: { isDryRun } };
  const result = await untilDone(session, async (tx) => {
    const changed = await kind.change?.(tx, deps, batch);
    if (changed) await record?.(tx, changed);
    return changed;
  }).catch((error: unknown) => {
    if (violatedConstraint(error) === null) throw error;
    return null;
  });
  if (result === null) return changeEach(session, deps, { order, places });
  onBatch(result ?? NOTHING);
}

async function changeEach(
  session: Session,
  deps: Deps,
  { order, places }: WrittenBatch,
): Promise<void> {
  if (places.from < places.to) {
    for (let place = places.from; place <= places.to; place += 1) {
      await changeBatch(session, deps, { order, places: { from: place, to: place } });
    }
    return;
  }
  const lines = await session.inTransaction((tx) => listLines(tx, places));
  const { takenCode } = order.kind;
  const refused = lines.map((line) => refusalWith(line, takenCode));
  await report(session, order, { ...NOTHING, refused });
}

/** An import alone leaves this process idle for a third of the time or more. */
const BUSY_UTILIZATION = 0.9;

/** Payers use the same cores: while requests take all the time of this process, a writer leaves half of its own to them. */
async function withPause(write: () => Promise<void>): Promise<void> {
  const beganMs = monotonicMs();
  const before = performance.eventLoopUtilization();
  await write();
  const { utilization } = performance.eventLoopUtilization(before);
  if (utilization > BUSY_UTILIZATION) await wait(monotonicMs() - beganMs);
}

async function writeShare(
  writer: Session,
  deps: Deps,
  { order, refresh, ...share }: Share & { order: Import; refresh: () => Promise<void> },
): Promise<void> {
  const judged = await writer.inTransaction((tx) => order.kind.judge(tx, share));
  const { added, changed, unchanged } = judged;
  const written = { added: 0, changed: 0 };
  try {
    await report(writer, order, { ...NOTHING, unchanged });
    await reportRefused(writer, order);
    for (const places of splitRange(added, ADDED_TOGETHER, ADDED_FIRST)) {
      await withPause(() => addBatch(writer, deps, { order, places }));
      written.added = places.to;
      if (places.to === ADDED_FIRST && !order.isDryRun) await refresh();
    }
    for (const places of splitRange(changed, CHANGED_TOGETHER)) {
      await withPause(() => changeBatch(writer, deps, { order, places }));
      written.changed = places.to;
    }
  } catch (error) {
    await order.onEarlyEnd?.(writer, written);
    throw error;
  }
}

async function withWriters<Result>(
  { database }: Deps,
  { actor, writers: count }: Pick<Import, 'actor' | 'writers'>,
  work: (writers: readonly Session[]) => Promise<Result>,
): Promise<Result> {
  const { companyId } = actor;
  const open = (writers: readonly Session[]): Promise<Result> =>
    writers.length === count
      ? work(writers)
      : database.inSession({ companyId, asProvider: true }, (one) => open([...writers, one]));
  return open([]);
}

/** Runs once for all writers, on a separate connection. */
function refresher({ database }: Deps): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => {
    done ??= database.asSystem(refreshStatistics);
    return done;
  };
}

/** A single connection would leave a database core idle, so several write concurrently. */
export async function importRows(deps: Deps, order: Import): Promise<void> {
  const { companyId } = order.actor;
  await withWriters(deps, order, async (writers) => {
    const rows = await stageAll(writers, order);
    if (rows >= MANY_ROWS) await refresher(deps)();
    const refresh = refresher(deps);
    const all = writers.map((writer, share) =>
      writeShare(writer, deps, { companyId, share, rows, order, refresh }),
    );
    await together(all);
  });
}
