/** Runs `quittance import` as an operator would. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Bench } from '../bench.ts';
import { ROOT } from './child-program.ts';
import { sleep } from './portal.ts';
import { findRssMb } from './process-memory.ts';

const POLL_MS = 100;

const reportSchema = z.object({
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  refused: z.number(),
});

export type ImportResult = z.infer<typeof reportSchema> & {
  seconds: number;
  rssMb: number;
};

export type ImportOrder = { domain: string; kind: 'customers' | 'invoices'; path: string };

export async function runImport(
  { portalSettings }: Pick<Bench, 'portalSettings'>,
  { domain, kind, path }: ImportOrder,
): Promise<ImportResult> {
  const { databaseUrl, secretKey, processorUrl } = portalSettings;
  const program = join(ROOT, 'server/dist/bundle/quittance.js');
  const words = ['import', path, '--company', domain, '--kind', kind, '--json'];
  const beganMs = performance.now();
  const child = spawn(process.execPath, [program, ...words], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      PUBLIC_URL: 'http://127.0.0.1',
      SANDBOX_URL: processorUrl,
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const said = text(child.stdout);
  let rssMb = 0;
  while (child.exitCode === null && child.signalCode === null) {
    rssMb = Math.max(rssMb, (await findRssMb(child.pid ?? 0)) ?? 0);
    await Promise.race([exited, sleep(POLL_MS)]);
  }
  if (child.exitCode !== 0) throw new Error(`the import ended with ${child.exitCode}`);
  const seconds = (performance.now() - beganMs) / 1000;
  return { ...reportSchema.parse(JSON.parse(await said)), seconds, rssMb };
}
