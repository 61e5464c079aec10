/**
 * Every alarm in docs/operations.md is silent one step below its threshold and raised at it, both in the metrics
 * and on the page that Prometheus reads.
 */

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Instant } from '@quittance/contract/dates';
import { HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../../src/app/observability/metrics.ts';
import {
  readOpsMetrics,
  THRESHOLDS,
  toAlarms,
} from '../../../src/app/observability/ops-metrics.ts';
import { notify } from '../../../src/customers/mail/notify.ts';
import { addMs, systemClock } from '../../../src/kernel/clock.ts';
import { countHits } from '../../../src/platform/limits/limit-counters.ts';
import { outbox, webhookEvents } from '../../../src/schema/operations.ts';
import { reconciliations } from '../../../src/schema/reconciliations.ts';
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
    tx.insert(reconciliations).values({
      companyId,
      id: randomUUID(),
      processor: 'payengine',
      coversFrom: addMs(now(), -HOUR_MS),
      coversTo: now(),
      finishedAt: now(),
      differences: {},
      isClean: true,
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

const STORIES: Readonly<Record<keyof typeof THRESHOLDS, Story>> = {
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
    after: 'delete from reconciliations',
  },
  companies_held: {
    below: () => query('update companies set charges_held_since = null'),
    last: () => query('update companies set charges_held_since = now()'),
    after: 'update companies set charges_held_since = null',
  },
  sign_in_mails: {
    below: () => signInMails(999),
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

  it('the nightly check raises the alarm for a broken invariant', async () => {
    const metrics = createMetrics(portal.deps);
    const read = async () => {
      portal.later(MINUTE_MS);
      return (await metrics.read()).split('\n');
    };
    metrics.invariantsChecked(0);
    expect(await read()).toContain('quittance_alarm{alarm="invariant_violations"} 0');
    metrics.invariantsChecked(2);
    const lines = await read();
    expect(lines).toContain('quittance_invariant_violations 2');
    expect(lines).toContain('quittance_alarm{alarm="invariant_violations"} 1');
  });

  it('every alarm is named in the operator documentation', () => {
    const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
    for (const name of Object.keys(THRESHOLDS)) expect(page).toContain(`\`${name}\``);
  });
});

describe('The page of metrics', () => {
  it('the metrics page passes a strict parser and contains no personal data', async () => {
    const families = readMetrics(await createMetrics(portal.deps).read());
    const ours = families.filter(({ name }) => !/_(?:process|nodejs)_/.test(name));
    const names = ours.map(({ name }) => name.replace('quittance_', ''));
    expect(names).toEqual(
      expect.arrayContaining(['payments', 'processor_seconds', 'jobs_waiting']),
    );
    const labels = ours.flatMap(({ samples }) => samples.flatMap((s) => Object.keys(s.labels)));
    const allowed = ['alarm', 'company', 'kind', 'method', 'processor', 'state'];
    expect(labels.filter((label) => !allowed.includes(label))).toEqual([]);
  });

  it.each([
    ['# HELP a b\na 1\n', 'a sample without its type'],
    ['# HELP a b\n# TYPE a gauge\na 1\na 2\n', 'a series twice'],
    ['# HELP a b\n# TYPE a gauge\na one\n', 'not a number'],
    ['# HELP a b\n# TYPE a gauge\na{x="1} 1\n', 'not a label'],
    ['# HELP a b\n# TYPE a gauge\na 1', 'no end of line'],
    ['# HELP a b\n# TYPE a histogram\na_bucket{le="+Inf"} 2\na_count 3\n', 'does not add up'],
  ])('the strict parser of the metrics page refuses %j', (text, why) => {
    expect(() => readMetrics(text)).toThrow(why);
  });
});
