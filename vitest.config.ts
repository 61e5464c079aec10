import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

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
  /** Where the server tests record their statements (`server/test/platform/database/sharding`). */
  statements: join(tmpdir(), `quittance-statements-${process.pid}`),
};

/**
 * Files of which `npm test` runs one group, another one every day: slow tests whose rules the simulation, the browser
 * or faster tests cover too. A full run and a run without a seed include all of them.
 */
const IN_TURN = [
  [
    'sandbox/test/worlds.test.ts',
    'server/test/app/cli/commands.test.ts',
    'server/test/app/cli/money-commands.test.ts',
    'server/test/app/developers/reference.test.ts',
    'server/test/app/documents/previous-release.test.ts',
    'server/test/app/mail/deliver-mail.test.ts',
    'server/test/exchange/import/import.test.ts',
    'server/test/identity/devices.test.ts',
    'server/test/identity/staff/sign-in.scenario.test.ts',
    'server/test/privacy/stored-answers.scenario.test.ts',
    'server/test/production/serve-refuses.test.ts',
    'server/test/reports/journal.scenario.test.ts',
    'server/test/reports/notices.scenario.test.ts',
    'server/test/scenarios/disputes.scenario.test.ts',
    'server/test/scenarios/evidence.scenario.test.ts',
    'server/test/scenarios/intents.scenario.test.ts',
    'server/test/scenarios/language.scenario.test.ts',
    'server/test/scenarios/mail-preferences.scenario.test.ts',
    'server/test/scenarios/recovery-link.scenario.test.ts',
    'server/test/scenarios/several-invoices-shown.scenario.test.ts',
    'server/test/scenarios/several-invoices.scenario.test.ts',
    'server/test/scenarios/wrong-settings.scenario.test.ts',
  ],
  [
    'dev/test/demo-links.test.ts',
    'domain/src/calendar-sweep.test.ts',
    'sandbox/test/control.test.ts',
    'server/test/app/observability/tracing.test.ts',
    'server/test/app/provider/lists.scenario.test.ts',
    'server/test/app/provider/quick-start-client.scenario.test.ts',
    'server/test/exchange/export/exports.test.ts',
    'server/test/exchange/import/import-copies.test.ts',
    'server/test/identity/session.test.ts',
    'server/test/identity/staff/identity-provider.scenario.test.ts',
    'server/test/payouts/payouts.scenario.test.ts',
    'server/test/platform/audit/audit-chain.test.ts',
    'server/test/platform/database/migrate.test.ts',
    'server/test/platform/sealing/sealing-key.test.ts',
    'server/test/privacy/erasure.scenario.test.ts',
    'server/test/privacy/processor-deletion.scenario.test.ts',
    'server/test/production/upgrade.test.ts',
    'server/test/projects/contract-documents.scenario.test.ts',
    'server/test/reports/console.scenario.test.ts',
    'server/test/requests/links.scenario.test.ts',
    'server/test/scale/provider-plans.test.ts',
    'server/test/scenarios/arrangement-end.scenario.test.ts',
    'server/test/scenarios/faults-by-hand.scenario.test.ts',
    'server/test/scenarios/forged-webhooks.test.ts',
    'server/test/scenarios/inquiries.scenario.test.ts',
    'server/test/scenarios/one-card-one-method.scenario.test.ts',
    'server/test/scenarios/plan-changes.scenario.test.ts',
    'server/test/scenarios/processor-reports.scenario.test.ts',
    'server/test/scenarios/reconcile-not-found.scenario.test.ts',
    'server/test/scenarios/refund-lifecycle.scenario.test.ts',
    'server/test/scenarios/restore-hold.scenario.test.ts',
    'server/test/security/hostile-calls.test.ts',
    'server/test/security/portal-matrix.test.ts',
    'server/test/security/repeated-calls.test.ts',
    'server/test/statements/receipts.test.ts',
    'server/test/webhooks/webhook-health.scenario.test.ts',
    'server/test/webhooks/webhook-kill.scenario.test.ts',
    'server/test/webhooks/webhooks.scenario.test.ts',
    'web/src/desk/money-actions.test.tsx',
    'web/src/portal/popups/pay-customer.test.tsx',
    'web/src/portal/popups/pay-later.test.tsx',
  ],
  [
    'dev/test/any-day.test.ts',
    'dev/test/playground/scripted-year.test.ts',
    'dev/test/seed-demo.test.ts',
    'sandbox/test/fiserv/authentication.test.ts',
    'server/test/app/mail/mail-cap.test.ts',
    'server/test/app/observability/alarms.test.ts',
    'server/test/app/provider/client.test.ts',
    'server/test/app/provider/objects.scenario.test.ts',
    'server/test/companies/company-limits.scenario.test.ts',
    'server/test/companies/logos.test.ts',
    'server/test/identity/staff/second-factor.scenario.test.ts',
    'server/test/identity/staff/team.scenario.test.ts',
    'server/test/invoices/attachments.test.ts',
    'server/test/invoices/pdf/invoice-samples.test.ts',
    'server/test/platform/http/slots.scenario.test.ts',
    'server/test/platform/sealing/key-rotation.test.ts',
    'server/test/privacy/erasure-by-staff.scenario.test.ts',
    'server/test/production/first-company.test.ts',
    'server/test/production/no-playground.test.ts',
    'server/test/production/process-metrics.test.ts',
    'server/test/production/roles.test.ts',
    'server/test/requests/sending.scenario.test.ts',
    'server/test/scenarios/account.scenario.test.ts',
    'server/test/scenarios/fee-follows-method.scenario.test.ts',
    'server/test/scenarios/late-success.scenario.test.ts',
    'server/test/scenarios/many-payers.scenario.test.ts',
    'server/test/scenarios/methods.scenario.test.ts',
    'server/test/scenarios/off-session-facts.scenario.test.ts',
    'server/test/scenarios/reconcile-pause.scenario.test.ts',
    'server/test/scenarios/reconcile.scenario.test.ts',
    'server/test/scenarios/recorded-payments-shown.scenario.test.ts',
    'server/test/scenarios/refunds.scenario.test.ts',
    'server/test/scenarios/reopened-auto-pay.scenario.test.ts',
    'server/test/scenarios/two-disputes.scenario.test.ts',
    'server/test/scenarios/webhook-permutations.test.ts',
    'server/test/scenarios/wrong-keys.scenario.test.ts',
    'server/test/security/card-testing.test.ts',
    'server/test/security/hostile-text.test.ts',
    'server/test/security/provider-matrix.test.ts',
    'server/test/security/record-rights.test.ts',
    'server/test/security/request-limits.test.ts',
    'server/test/security/socket-limits.test.ts',
    'server/test/security/staff-matrix.test.ts',
  ],
  [
    'dev/src/postgres/embedded.test.ts',
    'server/src/platform/http/load/load-shedding.test.ts',
    'server/test/app/cli/process.test.ts',
    'server/test/app/provider/consistency.scenario.test.ts',
    'server/test/exchange/import/import-concurrent.test.ts',
    'server/test/exchange/import/import-jobs.scenario.test.ts',
    'server/test/exchange/import/import-limits.scenario.test.ts',
    'server/test/exchange/import/import-lines.test.ts',
    'server/test/exchange/import/imports.scenario.test.ts',
    'server/test/identity/passkeys/passkeys.test.ts',
    'server/test/privacy/erased-words.test.ts',
    'server/test/privacy/erasure-races.test.ts',
    'server/test/reports/attention-kinds.scenario.test.ts',
    'server/test/scale/large-ledger.test.ts',
    'server/test/scale/query-plans.test.ts',
    'server/test/scenarios/charge-changes.scenario.test.ts',
    'server/test/scenarios/credit-refunds.scenario.test.ts',
    'server/test/scenarios/restore.scenario.test.ts',
    'server/test/scenarios/undeliverable-notice.scenario.test.ts',
    'server/test/scenarios/void-with-refund.scenario.test.ts',
    'server/test/statements/receipt-samples.test.ts',
    'web/src/desk/office-actions.test.tsx',
  ],
];

const AFTERWARDS = 'server/test/platform/database/sharding/recorded-statements.test.ts';

const seed = process.env['QUITTANCE_TEST_SEED'];
const exclude = [
  ...configDefaults.exclude,
  ...(seed === undefined || provide.isFullRun
    ? []
    : IN_TURN.filter((_, place) => place !== Number(seed) % IN_TURN.length).flat()),
];

export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'contract',
          isolate,
          execArgv,
          exclude,
          include: ['contract/src/**/*.test.ts'],
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'domain',
          isolate,
          execArgv,
          provide,
          exclude,
          include: ['domain/src/**/*.test.ts'],
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'sandbox',
          isolate,
          execArgv,
          exclude,
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
          exclude: [...exclude, AFTERWARDS],
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
          exclude,
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: './web/test/environment.ts',
          setupFiles: ['web/test/setup.ts'],
          testTimeout: 30_000,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'statements',
          provide,
          include: [AFTERWARDS],
          testTimeout: 120_000,
          // After the server tests, which record their statements.
          sequence: { groupOrder: 1 },
        },
      },
      { test: { name: 'tidy', include: ['tidy.test.ts'], testTimeout: 120_000 } },
    ],
  },
});
