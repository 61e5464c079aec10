/**
 * A company refunds money, resolves payments that the processor does not report, and settles for less (R11, R39,
 * R40).
 */
import { HOUR_MS } from '@quittance/contract/durations';
import { describe, expect, it } from 'vitest';
import { oneOf } from '../../../domain/test/full-run.ts';
import { findNewestAttempt } from '../../src/ledger/attempts.ts';
import { makeRefunds } from '../../src/payments/reconciliation/refund-credits.ts';
import { lockWaits } from '../lock-waits.ts';
import { addSchedule } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { startPlan } from '../world/planning.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { signInByLink } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

const world = useWorld();

type BilledInvoice = { company: TestCompany; invoice: TestInvoice; call: Provider };

async function billed(
  processor: 'stripe' | 'payengine' | 'fiserv' = 'payengine',
): Promise<BilledInvoice> {
  const company = await world.company({ processor });
  const invoice = await world.invoice(company);
  return { company, invoice, call: await createProvider(world, company) };
}

async function newestPayment({ companyId, requestId }: TestInvoice): Promise<string> {
  const attempt = await world.deps.database.asSystem((tx) =>
    findNewestAttempt(tx, { companyId, requestId }),
  );
  return attempt?.id ?? '';
}

const lines = async (invoice: TestInvoice) => (await world.statement(invoice)).split('\n');

describe.each(oneOf(['stripe', 'payengine', 'fiserv'] as const, 2))(
  'A refund by the company at %s',
  (processor) => {
    it('a refund is made once, in parts up to the payment, and reopens the invoice on request', async () => {
      const { company, invoice, call } = await billed(processor);
      await world.payer(company, invoice).pay();
      const id = await newestPayment(invoice);
      const part = { body: { amount: 3330, reason: 'One item was missing' }, key: 'part' };
      const first = await call('POST', `/payments/${id}/refunds`, part);
      expect(first.body).toMatchObject({ origin: 'PROVIDER', state: 'REQUESTED', amount: 3330 });
      expect((await call('POST', `/payments/${id}/refunds`, part)).body).toEqual(first.body);
      const tooMuch = { body: { amount: 7001, reason: 'Everything' }, key: 'too much' };
      expect((await call('POST', `/payments/${id}/refunds`, tooMuch)).body.code).toBe(
        'REFUND_TOO_LARGE',
      );

      await makeRefunds(world.deps);
      const rest = { body: { reason: 'Everything' }, key: 'rest' };
      expect((await call('POST', `/payments/${id}/refunds`, rest)).body.amount).toBe(7000);
      await makeRefunds(world.deps);
      const { body } = await call('GET', `/payments/${id}/refunds`);
      const byAmount = (one: { amount: number }, other: { amount: number }) =>
        one.amount - other.amount;
      expect(body.data.sort(byAmount)).toMatchObject([
        { state: 'SUCCEEDED', amount: 3330, principal: 3224 },
        { state: 'SUCCEEDED', amount: 7000, principal: 6776 },
      ]);
      expect((await call('GET', `/payments/${id}`)).body).toMatchObject({
        state: 'SUCCEEDED',
        refunded: 10_330,
      });
      const [record] = await world.sandbox.records(company.merchant);
      expect(record).toMatchObject({ refundedCents: 10_330 });
      expect((await lines(invoice))[0]).toBe('invoice COLLECTED $100.00 of $100.00');

      const reopening = { body: { reason: 'Bill it again' }, key: 'reopen' };
      const reopened = await call('POST', `/invoices/${invoice.invoiceId}/reopen`, reopening);
      expect(reopened.body).toMatchObject({ status: 'DUE', balance: 10_000 });
      await world.payer(company, invoice).pay();
      expect((await lines(invoice))[0]).toBe('invoice COLLECTED $100.00 of $100.00');
    });
  },
);

