import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Test files in one worker share its modules, which hold no state of ours. Loading modules again for every file
// took half of the run time.
const isolate = false;

/**
 * More workers than cores, because tests wait for Postgres, the sandbox and restarted processes. At most
 * eight, because the workers share the connections of one Postgres.
 */
const maxWorkers = Math.min(availableParallelism() * 2, 8);

/**
 * Tests allocate many short-lived objects, and a larger young generation is collected less often. Stryker runs
 * tests in threads, which reject V8 flags.
 */
const execArgv = process.env['STRYKER_MUTATOR_WORKER'] ? [] : ['--max-semi-space-size=64'];

/**
 * Node 25 and later have their own storage globals, which vitest would use instead of the page's. Node 20 has
 * neither the globals nor the flag.
 */
const NO_WEB_STORAGE = '--no-experimental-webstorage';
const pageExecArgv = process.allowedNodeEnvironmentFlags.has(NO_WEB_STORAGE)
  ? [...execArgv, NO_WEB_STORAGE]
  : execArgv;

// The `source` condition makes tests read the TypeScript of our own packages, so no build is needed.
const resolve = { conditions: ['source', 'module', 'node'] };
const ssr = { resolve: { conditions: ['source', 'node'] } };

/** `npm test` uses samples, `npm run test:full` the full sets (`domain/test/full-run.ts`). */
const provide = {
  /** Selects which part of a set is sampled. `npm test` sets it to the day number. */
  seed: Number(process.env['QUITTANCE_TEST_SEED'] ?? 0),
  isFullRun: process.env['QUITTANCE_TEST_FULL'] === '1',
  kills: Number(process.env['QUITTANCE_KILLS'] ?? 20),
};

export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      {
        resolve,
        ssr,
        test: { name: 'contract', isolate, execArgv, include: ['contract/src/**/*.test.ts'] },
      },
      {
        resolve,
        ssr,
        test: { name: 'domain', isolate, execArgv, provide, include: ['domain/src/**/*.test.ts'] },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'sandbox',
          isolate,
          execArgv,
          include: ['sandbox/{src,test}/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'server',
          isolate,
          execArgv,
          provide,
          include: [
            'server/src/**/*.test.ts',
            'server/test/**/*.test.ts',
            'dev/{src,test}/**/*.test.ts',
          ],
          globalSetup: ['server/test/global-setup.ts'],
          // These limits detect hangs, not slowness: a scenario takes seconds, and several times that on a busy
          // machine.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        resolve,
        ssr,
        test: { name: 'bench', isolate, execArgv, provide, include: ['bench/src/**/*.test.ts'] },
      },
      {
        resolve: { conditions: ['source', 'browser', 'module'] },
        test: {
          name: 'web',
          isolate,
          execArgv: pageExecArgv,
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['web/test/setup.ts'],
          testTimeout: 30_000,
        },
      },
      { test: { name: 'tidy', include: ['tidy.test.ts'], testTimeout: 120_000 } },
    ],
  },
});
