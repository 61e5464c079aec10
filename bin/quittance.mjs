#!/usr/bin/env node
// `npx quittance`: rebuilds whatever is stale, then runs the command line. Progress goes to standard error because
// standard output is reserved for the command's result. A production install has no build tools: there, and in the
// processes that `quittance serve` starts, the existing build is used.
import cluster from 'node:cluster';
import { existsSync } from 'node:fs';

const isProduction = !existsSync(new URL('../node_modules/vitest', import.meta.url));

async function build() {
  const { ensure } = await import('../scripts/ensure.mjs');
  const { main } = await import('../scripts/step.mjs');
  await main(async () => {
    const { write } = process.stdout;
    process.stdout.write = process.stderr.write.bind(process.stderr);
    try {
      await ensure({ web: process.argv[2] === 'serve' });
    } finally {
      process.stdout.write = write;
    }
  });
  return process.exitCode === 0;
}

if (isProduction) await import('../server/dist/bundle/quittance.js');
else if (cluster.isWorker || (await build())) await import('../dev/dist/bundle/quittance.js');
