/**
 * The release as `npm run package` makes it: unpacked in an empty folder it migrates, serves and takes a payment, with
 * the words of deploy/Dockerfile, which unpacks the same file. Only part of a full run. Prints the size, startup and
 * memory values stated in docs/production.md.
 */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@quittance/dev/free-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { emptyDatabase, type FreshDatabase } from '../database.ts';
import { untilReady } from '../world/durable-portal.ts';
import { HARBOR } from '../world/merchant.ts';
import { type Sandbox, startSandbox } from '../world/sandbox-process.ts';
import { toStages, toVariables, toWords } from './dockerfile.ts';
import { makePackage } from './make-package.ts';
import { payByCard } from './payer.ts';
import { bareEnvironment } from './serve-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);
const TIMEOUT = { timeout: 600_000 };
const INSTALL_MB_MAX = 150;

let folder: string;
let fresh: FreshDatabase;
let sandbox: Sandbox;

async function readMegabytes(path: string): Promise<number> {
  const { stdout } = await run('du', ['-sm', path]);
  return Number(stdout.split('\t')[0]);
}

const billSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  components: z.array(
    z.object({
      purl: z.string(),
      licenses: z.array(z.unknown()).min(1),
      hashes: z.array(z.object({ alg: z.literal('SHA-512'), content: z.hex().length(128) })),
    }),
  ),
});

/** The bill of materials and the notices name what is installed, bundled and sent to browsers. */
async function expectStatements(place: string): Promise<void> {
  const bill = billSchema.parse(JSON.parse(await readFile(join(place, 'sbom.cdx.json'), 'utf8')));
  const purls = bill.components.map(({ purl }) => purl);
  const notices = await readFile(join(place, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const name of ['sharp', 'fastify', 'stripe', 'react', 'zod', '@img/sharp-linux-arm64']) {
    expect(purls.some((purl) => purl.startsWith(`pkg:npm/${name.replace('@', '%40')}@`))).toBe(
      true,
    );
    expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
  }
  expect(purls.filter((purl) => /vitest|typescript@|playwright/.test(purl))).toEqual([]);
  expect(notices).toContain('SIL OPEN FONT LICENSE');
}

async function memoryBelow(pid: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const rows = stdout.trim().split('\n');
  return rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .filter(([own, parent]) => own === pid || parent === pid)
    .map(([, , kilobytes = 0]) => Math.round(kilobytes / 1024));
}

describe.runIf(isFullRun)('The package of a release', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quittance-package-'));
    fresh = await emptyDatabase();
    sandbox = await startSandbox();
  });
  afterAll(async () => {
    await sandbox.stop();
    await fresh.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('the package states its parts, migrates, serves and takes a payment', TIMEOUT, async () => {
    const stages = toStages(await readFile(join(ROOT, 'deploy/Dockerfile'), 'utf8'));
    const [last] = stages;
    if (!last) throw new Error('a stage is expected');
    const place = join(folder, 'app');
    await mkdir(place);
    const tarball = await makePackage(folder);
    await run('tar', ['-xzf', tarball, '-C', place, '--strip-components=1']);
    await expectStatements(place);
    const installMb = await readMegabytes(place);
    expect(installMb).toBeLessThanOrEqual(INSTALL_MB_MAX);

    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = {
      ...bareEnvironment(),
      ...toVariables(last),
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: fresh.url,
      SECRET_KEY: randomBytes(32).toString('base64'),
      PUBLIC_URL: url,
      PAYENGINE_URL: sandbox.baseUrls.payengine,
      LOG_LEVEL: 'error',
    };
    const [, program = ''] = toWords(last, 'ENTRYPOINT');
    const quittance = (...words: string[]) =>
      run(process.execPath, [program, ...words], { cwd: place, env });
    await quittance('migrate');
    const init = `echo ${HARBOR.privateKey} | ${process.execPath} ${program} init --name Harbor --domain harbor \
      --processor payengine --merchant-id ${HARBOR.merchantId} --public-key ${HARBOR.publicKey} \
      --invoice "Ida, Moss, ida@example.com, 120.00"`;
    const { stdout } = await run('sh', ['-c', init], { cwd: place, env });
    const token = stdout.trim().split('/').at(-1) ?? '';

    const beganMs = performance.now();
    const words = [...toWords(last, 'CMD'), '--allow-http', '--processes', '2'];
    const child = spawn(process.execPath, [program, ...words], {
      cwd: place,
      env,
      stdio: 'inherit',
    });
    const ended = once(child, 'exit');
    try {
      await Promise.race([untilReady(url), ended.then(() => expect.fail('it ended'))]);
      const startMs = Math.round(performance.now() - beganMs);
      const [, ...check] = toWords(last, 'HEALTHCHECK');
      await run(process.execPath, check, { env });
      const site = { url };
      const states = await payByCard({ site, sandbox, token }, { amount: 12_000, fee: 0 });
      expect(states).toEqual(['SUCCESS', 'COLLECTED']);
      const memoryMb = await memoryBelow(child.pid ?? 0);
      process.stdout.write(`package: ${JSON.stringify({ installMb, startMs, memoryMb })}\n`);
    } finally {
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    }
  });
});
