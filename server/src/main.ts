/** Starts the portal and stops it with grace: what was begun is finished, within a limit. */
import { wait } from './clock.ts';
import { startPortal } from './composition.ts';
import { readConfig } from './config.ts';
import { createLog } from './log.ts';

const STOP_MS_MAX = 25_000;

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const portal = await startPortal(config, log);
  log.info({ port: config.port }, 'the portal is open');

  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    const isInTime = await Promise.race([
      portal.stop().then(() => true),
      wait(STOP_MS_MAX).then(() => false),
    ]);
    log.info({ isInTime }, 'stopped');
    process.exit(isInTime ? 0 : 1);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

main().catch((error: unknown) => {
  const sentence = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The portal could not start: ${sentence}\n`);
  process.exit(1);
});
