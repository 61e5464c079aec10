/** The command line on the database of DATABASE_URL: `node server/dist/quittance.js status`. */
import { runCommandLine } from './cli/run.ts';
import { systemTerminal } from './cli/terminal.ts';
import { readConfig } from './config.ts';
import { serve } from './start/serve.ts';

const program = { readConfig, serve };
process.exitCode = await runCommandLine(program, process.argv.slice(2), systemTerminal());
