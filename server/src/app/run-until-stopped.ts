/**
 * Runs a portal until SIGINT or SIGTERM and then stops it gracefully. Requests and jobs in progress get a limited
 * time to finish. A process that is being replaced retires first, so that its clients leave on their own.
 */
import type { Logger } from 'pino';
import { waitAtMost } from '../kernel/clock.ts';
import { RETIRE } from '../platform/observability/supervisor.ts';
import type { Portal } from './composition.ts';

const STOP_MS_MAX = 25_000;

type StartedPortal = { portal: Portal & { retire?(): Promise<void> }; log: Logger };

/** The handlers are installed before startup, because startup can be interrupted too. */
function stopRequested(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, resolve);
  });
}

function retireRequested(): Promise<typeof RETIRE> {
  return new Promise((resolve) => {
    process.on('message', (message) => {
      if (message === RETIRE) resolve(RETIRE);
    });
  });
}

export async function untilStopped(
  start: () => Promise<StartedPortal>,
  stopMsMax = STOP_MS_MAX,
): Promise<number> {
  const [stopping, retiring] = [stopRequested(), retireRequested()];
  const { portal, log } = await start();
  log.info({ event: 'server.started' }, 'portal started');
  const signal = await Promise.race([stopping, retiring]);
  log.info({ event: 'server.stopping', signal }, 'portal stopping');
  if (signal === RETIRE) await Promise.race([stopping, portal.retire?.()]);
  const isInTime = await waitAtMost(stopMsMax, portal.stop());
  log.info({ event: 'server.stopped', isInTime }, 'portal stopped');
  return isInTime ? 0 : 1;
}

export function runUntilStopped(start: () => Promise<StartedPortal>): void {
  untilStopped(start).then(
    (code) => process.exit(code),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      process.stderr.write(`The portal could not start: ${message}\n`);
      process.exit(1);
    },
  );
}
