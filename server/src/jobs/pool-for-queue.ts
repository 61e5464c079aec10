/**
 * The pool as the job queue gets it. When a connection is lost while the queue stops listening, graphile-worker
 * releases its client twice; the pool throws at the second time, in a promise that is not awaited, and that
 * ends the process. Here a second release does nothing.
 */
import type pg from 'pg';

type Release = (error?: Error | boolean) => void;
type OnConnect = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: Release,
) => void;

function once(release: Release): Release {
  let isReleased = false;
  return (error) => {
    if (isReleased) return;
    isReleased = true;
    release(error);
  };
}

export function poolForQueue(pool: pg.Pool): pg.Pool {
  const connect = (onConnect?: OnConnect) =>
    onConnect
      ? pool.connect((error, client, done) => onConnect(error, client, once(done)))
      : pool.connect();
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connect;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
