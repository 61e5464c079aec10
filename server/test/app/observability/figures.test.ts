/** Operator monitoring: the metrics, their alarms, the metrics page, and the limit on returns. */
import { DAY_MS } from '@quittance/contract/durations';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toAlarms } from '../../../src/app/observability/alarms.ts';
import { createMetrics, type Metrics } from '../../../src/app/observability/metrics.ts';
import { registerMetrics } from '../../../src/app/observability/metrics-route.ts';
import { readOpsMetrics } from '../../../src/app/observability/ops-metrics.ts';
import { refuseNewBankAccounts } from '../../../src/ledger/ach-return-rate.ts';
import { AnswerLost } from '../../../src/platform/outbound/http-client.ts';
import type { TestCompany } from '../../world/company.ts';
import { type OwnPortal, openOwnPortal } from '../../world/own-portal.ts';
import { addAttempt } from '../../world/own-rows.ts';

const TOKEN = 'a-token-of-the-operator';

let portal: OwnPortal;
let harbor: TestCompany;
let metrics: Metrics;
let app: FastifyInstance;

beforeAll(async () => {
  portal = await openOwnPortal();
  harbor = await portal.company();
  metrics = createMetrics(portal.deps);
  app = Fastify();
  registerMetrics(app, metrics, TOKEN);
});
afterAll(async () => {
  await app.close();
  await portal.close();
});

async function debit(state: 'SUCCEEDED' | 'RETURNED', responseCode: string | null = null) {
  const invoice = await portal.invoice(harbor);
  await addAttempt(portal, { whose: harbor, invoice }, { method: 'ACH', state, responseCode });
}

const read = (authorization?: string) =>
  app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });

describe('The metrics page', () => {
  it('the metrics page returns 404 without the token', async () => {
    expect((await read()).statusCode).toBe(404);
    expect((await read('Bearer wrong')).statusCode).toBe(404);
    const closed = Fastify();
    registerMetrics(closed, metrics, null);
    const asked = { url: '/metrics', headers: { authorization: 'Bearer ' } };
    expect((await closed.inject(asked)).statusCode).toBe(404);
    await closed.close();
  });

  it('the metrics page shows payments, queues, alarms and processor latencies', async () => {
    await debit('SUCCEEDED');
    const http = metrics.timed(
      {
        async call({ url }) {
          if (url.endsWith('lost')) throw new AnswerLost('ECONNRESET');
          return { status: 201, body: '' };
        },
        close: async () => undefined,
      },
      () => 'payengine',
    );
    const call = { method: 'GET', headers: {} } as const;
    await http.call({ ...call, url: 'https://processor.test/x' });
    await expect(http.call({ ...call, url: 'https://processor.test/lost' })).rejects.toThrow();
    metrics.requestLimited('publicReads');
    metrics.requestCompleted({ method: 'GET', route: '/api/ready', status: 200, ms: 20 });
    metrics.jobCompleted({ task: 'due_work', isDone: true, ms: 20 });
    const answer = await read(`Bearer ${TOKEN}`);
    expect(answer.headers['content-type']).toContain('text/plain');
    for (const line of [
      'quittance_payments{state="SUCCEEDED",method="ACH",processor="payengine"} 1',
      'quittance_unresolved_attempts 0',
      'quittance_jobs_waiting 0',
      'quittance_webhook_lag_seconds 0',
      'quittance_mails_waiting 0',
      'quittance_invariant_violations 0',
      'quittance_alarm{alarm="mail_lag_seconds"} 0',
      'quittance_database_down 0',
      'quittance_rate_limited_total{limit="publicReads"} 1',
      'quittance_http_request_seconds_count{method="GET",route="/api/ready",status="2xx"} 1',
      'quittance_job_seconds_count{job="due_work",outcome="done"} 1',
      'quittance_processor_seconds_count{processor="payengine",outcome="2xx"} 1',
      'quittance_processor_seconds_count{processor="payengine",outcome="lost"} 1',
    ]) {
      expect(answer.body.split('\n')).toContain(line);
    }
  });
});

describe('An alarm', () => {
  /** The clock of this test differs from the database clock. */
  const raised = async () =>
    toAlarms(await readOpsMetrics(portal.deps)).filter(({ name }) => name !== 'clock_skew_seconds');

  it('an outcome that is unknown for an hour raises an alarm', async () => {
    const invoice = await portal.invoice(harbor);
    const nextCheckAt = portal.deps.clock.now();
    await addAttempt(portal, { whose: harbor, invoice }, { state: 'UNKNOWN', nextCheckAt });
    portal.later(59 * 60 * 1000);
    expect(await raised()).toEqual([]);
    portal.later(60 * 1000);
    expect(await raised()).toMatchObject([
      { name: 'unresolved_oldest_seconds', message: 'the outcome of a payment is unknown' },
    ]);
    await portal.pool.query(`update attempts set state = 'FAILED' where state = 'UNKNOWN'`);
  });
});

describe('Bank debits that come back (product §4)', () => {
  it('returned bank debits at the limit block new bank accounts, but not cards, for sixty days', async () => {
    const { companyId } = harbor;
    const enrol = (kind: 'ach' | 'card') => refuseNewBankAccounts(portal.deps, { companyId, kind });
    for (let count = 0; count < 2; count += 1) await debit('RETURNED', 'R10');
    await enrol('ach');
    await debit('RETURNED', 'R10');
    await expect(enrol('ach')).rejects.toMatchObject({ code: 'METHOD_RESTRICTED' });
    await enrol('card');
    const names = toAlarms(await readOpsMetrics(portal.deps)).map(({ name }) => name);
    expect(names).toContain('return_rate_over');
    portal.later(60 * DAY_MS);
    await enrol('ach');
  });
});
