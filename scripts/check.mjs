// `npm run check`: the checks that every commit must pass in under a minute: types, lint and format, unused files
// and exports, and the style guide (tidy.test.ts). It runs no behavior tests.
import { constants } from 'node:os';
import { join } from 'node:path';
import { CHECKERS, ensure } from './ensure.mjs';
import { isMain, main, ROOT, runQuietly, StepFailed, step } from './step.mjs';

const MODULES = join(ROOT, 'node_modules');

const CHECKS = {
  types: ['typescript/bin/tsc', '-b', '.', 'tidy', ...CHECKERS],
  tidy: ['vitest/vitest.mjs', 'run', '--project=tidy', '--reporter=dot'],
  'lint and format': ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  'unused files and exports': ['knip/bin/knip.js', '--no-progress'],
};

/** Runs all checks even if one fails, so that one run reports every finding. */
export async function check() {
  return report(await step('types, tidy, lint and format, unused files and exports', toChecks));
}

/**
 * Runs the checks alongside the tests at a low priority, because the tests keep the cores busy nine tenths of the
 * time. The type check waits for the build because both write the compiler's output.
 */
export function checkBeside(build) {
  return toChecks({ build, priority: constants.priority.PRIORITY_BELOW_NORMAL });
}

/** Checks that depend on each other run in sequence: unused exports are found in the output of the type check. */
async function toChecks({ build, priority } = {}) {
  const run = (label) => toFinding(label, priority);
  const typed = async () => {
    await build;
    return [await run('types'), await run('unused files and exports')];
  };
  const read = async () => [await run('tidy'), await run('lint and format')];
  return (await Promise.all([typed(), read()])).flat();
}

export function report(findings) {
  const found = findings.filter((finding) => finding !== null);
  for (const finding of found) console.log(finding);
  return { passed: findings.length - found.length, failed: found.length };
}

async function toFinding(label, priority) {
  const [file, ...args] = CHECKS[label];
  try {
    await runQuietly(process.execPath, [join(MODULES, file), ...args], { priority });
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
