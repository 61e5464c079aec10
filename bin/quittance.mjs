#!/usr/bin/env node
// `npx quittance`: builds what is stale, then runs the command line. Progress goes to standard error, because
// standard output is what a command answers.
import { ensure } from '../scripts/ensure.mjs';
import { main } from '../scripts/step.mjs';

await main(async () => {
  const { write } = process.stdout;
  process.stdout.write = process.stderr.write.bind(process.stderr);
  try {
    await ensure({ web: false });
  } finally {
    process.stdout.write = write;
  }
});
if (process.exitCode === 0) await import('../dev/dist/quittance.js');
