/**
 * A pump runs a task whenever rows were committed for it, and once a second: the rows of another process, of a
 * process that died, and those that became due are found then (ADR 0066). What is committed within a few
 * milliseconds is worked on together; while a lot is committed, a run follows the previous one after a pause, so that
 * it finds more.
 */
import { monotonicMs, repeatEvery, wait } from '../../kernel/clock.ts';

const POLL_MS = 1000;
const GATHER_MS = 10;
const PAUSE_MS = 50;

export type Pump = { wake(): void; stop(): Promise<void> };

export type PumpOptions = {
  /** `isWoken`: rows were committed; otherwise it only looks. It ends soon after `isStopping`. */
  run(isWoken: boolean, isStopping: () => boolean): Promise<unknown>;
  /** The task itself decides what runs at the same time; otherwise one run follows the other. */
  mayOverlap?: boolean;
  onError(error: unknown): void;
};

export function startPump({ run, mayOverlap = false, onError }: PumpOptions): Pump {
  const runs = new Set<Promise<void>>();
  let [isGathering, isMissed, isStopped] = [false, false, false];
  let startedMs = Number.NEGATIVE_INFINITY;

  function start(isWoken: boolean): void {
    if (isStopped) return;
    if (!mayOverlap && runs.size > 0) {
      isMissed ||= isWoken;
      return;
    }
    startedMs = monotonicMs();
    const running = run(isWoken, () => isStopped)
      .then(() => undefined, onError)
      .finally(() => {
        runs.delete(running);
        if (!isMissed) return;
        isMissed = false;
        wake();
      });
    runs.add(running);
  }

  function wake(): void {
    if (isGathering) return;
    isGathering = true;
    const pauseMs = Math.max(GATHER_MS, startedMs + PAUSE_MS - monotonicMs());
    void wait(pauseMs).then(() => {
      isGathering = false;
      start(true);
    });
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