describe('A held payment', () => {
  async function held(): Promise<BilledInvoice & { id: string }> {
    const setting = await billed();
    const { company, invoice } = setting;
    const { merchant } = company;
    await world.sandbox.fault({
      merchant,
      operation: 'charge',
      fault: 'http_500_before',
      times: 1,
    });
    await world.payer(company, invoice).pay();
    return { ...setting, id: await newestPayment(invoice) };
  }

  it('a company can decide a held payment after an hour, and the invoice becomes payable again', async () => {
    const { company, invoice, call, id } = await held();
    const decision = { body: { outcome: 'not_paid', reason: 'Not in the records' }, key: 'decide' };
    const early = await call('POST', `/payments/${id}/decide`, decision);
    expect(early.body.code).toBe('PAYMENT_NOT_HELD');
    expect((await call('GET', '/payments?isHeld=true')).body.data).toEqual([]);

    await world.later(HOUR_MS + 60_000);
    expect((await call('GET', '/payments?isHeld=true')).body.data).toMatchObject([{ id }]);
    const decided = await call('POST', `/payments/${id}/decide`, decision);
    expect(decided.body).toMatchObject({ state: 'FAILED', responseCode: 'never_seen' });
    expect((await lines(invoice))[0]).toBe('invoice DUE $0.00 of $100.00');
    await world.payer(company, invoice).pay();
    expect((await lines(invoice))[0]).toBe('invoice COLLECTED $100.00 of $100.00');
  });

  it('concurrent calls decide a held payment once, and the reference of another payment is refused', async () => {
    const { company, invoice, call, id } = await held();
    const other = await world.invoice(company);
    await world.payer(company, other).pay();
    await world.later(HOUR_MS + 60_000);
    const { body: paid } = await call('GET', `/payments/${await newestPayment(other)}`);
    const decide = (key: string, decision: object) =>
      call('POST', `/payments/${id}/decide`, { body: { reason: 'Looked up', ...decision }, key });
    const foreign = { outcome: 'paid', processorReference: paid.processorReference };
    expect(await decide('foreign', foreign)).toMatchObject({
      status: 409,
      body: { code: 'PROCESSOR_REFERENCE_ALREADY_USED' },
    });

    const { pool } = world.deps.database;
    const client = await pool.connect();
    await client.query('begin');
    const { companyId, invoiceId } = invoice;
    const key = [companyId, invoiceId];
    await client.query('select from invoices where company_id = $1 and id = $2 for update', key);
    const first = decide('not paid', { outcome: 'not_paid' });
    await expect.poll(() => lockWaits(pool), { timeout: 30_000 }).toBe(1);
    const second = decide('paid', { outcome: 'paid', processorReference: 'txn_found' });
    await expect.poll(() => lockWaits(pool), { timeout: 30_000 }).toBe(2);
    await client.query('commit');
    client.release();
    expect(await first).toMatchObject({ status: 200, body: { state: 'FAILED' } });
    expect(await second).toMatchObject({ status: 409, body: { code: 'PAYMENT_NOT_HELD' } });
    expect((await lines(invoice))[0]).toBe('invoice DUE $0.00 of $100.00');
  });
});

describe('A dispute by the customer', () => {
  it('a dispute stops payments until it is resolved', async () => {
    const { company, invoice, call } = await billed();
    const path = `/invoices/${invoice.invoiceId}`;
    const disputed = await call('POST', `${path}/dispute`, { body: { reason: 'Wrong tooth' } });
    expect(disputed.body.status).toBe('DISPUTED');
    const again = await call('POST', `${path}/dispute`, { body: { reason: 'Wrong tooth' } });
    expect(again.body.code).toBe('PREVIOUS_DISPUTE_IS_NOT_ANSWERED');
    expect((await world.payer(company, invoice).pay()).success).toBe(false);
    const resolved = await call('POST', `${path}/resolve`, { body: { reason: 'Explained' } });
    expect(resolved.body.status).toBe('DUE');
    expect((await world.payer(company, invoice).pay()).success).toBe(true);
    const events = (await call('GET', '/events')).body.data;
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      'invoice.disputed',
      'invoice.resolved',
      'invoice.paid',
      'payment.succeeded',
    ]);
  });
});

describe('An offer to settle for less', () => {
  it('an offer is paid as offered, can be withdrawn, and must be less than the amount owed', async () => {
    const { company, invoice, call } = await billed();
    const path = `/invoices/${invoice.invoiceId}/offer`;
    const whole = await call('POST', path, { body: { amount: 10_000 }, key: 'whole' });
    expect(whole.body.code).toBe('OFFER_NOT_POSSIBLE');
    const offered = await call('POST', path, { body: { amount: 6000 }, key: 'offer' });
    expect(offered.body).toMatchObject({ offer: 6000, balance: 10_000 });
    expect((await call('DELETE', path)).body.offer).toBeNull();
    await call('POST', path, { body: { amount: 7000 }, key: 'second offer' });
    await world.payer(company, invoice).pay();
    expect((await lines(invoice)).slice(0, 2)).toEqual([
      'invoice COLLECTED $100.00 of $100.00',
      'compensation SUCCEEDED $30.00 + $0.00',
    ]);
  });
});

describe('An arrangement that the company cancels', () => {
  it('a canceled schedule or plan ends, and the remaining amount is payable at once', async () => {
    const { company, invoice, call } = await billed();
    const { methodId } = await world.method(company);
    await addSchedule(world.deps, { company, invoice, methodId }, 5);
    const path = `/invoices/${invoice.invoiceId}`;
    expect((await call('GET', path)).body.status).toBe('PAYMENT_EXTENSION');
    const reason = { reason: 'On the phone' };
    const canceled = await call('POST', `${path}/cancel-schedule`, {
      body: reason,
      key: 'schedule',
    });
    expect(canceled.body).toMatchObject({ status: 'DUE', balance: 10_000 });
    const none = await call('POST', `${path}/cancel-plan`, { body: reason, key: 'no plan' });
    expect(none.body.code).toBe('NOT_FOUND');

    await startPlan(
      world,
      { caller: signInByLink(world, invoice), company, invoice },
      { count: 2 },
    );
    expect((await call('GET', path)).body).toMatchObject({ status: 'PAYMENT_PLAN_IN_PROGRESS' });
    const ended = await call('POST', `${path}/cancel-plan`, { body: reason, key: 'plan' });
    expect(ended.body).toMatchObject({ status: 'DUE', balance: 5000 });
  });
});
