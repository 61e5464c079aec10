/**
 * 10,000 companies, each with a plan, a scheduled payment, auto-pay, reminders, a daily summary and a webhook
 * endpoint (docs/scale.md): what one process costs while nothing is due, and how long the runs of a day take.
 * Only part of a full run.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays } from '@quittance/contract/dates';
import { freePort } from '@quittance/dev/free-port';
import { startEmbeddedPostgres } from '@quittance/dev/postgres/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { runDueWork } from '../../src/app/jobs/run-due-work.ts';
import { fixedClock, monotonicMs, systemClock, wait } from '../../src/kernel/clock.ts';
import type { Deps } from '../../src/kernel/deps.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { keysFromText } from '../../src/platform/sealing/key-source.ts';
import { createSealer } from '../../src/platform/sealing/seal.ts';
import type { Processor } from '../../src/processors/processor.ts';
import { summarizeDays } from '../../src/reports/summarize-days.ts';
import { sendReminders } from '../../src/requests/send-invoice.ts';
import { startServe } from '../production/serve-process.ts';
import { autoPayOn } from '../world/arrangements.ts';
import { addCompany, addInvoice } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';
import { addMethod, addPlan, addSchedule } from '../world/own-rows.ts';
import { testDeps } from '../world/test-deps.ts';
import { cloneCompany, sealCopies } from './clone-company.ts';

const COUNT = Number(process.env['COMPANIES'] ?? 10_000);
const SETTLE_MS = 45_000;
const IDLE_MS = Number(process.env['IDLE_MS'] ?? 330_000);
/** In /proc, of Linux. */
const TICKS_PER_SECOND = 100;

const SECRET_KEY = randomBytes(32).toString('base64');
const TIME_ZONE = 'America/New_York';

let folder: string;
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let database: Database;
let deps: Deps;
let answering: Server;

/** Answers the regular checks of the accounts, and knows no charge. */
async function startProcessor(): Promise<string> {
  const port = await freePort();
  answering = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"data":[]}');
  });
  await new Promise<void>((resolve) => answering.listen(port, '127.0.0.1', resolve));
  return `http://127.0.0.1:${port}`;
}

const PROCESSOR: Processor = {
  name: 'payengine',
  verify: async () => ({ kind: 'accepted' }),
  charges: {
    resend: { kind: 'never' },
    charge: async ({ reference, amountCents }) => ({
      kind: 'succeeded',
      processorReference: reference,
      amountCents,
      currency: 'USD',
      method: null,
      saved: null,
    }),
    lookup: async () => ({ kind: 'unknown', reason: 'test' }),
    refund: async () => ({ kind: 'unknown', reason: 'test' }),
  },
  methods: {
    save: async () => ({ kind: 'unknown', reason: 'test' }),
    forget: async () => undefined,
  },
};

/** Nothing of it is due within two weeks. */
async function addTemplate() {
  const company = await addCompany(deps, newMerchant('payengine'), {
    reminders: { isActive: true, days: [-3, 0, 7], note: null },
    notices: { addresses: ['desk@example.com'], kinds: ['DAILY_SUMMARY', 'PAID'] },
  });
  const portal = { deps };
  const { id: methodId } = await addMethod(portal, company, {
    expiresMonth: 12,
    expiresYear: 2031,
  });
  const later = { dueInDays: 40 };
  const planned = await addInvoice(deps, company, { ...later, status: 'PAYMENT_PLAN_IN_PROGRESS' });
  await addPlan(portal, { whose: company, invoice: planned, methodId });
  const scheduled = await addInvoice(deps, company, { ...later, status: 'PAYMENT_EXTENSION' });
  const chargeOn = addDays(deps.clock.today(TIME_ZONE), 20);
  await addSchedule(portal, { whose: company, invoice: scheduled, methodId }, { chargeOn });
  await autoPayOn(deps, { company, kind: 'card', method: { methodId, last4: '4242' } });
  for (let count = 0; count < 5; count += 1) await addInvoice(deps, company, later);
  await database.pool.query(
    `insert into webhook_endpoints
       (company_id, id, url, state, secret_sealed, fanned_out_to, is_behind, created_at)
     values ($1, gen_random_uuid(), 'https://receiver.example', 'ACTIVE', 'x', 1000000, false, now())`,
    [company.companyId],
  );
  await database.pool.query(`insert into latest_reconciliations values ($1, 'payengine', now())`, [
    company.companyId,
  ]);
  await database.pool.query(
    `insert into company_mail_progress (company_id, noticed_to, summarized_on) values ($1, 1000000, $2)`,
    [company.companyId, addDays(deps.clock.today(TIME_ZONE), -1)],
  );
  // Otherwise each copy would begin with emails to send and entries to chain.
  for (const table of ['outbox', 'audit', 'provider_events', 'event_counters', 'balance_changes']) {
    await database.pool.query(`delete from ${table}`);
  }
  return company;
}

