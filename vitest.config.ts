import { defineConfig } from 'vitest/config';

// Test files of a worker share its modules where nothing of ours is kept in them: half of the time of
// a run was spent on loading the same modules again.
const isolate = false;

// The `source` condition makes tests read the TypeScript of our own packages, so no build is needed.
const resolve = { conditions: ['source', 'module', 'node'] };
const ssr = { resolve: { conditions: ['source', 'node'] } };

export default defineConfig({
  test: {
    // Most tests wait for Postgres, a sandbox or a socket: a worker for every core keeps them busy.
    maxWorkers: '100%',
    projects: [
      { resolve, ssr, test: { name: 'contract', isolate, include: ['contract/src/**/*.test.ts'] } },
      { resolve, ssr, test: { name: 'domain', isolate, include: ['domain/src/**/*.test.ts'] } },
      {
        resolve,
        ssr,
        test: {
          name: 'sandbox',
          isolate,
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
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts', 'dev/{src,test}/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        resolve: { conditions: ['source', 'browser', 'module'] },
        test: {
          name: 'web',
          isolate,
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['web/test/setup.ts'],
          testTimeout: 30_000,
        },
      },
      { test: { name: 'tidy', include: ['tidy.test.ts'], testTimeout: 30_000 } },
    ],
  },
});
