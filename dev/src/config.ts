/** The development server's own settings, and the server's configuration on the database it starts. */
import { resolve } from 'node:path';
import { type Config, readConfig } from '@quittance/server/config';

export type DevConfig = {
  dataDir: string;
  /** Null: the embedded Postgres in the data folder. */
  databaseUrl: string | null;
  logLevel: string;
  seedsDemo: boolean;
};

/** The server's configuration on a database of ours. A live key never goes with the embedded one. */
export function readServerConfig(
  { url, isEmbedded }: { url: string; isEmbedded: boolean },
  environment: NodeJS.ProcessEnv = process.env,
): Config {
  return { ...readConfig({ ...environment, DATABASE_URL: url }), acceptsLiveKeys: !isEmbedded };
}

export function readDevConfig(environment: NodeJS.ProcessEnv = process.env): DevConfig {
  return {
    dataDir: resolve(environment['DATA_DIR'] || '.data'),
    databaseUrl: environment['DATABASE_URL'] || null,
    logLevel: environment['LOG_LEVEL'] || 'info',
    seedsDemo: ['true', 'on', '1'].includes(environment['SEED_DEMO'] ?? ''),
  };
}
