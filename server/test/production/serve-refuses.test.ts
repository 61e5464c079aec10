/**
 * `quittance serve` either starts completely or refuses to start (ADR 0078), and `quittance doctor` reports why
 * (docs/operations.md).
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkBeforeStart } from '../../src/app/installation/before-start.ts';
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
    const { code, isInOrder, failed, ok } = await examine({ PUBLIC_URL: 'https://127.0.0.1:9' });
    expect({ code, isInOrder }).toEqual({ code: 1, isInOrder: false });
    // The test database does not have to survive a crash, and no worker has run on it.
    expect(failed).toEqual(['durability', 'worker', 'reachable']);
    const expected = ['node', 'secrets', 'public URL', 'database', 'clock', 'connections'];
    expect(ok).toEqual(expect.arrayContaining([...expected, 'migrations', 'sealing key', 'disk']));
  });

  it.each([
    ['no database', { DATABASE_URL: 'postgres://portal@127.0.0.1:9/portal' }, 'database'],
    ['another sealing key', { SECRET_KEY: newKey() }, 'sealing key'],
    ['plain http', { PUBLIC_URL: 'http://127.0.0.1:9' }, 'public URL'],
    ['a mail server that does not answer', { SMTP_URL: 'smtp://127.0.0.1:9' }, 'mail server'],
    ['a value that cannot be read', { PORT: 'eighty' }, 'environment'],
  ])('the doctor fails with %s', async (_what, settings, failing) => {
    const { code, failed } = await examine({ PUBLIC_URL: 'https://127.0.0.1:9', ...settings });
    expect({ code, failed }).toEqual({ code: 1, failed: expect.arrayContaining([failing]) });
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
