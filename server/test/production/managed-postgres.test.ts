/**
 * A database as providers offer it (docs/production.md): over TLS with a verified certificate, with a role without
 * superuser rights, and behind PgBouncer in transaction mode. Only part of a full run; PgBouncer 1.21 or newer is at
 * PGBOUNCER or in /usr/sbin.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@quittance/dev/free-port';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@quittance/dev/postgres/embedded';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { checkBeforeStart } from '../../src/app/installation/before-start.ts';
import { readConfig } from '../../src/kernel/config.ts';
import { openDatabase, SESSION_SETTINGS } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { keysFromText } from '../../src/platform/sealing/key-source.ts';
import { createSealer } from '../../src/platform/sealing/seal.ts';
import { openCompany, prepareClick, submitOnce } from '../scenarios/kills.ts';
import { startSandbox } from '../world/sandbox-process.ts';
import { startServe } from './serve-process.ts';

const run = promisify(execFile);
const PGBOUNCER = process.env['PGBOUNCER'] ?? '/usr/sbin/pgbouncer';
/** Twice the connections of the pooler, and fewer than an address may have under way. */
const PAYERS = 8;
const ROUNDS = 5;
const ROLE = { name: 'managed', password: 'managed-1' };

/** Older versions do not support prepared statements in transaction mode. */
function hasPgBouncer(): boolean {
  try {
    const version = execFileSync(PGBOUNCER, ['--version'], { encoding: 'utf8' });
    return Number(/PgBouncer 1\.(\d+)/.exec(version)?.[1]) >= 21;
  } catch {
    return false;
  }
}

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

const CONNECT_QUERY = Object.entries(SESSION_SETTINGS)
  .map(([name, value]) => `set ${name} = '${value}'`)
  .join('; ');

/** Far fewer connections to Postgres than transactions at once. */
async function startPgBouncer(connectQuery: string) {
  const port = await freePort();
  const { port: postgresPort } = new URL(postgres.url);
  const users = join(folder, 'users.txt');
  await writeFile(users, `"${ROLE.name}" "${ROLE.password}"\n`);
  const config = join(folder, `pgbouncer-${port}.ini`);
  await writeFile(
    config,
    `[databases]
managed = host=127.0.0.1 port=${postgresPort} connect_query='${connectQuery.replaceAll("'", "''")}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 4
max_prepared_statements = 500
ignore_startup_parameters = options
server_tls_sslmode = require
`,
  );
  const child = spawn(PGBOUNCER, ['-u', 'nobody', config], { stdio: 'ignore' });
  const url = `postgres://${ROLE.name}:${ROLE.password}@127.0.0.1:${port}/managed`;
  await vi.waitFor(
    async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.end();
    },
    { timeout: 10_000 },
  );
  return {
    url,
    async stop(): Promise<void> {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
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

  it.runIf(hasPgBouncer())('a pooler without the settings of a connection is refused', async () => {
    const pooler = await startPgBouncer('select 1');
    const start = (more: Record<string, string>) =>
      checkBeforeStart(readConfig({ ...settings(), ...more }), { allowsHttp: false });
    try {
      await expect(start({ DATABASE_POOLER_URL: pooler.url })).rejects.toThrow('connect_query');
      await expect(start({ DATABASE_URL: pooler.url })).rejects.toThrow('DATABASE_POOLER_URL');
    } finally {
      await pooler.stop();
    }
  });

  it.runIf(hasPgBouncer())(
    'payers pay at the same time through PgBouncer in transaction mode',
    { timeout: 300_000 },
    async () => {
      const pooler = await startPgBouncer(CONNECT_QUERY);
      const sandbox = await startSandbox();
      const port = await freePort();
      const portal = startServe({
        folder,
        words: ['--allow-http', '--processes', '2'],
        environment: {
          ...settings(),
          DATABASE_POOLER_URL: pooler.url,
          PUBLIC_URL: `http://127.0.0.1:${port}`,
          PORT: String(port),
          DATA_DIR: folder,
          PAYENGINE_URL: sandbox.baseUrls.payengine,
        },
      });
      const database = openDatabase({
        url: settings().DATABASE_URL,
        connectionsMax: 4,
        onIdleError: () => undefined,
      });
      try {
        await portal.ready();
        const premises = {
          portal: { database, sealer: createSealer(...keysFromText(SECRET_KEY)) },
          sandbox,
        };
        const company = await openCompany(premises, 'payengine');
        for (let round = 0; round < ROUNDS; round += 1) {
          const clicks = await Promise.all(
            Array.from({ length: PAYERS }, () => prepareClick(premises, company)),
          );
          const paid = await Promise.all(clicks.map((click) => submitOnce(portal.url, click)));
          expect(paid).toEqual(clicks.map(() => expect.objectContaining({ status: 'SUCCESS' })));
          const shown = await Promise.all(
            clicks.map(async ({ invoice: { domain, token } }) => {
              const path = `/api/portal/public/account/${domain}/${token}`;
              return (await fetch(`${portal.url}${path}`)).text();
            }),
          );
          expect(shown).toEqual(clicks.map(() => expect.stringContaining('COLLECTED')));
        }
      } finally {
        await database.close();
        await portal.stop();
        await sandbox.stop();
        await pooler.stop();
      }
    },
  );
});
