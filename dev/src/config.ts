/** Settings of the development server, and the portal configuration derived from them. */
import { resolve } from 'node:path';
import { type Config, readConfig } from '@quittance/server/kernel/config';

export type DevConfig = {
  dataDir: string;
  /** Null selects the embedded Postgres in the data folder. */
  databaseUrl: string | null;
  logLevel: string;
  seedsDemo: boolean;
  /** Whether demo companies have 18 months of records. */
  hasHistory: boolean;
  /** Null disables the playground, which needs the sandbox. */
  playground: PlaygroundConfig | null;
};

export type PlaygroundConfig = { port: number; sandboxUrl: string; publicUrl: string };

const SANDBOX_PORT = '4010';

export function readCommandConfig(
  url: string,
  environment: NodeJS.ProcessEnv = process.env,
): Config {
  const { SANDBOX_PORT: port = SANDBOX_PORT } = environment;
  const sandbox = { SANDBOX_URL: `http://127.0.0.1:${port}` };
  return readServerConfig({ url, isEmbedded: true }, { ...sandbox, ...environment });
}

type DatabaseUrl = { url: string; isEmbedded: boolean };

/** `npm start` raises the limits for its sandbox. A command has no sandbox, and no limits to raise. */
export function readUnlimitedConfig(database: DatabaseUrl): Config {
  return readServerConfig(database, { ...process.env, LIMITS_FACTOR: undefined });
}

export function readServerConfig(
  { url, isEmbedded }: DatabaseUrl,
  environment: NodeJS.ProcessEnv = process.env,
): Config {
  return { ...readConfig({ ...environment, DATABASE_URL: url }), acceptsLiveKeys: !isEmbedded };
}

/** `npm start` sets both variables. A standalone portal has no playground. */
function toPlayground(environment: NodeJS.ProcessEnv): PlaygroundConfig | null {
  const { PLAYGROUND_PORT: port, SANDBOX_URL: sandboxUrl, PORT: portalPort = '3000' } = environment;
  if (!port || !sandboxUrl) return null;
  const publicUrl = environment['PUBLIC_URL'] || `http://localhost:${portalPort}`;
  return { port: Number(port), sandboxUrl, publicUrl };
}

const isOn = (text = ''): boolean => ['true', 'on', '1'].includes(text);

export function readDevConfig(environment: NodeJS.ProcessEnv = process.env): DevConfig {
  return {
    dataDir: resolve(environment['DATA_DIR'] || '.data'),
    databaseUrl: environment['DATABASE_URL'] || null,
    logLevel: environment['LOG_LEVEL'] || 'info',
    seedsDemo: isOn(environment['SEED_DEMO']),
    hasHistory: isOn(environment['DEMO_HISTORY']),
    playground: toPlayground(environment),
  };
}
