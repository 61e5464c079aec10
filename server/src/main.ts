/** Starts the portal and stops it with grace: what was begun is finished, within a limit. */
import { wait } from './clock.ts';
import { startPortal } from './composition.ts';
import { readConfig } from './config.ts';
import { createLog } from './log.ts';

const STOP_MS_MAX = 25_000;

/** Resolves with the first request to stop; asked for before the start, which can be interrupted. */
function stopAsked(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, resolve);
  });
}

async function main(): Promise<void> {
  const stopping = stopAsked();
  const config = readConfig();
  const log = createLog(config.logLevel);
  const portal = await startPortal(config, log);
  log.info({ port: config.port }, 'the portal is open');
  const signal = await stopping;
  log.info({ signal }, 'stopping');
  const isInTime = await Promise.race([
    portal.stop().then(() => true),
    wait(STOP_MS_MAX).then(() => false),
  ]);
  log.info({ isInTime }, 'stopped');
  process.exit(isInTime ? 0 : 1);
}

main().catch((error: unknown) => {
  const sentence = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The portal could not start: ${sentence}\n`);
  process.exit(1);
});
