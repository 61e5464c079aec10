/**
 * Refunds (R39): made in the processor's dashboard or by us, reported by a webhook or found by reconciliation, and
 * booked once. Paid invoices stay settled.
 */
import { HOUR_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { describe, expect, it } from 'vitest';
import { oneOf } from '../../../domain/test/full-run.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { findNewestAttempt } from '../../src/ledger/attempts.ts';
import { reopenInvoice } from '../../src/payments/disputes/dispute-invoice.ts';
import { processWebhooks } from '../../src/payments/reconciliation/receive-webhook.ts';
import { makeRefunds } from '../../src/payments/reconciliation/refund-credits.ts';
import { orderRefund } from '../../src/payments/refunds/order-refund.ts';
import { settle } from '../../src/payments/settlement/settle.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import type { TestProcessor } from '../world/merchant.ts';
import { readInvoice, signIn } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';
import { openAdapter, reconcileFor } from './reconciliation.ts';

const world = useWorld({ clock: fixedClock(START) });

type Paid = { company: TestCompany; invoice: TestInvoice; charge: string };

/** Creates a paid invoice. The processor sends webhooks to the portal if it supports them. */
async function paidAt(processor: TestProcessor): Promise<Paid> {
  const company = await world.company({ processor });
  const invoice = await world.invoice(company);
  const { merchant, domain } = company;
  if (processor !== 'fiserv') {
    await world.sandbox.sendWebhooksTo(
      merchant,
      `${world.url}/api/webhooks/${processor}/${domain}`,
    );
  }
  await world.payer(company, invoice).pay();
  const [charge] = await world.sandbox.records(merchant);
  if (!charge) throw new Error('nothing was charged');
  return { company, invoice, charge: charge.transactionId };
}

async function hearEvents(): Promise<void> {
  await world.sandbox.flushWebhooks();
  await processWebhooks(world.deps);
}

const lines = async ({ invoice }: Paid) => (await world.statement(invoice)).split('\n');

async function refundRows({ company }: Paid): Promise<unknown[]> {
  const { rows } = await world.deps.database.pool.query(
    `select origin, state, amount_cents, principal_cents from refunds where company_id = $1
     order by created_at, id`,
    [company.companyId],
  );
  return rows;
}

describe('A refund made in the dashboard (R39)', () => {
  it.each(oneOf(['stripe', 'payengine'] as const, 1))(
    'a refund is booked from the event of %s, in full',
    async (processor) => {
      const paid = await paidAt(processor);
      await world.sandbox.refundByHand(paid.charge);
      await hearEvents();
      expect(await lines(paid)).toEqual([
        'invoice COLLECTED $100.00 of $100.00',
        'payment SUCCEEDED $100.00 + $3.30',
        `  receivable → clearing:${processor} $100.00`,
        `  fee_income → clearing:${processor} $3.30`,
        `  clearing:${processor} → fee_income $3.30`,
        `  clearing:${processor} → receivable $100.00`,
      ]);
    },
  );

  it.each(oneOf(['stripe', 'payengine', 'fiserv'] as const, 0))(
    'a refund is found by the reconciliation with %s, in parts, and booked once',
    async (processor) => {
      const paid = await paidAt(processor);
      await world.sandbox.refundByHand(paid.charge, 1000);
      await world.later(HOUR_MS);
      expect(await reconcileFor(world, paid.company)).toMatchObject({ isClean: true });
      await world.later(HOUR_MS);
      await world.sandbox.refundByHand(paid.charge, 9330);
      for (let time = 0; time < 2; time += 1) {
        expect(await reconcileFor(world, paid.company)).toMatchObject({ isClean: true });
      }
      expect((await lines(paid)).slice(4)).toEqual([
        `  clearing:${processor} → fee_income $0.32`,
        `  clearing:${processor} → receivable $9.68`,
        `  clearing:${processor} → fee_income $2.98`,
        `  clearing:${processor} → receivable $90.32`,
      ]);
      expect(await refundRows(paid)).toEqual([
        { origin: 'PROCESSOR', state: 'SUCCEEDED', amount_cents: '1000', principal_cents: '968' },
        { origin: 'PROCESSOR', state: 'SUCCEEDED', amount_cents: '9330', principal_cents: '9032' },
      ]);
    },
  );

  it('a dashboard refund is shown with the payment and on the invoice', async () => {
    const paid = await paidAt('stripe');
    await world.later(HOUR_MS);
    await world.sandbox.refundByHand(paid.charge, 5165);
    await hearEvents();
    const { status, paidBalance, refundedBalance, payable } = await readInvoice(
      world,
      paid.invoice,
    );
    expect({ status, paidBalance, refundedBalance, amount: payable.amount }).toEqual({
      status: 'COLLECTED',
      paidBalance: 10_000,
      refundedBalance: 5000,
      amount: 0,
    });
    const customer = await signIn(world, paid.company);
    const { transactions } = await customer.call({
      method: 'GET',
      path: `debtor/${paid.company.customerId}/transaction?limit=10`,
    });
    expect(transactions).toMatchObject([
      { type: 'RETURN', status: 'RETURN', amount: 5165, fee: 0, receipt: null },
      { type: 'PAYMENT', status: 'SUCCESS', amount: 10_000, fee: 330 },
    ]);
  });

  it('a dashboard refund is booked once, even when the processor later changes its id', async () => {
    const paid = await paidAt('payengine');
    const { companyId, requestId } = paid.invoice;
    const attempt = await world.deps.database.asSystem((tx) =>
      findNewestAttempt(tx, { companyId, requestId }),
    );
    if (!attempt) throw new Error('the payment was stored');
    await world.sandbox.refundByHand(paid.charge, 1000);
    const { id: reference, processorReference } = attempt;
    const { charges } = await openAdapter(world, paid.company);
    const found = await charges.lookup({ reference, processorReference });
    if (found.kind !== 'succeeded') throw new Error('the payment succeeded');
    const key = { companyId, attemptId: attempt.id };
    for (const refundReference of ['first-name', 'second-name']) {
      const made = { state: 'succeeded', reason: null } as const;
      const refunds = [{ refundReference, reference: null, amountCents: cents(1000), ...made }];
      const outcome = { ...found, refunds };
      await settle(world.deps, { ...key, outcome, source: 'webhook' });
    }
    await world.lookAgain(paid.invoice);
    expect(await refundRows(paid)).toHaveLength(1);
  });

  it('a dashboard refund leaves the invoice closed until the company requests the amount again', async () => {
    const paid = await paidAt('stripe');
    const { companyId } = paid.company;
    const actor = { companyId, name: 'operator' };
    const asked = { actor, invoiceId: paid.invoice.invoiceId, reason: 'Wrong account' };
    const reopen = () =>
      world.deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
        reopenInvoice(tx, world.deps, asked),
      );
    await expect(reopen()).rejects.toThrow('ACCOUNT_NOT_PAYABLE');
    await world.sandbox.refundByHand(paid.charge, 5165);
    await hearEvents();
    expect(await reopen()).toMatchObject({ balance: 5000 });
    await expect(reopen()).rejects.toThrow('ACCOUNT_NOT_PAYABLE');
    const { status, payable, refundedBalance } = await readInvoice(world, paid.invoice);
    expect({ status, amount: payable.amount, refundedBalance }).toEqual({
      status: 'DUE',
      amount: 5000,
      refundedBalance: 0,
    });
    await world.later(HOUR_MS);
    await world.payer(paid.company, paid.invoice).pay();
    expect((await readInvoice(world, paid.invoice)).status).toBe('COLLECTED');
  });

  it('a booked refund that is missing at the processor counts as a difference', async () => {
    const paid = await paidAt('stripe');
    await world.deps.database.pool.query(
      'update attempts set refunded_cents = 100 where company_id = $1',
      [paid.company.companyId],
    );
    expect(await reconcileFor(world, paid.company)).toMatchObject({
      isClean: false,
      differences: { other_refund: 1 },
    });
    await world.deps.database.pool.query(
      'update attempts set refunded_cents = 0 where company_id = $1',
      [paid.company.companyId],
    );
  });
});

