/**
 * The pool as a library gets it that keeps connections to listen. Such libraries lose sight of them when the
 * database goes away: one releases them twice, which ends the process; another never does, and then the pool
 * cannot close. Here a second release does nothing, a connection that breaks is released by itself, and at
 * the end of the loan all others are.
 */
import type pg from 'pg';

type Release = (error?: Error | boolean) => void;
type OnConnect = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: Release,
) => void;

export type BorrowedPool = { pool: pg.Pool; close(): void };

export function borrowPool(pool: pg.Pool): BorrowedPool {
  const held = new Set<Release>();
  let isClosed = false;

  function hold(client: pg.PoolClient): void {
    const release = client.release.bind(client);
    const releaseOnce: Release = (error) => {
      client.off('end', onEnd);
      if (held.delete(releaseOnce)) release(error);
    };
    const onEnd = () => releaseOnce(true);
    client.once('end', onEnd);
    client.release = releaseOnce;
    held.add(releaseOnce);
  }

  async function connect(): Promise<pg.PoolClient> {
    if (isClosed) throw new Error('the pool is no longer lent');
    const client = await pool.connect();
    hold(client);
    // It was asked for before the end, and came after it.
    if (isClosed) client.release(true);
    return client;
  }

  function connectThen(onConnect: OnConnect): void {
    connect().then(
      (client) => onConnect(undefined, client, client.release),
      (error) => onConnect(error, undefined, () => undefined),
    );
  }

  const borrowed = new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') {
        return (onConnect?: OnConnect) => (onConnect ? connectThen(onConnect) : connect());
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    pool: borrowed,
    close() {
      isClosed = true;
      for (const release of [...held]) release(true);
    },
  };
}
