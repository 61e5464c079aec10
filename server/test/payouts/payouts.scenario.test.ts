/**
 * Payouts of Stripe (R96): what a deposit contains is compared with the ledger to the cent, and with the agreed
 * fees. Differences need attention until the records agree.
 */
import { DAY_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { sampled } from '../../../domain/test/full-run.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { processWebhooks } from '../../src/payments/reconciliation/receive-webhook.ts';
import { makeRefunds } from '../../src/payments/reconciliation/refund-credits.ts';
import { readPayouts } from '../../src/payouts/read-payouts.ts';
import { forgetPayments, reconcileFor } from '../scenarios/reconciliation.ts';
import type { TestCompany } from '../world/company.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { BANK_ACCOUNTS } from '../world/sandbox-process.ts';
import { START, useWorld } from '../world/world.ts';

const HOUR_MS = 3_600_000;

/** Stripe's list prices, as the sandbox charges them. */
const FEES = { card: 290, cardFixed: 30, ach: 80, achFixed: 0, achMax: 500, dispute: 1500 };

let company: TestCompany;
let call: Provider;

const world = useWorld({ clock: fixedClock(START) });

beforeEach(async () => {
  company = await world.company({ processor: 'stripe' });
  call = await createProvider(world, company);
  const { merchant, domain } = company;
  await world.sandbox.sendWebhooksTo(merchant, `${world.url}/api/webhooks/stripe/${domain}`);
});

/** The time passes because payouts are read once an hour. */
async function read(): Promise<void> {
  await world.later(HOUR_MS);
  await readPayouts(world.deps);
}

async function hearEvents(): Promise<void> {
  await world.sandbox.flushWebhooks();
  await processWebhooks(world.deps);
}

async function pay(totalCents = 10_000) {
  const invoice = await world.invoice(company, { totalCents });
  await world.payer(company, invoice).pay();
  return invoice;
}

async function charges(): Promise<string[]> {
  const booked = await world.sandbox.records(company.merchant);
  return booked.map(({ transactionId }) => transactionId);
}

const list = async (path: string) => (await call('GET', path)).body.data;
const differences = () => list('/payout-differences?isOpen=true');
const attention = () => list('/attention?kind=PAYOUT_DIFFERENCE');

async function agree(fees: typeof FEES | null): Promise<void> {
  await call('PUT', '/payout-status/fees', { body: { fees }, key: `fees-${fees?.card}` });
}

describe('A deposit', () => {
  it('a deposit of many charges, 5 refunds and a dispute reconciles to the cent, and one wrong fee is found', async () => {
    const count = sampled({ sample: 10, full: 200 });
    for (let start = 0; start < count; start += 10) {
      const cents = Array.from({ length: 10 }, (_, index) => 1000 + 37 * (start + index));
      await Promise.all(cents.map((total) => pay(total)));
    }
    await agree(FEES);
    const payments = await list('/payments?limit=10');
    for (const { id } of payments.slice(0, 5)) {
      await call('POST', `/payments/${id}/refunds`, {
        body: { amount: 501, reason: 'Canceled' },
        key: id,
      });
    }
    await makeRefunds(world.deps);
    const [disputed] = payments.slice(5, 6);
    await world.sandbox.dispute(disputed.processorReference);
    await hearEvents();
    const [wrong] = payments.slice(6, 7);
    const { rows } = await world.deps.database.pool.query<{ total: string; fee: string }>(
      `select (select sum(amount_cents + fee_cents) from attempts where company_id = $1)
         - (select sum(amount_cents) from refunds where company_id = $1)
         - (select sum(amount_cents) from disputes where company_id = $1) as total,
       (select sum(round((amount_cents + fee_cents) * 0.029) + 30) from attempts
         where company_id = $1) + 1500 as fee`,
      [company.companyId],
    );
    const expected = Number(rows[0]?.total) - Number(rows[0]?.fee);
    const usual = Math.round((wrong.amount + wrong.fee) * 0.029) + 30;
    await world.sandbox.payOut(company.merchant, {
      fees: { [wrong.processorReference]: usual + 25 },
    });
    await read();

    const [day] = await list('/payout-days');
    expect(day).toMatchObject({
      payoutCount: 1,
      expected,
      deposited: expected - 25,
      differenceCount: 1,
    });
    const [payout] = await list('/payouts');
    const { totals } = (await call('GET', `/payouts/${payout.id}`)).body;
    expect(totals.map(({ kind, count: lines }: Record<string, unknown>) => [kind, lines])).toEqual([
      ['CHARGE', count],
      ['DISPUTE', 1],
      ['REFUND', 5],
    ]);
    const net = totals.reduce((sum: number, total: { net: number }) => sum + total.net, 0);
    expect(net).toBe(payout.deposited);
    expect(await differences()).toMatchObject([
      { kind: 'OTHER_FEE', paymentId: wrong.id, expected: usual, found: usual + 25 },
    ]);
    const [item] = await attention();
    expect(item).toMatchObject({
      paymentId: wrong.id,
      amount: 25,
      facts: { state: 'OTHER_FEE' },
      allowedDecisions: ['acknowledgeAttention'],
    });

    await read();
    expect(await list('/payouts')).toHaveLength(1);
    expect(await differences()).toHaveLength(1);
    const body = { reason: 'Stripe credits it' };
    await call('POST', `/attention/${item.id}/acknowledge`, { body, key: 'seen' });
    await read();
    expect(await attention()).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  it('a charge that the ledger has lost is a difference until reconciliation has recorded it', async () => {
    const invoice = await pay();
    await forgetPayments(world, invoice);
    await world.sandbox.payOut(company.merchant);
    await read();
    expect(await differences()).toMatchObject([
      { kind: 'MISSING_HERE', expected: 0, found: 10_000 },
    ]);
    await reconcileFor(world, company);
    await read();
    expect(await differences()).toEqual([]);
    expect(await list('/payout-days')).toMatchObject([{ expected: 10_000, deposited: 10_000 }]);
  });

  it('a charge that no invoice can take is listed once, as that', async () => {
    const invoice = await pay();
    await forgetPayments(world, invoice);
    const rename = (name: string) =>
      world.deps.database.pool.query('update invoices set account_ref = $2 where id = $1', [
        invoice.invoiceId,
        name,
      ]);
    await rename('OTHER');
    await world.sandbox.payOut(company.merchant);
    await read();
    expect(await differences()).toMatchObject([{ kind: 'MISSING_HERE' }]);
    await reconcileFor(world, company);
    await read();
    const items = await list('/attention');
    expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['UNPLACED_CHARGE']);
    expect(await list('/payout-days')).toMatchObject([{ expected: 10_000, deposited: 10_000 }]);
    await rename(invoice.accountRef);
    await reconcileFor(world, company);
  });

  it('a payment that no payout contains is a difference after two weeks, until one contains it', async () => {
    await pay(5000);
    const [first = ''] = await charges();
    const without = { without: [first] };
    await world.sandbox.payOut(company.merchant, without);
    await read();
    await world.later(15 * DAY_MS);
    await pay();
    await world.sandbox.payOut(company.merchant, without);
    await read();
    expect(await differences()).toMatchObject([
      { kind: 'MISSING_THERE', expected: 5180, found: 0 },
    ]);
    await world.sandbox.payOut(company.merchant);
    await read();
    expect(await differences()).toEqual([]);
  });

  it('a refund and a dispute that come back are differences until the ledger knows that they ended so', async () => {
    await pay();
    await pay();
    const [refunded, disputed] = await list('/payments?limit=2');
    const body = { amount: 2000, reason: 'Canceled' };
    await call('POST', `/payments/${refunded.id}/refunds`, { body, key: 'refund' });
    await makeRefunds(world.deps);
    const dispute = await world.sandbox.dispute(disputed.processorReference);
    await hearEvents();
    await world.sandbox.payOut(company.merchant);
    await read();
    expect(await differences()).toEqual([]);
    await world.sandbox.sendWebhooksTo(company.merchant, `${world.url}/nowhere`);
    await world.sandbox.endRefund(refunded.processorReference, 'failed');
    await world.sandbox.endDispute(dispute, 'won');
    await world.sandbox.payOut(company.merchant);
    await read();
    const taken = disputed.amount + disputed.fee;
    const found = (await differences()).map((each: Record<string, unknown>) => each['found']);
    expect(found.toSorted()).toEqual([2000, taken].toSorted());
    await reconcileFor(world, company);
    await read();
    expect(await differences()).toEqual([]);
    const payouts = await list('/payouts');
    const isBack = (each: Record<string, unknown>) => each['deposited'] === 2000 + taken;
    const back = payouts.find(isBack);
    const first = payouts.find((each: Record<string, unknown>) => each !== back);
    expect(back).toMatchObject({ expected: 2000 + taken });

    // The day has only what was deposited.
    await world.sandbox.failPayout(back.processorReference);
    await read();
    const { deposited, fees } = first;
    expect(await list('/payout-days')).toMatchObject([{ payoutCount: 1, deposited, fees }]);
  });

  it('a bank debit that was returned before its payout is no difference, and adds up to nothing', async () => {
    await agree(FEES);
    const invoice = await world.invoice(company);
    await world.payer(company, invoice).pay({ bank: BANK_ACCOUNTS.pays });
    await world.sandbox.settle();
    await reconcileFor(world, company);
    const [charge = ''] = await charges();
    await world.sandbox.returnDebit(charge, 'R01');
    await reconcileFor(world, company);
    await world.sandbox.payOut(company.merchant);
    await read();
    expect(await differences()).toEqual([]);
    const [payout] = await list('/payouts');
    expect(payout).toMatchObject({ deposited: -payout.fees, expected: -payout.fees, lineCount: 2 });
  });

  it('a payout that was requested by hand is not itemized, and is no difference', async () => {
    await pay();
    await world.sandbox.payOut(company.merchant, { isAutomatic: false });
    await pay();
    await world.sandbox.payOut(company.merchant);
    await read();
    const payouts = await list('/payouts');
    expect(payouts.map(({ isItemized }: { isItemized: boolean }) => isItemized).sort()).toEqual([
      false,
      true,
    ]);
    expect(await differences()).toEqual([]);
  });
});

describe('The read', () => {
  it('a key that may not read payouts is a problem that the console shows, and the next read clears it', async () => {
    await pay();
    await world.sandbox.payOut(company.merchant);
    const fault = { operation: 'lookup', fault: 'http_401', merchant: company.merchant };
    await world.sandbox.fault(fault);
    await readPayouts(world.deps);
    expect((await call('GET', '/payout-status')).body).toMatchObject({
      isSupported: true,
      problem: 'NOT_PERMITTED',
      readAt: null,
    });
    await read();
    expect((await call('GET', '/payout-status')).body).toMatchObject({ problem: null });
    expect(await list('/payouts')).toHaveLength(1);
  });
});
