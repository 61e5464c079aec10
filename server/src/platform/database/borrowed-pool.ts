/**
 * The pool as lent to a library that holds connections to listen on. Such libraries lose track of them when the
 * database goes away: one releases them twice, which ends the process, and another never releases them, so that the
 * pool cannot close. With this wrapper, a second release has no effect, a broken connection is released
 * automatically, and all others are released at the end of the loan.
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
    // The connection was requested before the pool was closed and arrived afterward.
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
