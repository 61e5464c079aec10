/**
 * Startup checks of `quittance serve`, made before it takes a payment. The server either starts completely or does
 * not start (ADR 0078).
 */

import pg from 'pg';
import { openSecrets } from '../../companies/processor-for-company.ts';
import { listCompaniesWithSecrets } from '../../companies/store.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { Config } from '../../kernel/config.ts';
import { type Database, openDatabase, SESSION_SETTINGS } from '../../platform/database/database.ts';
import { refusePending } from '../../platform/database/migrate.ts';
import { type PostgresFacts, readPostgresFacts } from '../../platform/database/postgres-facts.ts';
import { connectionsInAll, toPoolSize } from '../../platform/observability/connections.ts';
import type { Sealer } from '../../platform/sealing/seal.ts';
import { findSealer } from '../../platform/sealing/sealing-key.ts';
import { isLive } from '../../processors/servers.ts';
import { settingsProblems } from './settings.ts';

export async function companiesWithLiveKeys(database: Database, sealer: Sealer): Promise<string[]> {
  const rows = await database.asSystem(listCompaniesWithSecrets);
  return rows
    .filter(({ company, secrets }) => {
      const { processorKey } = openSecrets(sealer, secrets);
      const extra = company.processorData.settings;
      return processorKey !== null && isLive(company.processor, { processorKey, extra });
    })
    .map(({ company }) => company.domain);
}

class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

export async function withDatabase<Result>(
  config: Config,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({
    url: config.databaseUrl,
    connectionsMax: 2,
    onIdleError: () => undefined,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** An error that combines several connection attempts has an empty message. */
export function toReason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(toReason).join('; ');
  return error instanceof Error ? error.message : String(error);
}

async function loadPostgresFacts(database: Database): Promise<PostgresFacts> {
  try {
    return await readPostgresFacts(database.pool, systemClock.now);
  } catch (error) {
    throw new StartRefused(`The database of DATABASE_URL does not answer: ${toReason(error)}`);
  }
}

export function connectionsProblem(config: Config, facts: PostgresFacts): string | null {
  const needed = connectionsInAll(config);
  if (needed <= facts.connectionsMax) return null;
  return (
    `Postgres accepts ${facts.connectionsMax} connections, and ${config.processes} processes with a pool of ` +
    `${toPoolSize(config)}${config.role === 'web' ? ' and a worker' : ''} need up to ${needed} during a reload: ` +
    'raise max_connections, or lower --processes or --pool.'
  );
}

/** Without them, a statement could wait forever, and times would be those of another zone. */
async function lacksSettings(connection: pg.Client | pg.Pool): Promise<boolean> {
  const { rows } = await connection.query(
    'select from unnest($1::text[], $2::text[]) as t (name, value) where current_setting(name) <> value',
    [Object.keys(SESSION_SETTINGS), Object.values(SESSION_SETTINGS)],
  );
  return rows.length > 0;
}

const CONNECT_QUERY = Object.entries(SESSION_SETTINGS)
  .map(([name, value]) => `set ${name} = '${value}'`)
  .join('; ');

export async function poolerProblem({ poolerUrl }: Config): Promise<string | null> {
  if (poolerUrl === null) return null;
  const client = new pg.Client({ connectionString: poolerUrl, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    if (!(await lacksSettings(client))) return null;
    return `Connections of DATABASE_POOLER_URL lack settings. Set connect_query of PgBouncer to: ${CONNECT_QUERY}`;
  } catch (error) {
    return `The pooler of DATABASE_POOLER_URL does not respond: ${toReason(error)}`;
  } finally {
    await client.end();
  }
}

/** @throws StartRefused with a one-line message, or the error of the first failed check */
export async function checkBeforeStart(
  config: Config,
  how: { allowsHttp: boolean },
): Promise<Pick<Config, 'acceptsLiveKeys'>> {
  const [problem] = settingsProblems(config, how).filter(({ isRefused }) => isRefused);
  if (problem) throw new StartRefused(problem.message);
  return withDatabase(config, async (database) => {
    const facts = await loadPostgresFacts(database);
    await refusePending(database.pool);
    const sealer = await findSealer(database, config);
    const live = facts.isEmbedded && sealer ? await companiesWithLiveKeys(database, sealer) : [];
    if (live.length > 0) {
      throw new StartRefused(
        `The embedded database takes no live payments, and ${live.join(', ')} has live processor keys: ` +
          'set DATABASE_URL to a Postgres of your own.',
      );
    }
    if (await lacksSettings(database.pool)) {
      throw new StartRefused(
        'DATABASE_URL is the address of a pooler, which drops the settings of connections: set it to that of ' +
          'Postgres, and DATABASE_POOLER_URL to that of the pooler.',
      );
    }
    const last = connectionsProblem(config, facts) ?? (await poolerProblem(config));
    if (last) throw new StartRefused(last);
    return { acceptsLiveKeys: !facts.isEmbedded };
  });
}
