/**
 * The portal in production form: the built program with its own embedded Postgres and its worker, in a data folder
 * that outlives it. It can be killed without warning and restarted.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const PROGRAM = fileURLToPath(new URL('../../../dev/dist/bundle/main.js', import.meta.url));
const READY_MS_MAX = 60_000;

export type PortalPlace = { dataDir: string; port: number; sandboxUrl: string };

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/ready`)).ok;
  } catch {
    return false;
  }
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + READY_MS_MAX;
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`the portal ended with ${child.exitCode}`);
    if (Date.now() > deadline) throw new Error('the portal did not become ready');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function startPortal({ dataDir, port, sandboxUrl }: PortalPlace) {
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      SANDBOX_URL: sandboxUrl,
      LIMITS_FACTOR: '1000',
      SEED_DEMO: 'on',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await waitUntilReady(child, url);
  return {
    url,
    async killAll(): Promise<void> {
      const postmaster = await postmasterPid(dataDir);
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      process.kill(postmaster, 'SIGKILL');
      await exited;
    },
    async stop(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function postmasterPid(dataDir: string): Promise<number> {
  const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  return Number(file.split('\n')[0]);
}

const demoSchema = z.object({
  companies: z.array(
    z.object({
      domain: z.string(),
      customers: z.array(
        z.object({ publicLinks: z.array(z.object({ invoiceRef: z.string(), url: z.url() })) }),
      ),
    }),
  ),
});

export async function demoLink(dataDir: string, invoiceRef: string) {
  const demo = demoSchema.parse(JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')));
  const links = demo.companies.flatMap((company) =>
    company.customers.flatMap((customer) => customer.publicLinks),
  );
  const link = links.find((candidate) => candidate.invoiceRef === invoiceRef);
  if (!link) throw new Error(`no link to ${invoiceRef}`);
  const [, domain = '', , token = ''] = new URL(link.url).pathname.split('/');
  return { domain, token };
}
