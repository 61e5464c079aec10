// `npm run check`: what every commit must pass in under a minute. Types, lint and format, unused files and
// exports, and the style guide (tidy.test.ts). It runs no behavior tests.
import { join } from 'node:path';
import { CHECKERS, ensure } from './ensure.mjs';
import { isMain, main, ROOT, runQuietly, StepFailed, step } from './step.mjs';

const MODULES = join(ROOT, 'node_modules');

/**
 * The groups run one after the other, the checks of a group at the same time: most of them use one core. Unused exports
 * are found in what the types have built.
 */
const GROUPS = [
  [
    { label: 'types', program: ['typescript/bin/tsc', '-b', '.', 'tidy', ...CHECKERS] },
    { label: 'tidy', program: ['vitest/vitest.mjs', 'run', '--project=tidy', '--reporter=dot'] },
  ],
  [
    {
      label: 'lint and format',
      program: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
    },
    { label: 'unused files and exports', program: ['knip/bin/knip.js', '--no-progress'] },
  ],
];

/** Runs every check, so one run reports every finding. */
export async function check() {
  const tally = { passed: 0, failed: 0 };
  for (const group of GROUPS) {
    const label = group.map((each) => each.label).join(', ');
    for (const finding of await step(label, () => Promise.all(group.map(findingOf)))) {
      if (finding === null) tally.passed += 1;
      else {
        tally.failed += 1;
        console.log(finding);
      }
    }
  }
  return tally;
}

/** What a check found; null when it passed. */
async function findingOf({ label, program: [file, ...args] }) {
  try {
    await runQuietly(process.execPath, [join(MODULES, file), ...args]);
    return null;
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    return `${label} failed:\n${error.message}`;
  }
}

if (isMain(import.meta.url)) {
  await main(async () => {
    await ensure({ build: false });
    return (await check()).failed;
  });
}
