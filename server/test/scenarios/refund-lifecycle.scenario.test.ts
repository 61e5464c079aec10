/**
 * A refund counts as made only when the processor reports it (R80). While it is pending, nothing is posted. If it
 * fails later, the amount is owed to the customer again, and the company sends the refund again or pays it another
 * way.
 */
import { DAY_MS, HOUR_MS } from '@quittance/contract/durations';
import type { Refund } from '@quittance/contract/payments/refund-schemas';
import { describe, expect, it } from 'vitest';
import { oneOf } from '../../../domain/test/full-run.ts';
import { findNewestAttempt } from '../../src/ledger/attempts.ts';
import { processWebhooks } from '../../src/payments/reconciliation/receive-webhook.ts';
import { makeRefunds } from '../../src/payments/reconciliation/refund-credits.ts';
import { notifyCompanies } from '../../src/reports/notify-companies.ts';
import { mailsTo } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import type { TestProcessor } from '../world/merchant.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { BANK_ACCOUNTS, CARDS } from '../world/sandbox-process.ts';
import { payTogether } from '../world/several-invoices.ts';
import { signIn } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';
import { reconcileFor } from './reconciliation.ts';

const QUOTE = { amount: 5000, fee: 165 };

const world = useWorld();

type Paid = {
  company: TestCompany;
  invoice: TestInvoice;
  call: Provider;
  paymentId: string;
  charge: string;
};

async function paidAt(
  processor: TestProcessor,
  how: { card?: string; bank?: string } = {},
): Promise<Paid> {
  // For a debit, the text on the payer's page includes the support address. For a card, it does not.
  const notified = how.bank ? {} : { supportEmail: 'office@harbor.example' };
  const company = await world.company({ processor, ...notified });
  const invoice = await world.invoice(company);
  await world.payer(company, invoice).pay(how);
  if (how.bank) {
    await world.sandbox.settle();
    await world.lookAgain(invoice);
  }
  const { companyId, requestId } = invoice;
  const attempt = await world.deps.database.asSystem((tx) =>
    findNewestAttempt(tx, { companyId, requestId }),
  );
  const call = await createProvider(world, company);
  const charge = attempt?.processorReference ?? '';
  return { company, invoice, call, paymentId: attempt?.id ?? '', charge };
}

/** From now on, the processor delivers its events. Fiserv has none. */
async function listen({ company: { merchant, domain } }: Paid): Promise<void> {
  const url = `${world.url}/api/webhooks/${merchant.processor}/${domain}`;
  if (merchant.processor !== 'fiserv') await world.sandbox.sendWebhooksTo(merchant, url);
}

/** Receives the processor's event or, for Fiserv, runs the next reconciliation. */
async function hear({ company }: Paid): Promise<void> {
  if (company.merchant.processor === 'fiserv') {
    await reconcileFor(world, company);
    return;
  }
  await world.sandbox.flushWebhooks();
  await processWebhooks(world.deps);
}

type Order = { amount?: number; isOwedAgain?: true };

async function order({ call, paymentId }: Paid, ordering: Order = {}): Promise<string> {
  await world.later(HOUR_MS);
  const body = { reason: 'Returned goods', ...ordering };
  const ordered = await call('POST', `/payments/${paymentId}/refunds`, { body, key: 'order' });
  expect(ordered.body).toMatchObject({ state: 'REQUESTED' });
  await makeRefunds(world.deps);
  return ordered.body.id;
}

async function pendingRefund(paid: Paid, amount?: number): Promise<string> {
  const { merchant } = paid.company;
  await world.sandbox.fault({ merchant, operation: 'refund', fault: 'pending' });
  return order(paid, amount ? { amount } : {});
}

const readRefunds = async ({ call, paymentId }: Paid) =>
  (await call('GET', `/payments/${paymentId}/refunds`)).body.data;

const postings = async ({ invoice }: Paid) => (await world.statement(invoice)).split('\n').slice(4);

const readItems = async ({ call }: Paid, kind = 'FAILED_REFUND') =>
  (await call('GET', `/attention?kind=${kind}`)).body.data;

