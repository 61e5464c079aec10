/** A database that does not respond results in 503 with Retry-After, never in 500 (docs/security.md). */
import { createServer } from 'node:net';
import { freePort } from '@quittance/dev/free-port';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import { isDatabaseOutage } from '../../src/platform/database/database-outage.ts';
import { useTestPortal } from '../world/test-portal.ts';
import { unknownIds } from './tenants.ts';

const portal = useTestPortal();

async function answersWithDatabaseAt(port: number) {
  const { database } = portal.deps;
  const url = `postgres://portal@127.0.0.1:${port}/portal`;
  const broken = openDatabase({ url, connectionsMax: 2, onIdleError: () => undefined });
  Object.assign(portal.deps, { database: broken });
  const { token } = unknownIds();
  const answers = await Promise.all([
    portal.ask({ url: `/api/portal/public/account/harbor/${token}` }),
    portal.ask({
      method: 'POST',
      url: '/api/portal/debtor/auth/code',
      payload: { domain: 'harbor', code: '123456' },
    }),
  ]);
  Object.assign(portal.deps, { database });
  await broken.close();
  return answers.map(({ statusCode, headers, body }) => [
    statusCode,
    headers['retry-after'],
    JSON.parse(body),
  ]);
}

const TOO_BUSY = [503, '5', { success: false, message: 'TOO_BUSY' }];

describe('A database outage', () => {
  it('a database that refuses connections causes a 503 with Retry-After', async () => {
    expect(await answersWithDatabaseAt(await freePort())).toEqual([TOO_BUSY, TOO_BUSY]);
  });

  it('a database that drops connections causes a 503 with Retry-After', async () => {
    const port = await freePort();
    const server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
    expect(await answersWithDatabaseAt(port)).toEqual([TOO_BUSY, TOO_BUSY]);
    server.close();
  });

  it.each([
    ['a pool without a free connection', { message: 'timeout exceeded when trying to connect' }],
    ['recovery', { code: '57P03' }],
    ['a shutdown', { code: '57P01' }],
    ['too many connections', { code: '53300' }],
    [
      'a server of a cluster that died during a commit',
      {
        code: 'XX000',
        message: 'could not commit transaction for shard 102027 on at least one active node',
      },
    ],
    ['a full disk', { code: '53100' }],
    ['a statement that took too long', { code: '57014' }],
    ['a lock that was not available', { code: '55P03' }],
    ['a standby', { code: '25006' }],
    ['a deadlock with another transaction', { code: '40P01' }],
    ['a conflict with another transaction', { code: '40001' }],
  ])('a database outage is recognized: %s', (_what, reported) => {
    const error = Object.assign(new Error('failed'), reported);
    expect(isDatabaseOutage(error)).toBe(true);
    expect(isDatabaseOutage(new Error('Failed query', { cause: error }))).toBe(true);
  });

  it.each([['23505'], ['22P02'], ['42P01']])(
    'the database error %s does not count as an outage',
    (code) => {
      expect(isDatabaseOutage(Object.assign(new Error('failed'), { code }))).toBe(false);
    },
  );
});
