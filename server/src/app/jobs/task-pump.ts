/**
 * Runs a task once at a time or in a pump, measured and traced. Apart from the tasks, because a process that only
 * serves requests runs one pump and loads nothing else of the worker.
 */
import { monotonicMs } from '../../kernel/clock.ts';
import type { RetentionDays } from '../../kernel/config.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type Pump, type PumpOptions, startPump, type Woken } from '../../platform/queue/pump.ts';
import type { TryOutcome } from '../../webhooks/deliver-events.ts';
import type { MailSender } from '../mail/send-mail.ts';
import type { Findings } from '../observability/operator-rows.ts';
import type { Realtime } from '../realtime/socket.ts';
import { deliverOutbox } from './deliver-outbox.ts';

export type Outlets = {
  realtime: Realtime;
  mail: MailSender;
  onFound?: (task: string, found: Findings) => void;
  onRun?: (run: { task: string; isDone: boolean; ms: number }) => void;
  onEventTried?: (outcome: TryOutcome) => void;
  retentionDays?: RetentionDays;
  erasuresFile?: string | null;
  watch?: (task: string, work: () => Promise<void>) => Promise<void>;
};

type Watch = NonNullable<Outlets['watch']>;

export const unwatched: Watch = (_task, work) => work();

/** Result of a run that did not do everything it is for. It is not the success that alarms wait for. */
export const INCOMPLETE = Symbol('incomplete');

/** Within one process, a run is skipped while the previous one is running. */
export function onceAtATime(
  run: (payload?: unknown) => Promise<unknown>,
): (payload?: unknown) => Promise<unknown> {
  let isRunning = false;
  return async (payload) => {
    if (isRunning) return INCOMPLETE;
    isRunning = true;
    try {
      return await run(payload);
    } finally {
      isRunning = false;
    }
  };
}

/** Measures a run. Runs that left something out are not reported as complete. */
export async function measured(
  { onRun }: Pick<Outlets, 'onRun'>,
  task: string,
  run: () => Promise<unknown>,
): Promise<void> {
  const startedMs = monotonicMs();
  const report = (isDone: boolean) => onRun?.({ task, isDone, ms: monotonicMs() - startedMs });
  try {
    const result = await run();
    if (result !== INCOMPLETE) report(true);
  } catch (error) {
    report(false);
    throw error;
  }
}

export type PumpedTask = Pick<PumpOptions, 'mayOverlap'> & {
  run(isStopping: () => boolean, woken: Woken): Promise<unknown>;
};

type NamedTask = PumpedTask & { task: string };

export function toPump(deps: Deps, outlets: Outlets, named: NamedTask): Pump {
  const { watch = unwatched } = outlets;
  const { task, run, ...how } = named;
  return startPump({
    ...how,
    run(woken, isStopping) {
      const work = () => measured(outlets, task, () => run(isStopping, woken));
      // A run that finds nothing is not worth a trace.
      return woken ? watch(task, work) : work();
    },
    onError: (error) =>
      deps.log.error(
        { event: 'task.failed', task, err: error },
        'a task failed and is tried again within a second',
      ),
  });
}

export type Worker = { isRunning(): boolean; stop(): Promise<void> };

/**
 * For a process that only serves requests. It runs this pump itself, so that its payers do not wait for the worker
 * processes.
 */
export function startSocketPump(deps: Deps, outlets: Outlets): Worker {
  const pump = toPump(deps, outlets, {
    task: 'deliver_outbox',
    run: (_isStopping, woken) => deliverOutbox(deps, outlets.realtime, woken),
  });
  deps.database.onWork((woken, companies) => {
    if (woken === 'deliver_outbox') pump.wake(companies);
  });
  return { isRunning: () => true, stop: () => pump.stop() };
}
