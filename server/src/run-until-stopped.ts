/**
 * Runs a portal until SIGINT or SIGTERM and then stops it gracefully. Requests and jobs in progress get
 * a limited time to finish.
 */
import type { Logger } from 'pino';
import { waitAtMost } from './clock.ts';
import type { Portal } from './composition.ts';

const STOP_MS_MAX = 25_000;

/** The handlers are installed before the start, because a start can be interrupted too. */
function stopRequested(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, resolve);
  });
}

async function run(start: () => Promise<{ portal: Portal; log: Logger }>): Promise<void> {
  const stopping = stopRequested();
  const { portal, log } = await start();
  log.info({ event: 'server.started' }, 'portal started');
  const signal = await stopping;
  log.info({ event: 'server.stopping', signal }, 'portal stopping');
  const isInTime = await waitAtMost(STOP_MS_MAX, portal.stop());
  log.info({ event: 'server.stopped', isInTime }, 'portal stopped');
  process.exit(isInTime ? 0 : 1);
}

export function runUntilStopped(start: () => Promise<{ portal: Portal; log: Logger }>): void {
  run(start).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The portal could not start: ${message}\n`);
    process.exit(1);
  });
}
