/** `quittance doctor` names the server of a cluster that needs attention (docs/scale.md). */
import { describe, expect, it } from 'vitest';
import type { ServerFacts } from '../../platform/database/sharding/server-facts.ts';
import { examineServers } from './examine-servers.ts';

const FACTS: ServerFacts = {
  version: '17.5',
  extensions: { citus: '13.2-1', pg_trgm: '1.6', btree_gin: '1.3' },
  isDurable: true,
  isReadOnly: false,
  connectionsOpen: 12,
  connectionsMax: 100,
  databaseMb: 250,
  standbys: 1,
  lagSeconds: 0.2,
};

function examineWorker(changed: Partial<ServerFacts>) {
  const [, worker] = examineServers([
    { server: 'db1:5432', facts: FACTS },
    { server: 'db2:5432', facts: { ...FACTS, ...changed } },
  ]);
  return worker;
}

describe('The servers of a cluster (ADR 0084)', () => {
  it('a server in order is described by its version, size, connections and standbys', () => {
    expect(examineWorker({})).toEqual({
      check: 'server db2:5432',
      result: 'ok',
      message:
        'PostgreSQL 17.5 with btree_gin 1.3, citus 13.2-1, pg_trgm 1.6; 250 MB; 12 of 100 connections; standbys: 1, 0 s behind',
    });
  });

  it.each([
    ['failure', 'a standby', { isReadOnly: true }],
    ['failure', 'a server that loses commits', { isDurable: false }],
    ['failure', 'another major version', { version: '16.9' }],
    [
      'failure',
      'another version of Citus',
      { extensions: { ...FACTS.extensions, citus: '12.1-1' } },
    ],
    ['failure', 'a missing extension', { extensions: { citus: '13.2-1', pg_trgm: '1.6' } }],
    ['warning', 'hardly any free connections', { connectionsOpen: 95 }],
    ['warning', 'a standby that falls behind', { lagSeconds: 90 }],
  ] as const)('a server is a %s: %s', (result, _what, changed) => {
    expect(examineWorker(changed)).toMatchObject({ check: 'server db2:5432', result });
  });

  it('a server that does not answer is a failure with its reason', () => {
    const down = { server: 'db2:5432', facts: null, reason: 'failed to connect to db2:5432' };
    expect(examineServers([{ server: 'db1:5432', facts: FACTS }, down])).toMatchObject([
      { result: 'ok' },
      { check: 'server db2:5432', result: 'failure', message: down.reason },
    ]);
  });
});
