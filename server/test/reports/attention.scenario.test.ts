/** A company's attention items (R76): found at their source, settled by their own call, or acknowledged. */

import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@quittance/contract/durations';
import { describe, expect, it } from 'vitest';
import { makeRefunds } from '../../src/payments/reconciliation/refund-credits.ts';
import { addSchedule } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { startPlan } from '../world/planning.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { BANK_ACCOUNTS } from '../world/sandbox-process.ts';
import { signInByLink } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

const world = useWorld();

type Desk = { company: TestCompany; invoice: TestInvoice; call: Provider };

async function desk(): Promise<Desk> {
  const company = await world.company();
  const invoice = await world.invoice(company);
  return { company, invoice, call: await createProvider(world, company) };
}

type Item = { id: string; kind: string; allowedDecisions: string[]; paymentId: string | null };

async function readItems(call: Provider, query = ''): Promise<Item[]> {
  return (await call('GET', `/attention${query}`)).body.data;
}

const readKinds = async (call: Provider) => (await readItems(call)).map(({ kind }) => kind);
const query = (text: string, values: unknown[]) => world.deps.database.pool.query(text, values);

async function holdPayment({ company, invoice }: Desk): Promise<void> {
  const { merchant } = company;
  await world.sandbox.fault({ merchant, operation: 'charge', fault: 'http_500_before', times: 1 });
  await world.payer(company, invoice).pay();
  await world.later(HOUR_MS + 60_000);
}

