/**
 * Counters for limits on reads. Hits are counted in memory, so that a read writes nothing, and are added to the
 * shared counters in Postgres once a second. That write returns the totals of all processes. A single process
 * admits at most the limit, and sees the counts of the others within a second of its first hit. Together, the
 * processes admit at most one second of excess traffic, and never more than the limit times the number of
 * processes. Limits that protect money, codes and emails are counted exactly, in Postgres.
 */
import type { Instant } from '@quittance/contract/dates';
import { type Clock, repeatEvery } from '../../kernel/clock.ts';
import type { Database } from '../database/database.ts';
import { type CounterRow, countHitsAlone, type Hit } from './limit-counters.ts';

const FLUSH_MS = 1000;
/** Each row uses three parameters, and a statement may have 65,535. */
const ROWS_MAX = 5000;
/**
 * A client with many IP addresses must not exhaust memory. Counts already written to Postgres can be dropped and
 * read again.
 */
const KEYS_MAX = 100_000;

/** `pending` is the part of `count` that has not been written to Postgres. */
type Window = { count: number; pending: number; resetsAt: Instant };

export type BatchedCounters = {
  count(hits: readonly Hit[]): CounterRow[];
  flush(): Promise<void>;
};

type CounterDeps = { database: Pick<Database, 'pool'>; clock: Clock };

function inChunks<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / ROWS_MAX);
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * ROWS_MAX, (index + 1) * ROWS_MAX),
  );
}

export function createBatchedCounters({ database, clock }: CounterDeps): BatchedCounters {
  const windows = new Map<string, Window>();

  function toWindow({ key, resetsAt }: Hit, now: Instant): Window {
    const known = windows.get(key);
    if (known && known.resetsAt > now) return known;
    const fresh = { count: 0, pending: 0, resetsAt };
    windows.set(key, fresh);
    return fresh;
  }

  function countHit(hit: Hit, now: Instant): CounterRow {
    const { key, by } = hit;
    const known = windows.get(key);
    // A hit of zero only reads and does not open a window.
    if (by === 0 && !(known && known.resetsAt > now))
      return { key, count: 0, resetsAt: hit.resetsAt };
    const window = toWindow(hit, now);
    window.count += by;
    window.pending += by;
    return { key, count: window.count, resetsAt: window.resetsAt };
  }

  function forgetOver(now: Instant): void {
    const isCrowded = windows.size > KEYS_MAX;
    for (const [key, { pending, resetsAt }] of windows)
      if (resetsAt <= now || (isCrowded && pending === 0)) windows.delete(key);
  }

  /**
   * Updates only these windows. A window that ended in the meantime has been replaced, and its counts no longer
   * matter.
   */
  async function write(written: readonly [key: string, window: Window][], now: Instant) {
    const hits = written.map(([key, { pending: by, resetsAt }]) => ({ key, by, resetsAt }));
    const undo = written.map(([, window]) => {
      const { pending } = window;
      window.pending = 0;
      return () => {
        window.pending += pending;
      };
    });
    try {
      const counted = new Map(
        (await countHitsAlone(database, hits, now)).map((row) => [row.key, row] as const),
      );
      for (const [key, window] of written) {
        const row = counted.get(key);
        // Hits counted during the write are still pending.
        if (row)
          Object.assign(window, { count: row.count + window.pending, resetsAt: row.resetsAt });
      }
    } catch (error) {
      for (const restore of undo) restore();
      throw error;
    }
  }

  return {
    count: (hits) => {
      const now = clock.now();
      return hits.map((hit) => countHit(hit, now));
    },
    async flush() {
      const now = clock.now();
      const changed = [...windows].filter(
        ([, { pending, resetsAt }]) => pending !== 0 && resetsAt > now,
      );
      for (const chunk of inChunks(changed)) await write(chunk, now);
      forgetOver(now);
    },
  };
}

/** Flushes every second until stopped, and once more when stopping. Flushes never overlap. */
export function startFlushing(
  { flush }: BatchedCounters,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const next = () => {
    running = running.then(flush).catch(onError);
    return running;
  };
  const flushing = repeatEvery(FLUSH_MS, next);
  return async () => {
    flushing.stop();
    await next();
  };
}
