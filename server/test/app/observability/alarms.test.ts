/**
 * Every alarm in docs/on-call.md is silent one step below its threshold and raised at it, both in the metrics and
 * on the page that Prometheus reads.
 */

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Instant } from '@quittance/contract/dates';
import { HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { describe, expect, it } from 'vitest';
import { ALARM_NAMES, type AlarmName, toAlarms } from '../../../src/app/observability/alarms.ts';
import { createMetrics } from '../../../src/app/observability/metrics.ts';
import { readOpsMetrics } from '../../../src/app/observability/ops-metrics.ts';
import { notify } from '../../../src/customers/mail/notify.ts';
import { addMs, systemClock } from '../../../src/kernel/clock.ts';
import { insertReconciliation } from '../../../src/ledger/reconciliation-rows.ts';
import { countHits } from '../../../src/platform/limits/limit-counters.ts';
import { outbox, webhookEvents } from '../../../src/schema/operations.ts';
import { refunds } from '../../../src/schema/refunds.ts';
import { forFile } from '../../world/for-file.ts';
import { useOwnPortal } from '../../world/own-portal.ts';
import { addAttempt } from '../../world/own-rows.ts';
import { readMetrics } from '../../world/read-metrics.ts';

const portal = useOwnPortal();
const harbor = forFile(() => portal.company());

const now = () => portal.deps.clock.now();
const query = (text: string) => portal.pool.query(text);

async function debits(count: number, state: 'SUCCEEDED' | 'RETURNED'): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const invoice = await portal.invoice(harbor);
    const responseCode = state === 'RETURNED' ? 'R01' : null;
    const change = { method: 'ACH', state, responseCode } as const;
    await addAttempt(portal, { whose: harbor, invoice }, change);
  }
}

async function unresolved(): Promise<void> {
  const invoice = await portal.invoice(harbor);
  await addAttempt(portal, { whose: harbor, invoice }, { state: 'UNKNOWN', nextCheckAt: now() });
}

async function webhook(): Promise<void> {
  const { companyId } = harbor;
  const event = { companyId, processor: 'payengine', eventType: 'x', receivedAt: now() } as const;
  await portal.deps.database.asSystem((tx) =>
    tx.insert(webhookEvents).values({ ...event, eventId: randomUUID() }),
  );
}

async function mail(): Promise<void> {
  const { companyId, customerId } = harbor;
  await portal.deps.database.asSystem((tx) =>
    notify(tx, { companyId, customerId, template: 'receipt', data: {}, at: now() }),
  );
}

async function events(count: number): Promise<void> {
  const { companyId } = harbor;
  const event = { companyId, topic: 'payment_processing', payload: {}, createdAt: now() };
  await portal.deps.database.asSystem((tx) =>
    tx.insert(outbox).values(Array.from({ length: count }, () => event)),
  );
}

/** The queue uses the Postgres clock. */
async function jobs(count: number, name: string): Promise<void> {
  await portal.deps.database.pool.query(
    `select enqueue_job('due_work', '{}', '2026-01-01', $1 || '-' || number)
     from generate_series(1, $2) as number`,
    [name, count],
  );
}

async function addRefunds(count: number, heldAt: Instant | null): Promise<void> {
  const { companyId, customerId } = harbor;
  for (let index = 0; index < count; index += 1) {
    const invoice = await portal.invoice(harbor);
    const attemptId = await addAttempt(portal, { whose: harbor, invoice });
    const whose = { companyId, customerId, attemptId };
    const refund = { ...whose, id: randomUUID(), amountCents: cents(100) };
    const at = { createdAt: now(), nextTryAt: now(), heldAt };
    await portal.deps.database.asSystem((tx) =>
      tx.insert(refunds).values({ ...refund, origin: 'OVERPAYMENT', state: 'REQUESTED', ...at }),
    );
  }
}

async function compared(): Promise<void> {
  const { companyId } = harbor;
  await portal.deps.database.asSystem((tx) =>
    insertReconciliation(tx, {
      companyId,
      id: randomUUID(),
      processor: 'payengine',
      coversFrom: addMs(now(), -HOUR_MS),
      coversTo: now(),
      finishedAt: now(),
      differences: {},
      isClean: true,
      differing: null,
    }),
  );
}

async function signInMails(count: number): Promise<void> {
  const hit = { key: 'mailsInAll:all', by: count, resetsAt: addMs(now(), HOUR_MS) };
  await portal.deps.database.asSystem((tx) => countHits(tx, [hit], now()));
}

type Story = {
  below(): Promise<unknown>;
  last(): Promise<unknown>;
  after: string;
};

async function passes(ms: number): Promise<void> {
  portal.later(ms);
}

const NO_PROCESS = 'delete from operator.processes';

