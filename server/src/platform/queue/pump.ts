/**
 * A pump runs a task whenever rows were committed for it, and once a second to find the rows of other processes, of
 * a process that died, and rows that became due (ADR 0066). Rows committed within a few milliseconds are processed
 * together. Under heavy load, each run follows the previous one after a short delay, so that it finds more rows.
 */
import type { CompanyId } from '@quittance/contract/ids';
import { monotonicMs, repeatEvery, wait } from '../../kernel/clock.ts';

const POLL_MS = 1000;
const GATHER_MS = 10;
const PAUSE_MS = 50;

/** Companies of which rows were committed, or null for a run that checks for work of all companies. */
export type Woken = ReadonlySet<CompanyId> | null;

export type Pump = { wake(companies: Iterable<CompanyId>): void; stop(): Promise<void> };

export type PumpOptions = {
  /** Ends soon after `isStopping` returns true. */
  run(woken: Woken, isStopping: () => boolean): Promise<unknown>;
  /** If set, the task itself controls its concurrency. Otherwise runs never overlap. */
  mayOverlap?: boolean;
  onError(error: unknown): void;
};

export function startPump({ run, mayOverlap = false, onError }: PumpOptions): Pump {
  const runs = new Set<Promise<void>>();
  let [isGathering, isMissed, isStopped] = [false, false, false];
  let startedMs = Number.NEGATIVE_INFINITY;
  let woken = new Set<CompanyId>();

  function takeWoken(): ReadonlySet<CompanyId> {
    const taken = woken;
    woken = new Set();
    return taken;
  }

  function start(isWoken: boolean): void {
    if (isStopped) return;
    if (!mayOverlap && runs.size > 0) {
      isMissed ||= isWoken;
      return;
    }
    startedMs = monotonicMs();
    const running = run(isWoken ? takeWoken() : null, () => isStopped)
      .then(() => undefined, onError)
      .finally(() => {
        runs.delete(running);
        if (!isMissed) return;
        isMissed = false;
        gather();
      });
    runs.add(running);
  }

  function gather(): void {
    if (isGathering) return;
    isGathering = true;
    const pauseMs = Math.max(GATHER_MS, startedMs + PAUSE_MS - monotonicMs());
    void wait(pauseMs).then(() => {
      isGathering = false;
      start(true);
    });
  }

  function wake(companies: Iterable<CompanyId>): void {
    for (const companyId of companies) woken.add(companyId);
    gather();
  }

  const polling = repeatEvery(POLL_MS, () => start(false));
  return {
    wake,
    async stop() {
      isStopped = true;
      polling.stop();
      await Promise.all(runs);
    },
  };
}
