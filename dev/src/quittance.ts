/** The command line. It uses the database of DATABASE_URL or, if unset, of a running development server. */
import cluster from 'node:cluster';
import type { Program } from '@quittance/server/app/cli/command';
import { runCommandLine } from '@quittance/server/app/cli/run';
import { systemTerminal } from '@quittance/server/app/cli/terminal';
import { ConfigError } from '@quittance/server/kernel/config';
import {
  readCommandConfig,
  readDevConfig,
  readServerConfig,
  readUnlimitedConfig,
} from './config.ts';
import { findRunningPostgres } from './postgres/embedded.ts';

const { databaseUrl, dataDir } = readDevConfig();

function readConfig() {
  if (databaseUrl) {
    const read = process.argv[2] === 'serve' ? readServerConfig : readUnlimitedConfig;
    return read({ url: databaseUrl, isEmbedded: false });
  }
  const url = findRunningPostgres(dataDir);
  if (!url) throw new ConfigError(`No portal runs on ${dataDir}, and DATABASE_URL is not set.`);
  return readCommandConfig(url);
}

const program: Program = {
  readConfig,
  serve: async (...given) => (await import('@quittance/server/app/serve')).serve(...given),
};

process.exitCode = await runCommandLine(program, process.argv.slice(2), systemTerminal());
// Without this, the supervisor would wait for a process that could not start, because the channel between them
// keeps the process alive.
if (cluster.isWorker) process.exit();
