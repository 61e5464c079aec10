// The sandbox's time: the machine's clock plus an offset that the control plane can increase. Scheduled tasks run
// when their time comes, whether by waiting or by advancing the clock. Time never moves backwards.

const TIMER_MAX_MS = 2_147_483_647;

type Task = { dueAtMs: number; run: () => void | Promise<void> };

export type Clock = ReturnType<typeof createClock>;

type ClockOptions = {
  offsetMs?: number /** Where time starts, instead of an offset. */;
  at?: Date;
};

export function createClock({ offsetMs: givenMs = 0, at: start }: ClockOptions = {}) {
  let offsetMs = start === undefined ? givenMs : start.getTime() - Date.now();
  let tasks: Task[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const now = () => Date.now() + offsetMs;

  async function runDue(): Promise<void> {
    // Both filters must use the same reading. Otherwise a task that becomes due between two readings would be lost.
    const moment = now();
    const due = tasks.filter((task) => task.dueAtMs <= moment);
    tasks = tasks.filter((task) => task.dueAtMs > moment);
    due.sort((left, right) => left.dueAtMs - right.dueAtMs);
    await Promise.all(due.map(async (task) => task.run()));
  }

  function arm(): void {
    clearTimeout(timer);
    timer = undefined;
    if (tasks.length === 0) return;
    const nextAtMs = Math.min(...tasks.map((task) => task.dueAtMs));
    const waitMs = Math.min(Math.max(nextAtMs - now(), 0), TIMER_MAX_MS);
    timer = setTimeout(() => {
      const running = runDue();
      arm();
      // Errors are deliberately not caught: a task that throws is a bug and must be visible.
      void running;
    }, waitMs);
    // Scheduled tasks must not keep the process alive.
    timer.unref();
  }

  function at(dueAtMs: number, run: Task['run']): void {
    if (isStopped) return;
    tasks.push({ dueAtMs, run });
    arm();
  }

  return {
    now,
    at,
    after: (delayMs: number, run: Task['run']) => at(now() + delayMs, run),
    offsetMs: () => offsetMs,
    nextTaskAfter(momentMs: number): number | null {
      const later = tasks.map((task) => task.dueAtMs).filter((dueAtMs) => dueAtMs > momentMs);
      return later.length === 0 ? null : Math.min(...later);
    },
    async advance(byMs: number): Promise<void> {
      offsetMs += byMs;
      while (tasks.some((task) => task.dueAtMs <= now())) await runDue();
      arm();
    },
    reset(): void {
      offsetMs = 0;
      tasks = [];
      arm();
    },
    /** Stopping is permanent: tasks scheduled later, such as the retry of a call in flight, never run. */
    stop(): void {
      isStopped = true;
      tasks = [];
      clearTimeout(timer);
    },
  };
}
