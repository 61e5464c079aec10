/**
 * `quittance serve` either starts completely or refuses to start (ADR 0078), and `quittance doctor` reports why
 * (docs/operations.md).
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { checkBeforeStart } from '../../src/app/installation/before-start.ts';
import { examine as examineInstallation } from '../../src/app/installation/examine.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { readConfig } from '../../src/kernel/config.ts';
import { systemEntropy } from '../../src/kernel/entropy.ts';
import { openSealer } from '../../src/platform/sealing/sealing-key.ts';
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../database.ts';
import { commandLine } from '../world/command-line.ts';
import { addCompany } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';
import { bareEnvironment } from './serve-process.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/app/quittance.js', import.meta.url));
const run = promisify(execFile);

let fresh: FreshDatabase;
let empty: FreshDatabase;
const newKey = () => randomBytes(32).toString('base64');
const SECRET_KEY = newKey();

const toSettings = (more: Record<string, string> = {}) => ({
  DATABASE_URL: fresh.url,
  PUBLIC_URL: 'https://pay.example.org',
  SECRET_KEY,
  ...more,
});

const check = (more: Record<string, string> = {}, sizes = {}) =>
  checkBeforeStart(
    { ...readConfig(toSettings(more)), processes: 2, ...sizes },
    { allowsHttp: false },
  );

async function addCompanyWithKey(privateKey: string): Promise<void> {
  const clock = systemClock;
  const { database } = fresh;
  const sealer = await openSealer({ database, clock }, readConfig(toSettings()));
  const merchant = { ...newMerchant('stripe'), privateKey };
  await addCompany({ database, sealer, clock, entropy: systemEntropy }, merchant);
}

beforeAll(async () => {
  [fresh, empty] = await Promise.all([freshDatabase(), emptyDatabase()]);
  await addCompanyWithKey('sk_test_1');
});
afterAll(async () => {
  await fresh.drop();
  await empty.drop();
});

describe('Startup checks of the server', () => {
  it('the server accepts a valid installation, and the embedded database takes test keys only', async () => {
    expect(await check()).toEqual({ acceptsLiveKeys: false });
  });

  it('the server refuses a database that does not respond', async () => {
    const nowhere = check({ DATABASE_URL: 'postgres://portal@127.0.0.1:9/portal' });
    await expect(nowhere).rejects.toThrow('does not answer');
  });

  it('the server refuses a database without its migrations and names the command', async () => {
    await expect(check({ DATABASE_URL: empty.url })).rejects.toThrow('Run: quittance migrate');
  });

  it('the server refuses a key that does not open the stored values', async () => {
    await expect(check({ SECRET_KEY: newKey() })).rejects.toThrow('not the key of this database');
  });

  it('the server refuses more connections than Postgres accepts, counting an extra process for reloads', async () => {
    const needed = (9 + 1) * (12 + 2 * 5);
    const tooMany = check({}, { processes: 9, poolSize: 12 });
    await expect(tooMany).rejects.toThrow(new RegExp(`9 processes .* up to ${needed} `));
    await check({}, { processes: 2, poolSize: 12 });
  });

  it('the server process reports a refusal in one line with exit code 1', async () => {
    const env = { ...bareEnvironment(), ...toSettings({ DATABASE_URL: empty.url }) };
    const failed = await run(process.execPath, [PROGRAM, 'serve'], { env }).catch((error) => error);
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toMatch(
      /^The database lacks \d+ migrations of this version\. .*migrate\n$/,
    );
  });
});

const reportSchema = z.object({
  isInOrder: z.boolean(),
  findings: z.array(z.object({ check: z.string(), result: z.string(), message: z.string() })),
});

async function examine(more: Record<string, string> = {}) {
  const { DATABASE_URL, ...settings } = toSettings(more);
  const { code, out } = await commandLine(DATABASE_URL, settings)(['doctor', '--json']);
  const { isInOrder, findings } = reportSchema.parse(JSON.parse(out));
  const named = (result: string) =>
    findings.filter((finding) => finding.result === result).map((finding) => finding.check);
  return { code, isInOrder, failed: named('failure'), ok: named('ok'), findings };
}

describe('quittance doctor', () => {
  it('the doctor reports passed and failed checks, such as an unreachable public URL', async () => {
    const { code, isInOrder, failed, ok } = await examine({
      PUBLIC_URL: 'https://127.0.0.1:9',
      STRIPE_URL: inject('sandboxUrl'),
    });
    expect({ code, isInOrder }).toEqual({ code: 1, isInOrder: false });
    // The test database does not have to survive a crash, no worker has run on it, and the sandbox does not know the
    // key of the company. Tests of the server do not need the web build.
    const others = failed.filter((name) => name !== 'web build').sort();
    expect(others).toEqual(['durability', 'processor accounts', 'reachable', 'worker']);
    const expected = ['node', 'secrets', 'public URL', 'database', 'clock', 'connections'];
    const stored = ['migrations', 'schema', 'sealing key', 'disk'];
    expect(ok).toEqual(expect.arrayContaining([...expected, ...stored]));
  });

  const by = (sql: string) => () => fresh.database.pool.query(sql);

  type Damage = {
    check: string;
    says: string;
    settings?: Record<string, string>;
    damage?: () => Promise<unknown>;
    repair?: () => Promise<unknown>;
  };

  it.each<[string, Damage]>([
    [
      'a database that is down',
      {
        check: 'database',
        says: 'ECONNREFUSED',
        settings: { DATABASE_URL: 'postgres://portal@127.0.0.1:9/portal' },
      },
    ],
    [
      'a read-only database',
      {
        check: 'writing',
        says: 'read-only',
        damage: by(
          `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
        ),
        repair: by(
          `set transaction_read_only = off; do $$ begin execute format('alter database %I reset default_transaction_read_only', current_database()); end $$`,
        ),
      },
    ],
    [
      'a missing migration',
      {
        check: 'migrations',
        says: 'Run: quittance migrate',
        damage: by('update drizzle.__drizzle_migrations set created_at = -created_at where id = 2'),
        repair: by('update drizzle.__drizzle_migrations set created_at = -created_at where id = 2'),
      },
    ],
    [
      'a missing index',
      {
        check: 'schema',
        says: 'index mails_to_deliver',
        damage: by('alter index mails_to_deliver rename to of_test'),
        repair: by('alter index of_test rename to mails_to_deliver'),
      },
    ],
    [
      'a missing constraint',
      {
        check: 'schema',
        says: 'constraint staff_members.staff_role_is_known',
        damage: by('alter table staff_members rename constraint staff_role_is_known to of_test'),
        repair: by('alter table staff_members rename constraint of_test to staff_role_is_known'),
      },
    ],
    [
      'row-level security that is off',
      {
        check: 'schema',
        says: 'row-level security of invoices',
        damage: by('alter table invoices disable row level security'),
        repair: by('alter table invoices enable row level security'),
      },
    ],
    [
      'a trigger that is off',
      {
        check: 'schema',
        says: 'trigger invoices.',
        damage: by('alter table invoices disable trigger user'),
        repair: by('alter table invoices enable trigger user'),
      },
    ],
    [
      'another sealing key',
      {
        check: 'sealing key',
        says: 'not the key of this database',
        settings: { SECRET_KEY: newKey() },
      },
    ],
    ['no worker', { check: 'worker', says: 'None runs' }],
    [
      'a processor that is not reached',
      {
        check: 'processor accounts',
        says: 'does not respond',
        settings: { STRIPE_URL: 'http://127.0.0.1:9' },
      },
    ],
    [
      'a mail server that is not reached',
      { check: 'mail server', says: 'ECONNREFUSED', settings: { SMTP_URL: 'smtp://127.0.0.1:9' } },
    ],
    ['a public URL that is not reached', { check: 'reachable', says: 'does not answer' }],
    [
      'plain http',
      { check: 'public URL', says: 'https://', settings: { PUBLIC_URL: 'http://127.0.0.1:9' } },
    ],
    [
      'a proxy that is not an address',
      { check: 'proxy', says: 'not a list of addresses', settings: { TRUST_PROXY: 'my-proxy' } },
    ],
    [
      'a proxy that is everybody',
      { check: 'proxy', says: 'trusts everybody', settings: { TRUST_PROXY: '0.0.0.0/0' } },
    ],
    [
      'a data folder that cannot be written',
      { check: 'disk', says: '/proc', settings: { DATA_DIR: '/proc/quittance' } },
    ],
    [
      'a value that cannot be read',
      { check: 'environment', says: 'PORT', settings: { PORT: 'eighty' } },
    ],
  ])('the doctor names %s', async (_what, { check: name, says, settings, damage, repair }) => {
    await damage?.();
    try {
      const { code, findings } = await examine({ PUBLIC_URL: 'https://127.0.0.1:9', ...settings });
      const found = findings.find(({ check, result }) => check === name && result === 'failure');
      expect({ code, found }).toEqual({
        code: 1,
        found: expect.objectContaining({ message: expect.stringContaining(says) }),
      });
    } finally {
      await repair?.();
    }
  });

  it('the doctor names a web build that lacks a file', async () => {
    const webFolder = await mkdtemp(join(tmpdir(), 'quittance-web-'));
    await writeFile(join(webFolder, 'release.json'), JSON.stringify({ files: ['app.js'] }));
    const config = readConfig(toSettings());
    const findings = await examineInstallation(config, { allowsHttp: false, webFolder });
    expect(findings).toContainEqual({
      check: 'web build',
      result: 'failure',
      message: expect.stringMatching(/^\d+ files are missing from .*: desk\.html$/),
    });
    await rm(webFolder, { recursive: true });
  });

  it('the doctor prints one readable line per finding', async () => {
    const { DATABASE_URL, ...settings } = toSettings({ PUBLIC_URL: 'https://127.0.0.1:9' });
    const { out } = await commandLine(DATABASE_URL, settings)(['doctor']);
    expect(out).toMatch(/^ok {4}database +PostgreSQL 18 answers$/m);
    expect(out).toMatch(/^FAIL {2}worker +None runs: /m);
    expect(out).toMatch(/^\d+ failures, \d+ warnings$/m);
  });
});

describe('Live processor keys on the embedded database', () => {
  it('live processor keys on the embedded database are reported and prevent the server from starting', async () => {
    await addCompanyWithKey('sk_live_1');
    await expect(check()).rejects.toThrow(
      /takes no live payments, and \S+ has live processor keys/,
    );
    expect((await examine({ PUBLIC_URL: 'https://127.0.0.1:9' })).failed).toContain(
      'processor keys',
    );
  });
});
