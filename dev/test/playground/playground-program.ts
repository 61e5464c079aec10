/** Runs the development program with its playground, like `npm start`, on the test's own sandbox. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { View } from '@quittance/contract/playground-view';
import { expect } from 'vitest';
import { bareEnvironment } from '../../../server/test/production/serve-process.ts';
import { untilReady } from '../../../server/test/world/durable-portal.ts';
import { type Sandbox, startSandbox } from '../../../server/test/world/sandbox-process.ts';
import { freePort } from '../../src/free-port.ts';
import { findRunningPostgres } from '../../src/postgres/embedded.ts';
import { waitFor } from '../../src/postgres/wait.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export type Program = Awaited<ReturnType<typeof startProgram>>;

type Place = { dataDir: string; sandbox: Sandbox; port: number; playgroundPort: number };

function spawnProgram({ dataDir, sandbox, port, playgroundPort }: Place) {
  return spawn(process.execPath, [PROGRAM], {
    env: {
      ...bareEnvironment(),
      PORT: String(port),
      PLAYGROUND_PORT: String(playgroundPort),
      DATA_DIR: dataDir,
      SANDBOX_URL: sandbox.url,
      SMTP_URL: sandbox.smtpUrl,
      LIMITS_FACTOR: '200',
      SEED_DEMO: 'on',
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function readView(url: string): Promise<View> {
  const { body } = await fetch(`${url}/live`);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let data: string | undefined;
  while (reader && data === undefined) {
    const { value, done } = await reader.read();
    if (done) throw new Error('the playground sent no view');
    text += value;
    [, data] = /^data: (.*)\n\n/.exec(text) ?? [];
  }
  await reader?.cancel();
  return JSON.parse(data ?? 'null');
}

export async function startProgram() {
  const sandbox = await startSandbox();
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-playground-'));
  const [port, playgroundPort] = [await freePort(), await freePort()];
  const child = spawnProgram({ dataDir, sandbox, port, playgroundPort });
  const url = `http://127.0.0.1:${playgroundPort}`;
  await untilReady(`http://127.0.0.1:${port}`);
  const isThere = () =>
    fetch(url).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    );
  await waitFor(isThere, { everyMs: 50, attemptsMax: 600 });
  const press = (action: string, body: object = {}, headers: Record<string, string> = {}) =>
    fetch(`${url}/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return {
    url,
    sandboxNowMs: () => sandbox.nowMs(),
    view: () => readView(url),
    press,
    async run(action: string, body: object = {}): Promise<View> {
      expect((await press(action, body)).status).toBe(202);
      await expect.poll(async () => (await readView(url)).busy, { interval: 200 }).toBeNull();
      return readView(url);
    },
    databaseUrl: () => findRunningPostgres(dataDir) ?? '',
    async demoLinks(): Promise<string[]> {
      const text = await readFile(join(dataDir, 'demo.json'), 'utf8');
      return [...text.matchAll(/"url": "([^"]*\/pay\/[^"]*)"/g)].map(([, url = '']) => url);
    },
    async stop(): Promise<void> {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
