/**
 * The two processes of the development portal: the web server and the worker. A process that dies is replaced, so
 * that the playground can kill them (R79). The worker starts after the web server because `npm start` waits for the
 * web server.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { monotonicMs } from '@quittance/server/kernel/clock';
import type { openLog } from '@quittance/server/kernel/log';
import { HEAP_FLAGS } from '@quittance/server/platform/process/heap-flags';
import { pause } from '../postgres/wait.ts';
import { PORTAL_PROCESS } from '../programs.ts';
import {
  type FromPortal,
  PORTAL_ROLES,
  type PortalRole,
  type StartOrder,
  type ToPortal,
} from './messages.ts';

type PortalProcess = {
  /** Resolves when the process is ready. @throws the reason reported by the process if it does not start */
  start(order: StartOrder): Promise<void>;
  setMovedMs(movedMs: number): Promise<void>;
  kill(): void;
  stop(): Promise<void>;
  ended: Promise<unknown>;
};

function nextMessage<Kind extends FromPortal['kind']>(
  child: ChildProcess,
  kinds: readonly Kind[],
): Promise<Extract<FromPortal, { kind: Kind }> | null> {
  return new Promise((resolve) => {
    const finish = (message: Extract<FromPortal, { kind: Kind }> | null) => {
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(message);
    };
    const onMessage = (received: unknown) => {
      const message = received as Extract<FromPortal, { kind: Kind }>; // because only portal-main.ts sends
      if (kinds.includes(message.kind)) finish(message);
    };
    const onExit = () => finish(null);
    child.on('message', onMessage);
    child.on('exit', onExit);
  });
}

/** Starts a portal process, which begins to load immediately. `start` later sends it the database and the time. */
function openPortalProcess(): PortalProcess {
  // The preloads of `npm start` are not needed because this process exits together with its parent.
  const child = fork(PORTAL_PROCESS, { execArgv: [...HEAP_FLAGS] });
  const ended = once(child, 'exit');
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  // A message to a process that has just died is dropped. Its successor receives the current state.
  const tell = (message: ToPortal) => child.send(message, () => undefined);
  return {
    ended,
    async start(order) {
      const answer = nextMessage(child, ['started', 'failed']);
      tell(order);
      const answered = await answer;
      if (answered?.kind === 'started') return;
      await ended;
      throw new Error(answered?.message ?? 'a portal process ended before it was ready');
    },
    async setMovedMs(movedMs) {
      if (!isAlive()) return;
      const answer = nextMessage(child, ['clock']);
      tell({ kind: 'clock', movedMs });
      await answer;
    },
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      if (!isAlive()) return;
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const RETRY_MS = 1000;

export type ProcessState = 'starting' | 'running' | 'stopped';

export type ProcessStatus = { role: PortalRole; state: ProcessState; restarts: number };

export type Place = Omit<StartOrder, 'kind' | 'role' | 'movedMs'>;

type Slot = {
  role: PortalRole;
  process: PortalProcess | null;
  state: ProcessState;
  restarts: number;
};

export type PortalProcesses = ReturnType<typeof createPortalProcesses>;

type Log = ReturnType<typeof openLog>['log'];

/** The first process begins to load immediately. */
export function createPortalProcesses() {
  const slots = PORTAL_ROLES.map(
    (role): Slot => ({ role, process: null, state: 'stopped', restarts: 0 }),
  );
  let movedMs = 0;
  let place: Place | null = null;
  let log: Log | null = null;
  // Incremented at each start, so that a process of an earlier start is not replaced.
  let generation = 0;
  let prepared: PortalProcess | null = openPortalProcess();

  async function run(slot: Slot, to: Place): Promise<void> {
    const own = generation;
    const process = prepared ?? openPortalProcess();
    prepared = null;
    slot.process = process;
    slot.state = 'starting';
    await process.start({ kind: 'start', role: slot.role, ...to, movedMs });
    slot.state = 'running';
    await process.setMovedMs(movedMs);
    void process.ended.then(() => replace(slot, to, own));
  }

  async function replace(slot: Slot, to: Place, own: number): Promise<void> {
    const endedMs = monotonicMs();
    while (own === generation) {
      slot.state = 'starting';
      slot.restarts += 1;
      log?.error(
        {
          event: 'process.restarted',
          role: slot.role,
          afterMs: Math.round(monotonicMs() - endedMs),
        },
        'a server process ended and is restarted',
      );
      try {
        return await run(slot, to);
      } catch {
        await pause(RETRY_MS);
      }
    }
  }

  return {
    setLog(own: Log): void {
      log = own;
    },
    async start(to: Place, startMs: number): Promise<void> {
      generation += 1;
      movedMs = startMs;
      place = to;
      const [web, ...others] = slots;
      if (web) await run(web, to);
      const own = generation;
      for (const slot of others) void run(slot, to).catch(() => replace(slot, to, own));
    },
    async setMovedMs(ms: number): Promise<void> {
      movedMs = ms;
      await Promise.all(slots.map(({ process }) => process?.setMovedMs(ms)));
    },
    /** Simulates a crash: nothing is finished or closed. */
    kill(role: PortalRole): void {
      slots.find((slot) => slot.role === role)?.process?.kill();
    },
    statuses: (): ProcessStatus[] =>
      slots.map(({ role, state, restarts }) => ({ role, state, restarts })),
    place: () => place,
    async stop(): Promise<void> {
      generation += 1;
      prepared?.kill();
      prepared = null;
      await Promise.all(slots.map(({ process }) => process?.stop()));
      for (const slot of slots) slot.state = 'stopped';
    },
  };
}