describe('The order of refunds', () => {
  async function ordered(company: TestCompany): Promise<void> {
    const { companyId } = company;
    const invoice = await world.invoice(company);
    await world.payer(company, invoice).pay();
    const actor = { companyId, name: 'operator' };
    const input = { amount: cents(1), reason: 'A cent' };
    await world.deps.database.inCompany({ companyId, asProvider: true }, async (tx) => {
      const attempt = await findNewestAttempt(tx, { companyId, requestId: invoice.requestId });
      if (!attempt) throw new Error('the payment was stored');
      await orderRefund(tx, world.deps, { actor, attemptId: attempt.id, input });
    });
  }

  const readState = async ({ companyId }: TestCompany) => {
    const { rows } = await world.deps.database.pool.query<{ line: string }>(
      `select distinct concat_ws(' ', state, tries, sent_at is not null) as line from refunds
       where company_id = $1`,
      [companyId],
    );
    return rows.map(({ line }) => line);
  };

  const notMade = [
    ['payengine', 'http_429'],
    ['payengine', 'http_401'],
    ['fiserv', 'http_429'],
    ['stripe', 'http_429'],
  ] as const;

  it.each(oneOf(notMade, 1))(
    'a refund that %s throttles or does not authenticate (%s) is made later',
    async (processor, fault) => {
      const company = await world.company({ processor });
      await ordered(company);
      const { merchant } = company;
      await world.sandbox.fault({ merchant, operation: 'refund', fault, times: 1 });
      await makeRefunds(world.deps);
      expect(await readState(company)).toEqual(['REQUESTED 1 f']);
      await world.later(HOUR_MS);
      expect(await readState(company)).toEqual(['SUCCEEDED 2 t']);
    },
  );

  it('a company with stuck refunds does not delay the refunds of other companies', async () => {
    const stuck = await world.company();
    const quick = await world.company();
    for (let count = 0; count < 6; count += 1) await ordered(stuck);
    await ordered(quick);
    const { merchant } = stuck;
    await world.sandbox.fault({ merchant, operation: 'refund', fault: 'http_429', times: 123 });
    await makeRefunds(world.deps);
    expect(await readState(quick)).toEqual(['SUCCEEDED 1 t']);
    // After five consecutive failures, the processor is not called again until the next sweep.
    expect((await readState(stuck)).sort()).toEqual(['REQUESTED 0 f', 'REQUESTED 1 f']);
    await fetch(`${world.sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
  });
});