const readEvents = async ({ call }: Paid) =>
  (await call('GET', '/events')).body.data
    .map(({ type }: { type: string }) => type)
    .filter((type: string) => type.startsWith('refund.'));

describe.each(oneOf(['stripe', 'payengine', 'fiserv'] as const, 1))(
  'A refund that is pending at %s (R80)',
  (processor) => {
    it('a pending refund counts as made only when the processor confirms it', async () => {
      const paid = await paidAt(processor);
      await listen(paid);
      await pendingRefund(paid, 5165);
      expect(await readRefunds(paid)).toMatchObject([{ state: 'PENDING', principal: 0 }]);
      expect(await postings(paid)).toEqual([]);
      expect((await paid.call('GET', `/payments/${paid.paymentId}`)).body.refunded).toBe(0);
      const tooMuch = { body: { amount: 5166, reason: 'Again' }, key: 'too much' };
      const refused = await paid.call('POST', `/payments/${paid.paymentId}/refunds`, tooMuch);
      expect(refused.body.code).toBe('REFUND_TOO_LARGE');
      const customer = await signIn(world, paid.company);
      const path = `debtor/${paid.company.customerId}/transaction?limit=10`;
      const shown = async () => (await customer.call({ method: 'GET', path }))['transactions'];
      expect(await shown()).toMatchObject([
        { type: 'RETURN', status: 'PENDING', refund: 'ON_ITS_WAY', amount: 5165 },
        { type: 'PAYMENT', refund: null },
      ]);

      await world.sandbox.endRefund(paid.charge, 'succeeded');
      await hear(paid);
      expect(await readRefunds(paid)).toMatchObject([{ state: 'SUCCEEDED', principal: 5000 }]);
      expect(await postings(paid)).toEqual([
        `  clearing:${processor} → fee_income $1.65`,
        `  clearing:${processor} → receivable $50.00`,
      ]);
      expect(await shown()).toMatchObject([{ status: 'RETURN', refund: 'MADE' }, {}]);
      expect(await readEvents(paid)).toEqual(['refund.requested', 'refund.succeeded']);
    });

    it('a failed refund stays owed, with its reason, until the company sends it again', async () => {
      const paid = await paidAt(processor);
      await listen(paid);
      const id = await pendingRefund(paid);
      await world.sandbox.endRefund(paid.charge, 'failed', 'expired_or_canceled_card');
      await hear(paid);
      expect(await postings(paid)).toEqual([]);
      const [item] = await readItems(paid);
      expect(item).toMatchObject({
        amount: 10_330,
        paymentId: paid.paymentId,
        facts: { objectId: id, code: expect.stringMatching(/\S/) },
        allowedDecisions: ['decideRefund', 'acknowledgeAttention'],
      });
      await notifyCompanies(world.deps);
      expect(await mailsTo(world.deps, paid.company)).toContain('refund-failed $103.30');
      const { rows } = await world.deps.database.pool.query(
        `select payload -> 'content' ->> 'kind' as kind from outbox
         where company_id = $1 and payload -> 'content' ->> 'template' = 'company-notice'`,
        [paid.company.companyId],
      );
      expect(rows).toEqual([{ kind: 'REFUND_FAILED' }]);

      const again = { body: { decision: 'SEND_AGAIN', reason: 'New card' }, key: 'again' };
      const next = await paid.call('POST', `/refunds/${id}/decide`, again);
      expect(next.body).toMatchObject({ origin: 'PROVIDER', state: 'REQUESTED', amount: 10_330 });
      const twice = await paid.call('POST', `/refunds/${id}/decide`, { ...again, key: 'twice' });
      expect(twice.body.code).toBe('REFUND_NOT_FAILED');
      await makeRefunds(world.deps);
      expect(await readItems(paid)).toEqual([]);
      const refunds = await readRefunds(paid);
      expect(
        refunds.map(({ state, resolution }: Refund) => `${state} ${resolution}`).sort(),
      ).toEqual(['FAILED SENT_AGAIN', 'SUCCEEDED null']);
      expect(await reconcileFor(world, paid.company)).toMatchObject({ isClean: true });
    });
  },
);

async function computeBalance({ call, invoice }: Paid) {
  const { status, balance } = (await call('GET', `/invoices/${invoice.invoiceId}`)).body;
  return { status, balance };
}

