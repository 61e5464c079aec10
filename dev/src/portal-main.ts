/**
 * One process of the development portal: the web server or the worker. `main.ts` starts it while Postgres starts,
 * then sends it the database URL and the time, and starts it again if it dies.
 */

import { runUntilStopped } from '@quittance/server/app/run-until-stopped';
import { openLog } from '@quittance/server/kernel/log';
import { readDevConfig, readServerConfig } from './config.ts';
import { startDemoPortal } from './demo-portal.ts';
import type { FromPortal, StartOrder, ToPortal } from './portal/messages.ts';
import { createMovableClock } from './portal/movable-clock.ts';

const clock = createMovableClock();
const tell = (message: FromPortal) => process.send?.(message);

function ordered(): Promise<StartOrder> {
  return new Promise((resolve) => {
    // The cast is safe because only main.ts sends messages, and the RETIRE message of production is never sent
    // here.
    process.on('message', (received) => {
      const message = received as ToPortal; // because of the same
      clock.setMovedMs(message.movedMs);
      if (message.kind === 'start') resolve(message);
      else tell({ kind: 'clock', movedMs: message.movedMs });
    });
  });
}

// Without its parent, nothing would stop the process, so it exits immediately.
process.once('disconnect', () => process.exit(1));

async function start() {
  const { logLevel, seedsDemo, hasHistory } = readDevConfig();
  const { log, sink } = openLog(logLevel, 'development');
  const { role, databaseUrl, isEmbedded } = await ordered();
  const config = readServerConfig({ url: databaseUrl, isEmbedded });
  // Only the web server needs a fixed port.
  const place = role === 'web' ? {} : { port: 0 };
  const portal = await startDemoPortal({
    config: { ...config, ...place, role },
    seedsDemo,
    hasHistory,
    isEmbedded,
    clock,
    log,
    sink,
  });
  tell({ kind: 'started' });
  return { portal, log };
}

runUntilStopped(() =>
  start().catch((error: unknown) => {
    tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    throw error;
  }),
);
