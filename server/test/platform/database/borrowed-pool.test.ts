/** Connections on which the job queue and the sockets listen: none stays open, however listening ends. */
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BorrowedPool, borrowPool } from '../../../src/platform/database/borrowed-pool.ts';
import { type FreshDatabase, freshDatabase } from '../../database.ts';

let opened: FreshDatabase;
let borrowed: BorrowedPool;

beforeEach(async () => {
  opened = await freshDatabase();
  borrowed = borrowPool(opened.database.pool);
});
afterEach(() => opened.drop());

async function readBackend(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

type ListeningClient = { release(): void };

/** Listens by callback, as graphile-worker does. */
function listen(): Promise<ListeningClient> {
  return new Promise((resolve, reject) => {
    borrowed.pool.connect((error, _client, release) =>
      error ? reject(error) : resolve({ release }),
    );
  });
}

describe('A borrowed pool', () => {
  it('a connection that is released twice returns to the pool once', async () => {
    const { pool } = opened.database;
    const { release } = await listen();
    release();
    release();
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  });

  it('connections still held by a library are reclaimed at the end, and the pool can close', async () => {
    const { pool } = opened.database;
    const client = await borrowed.pool.connect();
    await listen();
    expect(pool.totalCount).toBe(2);
    borrowed.close();
    expect(pool.totalCount).toBe(0);
    client.release();
    expect(pool.totalCount).toBe(0);
  });

  it('a broken connection is returned to the pool automatically', async () => {
    const { pool } = opened.database;
    const client = await borrowed.pool.connect();
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    await pool.query('select pg_terminate_backend($1)', [await readBackend(client)]);
    await ended;
    expect(pool.totalCount).toBe(1);
  });

  it('a closed pool provides no connection, even for a pending request', async () => {
    const { pool } = opened.database;
    const asked = listen();
    borrowed.close();
    await asked;
    await expect(listen()).rejects.toThrow('the pool is no longer lent');
    await expect(borrowed.pool.connect()).rejects.toThrow('the pool is no longer lent');
    expect(pool.totalCount).toBe(0);
  });
});
