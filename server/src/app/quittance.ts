/** Command line for the database in DATABASE_URL: `node server/dist/bundle/quittance.js status`. */
import cluster from 'node:cluster';
import { readConfig } from '../kernel/config.ts';
import type { Program } from './cli/command.ts';
import { runCommandLine } from './cli/run.ts';
import { systemTerminal } from './cli/terminal.ts';

const program: Program = {
  readConfig,
  serve: async (...given) => (await import('./serve.ts')).serve(...given),
};
process.exitCode = await runCommandLine(program, process.argv.slice(2), systemTerminal());
// Without this, the supervisor would wait for a process that could not start, because the channel between them
// keeps the process alive.
if (cluster.isWorker) process.exit();
