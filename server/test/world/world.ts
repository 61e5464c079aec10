/**
 * A complete portal for a scenario: the real app over HTTP on a fresh database, the real adapters, and a sandbox
 * world with the same clock. Time stands still until a test advances it, and jobs run on demand.
 */

import { pino } from 'pino';
import { beforeEach, expect } from 'vitest';
import { buildApp } from '../../src/app/app.ts';
import { deliverOutbox } from '../../src/app/jobs/deliver-outbox.ts';
import { runDueWork } from '../../src/app/jobs/run-due-work.ts';
import { openRealtime, type Realtime } from '../../src/app/realtime/socket.ts';
import { addMs, type Clock, fixedClock } from '../../src/kernel/clock.ts';
import type { Deps } from '../../src/kernel/deps.ts';
import { systemEntropy } from '../../src/kernel/entropy.ts';
import { findNewestAttempt } from '../../src/ledger/attempts.ts';
import { forgetRemoved } from '../../src/methods/forget-methods.ts';
import { forgetCustomers } from '../../src/methods/processor-customers.ts';
import { resolveDueSetups } from '../../src/methods/resolve-setup.ts';
import { checkDueIntents } from '../../src/payments/intents/check-intent.ts';
import { checkInvariants } from '../../src/payments/reconciliation/check-invariants.ts';
import { processWebhooks } from '../../src/payments/reconciliation/receive-webhook.ts';
import { makeRefunds } from '../../src/payments/reconciliation/refund-credits.ts';
import { resolveAttempt, resolveDue } from '../../src/payments/reconciliation/resolve.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { createHttpClient } from '../../src/platform/outbound/http-client.ts';
import type { Reach } from '../../src/platform/outbound/reach.ts';
import { createSealer } from '../../src/platform/sealing/seal.ts';
import { createProcessors } from '../../src/processors/registry.ts';
import { notifyCompanies } from '../../src/reports/notify-companies.ts';
import { summarizeDays } from '../../src/reports/summarize-days.ts';
import { sendReminders } from '../../src/requests/send-invoice.ts';
import { freshDatabase } from '../database.ts';
import type { TypedMethod } from '../processors/payengine-browser.ts';
import {
  addCompany,
  addInvoice,
  type CompanySettings,
  type InvoiceSettings,
  type TestCompany,
  type TestInvoice,
} from './company.ts';
import { forFile } from './for-file.ts';
import { newMerchant } from './merchant.ts';
import { addMethod } from './method.ts';
import { missingEvents } from './missing-events.ts';
import { toPayer } from './payer.ts';
import { CARDS, type Sandbox, startSandbox } from './sandbox-process.ts';
import { readStatement } from './statement.ts';
import { testDeps } from './test-deps.ts';

export const START = '2026-11-15T15:00:00.000Z';

export type WorldOptions = {
  clock?: Clock & { travelTo?(at: string): void };
  webhookReach?: Reach;
  /** The product sends what it sends to a distributed database. */
  isAsDistributed?: boolean;
};

/**
 * Every charge in the processor's records is one succeeded attempt, and vice versa. The sandbox counts a charge as
 * failed once a part of it was lost in a dispute.
 */
async function expectRecordsToMatch(world: World, company: TestCompany): Promise<void> {
  const recorded = await world.sandbox.records(company.merchant);
  const charged = recorded
    .filter((charge) => charge.status === 'succeeded' && charge.refundedCents < charge.amountCents)
    .map((charge) => `${charge.internalTransactionID} ${charge.amountCents}`);
  const { rows } = await world.deps.database.pool.query<{ line: string; isLost: boolean }>(
    `select a.id || ' ' || a.amount_cents + a.fee_cents as line,
       a.dispute_state is not distinct from 'LOST' as "isLost" from attempts a
     where a.company_id = $1 and a.state = 'SUCCEEDED' and a.processor <> 'manual'
       and a.dispute_state is distinct from 'OPEN'
       and a.refunded_cents < a.amount_cents + a.fee_cents`,
    [company.companyId],
  );
  const booked = rows.filter(({ line, isLost }) => !isLost || charged.includes(line));
  expect(booked.map(({ line }) => line).sort()).toEqual(charged.sort());
}

