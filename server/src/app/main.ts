/**
 * A single server process without a supervisor and without the startup checks of `quittance serve`, for tests,
 * measurements and other supervisors. The development server with an embedded Postgres is in `dev`.
 */

import { readConfig } from '../kernel/config.ts';
import { openLog } from '../kernel/log.ts';
import { startPortal } from './composition.ts';
import { runUntilStopped } from './run-until-stopped.ts';

runUntilStopped(async () => {
  const config = readConfig();
  const { log, sink } = openLog(config.logLevel, config.role);
  return { portal: await startPortal(config, log, { sink }), log };
});
