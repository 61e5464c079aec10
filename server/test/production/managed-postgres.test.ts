/**
 * A database as providers offer it (docs/production.md): over TLS with a verified certificate, and with a role
 * without superuser rights. Only part of a full run.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@quittance/dev/postgres/embedded';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { checkBeforeStart } from '../../src/app/installation/before-start.ts';
import { readConfig } from '../../src/kernel/config.ts';
import { migrate } from '../../src/platform/database/migrate.ts';

const run = promisify(execFile);
const ROLE = { name: 'managed', password: 'managed-1' };

let folder: string;
let postgres: EmbeddedPostgres;

/** A certificate for `localhost`, signed by an authority of its own. */
async function makeCertificate(): Promise<void> {
  const openssl = (...words: string[]) => run('openssl', words, { cwd: folder });
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  for (const name of ['ca', 'other-ca']) {
    await openssl(
      'req',
      '-x509',
      ...key,
      '-subj',
      `/CN=${name}`,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
    );
  }
  await writeFile(join(folder, 'names'), 'subjectAltName=DNS:localhost');
  await openssl(
    'req',
    ...key.slice(0, 3),
    '-subj',
    '/CN=localhost',
    '-keyout',
    'server.key',
    '-out',
    'server.csr',
  );
  const signed = [
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-extfile',
    'names',
    '-days',
    '2',
  ];
  await openssl('x509', '-req', '-in', 'server.csr', ...signed, '-out', 'server.pem');
  const { uid, gid } = await stat(join(folder, 'data', 'postgres'));
  await chown(join(folder, 'server.key'), uid, gid);
  await chmod(join(folder, 'server.key'), 0o600);
  await chmod(folder, 0o755);
}

function toUrl(host: string, authority: string): string {
  const { port } = new URL(postgres.url);
  const tls = `sslmode=verify-full&sslrootcert=${join(folder, authority)}`;
  return `postgres://${ROLE.name}:${ROLE.password}@${host}:${port}/managed?${tls}`;
}

describe.runIf(isFullRun)('A managed Postgres', () => {
  const SECRET_KEY = randomBytes(32).toString('base64');
  const settings = () => ({
    DATABASE_URL: toUrl('localhost', 'ca.pem'),
    PUBLIC_URL: 'https://pay.example.org',
    SECRET_KEY,
    PROCESSES: '1',
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quittance-managed-'));
    postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') });
    await makeCertificate();
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(`create role ${ROLE.name} login createrole password '${ROLE.password}'`);
    await client.query(`create database managed owner ${ROLE.name}`);
    for (const [name, file] of [
      ['cert', 'server.pem'],
      ['key', 'server.key'],
    ]) {
      await client.query(`alter system set ssl_${name}_file = '${join(folder, file ?? '')}'`);
    }
    await client.query('alter system set ssl = on');
    await client.query('select pg_reload_conf()');
    await client.end();
  }, 120_000);
  afterAll(async () => {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('a certificate of another name or authority is refused', async () => {
    await expect(migrate(toUrl('127.0.0.1', 'ca.pem'))).rejects.toThrow(/altnames|does not match/i);
    await expect(migrate(toUrl('localhost', 'other-ca.pem'))).rejects.toThrow(/certificate/);
  });

  it('a role without privileges migrates over TLS, and the server accepts the database', async () => {
    await migrate(toUrl('localhost', 'ca.pem'));
    await checkBeforeStart(readConfig(settings()), { allowsHttp: false });
    const client = new pg.Client({ connectionString: toUrl('localhost', 'ca.pem') });
    await client.connect();
    const { rows } = await client.query(
      'select ssl, rolsuper from pg_stat_ssl, pg_roles where pid = pg_backend_pid() and rolname = current_user',
    );
    await client.end();
    expect(rows).toEqual([{ ssl: true, rolsuper: false }]);
  });
});
