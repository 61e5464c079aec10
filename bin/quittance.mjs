#!/usr/bin/env node
// `npx quittance`: builds what is stale, then runs the command line. Progress goes to standard error, because
// standard output is what a command answers. A production install has nothing to build with: there, and in the
// processes that `quittance serve` starts, what was built is run.
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
