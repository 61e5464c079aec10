// `npm run mutation` (docs/testing.md): changes the rules of `domain` in one place at a time and expects a test to
// fail each time. Fails if the score is below the limit in stryker.config.json, and lists the changes that no test
// detected. Extra arguments are passed to Stryker: `-- --mutate domain/src/checkout/plan.ts`.
import { join } from 'node:path';
import { ensure } from './ensure.mjs';
import { main, ROOT, runAloud } from './step.mjs';

const STRYKER = join(ROOT, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
const PROGRESS = process.stdout.isTTY ? 'progress' : 'progress-append-only';

await main(async () => {
  await ensure({ build: false });
  const reporters = ['--reporters', `clear-text,${PROGRESS}`];
  return runAloud(process.execPath, [STRYKER, 'run', ...reporters, ...process.argv.slice(2)]);
});
