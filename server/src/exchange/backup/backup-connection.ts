/**
 * Database connection for a backup. Session settings do not affect how values are formatted, and nothing times out.
 */
import pg from 'pg';
import { WITHOUT_JIT } from '../../platform/database/connection.ts';

const SETTINGS = {
  ...WITHOUT_JIT,
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
} as const;

export async function withBackupConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  // When the connection breaks, the running statement rejects, and that error is reported instead.
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const [name, value] of Object.entries(SETTINGS)) {
      await client.query(`select set_config('${name}', '${value}', false)`);
    }
    return await work(client);
  } finally {
    await client.end();
  }
}