async function openPortal(parts: PortalParts) {
  const { database, clock, sandbox, sealingKey, webhookReach } = parts;
  const http = createHttpClient();
  const processors = createProcessors({
    http,
    clock,
    baseUrls: sandbox.baseUrls,
    acceptsLiveKeys: false,
  });
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  const deps = testDeps({
    database,
    clock,
    processors,
    log,
    sealer: createSealer(sealingKey),
    ...(webhookReach ? { webhookReach } : {}),
  });
  const app = await buildApp(deps, {
    checksAnswers: true,
    readiness: async () => ({ database: true, migrations: true, worker: true }),
    webFolder: null,
    isHttps: false,
    trustedProxies: [],
  });
  const realtime = openRealtime(deps, app.server);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const close = async () => {
    realtime.close();
    await app.close();
    await http.close();
  };
  return { deps, realtime, url, close, errors };
}

async function runJobs(deps: Deps, realtime: Realtime): Promise<void> {
  await processWebhooks(deps);
  await resolveDue(deps);
  await checkDueIntents(deps);
  await resolveDueSetups(deps);
  await runDueWork(deps);
  await sendReminders(deps);
  await notifyCompanies(deps);
  await summarizeDays(deps);
  await makeRefunds(deps);
  await forgetRemoved(deps);
  await forgetCustomers(deps);
  await deliverOutbox(deps, realtime);
}

type PortalParts = Pick<WorldOptions, 'webhookReach'> & {
  database: Database;
  clock: Clock;
  sandbox: Sandbox;
  sealingKey: Uint8Array;
};

/** The name of the extension is all that the product asks for. */
const AS_DISTRIBUTED = `insert into pg_extension
    (oid, extname, extowner, extnamespace, extrelocatable, extversion)
  select 4711, 'citus', 10, 11, false, '0' where not exists (select from pg_extension where extname = 'citus')`;

export async function openWorld({
  clock = fixedClock(START),
  isAsDistributed = false,
  ...options
}: WorldOptions = {}) {
  const [fresh, sandbox] = await Promise.all([freshDatabase(), startSandbox({ at: clock.now() })]);
  const { database } = fresh;
  if (isAsDistributed) await database.pool.query(AS_DISTRIBUTED);
  const sealingKey = systemEntropy.bytes(32);
  const portal = await openPortal({ database, clock, sandbox, sealingKey, ...options });
  const { deps, realtime, url, errors } = portal;
  const companies: TestCompany[] = [];
  const world = {
    url,
    deps,
    sandbox,
    sealingKey,
    realtime,
    errors,
    async company(settings: CompanySettings = {}): Promise<TestCompany> {
      const merchant = newMerchant(settings.processor ?? 'payengine');
      await sandbox.register(merchant);
      const company = await addCompany(deps, merchant, settings);
      companies.push(company);
      return company;
    },
    invoice: (company: TestCompany, settings?: InvoiceSettings) =>
      addInvoice(deps, company, settings),
    method: (company: TestCompany, typed: TypedMethod = { kind: 'card', number: CARDS.pays }) =>
      addMethod({ deps, sandbox, company }, typed),
    payer: (company: TestCompany, invoice: TestInvoice) =>
      toPayer({ url, sandbox, company, invoice }),
    statement: (invoice: TestInvoice) => readStatement(database, invoice),
    runJobs: () => runJobs(deps, realtime),
    /** Advances time here and at the processors, never back, and then runs the jobs that became due. */
    async later(ms: number): Promise<void> {
      if (!clock.travelTo) throw new Error("this world lives in the machine's own time");
      const at = addMs(clock.now(), ms);
      clock.travelTo(at);
      await sandbox.travelTo(at);
      await runJobs(deps, realtime);
    },
    async lookAgain({ companyId, requestId }: TestInvoice): Promise<void> {
      const attempt = await database.asSystem((tx) =>
        findNewestAttempt(tx, { companyId, requestId }),
      );
      if (attempt) await resolveAttempt(deps, { companyId, attemptId: attempt.id }, 'webhook');
    },
    async close(): Promise<void> {
      try {
        expect(await checkInvariants(database)).toEqual([]);
        expect(await missingEvents(database.pool)).toEqual([]);
        for (const company of companies) await expectRecordsToMatch(world, company);
      } finally {
        await portal.close();
        await sandbox.stop();
        await fresh.drop();
      }
    },
  };
  return world;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** Jobs log an error and try again later, so a failed test also prints what its server logged. */
export function useWorld(options?: WorldOptions): World {
  const world = forFile(
    () => openWorld(options),
    (opened) => opened.close(),
  );
  beforeEach(({ onTestFailed }) => {
    world.errors.length = 0;
    onTestFailed(() => void process.stderr.write(world.errors.join('')));
  });
  return world;
}
