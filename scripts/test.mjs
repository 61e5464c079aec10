// `npm test`: everything that a change must pass. The test stages run in sequence and the checks alongside them.
// The closing lines list the time of each stage and the totals. Extra arguments are passed only to vitest. `npm run
// test:full` passes --full: it sets QUITTANCE_TEST_FULL=1, which makes vitest and Playwright run every permutation
// that an ordinary run samples (docs/testing.md). `npm run test:unit` passes --unit: only the tests that need
// neither Postgres nor a browser, for platforms on which the rest does not run.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { checkBeside, report } from './check.mjs';
import { e2e } from './e2e.mjs';
import { ensure } from './ensure.mjs';
import { duration, main, ROOT, runAloud, StepFailed } from './step.mjs';

const FULL = '--full';
const UNIT = '--unit';
const isFull = process.argv.includes(FULL);
const isUnit = process.argv.includes(UNIT);
if (isFull) process.env.QUITTANCE_TEST_FULL = '1';
// Selects the part of a large set that an ordinary run tests (domain/test/full-run.ts). It changes every day.
process.env.QUITTANCE_TEST_SEED ??= String(Math.floor(Date.now() / 86_400_000));

/** `checks` already runs tidy. */
const PROJECTS = isUnit ? ['contract', 'domain', 'web'] : ['!tidy'];

const reports = mkdtempSync(join(tmpdir(), 'quittance-test-'));

async function runStages() {
  const beganMs = performance.now();
  console.log(`QUITTANCE_TEST_SEED=${process.env.QUITTANCE_TEST_SEED}`);
  const tests = { title: 'tests', run: vitest };
  if (isUnit) return conclude([await runStage(tests)], beganMs);
  // The stages that need the build report its failure.
  const build = ensure().catch(() => undefined);
  const checking = checkBeside(build);
  await build;
  const stages = [];
  stages.push(await runStage(tests));
  stages.push(await runStage({ title: 'browser tests', run: browserTests }));
  stages.push(
    await runStage({ title: 'checks', run: async () => report(await checking), beganMs }),
  );
  return conclude(stages, beganMs);
}

async function runStage({ title, run, beganMs = performance.now() }) {
  console.log(`\n${title}`);
  const { passed, failed, names = [] } = await orFailure(run);
  const line = summary(title, { passed, failed }, beganMs);
  console.log(line);
  return { passed, failed, names, line };
}

function conclude(stages, beganMs) {
  const total = { passed: 0, failed: 0 };
  for (const { passed, failed } of stages) {
    total.passed += passed;
    total.failed += failed;
  }
  const lines = [...stages.map(({ line }) => line), summary('total', total, beganMs)];
  // The names come last because people look at the end of a long log first.
  const named = stages.flatMap(({ names }) => names.map((name) => `failed: ${name}`));
  console.log(`\n${[...lines, ...named].join('\n')}`);
  return total.failed === 0 ? 0 : 1;
}

function summary(title, { passed, failed }, beganMs) {
  return `${title}: ${passed} passed, ${failed} failed in ${duration(performance.now() - beganMs)}`;
}

/** A stage that cannot start counts as one failure; the other stages still run. */
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
  await ensure({ build: !isUnit });
  const reportPath = join(reports, 'vitest.json');
  const args = process.argv.slice(2).filter((arg) => arg !== FULL && arg !== UNIT);
  const isReporterChosen = args.some((arg) => arg.startsWith('--reporter'));
  const code = await runAloud(process.execPath, [
    join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...PROJECTS.map((project) => `--project=${project}`),
    ...(isReporterChosen ? [] : ['--reporter=default']),
    '--reporter=json',
    `--outputFile.json=${reportPath}`,
    ...args,
  ]);
  const report = readReport(reportPath);
  const names = (report?.testResults ?? []).flatMap(failedIn);
  return { ...tally(code, report?.numPassedTests, report?.numFailedTests), names };
}

/** A file that fails outside its tests is reported with its path and message. */
function failedIn({ name, status, message, assertionResults }) {
  const file = relative(ROOT, name);
  const failed = assertionResults.filter((result) => result.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : [];
  return failed.map((test) => `${file}: ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
}

function firstLine(text = '') {
  return text.split('\n', 1)[0];
}

async function browserTests() {
  const reportPath = join(reports, 'playwright.json');
  const code = await e2e({ reportPath });
  const report = readReport(reportPath);
  const stats = report?.stats;
  const passed = stats === undefined ? undefined : stats.expected + stats.flaky;
  const names = (report?.suites ?? []).flatMap(failedSpecs);
  return { ...tally(code, passed, stats?.unexpected), names };
}

function failedSpecs({ file, specs = [], suites = [] }) {
  const failed = specs.filter((spec) => !spec.ok).map((spec) => `e2e/${file}: ${spec.title}`);
  return [...failed, ...suites.flatMap(failedSpecs)];
}

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