beforeAll(async () => {
  if (!isFullRun) return;
  folder = await mkdtemp(join(tmpdir(), 'quittance-companies-'));
  postgres = await startEmbeddedPostgres({
    dataDir: folder,
    settings: { shared_preload_libraries: 'pg_stat_statements', synchronous_commit: 'off' },
  });
  await migrate(postgres.url);
  database = openDatabase({ url: postgres.url, connectionsMax: 20, onIdleError: () => undefined });
  const none = { overrideOf: () => null, usualScript: () => null };
  const processors = { ...none, supports: () => true, create: () => PROCESSOR };
  const sealer = createSealer(...keysFromText(SECRET_KEY));
  deps = testDeps({ database, clock: systemClock, processors, sealer });
  await database.pool.query('create extension pg_stat_statements');
  const { companyId } = await addTemplate();
  await cloneCompany(database.pool, { companyId, count: COUNT - 1 });
  await sealCopies(deps);
}, 600_000);

afterAll(async () => {
  answering?.close();
  await database?.close();
  await postgres?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const print = (figures: unknown) => process.stdout.write(`${JSON.stringify(figures)}\n`);

function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function countStatements(): Promise<number> {
  const { rows } = await database.pool.query<{ calls: string }>(
    'select sum(calls) as calls from pg_stat_statements where toplevel',
  );
  return Number(rows[0]?.calls);
}

async function listCostly(): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `select calls, round(total_exec_time) as ms, left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as query
     from pg_stat_statements where toplevel order by total_exec_time desc limit 12`,
  );
  return rows;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = monotonicMs();
  await work();
  return (monotonicMs() - startedMs) / 1000;
}

describe.runIf(isFullRun)(`${COUNT} companies`, () => {
  it('an idle process makes at most 20 statements per second and takes 3 % of a core', {
    timeout: 900_000,
  }, async () => {
    const port = await freePort();
    const portal = startServe({
      words: ['--processes', '1', '--pool', '12', '--allow-http'],
      folder,
      environment: {
        DATABASE_URL: postgres.url,
        SECRET_KEY,
        DATA_DIR: folder,
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        PAYENGINE_URL: await startProcessor(),
        LOG_LEVEL: 'warn',
      },
    });
    try {
      await portal.ready();
      await wait(SETTLE_MS);
      const [pid = 0] = portal.processes();
      await database.pool.query('select pg_stat_statements_reset()');
      const [cpuBefore, startedMs] = [cpuSeconds(pid), monotonicMs()];
      await wait(IDLE_MS);
      const seconds = (monotonicMs() - startedMs) / 1000;
      const perSecond = (await countStatements()) / seconds;
      const cpu = ((cpuSeconds(pid) - cpuBefore) / seconds) * 100;
      const { rows } = await database.pool.query(
        `select count(*) filter (where checked_at is not null and problem is null)::int as checked,
           count(problem)::int as broken from processor_connections`,
      );
      print({ statementsPerSecond: perSecond, cpuPercent: cpu, ...rows[0] });
      for (const row of await listCostly()) print(row);
      expect(perSecond).toBeLessThan(20);
      expect(cpu).toBeLessThan(3);
    } finally {
      await portal.stop();
    }
  });

  it('reminders, due charges and summaries of a day finish in their windows', {
    timeout: 3_600_000,
  }, async () => {
    const today = deps.clock.today(TIME_ZONE);
    const day = { ...deps, clock: fixedClock(`${today}T16:00:00.000Z`) };
    await database.pool.query(
      `update invoices set due_on = $1 where id in (select distinct on (company_id) id from invoices
         where status = 'DUE' order by company_id, id)`,
      [addDays(today, 3)],
    );
    await database.pool.query('update customers set is_auto_pay_active = false');
    await database.pool.query('update schedules set charge_on = $1', [today]);
    await database.pool.query(`update company_mail_progress set summarized_on = null`);
    const reminders = await timed(() => sendReminders(day));
    const due = await timed(() => runDueWork(day));
    const summaries = await timed(() => summarizeDays(day));
    const { rows } = await database.pool.query(
      `select (select count(*)::int from invoice_reminders) as reminded,
        (select count(*)::int from attempts where state = 'SUCCEEDED') as charged,
        (select count(*)::int from company_mail_progress where summarized_on is not null) as summarized`,
    );
    print({ reminders, due, summaries, ...rows[0] });
    expect(rows).toEqual([{ reminded: COUNT, charged: COUNT, summarized: COUNT }]);
    expect(Math.max(reminders, due, summaries)).toBeLessThan(3 * 3600);
  });
});
