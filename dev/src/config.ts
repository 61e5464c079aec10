/** The settings of the development server, and the server's configuration on its database. */
import { resolve } from 'node:path';
import { type Config, readConfig } from '@quittance/server/config';

export type DevConfig = {
  dataDir: string;
  /** Null: the embedded Postgres in the data folder. */
  databaseUrl: string | null;
  logLevel: string;
  seedsDemo: boolean;
};

/** Live processor keys are refused on the embedded database. */
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
