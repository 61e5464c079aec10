/** Limits of every database connection, so that none blocks others indefinitely. */
import { randomUUID } from 'node:crypto';
import { companyIdSchema } from '@quittance/contract/ids';
import { describe, expect, it } from 'vitest';
import { withBackupConnection } from '../../../src/exchange/backup/backup-connection.ts';
import { useDatabase } from '../../database.ts';

const fresh = useDatabase();

describe('A database connection', () => {
  it.each([
    ['statement_timeout', '30s'],
    ['lock_timeout', '10s'],
    ['idle_in_transaction_session_timeout', '1min'],
    ['TimeZone', 'UTC'],
  ])('a database connection has %s %s, outside and inside a transaction', async (name, value) => {
    const { database } = fresh;
    const show = `show ${name}`;
    const key = name === 'TimeZone' ? 'TimeZone' : name;
    expect((await database.pool.query(show)).rows).toEqual([{ [key]: value }]);
    const inside = await database.asSystem((tx) => tx.execute(show));
    expect(inside.rows).toEqual([{ [key]: value }]);
  });

  it('a database connection never uses JIT compilation, whatever the server setting', async () => {
    const { database, url } = fresh;
    const scope = { companyId: companyIdSchema.parse(randomUUID()) };
    const show = "select current_setting('jit') as jit";
    const all = await Promise.all([
      database.pool.query(show),
      database.readAlone((tx) => tx.execute(show)),
      database.readForCompany(scope, (tx) => tx.execute(show)),
      database.readAloneInCompany(scope, (tx) => tx.execute(show)),
      database.inCompany(scope, (tx) => tx.execute(show)),
      withBackupConnection(url, (client) => client.query(show)),
    ]);
    expect(all.flatMap(({ rows }) => rows)).toEqual(all.map(() => ({ jit: 'off' })));
  });

  it('a lock wait ends with an error that names the lock', async () => {
    const { pool } = fresh.database;
    const [holder, waiter] = [await pool.connect(), await pool.connect()];
    try {
      await holder.query('select pg_advisory_lock(1)');
      await waiter.query("set lock_timeout = '50ms'");
      await expect(waiter.query('select pg_advisory_lock(1)')).rejects.toMatchObject({
        code: '55P03',
      });
    } finally {
      holder.release(true);
      waiter.release(true);
    }
  });
});