async function processSeen(seconds: number, measures: readonly object[] = []): Promise<void> {
  await query(NO_PROCESS);
  await portal.pool.query(
    `insert into operator.processes (id, host, pid, role, seen_at, measures)
     values ($1, 'a', 1, 'all', now() - $2 * interval '1 second', $3)`,
    [randomUUID(), seconds, JSON.stringify(measures)],
  );
}

/** A report of one process about itself. The step below has the last value before the threshold. */
function reported(name: AlarmName, { below, at }: { below: number; at: number }): Story {
  const report = (value: number) => () => processSeen(0, [{ name, labels: {}, value }]);
  return { below: report(below), last: report(at), after: NO_PROCESS };
}

async function jobSucceeded(task: string, ago: string): Promise<void> {
  await portal.pool.query(
    `insert into operator.job_runs (task, succeeded_at) values ($1, now() - $2::interval)
     on conflict (task) do update set succeeded_at = excluded.succeeded_at`,
    [task, ago],
  );
}

async function found(task: string, findings: number, unchecked = 0): Promise<void> {
  await portal.pool.query(
    `insert into operator.job_runs (task, findings, unchecked) values ($1, $2, $3)
     on conflict (task) do update
       set findings = excluded.findings, unchecked = excluded.unchecked`,
    [task, findings, unchecked],
  );
}

async function endpointFailing(): Promise<void> {
  await portal.pool.query(
    `insert into webhook_endpoints (company_id, id, url, state, secret_sealed, fanned_out_to, failing_since, created_at)
     values ($1, $2, 'https://a.example', 'ACTIVE', '', 0, $3, $3)`,
    [harbor.companyId, randomUUID(), now()],
  );
}

async function apiKey(): Promise<void> {
  await portal.pool.query(
    `insert into api_keys (company_id, id, name, scopes, key_hash, hint, created_at, last_used_at, expires_at)
     values ($1, $2, 'a', array['read'], 'h', 'h', $3, $3, $3::timestamptz + interval '7 days 1 second')`,
    [harbor.companyId, randomUUID(), now()],
  );
}

async function brokenConnection(isBroken: boolean): Promise<void> {
  const [problem, since] = isBroken ? ['KEY_REFUSED', now()] : [null, null];
  await portal.pool.query(
    `insert into processor_connections (company_id, problem, problem_since, check_at)
     values ($1, $2, $3, '2030-01-01')
     on conflict (company_id) do update set problem = $2, problem_since = $3`,
    [harbor.companyId, problem, since],
  );
}

async function reads(count: number): Promise<void> {
  await portal.pool.query(
    `insert into audit (company_id, actor, action, subject, detail, at)
     select $1, 'staff:1', 'customer.read', 'customer:' || n, '{}', $2 from generate_series(1, $3) n`,
    [harbor.companyId, now(), count],
  );
}

async function bulkMail(): Promise<void> {
  const { companyId } = harbor;
  const row = { companyId, topic: 'mail', isBulk: true, payload: {}, createdAt: now() };
  await portal.deps.database.asSystem((tx) => tx.insert(outbox).values(row));
}

