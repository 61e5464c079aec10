/** The server under test: the production build with its production configuration. */
import { join } from 'node:path';
import { freePort } from '@quittance/dev/free-port';
import { HEAP_FLAGS } from '@quittance/server/platform/process/heap-flags';
import { type ChildProgram, startProgram } from './child-program.ts';

const READY_MS_MAX = 60_000;
const POLL_MS = 50;

export type PortalSettings = {
  name: string;
  folder: string;
  databaseUrl: string;
  secretKey: string;
  processorUrl: string;
};

export type BenchPortal = { url: string; pid: number; logPath: string; stop(): Promise<void> };

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function untilReady(url: string, { failure }: ChildProgram): Promise<void> {
  const deadlineMs = performance.now() + READY_MS_MAX;
  while (performance.now() < deadlineMs) {
    const answer = await Promise.race([fetch(`${url}/api/ready`).catch(() => null), failure]);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await sleep(POLL_MS);
  }
  throw new Error('the portal did not become ready');
}

export async function startPortal(settings: PortalSettings): Promise<BenchPortal> {
  const { name, folder, databaseUrl, secretKey, processorUrl } = settings;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const logPath = join(folder, `${name}.log`);
  const program = startProgram({
    file: 'server/dist/bundle/main.js',
    // As `quittance serve` starts it.
    flags: HEAP_FLAGS,
    logPath,
    env: {
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: join(folder, name),
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      // Rate limits may be raised only if a sandbox is configured.
      SANDBOX_URL: processorUrl,
      PAYENGINE_URL: processorUrl,
      LIMITS_FACTOR: '1000',
      // The load generator sends a separate client IP for each payer.
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
    },
  });
  await untilReady(url, program);
  return { url, pid: program.pid, logPath, stop: program.stop };
}
