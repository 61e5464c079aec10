import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { poolForQueue } from './pool-for-queue.ts';

describe('The pool of the job queue', () => {
  it('a client that is released twice goes back to the pool once', () => {
    const released: unknown[] = [];
    const pool = Object.assign(new EventEmitter(), {
      connect(onConnect: (error: undefined, client: object, done: (e?: unknown) => void) => void) {
        onConnect(undefined, {}, (error) => released.push(error));
      },
    });
    // because only `connect` is called
    poolForQueue(pool as unknown as pg.Pool).connect((_error, _client, done) => {
      done();
      done();
    });
    expect(released).toEqual([undefined]);
  });
});