async function readCredit({ company: { companyId } }: Paid): Promise<number> {
  const { rows } = await world.deps.database.pool.query(
    `select coalesce(sum(case when source like 'customer_credit:%' then amount_cents else -amount_cents end), 0)::int
       as credit from postings where company_id = $1
       and (source like 'customer_credit:%' or destination like 'customer_credit:%')`,
    [companyId],
  );
  return rows[0]?.credit;
}

const readInvoiceEvents = async ({ call }: Paid) =>
  (await call('GET', '/events')).body.data
    .map(({ type }: { type: string }) => type)
    .filter((type: string) => /^invoice.(paid|reopened)$/.test(type))
    .map((type: string) => type.slice('invoice.'.length));

async function failRefund(paid: Paid): Promise<void> {
  await listen(paid);
  await world.sandbox.endRefund(paid.charge, 'failed');
  await hear(paid);
}

async function sendAgain({ call }: Paid, id: string): Promise<void> {
  const again = { body: { decision: 'SEND_AGAIN', reason: 'Once more' }, key: 'again' };
  expect((await call('POST', `/refunds/${id}/decide`, again)).status).toBe(201);
  await makeRefunds(world.deps);
}

describe('A refund that counted as made and fails later (R80)', () => {
  it('a refund that fails later is reversed in the ledger and can be paid another way', async () => {
    const paid = await paidAt('stripe', { card: CARDS.refundFails });
    await listen(paid);
    const id = await order(paid, { amount: 5165 });
    expect(await readRefunds(paid)).toMatchObject([{ state: 'SUCCEEDED' }]);
    await world.later(2 * DAY_MS);
    await hear(paid);
    const reversed = [
      '  clearing:stripe → fee_income $1.65',
      '  clearing:stripe → receivable $50.00',
      '  fee_income → clearing:stripe $1.65',
      '  receivable → clearing:stripe $50.00',
    ];
    expect(await postings(paid)).toEqual(reversed);
    expect(await readRefunds(paid)).toMatchObject([
      { state: 'FAILED', failureReason: 'expired_or_canceled_card', principal: 0 },
    ]);
    expect(await readEvents(paid)).toEqual([
      'refund.requested',
      'refund.succeeded',
      'refund.failed',
    ]);
    const byCheck = { decision: 'PAID_ANOTHER_WAY', reason: 'Check 1042' };
    await paid.call('POST', `/refunds/${id}/decide`, { body: byCheck, key: 'check' });
    expect(await postings(paid)).toEqual([
      ...reversed,
      '  clearing:manual → fee_income $1.65',
      '  clearing:manual → receivable $50.00',
    ]);
    expect(await reconcileFor(world, paid.company)).toMatchObject({ isClean: true });
  });

  it('a refund that fails later is found by reconciliation even if the event was lost', async () => {
    const paid = await paidAt('stripe');
    await order(paid, { amount: 1000 });
    expect(await reconcileFor(world, paid.company)).toMatchObject({ isClean: true });
    await world.later(60 * DAY_MS);
    await reconcileFor(world, paid.company);
    await world.sandbox.endRefund(paid.charge, 'failed');
    await world.later(25 * DAY_MS);
    await reconcileFor(world, paid.company);
    expect(await readRefunds(paid)).toMatchObject([{ state: 'FAILED', failureReason: 'declined' }]);
  });

  it('a failed refund settles the invoice that it reopened until the refund is sent again (R88)', async () => {
    const paid = await paidAt('stripe');
    const id = await order(paid, { amount: 5165, isOwedAgain: true });
    expect(await computeBalance(paid)).toEqual({ status: 'DUE', balance: 5000 });
    await failRefund(paid);
    expect(await computeBalance(paid)).toEqual({ status: 'COLLECTED', balance: 0 });
    expect(await readCredit(paid)).toBe(0);
    expect(await readInvoiceEvents(paid)).toEqual(['paid', 'reopened', 'paid']);
    expect(await world.payer(paid.company, paid.invoice).pay({ quote: QUOTE })).toMatchObject({
      message: 'ACCOUNT_ALREADY_CLOSED',
    });
    await sendAgain(paid, id);
    expect(await computeBalance(paid)).toEqual({ status: 'DUE', balance: 5000 });
  });

  it('a failed refund becomes customer credit as far as the invoice was paid since', async () => {
    const paid = await paidAt('stripe');
    const id = await order(paid);
    const body = { reason: 'Bill again' };
    await paid.call('POST', `/invoices/${paid.invoice.invoiceId}/reopen`, { body, key: 'reopen' });
    await world.payer(paid.company, paid.invoice).pay();
    await failRefund(paid);
    expect(await computeBalance(paid)).toEqual({ status: 'COLLECTED', balance: 0 });
    expect(await readCredit(paid)).toBe(10_330);
    await sendAgain(paid, id);
    const made = { state: 'SUCCEEDED', principal: 0 };
    expect(await readRefunds(paid)).toContainEqual(expect.objectContaining(made));
  });

  it('a failed refund is a customer credit while another payment of the invoice is in progress', async () => {
    const paid = await paidAt('stripe');
    await order(paid, { amount: 5165, isOwedAgain: true });
    await world.payer(paid.company, paid.invoice).pay({ card: CARDS.challenges });
    expect(await computeBalance(paid)).toEqual({ status: 'PENDING', balance: 5000 });
    await failRefund(paid);
    expect(await computeBalance(paid)).toEqual({ status: 'PENDING', balance: 5000 });
    expect(await readCredit(paid)).toBe(5165);
  });

  it('a failed refund is split among the invoices of its payment', async () => {
    const company = await world.company({ processor: 'stripe' });
    const invoices = [await world.invoice(company), await world.invoice(company)];
    const chosen = invoices.map((invoice) => ({ invoice, amount: 10_000 }));
    const caller = await signIn(world, company);
    await payTogether(world, { caller, company }, { chosen });
    const call = await createProvider(world, company);
    const [payment] = (await call('GET', '/payments')).body.data;
    const [charge] = await world.sandbox.records(company.merchant);
    const paid = { company, call, paymentId: payment.id };
    const body = { reason: 'Half', amount: 10_300 };
    await call('POST', `/payments/${payment.id}/refunds`, { body, key: 'half' });
    await makeRefunds(world.deps);
    const first = `/invoices/${invoices[0]?.invoiceId}`;
    await call('POST', `${first}/reopen`, { body: { reason: 'Bill again' }, key: 'reopen' });
    await world.sandbox.endRefund(charge?.transactionId ?? '', 'failed');
    await world.later(DAY_MS);
    await reconcileFor(world, company);
    const shown = (await call('GET', `/payments/${paid.paymentId}`)).body;
    expect(shown).toMatchObject({ refunded: 0, parts: [{ refunded: 0 }, { refunded: 0 }] });
    expect((await call('GET', first)).body).toMatchObject({ status: 'COLLECTED', balance: 0 });
  });
});

