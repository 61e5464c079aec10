/**
 * Performs the steps of deploy/Dockerfile in plain folders, because no container engine runs here: copy, install,
 * migrate, serve, pay. Only part of a full run. Prints the size, startup and memory values stated in
 * docs/production.md.
 */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { emptyDatabase, type FreshDatabase } from '../database.ts';
import { untilReady } from '../world/durable-portal.ts';
import { HARBOR } from '../world/merchant.ts';
import { freePort } from '../world/portal-process.ts';
import { type Sandbox, startSandbox } from '../world/sandbox-process.ts';
import { type Stage, toCopies, toStages, toTexts, toVariables, toWords } from './dockerfile.ts';
import { payByCard } from './payer.ts';
import { bareEnvironment } from './serve-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);
const TIMEOUT = { timeout: 600_000 };
const INSTALL_MB_MAX = 250;

let folder: string;
let fresh: FreshDatabase;
let sandbox: Sandbox;

/** The test's own build of this repository stands for the `build` stage. */
function toStagePath(stage: string, path: string): string {
  const inside = path.replace(/^\/app\/?/, '');
  return stage === 'build' ? join(ROOT, inside) : join(folder, stage, inside);
}

async function perform(stage: Stage): Promise<string> {
  const place = join(folder, stage.name);
  await mkdir(place, { recursive: true });
  for (const { stage: from, sources, target } of toCopies(stage)) {
    for (const source of sources) {
      const path = toStagePath(from, source);
      const isInto = target.endsWith('/');
      await cp(path, join(place, target, isInto ? basename(path) : ''), {
        recursive: true,
        verbatimSymlinks: true,
      });
    }
  }
  // The last stage only creates the volume's folder, so its commands are skipped.
  const commands = stage.name === 'packages' ? toTexts(stage, 'RUN') : [];
  for (const command of commands) {
    await run('sh', ['-c', command], { cwd: place, env: bareEnvironment() });
  }
  return place;
}

async function readMegabytes(path: string): Promise<number> {
  const { stdout } = await run('du', ['-sm', path]);
  return Number(stdout.split('\t')[0]);
}

async function memoryBelow(pid: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const rows = stdout.trim().split('\n');
  return rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .filter(([own, parent]) => own === pid || parent === pid)
    .map(([, , kilobytes = 0]) => Math.round(kilobytes / 1024));
}

describe.runIf(isFullRun)('The image, as its Dockerfile makes it', () => {
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

  it('the image installs, migrates, serves and takes a payment', TIMEOUT, async () => {
    const stages = toStages(await readFile(join(ROOT, 'deploy/Dockerfile'), 'utf8'));
    const [, packages, last] = stages;
    if (!packages || !last) throw new Error('three stages are expected');
    await perform(packages);
    const place = await perform(last);
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