describe('The attention list (R76)', () => {
  it('a held payment needs attention until it is decided', async () => {
    const held = await desk();
    await holdPayment(held);
    const { call, invoice } = held;
    const [item] = await readItems(call, '?kind=HELD_PAYMENT');
    expect(item).toMatchObject({
      kind: 'HELD_PAYMENT',
      invoice: { id: invoice.invoiceId, accountRef: invoice.accountRef },
      amount: 10_330,
      allowedDecisions: ['decidePayment'],
    });
    const decision = { outcome: 'not_paid', reason: 'Not in the records' };
    await call('POST', `/payments/${item?.paymentId}/decide`, { body: decision, key: 'decide' });
    expect(await readItems(call, '?kind=HELD_PAYMENT')).toEqual([]);
  });

  it('a returned debit needs attention until it is acknowledged, and the audit trail records this once', async () => {
    const { company, invoice, call } = await desk();
    await world.payer(company, invoice).pay({ bank: BANK_ACCOUNTS.noFunds });
    await world.later(5 * DAY_MS);
    const [item] = await readItems(call, '?kind=RETURNED_PAYMENT');
    expect(item).toMatchObject({ facts: { method: 'ACH', state: 'RETURNED' } });
    expect((await call('GET', '/attention/counts')).body.counts.RETURNED_PAYMENT).toBe(1);
    const body = { reason: 'Called the customer' };
    const seen = await call('POST', `/attention/${item?.id}/acknowledge`, { body });
    expect(seen.status).toBe(200);
    expect((await call('POST', `/attention/${item?.id}/acknowledge`, { body })).body).toEqual(
      seen.body,
    );
    expect(await readItems(call, '?kind=RETURNED_PAYMENT')).toEqual([]);
    const { rows } = await query(
      `select detail ->> 'kind' as kind from audit where company_id = $1 and action = 'attention.acknowledged'`,
      [company.companyId],
    );
    expect(rows).toEqual([{ kind: 'RETURNED_PAYMENT' }]);
    const { history } = (await call('GET', `/payments/${item?.paymentId}`)).body;
    const steps = history.map(({ step }: { step: string }) => step);
    expect(steps[0]).toBe('RECORDED');
    expect(steps).toEqual(expect.arrayContaining(['PENDING', 'RETURNED', 'EVENT_RECORDED']));
    expect(steps.at(-1)).toBe('ACKNOWLEDGED');
  });

  it('a return names the status of its invoice, and is closed when the invoice is paid another way', async () => {
    const { company, invoice, call } = await desk();
    await world.payer(company, invoice).pay({ bank: BANK_ACCOUNTS.noFunds });
    await world.later(5 * DAY_MS);
    const [item] = await readItems(call, '?kind=RETURNED_PAYMENT');
    expect(item).toMatchObject({ invoice: { id: invoice.invoiceId, status: 'DUE' } });
    await world.payer(company, invoice).pay();
    expect(await readItems(call, '?kind=RETURNED_PAYMENT')).toEqual([]);
    expect((await call('GET', '/attention/counts')).body.total).toBe(0);
  });

  it('a question needs attention until it is answered, and a bounced address until its replacement', async () => {
    const { company, invoice, call } = await desk();
    const asked = { kind: 'QUESTION', text: 'What is this for?' };
    const path = `request/${invoice.requestId}/inquiries`;
    await signInByLink(world, invoice).call({ method: 'POST', path, body: asked });
    await query(
      `insert into contacts (company_id, id, customer_id, type, value, is_primary, bounced_at, created_at)
       values ($1, $2, $3, 'EMAIL', 'gone@example.com', true, $4, $4)`,
      [company.companyId, randomUUID(), company.customerId, world.deps.clock.now()],
    );
    expect((await readKinds(call)).sort()).toEqual(['BOUNCED_MAIL', 'INQUIRY']);
    const [question] = await readItems(call, '?kind=INQUIRY');
    const inquiryId = question?.id.split('.')[1];
    const answer = { answer: 'For the crown.' };
    await call('POST', `/inquiries/${inquiryId}/answer`, { body: answer });
    await call('PATCH', `/customers/${company.customerId}`, { body: { email: 'new@example.com' } });
    expect(await readKinds(call)).toEqual([]);
  });

  it('a suspended schedule, a paused endpoint and a stuck refund need attention until resolved', async () => {
    const { company, invoice, call } = await desk();
    const { companyId } = company;
    const { methodId } = await world.method(company);
    await addSchedule(world.deps, { company, invoice, methodId }, 3);
    await query(
      `update schedules set state = 'SUSPENDED', suspended_at = now() where company_id = $1`,
      [companyId],
    );
    const { body: endpoint } = await call('POST', '/webhook-endpoints', {
      body: { url: 'https://example.com/hook' },
    });
    await query(`update webhook_endpoints set state = 'PAUSED' where id = $1`, [endpoint.id]);
    const paid = await world.invoice(company);
    await world.payer(company, paid).pay();
    const [payment] = (await call('GET', '/payments?state=SUCCEEDED')).body.data;
    await call('POST', `/payments/${payment.id}/refunds`, {
      body: { amount: 100, reason: 'One item' },
      key: 'stuck',
    });
    await query(`update refunds set held_at = created_at where company_id = $1`, [companyId]);
    const items = await readItems(call);
    expect(items.map(({ kind, allowedDecisions }) => [kind, ...allowedDecisions]).sort()).toEqual([
      ['FAILING_ENDPOINT', 'resumeWebhookEndpoint'],
      ['STUCK_REFUND', 'decideRefund'],
      ['SUSPENDED_SCHEDULE', 'cancelSchedule'],
    ]);
    await query(`update refunds set held_at = null where company_id = $1`, [companyId]);
    await query(`update schedules set state = 'LIVE' where company_id = $1`, [companyId]);
    await makeRefunds(world.deps);
    await call('POST', `/webhook-endpoints/${endpoint.id}/resume`);
    expect(await readKinds(call)).toEqual([]);
  });

  it('an expiring card with a plan needs attention', async () => {
    const { company, invoice, call } = await desk();
    await startPlan(world, { caller: signInByLink(world, invoice), company, invoice });
    const cards = `update payment_methods set expires_year = 2026, expires_month = $2 where company_id = $1`;
    await query(cards, [company.companyId, 12]);
    const [item] = await readItems(call, '?kind=EXPIRING_METHOD');
    expect(item).toMatchObject({ facts: { date: '2026-12-31' }, allowedDecisions: [] });
    await query(cards, [company.companyId, 8]);
    expect(await readItems(call, '?kind=EXPIRING_METHOD')).toEqual([]);
  });

  it('the attention list is paged across all types, the longest waiting first', async () => {
    const { company, call } = await desk();
    const { companyId, customerId } = company;
    for (let hour = 0; hour < 5; hour += 1) {
      await query(
        `insert into contacts (company_id, id, customer_id, type, value, bounced_at, created_at)
         values ($1, gen_random_uuid(), $2, 'EMAIL', 'gone@example.com', date_trunc('second', now()) - $3 * interval '2 hours', now())`,
        [companyId, customerId, hour],
      );
      await query(
        `insert into webhook_endpoints (company_id, id, url, state, secret_sealed, fanned_out_to, failing_since, created_at)
         values ($1, gen_random_uuid(), 'https://example.com', 'ACTIVE', 'x', 0, date_trunc('second', now()) - $2 * interval '3 hours', now())`,
        [companyId, hour],
      );
    }
    const all = await readItems(call);
    const since = (await call('GET', '/attention')).body.data.map(
      (item: { since: string }) => item.since,
    );
    expect(since).toEqual([...since].sort());
    expect(all).toHaveLength(10);
    const paged: Item[] = [];
    let after: string | null = '';
    while (after !== null) {
      const { body } = await call('GET', `/attention?limit=3${after ? `&after=${after}` : ''}`);
      paged.push(...body.data);
      after = body.nextCursor;
    }
    expect(paged).toEqual(all);
    expect((await call('GET', '/attention?after=nonsense')).body.code).toBe('INVALID_REQUEST');
    await query('delete from webhook_endpoints where company_id = $1', [companyId]);
  });
});
