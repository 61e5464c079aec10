/** The operator's command line on the database of a running development server. */
import { runOperator } from '@quittance/server/provider/operator-cli';
import { readDevConfig, readServerConfig } from './config.ts';
import { findRunningPostgres } from './postgres/embedded.ts';

const { databaseUrl, dataDir } = readDevConfig();
const url = databaseUrl ?? findRunningPostgres(dataDir);
if (url) runOperator(() => readServerConfig({ url, isEmbedded: databaseUrl === null }));
else {
  process.stderr.write(`No portal runs on ${dataDir}, and DATABASE_URL is not set.\n`);
  process.exitCode = 1;
}