const STORIES: Readonly<Record<Exclude<AlarmName, 'database_down'>, Story>> = {
  worker_silent_seconds: {
    below: () => processSeen(50),
    last: () => processSeen(61),
    after: NO_PROCESS,
  },
  processes_lost: { below: () => processSeen(40), last: () => processSeen(46), after: NO_PROCESS },
  processor_failing_seconds: reported('processor_failing_seconds', { below: 59, at: 60 }),
  circuits_open: reported('circuits_open', { below: 0, at: 1 }),
  log_lines_lost: reported('log_lines_lost', { below: 0, at: 1 }),
  certificate_days_left: reported('certificate_days_left', { below: 14, at: 13.9 }),
  job_overdue_seconds: {
    below: () => jobSucceeded('due_work', '2 hours 59 minutes'),
    last: () => jobSucceeded('due_work', '3 hours 1 second'),
    after: 'delete from operator.job_runs',
  },
  job_lag_seconds: {
    below: () =>
      query(`select enqueue_job('due_work', '{}', now() - interval '9 minutes', 'late')`),
    last: () =>
      query(`update graphile_worker._private_jobs set run_at = now() - interval '10 minutes'`),
    after: 'delete from graphile_worker._private_jobs',
  },
  invariant_violations: {
    below: () => found('check_invariants', 0),
    last: () => found('check_invariants', 2),
    after: 'delete from operator.job_runs',
  },
  invariants_unchecked: {
    below: () => found('check_invariants', 0, 0),
    last: () => found('check_invariants', 0, 1),
    after: 'delete from operator.job_runs',
  },
  audit_chains_broken: {
    below: () => found('verify_audit', 0),
    last: () => found('verify_audit', 1),
    after: 'delete from operator.job_runs',
  },
  webhook_endpoints_failing: {
    below: async () => endpointFailing().then(() => passes(15 * MINUTE_MS - 1000)),
    last: () => passes(2000),
    after: 'delete from webhook_endpoints',
  },
  processor_problems: {
    below: () => brokenConnection(false),
    last: () => brokenConnection(true),
    after: 'delete from processor_connections',
  },
  companies_unreconciled: {
    below: () =>
      portal.pool.query('update companies set created_at = $1', [addMs(now(), -36 * HOUR_MS)]),
    last: () => passes(1000),
    after: `update companies set created_at = '2030-01-01'`,
  },
  api_keys_expiring: {
    below: () => apiKey(),
    last: () => passes(1000),
    after: 'delete from api_keys',
  },
  unusual_readers: {
    below: () => reads(199),
    last: () => reads(1),
    after: 'delete from audit',
  },
  bulk_mail_lag_seconds: {
    below: async () => bulkMail().then(() => passes(6 * HOUR_MS - 1000)),
    last: () => passes(1000),
    after: 'update outbox set delivered_at = now()',
  },
  unresolved_oldest_seconds: {
    below: async () => unresolved().then(() => passes(HOUR_MS - 1000)),
    last: () => passes(1000),
    after: `update attempts set state = 'FAILED' where state = 'UNKNOWN'`,
  },
  webhook_lag_seconds: {
    below: async () => webhook().then(() => passes(10 * MINUTE_MS - 1000)),
    last: () => passes(1000),
    after: 'update webhook_events set processed_at = now()',
  },
  mail_lag_seconds: {
    below: async () => mail().then(() => passes(15 * MINUTE_MS - 1000)),
    last: () => passes(1000),
    after: 'update outbox set delivered_at = now()',
  },
  events_waiting: {
    below: () => events(499),
    last: () => events(1),
    after: 'update outbox set delivered_at = now()',
  },
  jobs_waiting: {
    below: () => query('delete from graphile_worker._private_jobs').then(() => jobs(999, 'job')),
    last: () => jobs(1, 'last'),
    after: 'delete from graphile_worker._private_jobs',
  },
  refunds_open: {
    below: () => addRefunds(19, null),
    last: () => addRefunds(1, null),
    after: `update refunds set state = 'SUCCEEDED'`,
  },
  refunds_in_review: {
    below: () => addRefunds(1, null),
    last: () => addRefunds(1, now()),
    after: `update refunds set state = 'SUCCEEDED'`,
  },
  reconciliation_age_seconds: {
    below: async () => compared().then(() => passes(36 * HOUR_MS - 1000)),
    last: () => passes(1000),
    after: 'delete from latest_reconciliations',
  },
  companies_held: {
    below: () => query('update companies set charges_held_since = null'),
    last: () => query('update companies set charges_held_since = now()'),
    after: 'update companies set charges_held_since = null',
  },
  sign_in_mails_ratio: {
    below: () => signInMails(portal.deps.limits.mailsInAll.count / 2 - 1),
    last: () => signInMails(1),
    after: 'delete from limits.counters',
  },
  return_rate_alarm: {
    below: async () => debits(37, 'SUCCEEDED').then(() => debits(2, 'RETURNED')),
    last: () => debits(1, 'RETURNED'),
    after: 'select 1',
  },
  return_rate_over: {
    below: () => debits(3, 'RETURNED'),
    last: () => debits(1, 'RETURNED'),
    after: 'select 1',
  },
  clock_skew_seconds: {
    below: () => passes(Date.parse(systemClock.now()) - Date.parse(now())),
    last: () => passes(MINUTE_MS),
    after: 'select 1',
  },
};

const raised = async () => toAlarms(await readOpsMetrics(portal.deps)).map(({ name }) => name);

async function onThePage(): Promise<Record<string, number>> {
  const families = readMetrics(await createMetrics(portal.deps).read());
  const samples = families.find(({ name }) => name === 'quittance_alarm')?.samples ?? [];
  return Object.fromEntries(samples.map(({ labels, value }) => [labels['alarm'] ?? '', value]));
}

describe('An alarm', () => {
  it.each(Object.entries(STORIES))(
    'the alarm of %s is raised at its threshold',
    async (name, story) => {
      await story.below();
      expect(await raised()).not.toContain(name);
      expect(await onThePage()).toMatchObject({ [name]: 0 });
      await story.last();
      expect(await raised()).toContain(name);
      expect(await onThePage()).toMatchObject({ [name]: 1 });
      await query(story.after);
    },
  );

  it('every alarm has a section for on-call', () => {
    const page = readFileSync(new URL('../../../../docs/on-call.md', import.meta.url), 'utf8');
    const sections = [...page.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(sections.sort()).toEqual([...ALARM_NAMES].sort());
  });
});