describe('A refund to a bank account (R80)', () => {
  it.each(oneOf(['stripe', 'payengine'] as const, 0))(
    'a refund at %s is pending for days and is polled without an event until it is made',
    async (processor) => {
      const paid = await paidAt(processor, { bank: BANK_ACCOUNTS.pays });
      await order(paid);
      expect(await readRefunds(paid)).toMatchObject([{ state: 'PENDING' }]);
      await world.later(40 * DAY_MS);
      await reconcileFor(world, paid.company);
      expect(await readRefunds(paid)).toMatchObject([{ state: 'SUCCEEDED' }]);
    },
  );

  it('a refund that is pending for ninety days needs attention and can still succeed', async () => {
    const paid = await paidAt('fiserv');
    await pendingRefund(paid);
    await world.later(91 * DAY_MS);
    await reconcileFor(world, paid.company);
    expect(await readItems(paid, 'STUCK_REFUND')).toMatchObject([{ allowedDecisions: [] }]);
    await world.sandbox.endRefund(paid.charge, 'succeeded');
    await world.later(200 * DAY_MS);
    await reconcileFor(world, paid.company);
    expect(await readItems(paid, 'STUCK_REFUND')).toEqual([]);
    expect(await readRefunds(paid)).toMatchObject([{ state: 'SUCCEEDED' }]);
  });
});
