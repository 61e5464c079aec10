/** One portal process as its parent sees it: it is told the database and the time, and answers when it is ready. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { PORTAL_PROCESS } from '../programs.ts';
import type { FromPortal, StartOrder, ToPortal } from './messages.ts';

export type PortalProcess = {
  /** Resolves when it is ready. @throws its own reason when it does not start */
  start(order: StartOrder): Promise<void>;
  setMovedMs(movedMs: number): Promise<void>;
  kill(): void;
  stop(): Promise<void>;
  ended: Promise<unknown>;
};

/** The next message of this kind, or null when the process ends without it. */
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

/** Starts to load at once; what it serves is ordered later. */
export function openPortalProcess(): PortalProcess {
  // Without what `npm start` preloads into its own programs: this one ends with its parent by itself.
  const child = fork(PORTAL_PROCESS, { execArgv: [] });
  const ended = once(child, 'exit');
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  // A process that has just died cannot be told; its successor is.
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
