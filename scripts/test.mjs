// `npm test`: everything a change must pass, in the order in which it fails fastest, and one closing
// line that adds it all up. Extra arguments go to vitest only.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from './check.mjs';
import { e2e } from './e2e.mjs';
import { ensure } from './ensure.mjs';
import { duration, main, ROOT, runAloud, StepFailed } from './step.mjs';

const reports = mkdtempSync(join(tmpdir(), 'quittance-test-'));

const STAGES = [
  { title: 'checks', run: check },
  { title: 'tests', run: vitest },
  { title: 'browser tests', run: browserTests },
];

async function runStages() {
  const total = { passed: 0, failed: 0 };
  for (const { title, run } of STAGES) {
    console.log(`\n${title}`);
    const beganMs = performance.now();
    const { passed, failed } = await orFailure(run);
    total.passed += passed;
    total.failed += failed;
    const took = duration(performance.now() - beganMs);
    console.log(`${title}: ${passed} passed, ${failed} failed in ${took}`);
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

/** A stage that cannot even begin is one failure, and the others still have their say. */
async function orFailure(run) {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.log(error.message);
    return { passed: 0, failed: 1 };
  }
}

async function vitest() {
  await ensure();
  const reportPath = join(reports, 'vitest.json');
  const args = process.argv.slice(2);
  const isReporterChosen = args.some((arg) => arg.startsWith('--reporter'));
  const code = await runAloud(process.execPath, [
    join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--project=!tidy',
    ...(isReporterChosen ? [] : ['--reporter=default']),
    '--reporter=json',
    `--outputFile.json=${reportPath}`,
    ...args,
  ]);
  const report = readReport(reportPath);
  return tally(code, report?.numPassedTests, report?.numFailedTests);
}

async function browserTests() {
  const reportPath = join(reports, 'playwright.json');
  const code = await e2e({ reportPath });
  const stats = readReport(reportPath)?.stats;
  const passed = stats === undefined ? undefined : stats.expected + stats.flaky;
  return tally(code, passed, stats?.unexpected);
}

/** A run that broke outside any single test counts as one failure, never as none. */
function tally(code, passed = 0, failed = 0) {
  return { passed, failed: code !== 0 ? Math.max(failed, 1) : failed };
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

await main(async () => {
  await ensure({ build: false });
  try {
    return await runStages();
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
});
