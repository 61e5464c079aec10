/**
 * Paying several invoices with one charge (R48): one attempt with parts, one fee, and all invoices settled or none.
 * Refunds are split across the parts in proportion.
 */
import { HOUR_MS, SECOND_MS } from '@quittance/contract/durations';
import type { AttemptId } from '@quittance/contract/ids';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { voidInvoice } from '../../src/invoices/change-invoice.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { reopenInvoice } from '../../src/payments/disputes/dispute-invoice.ts';
import { getPayment } from '../../src/payments/provider-payments.ts';
import { processWebhooks } from '../../src/payments/reconciliation/receive-webhook.ts';
import { resolveAttempt } from '../../src/payments/reconciliation/resolve.ts';
import { orderRefund } from '../../src/payments/refunds/order-refund.ts';
import { settle } from '../../src/payments/settlement/settle.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { payRequest } from '../world/pay-request.ts';
import {
  choose,
  type InvoiceAmount,
  payTogether,
  readBalances,
  readParts,
  select,
} from '../world/several-invoices.ts';
import { BANK_ACCOUNTS, CARDS, type Caller, readInvoice, signIn } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const TOTALS = [10_000, 3333, 667] as const;
const clock = fixedClock(START);
let payengine: TestCompany;
let stripe: TestCompany;
let harbor: TestCompany;
let caller: Caller;
let invoices: TestInvoice[];
let chosen: InvoiceAmount[];

const world = useWorld({ clock });

beforeAll(async () => {
  const rules = {
    availablePaymentOptions: [],
    restrictedPaymentMethods: [],
    isOwnAmountAllowed: true,
  };
  payengine = await world.company({ rules });
  stripe = await world.company({ processor: 'stripe', rules });
  const { merchant, domain } = stripe;
  await world.sandbox.sendWebhooksTo(merchant, `${world.url}/api/webhooks/stripe/${domain}`);
});

async function bill(company: TestCompany): Promise<void> {
  harbor = company;
  caller = await signIn(world, harbor);
  invoices = [];
  for (const totalCents of TOTALS) invoices.push(await world.invoice(harbor, { totalCents }));
  chosen = invoices.map((invoice, index) => ({ invoice, amount: TOTALS[index] ?? 0 }));
}

const payer = () => ({ caller, company: harbor });
const balances = () => readBalances(world, invoices);
const PAID = ['COLLECTED 10000 of 10000', 'COLLECTED 3333 of 3333', 'COLLECTED 667 of 667'];
const OPEN = ['DUE 0 of 10000', 'DUE 0 of 3333', 'DUE 0 of 667'];
/** The fee on $140.00 is $4.50. The cumulative fee after each invoice is 321, 429 and 450 cents. */
const PARTS = ['10000 + 321, 0, 0', '3333 + 108, 0, 0', '667 + 21, 0, 0'];

async function readLedger(paymentId: AttemptId | null): Promise<string[]> {
  const { rows } = await world.deps.database.pool.query<{ line: string }>(
    `select split_part(source, ':', 1) || ' → ' || split_part(destination, ':', 1) || ' ' || amount_cents
       as line from postings where attempt_id = $1 order by id`,
    [paymentId],
  );
  return rows.map(({ line }) => line);
}

const inCompany = {
  get scope() {
    return { companyId: harbor.companyId, asProvider: true } as const;
  },
};
const actor = () => ({ companyId: harbor.companyId, name: 'key:test' });

async function refund(
  paymentId: AttemptId,
  input: { amount?: number; invoiceId?: TestInvoice['invoiceId'] },
) {
  const order = { ...input, reason: 'Test' } as Parameters<typeof orderRefund>[2]['input']; // because tests write plain numbers
  await world.deps.database.inCompany(inCompany.scope, (tx) =>
    orderRefund(tx, world.deps, { actor: actor(), attemptId: paymentId, input: order }),
  );
  await world.later(SECOND_MS);
}

describe('Paying several invoices (R48)', () => {
  beforeEach(() => bill(payengine));

  it('several invoices are charged once, and all views agree on the split', async () => {
    const { answer, paymentId } = await payTogether(world, payer(), { chosen });
    expect(answer).toMatchObject({ code: 200, status: 'SUCCESS' });
    if (!paymentId) throw new Error('there is no payment');
    expect(await balances()).toEqual(PAID);
    expect(await readParts(world, paymentId)).toEqual(PARTS);
    expect(await readLedger(paymentId)).toEqual([
      'receivable → clearing 10000',
      'receivable → clearing 3333',
      'receivable → clearing 667',
      'fee_income → clearing 450',
    ]);
    const booked = await world.sandbox.records(harbor.merchant);
    expect(booked.filter((charge) => charge.amountCents === 14_450)).toHaveLength(1);
    const refs = invoices.map(({ invoiceId }) => invoiceId);
    const fees = [321, 108, 21];
    const parts = TOTALS.map((amount, index) => ({
      invoiceId: refs[index],
      amount,
      fee: fees[index],
    }));
    const { rows } = await world.deps.database.pool.query(
      `select data -> 'parts' as parts from provider_events
       where object_id = $1 and type = 'payment.succeeded'`,
      [paymentId],
    );
    expect(rows).toEqual([{ parts: parts.map((part) => ({ ...part, refunded: 0 })) }]);
    const shown = await world.deps.database.inCompany(inCompany.scope, (tx) =>
      getPayment(tx, actor(), paymentId),
    );
    expect(shown).toMatchObject({ invoiceId: null, amount: 14_000, fee: 450, parts });
    const list = await caller.call({
      method: 'GET',
      path: `debtor/${harbor.customerId}/transaction`,
    });
    const together = {
      count: 3,
      total: 14_450,
      parts: TOTALS.map((amount, i) => ({ amount, fee: fees[i] })),
    };
    expect(list['transactions']).toMatchObject([
      { amount: 14_000, fee: 450, purpose: 'INVOICES', together },
    ]);
    const own = await caller.call({
      method: 'GET',
      path: `private/invoice-transactions/${invoices[1]?.invoiceId}`,
    });
    expect(own['transactions']).toMatchObject([
      { amount: 3333, fee: 108, together: { total: 14_450 } },
    ]);
    const account = await caller.call({
      method: 'GET',
      path: `private/account/${invoices[1]?.invoiceId}`,
    });
    expect(account['account']).toMatchObject({ payments: [{ cost: 3441 }] });
  });

  it('a declined card changes nothing, and the same invoices can be paid later', async () => {
    const declined = await payTogether(world, payer(), { chosen, card: CARDS.declined });
    expect(declined.answer).toMatchObject({ status: 'FAILED' });
    expect(await balances()).toEqual(OPEN);
    expect((await payTogether(world, payer(), { chosen })).answer).toMatchObject({
      status: 'SUCCESS',
    });
  });

  it('a payment holds each of its invoices until the outcome is known', async () => {
    await world.sandbox.fault({ operation: 'charge', fault: 'lose_answer' });
    const { answer, requestId } = await payTogether(world, payer(), { chosen });
    expect(answer).toMatchObject({ status: 'PENDING' });
    expect(await balances()).toEqual(TOTALS.map((total) => `PENDING 0 of ${total}`));
    const [first] = invoices;
    if (!first) throw new Error('there are invoices');
    expect(await world.payer(harbor, first).pay()).toMatchObject({
      code: 409,
      message: 'ACCOUNT_IS_PROCESSING',
    });
    const ask = () => caller.call({ method: 'GET', path: `request/${first.requestId}/status` });
    expect(await ask()).toMatchObject({ payment: { status: 'PENDING', amount: 10_000, fee: 321 } });
    await world.later(2 * 60 * SECOND_MS);
    expect(await ask()).toMatchObject({ payment: { status: 'SUCCESS', amount: 10_000, fee: 321 } });
    expect(await balances()).toEqual(PAID);
    const about = { ...payer(), requestId };
    const again = { way: 'invoices', quote: { amount: 14_000, fee: 450 } } as const;
    expect(await payRequest(world, about, again)).toMatchObject({
      message: 'ACCOUNT_ALREADY_CLOSED',
    });
  });

  it('custom amounts are paid where the company allows them, and the rest stays open', async () => {
    const some = chosen.map((each) => ({ ...each, amount: Math.min(each.amount, 500) }));
    const { answer } = await payTogether(world, payer(), { chosen: some });
    expect(answer).toMatchObject({ status: 'SUCCESS' });
    expect(await balances()).toEqual(['DUE 500 of 10000', 'DUE 500 of 3333', 'DUE 500 of 667']);
    const tooLittle = chosen.map((each) => ({ ...each, amount: 99 }));
    expect(await choose(caller, tooLittle)).toMatchObject({ code: 409, message: 'AMOUNT_CHANGED' });
  });

  it('a foreign, duplicate, arranged or paid invoice is refused', async () => {
    const stranger = await world.company({ processor: 'stripe' });
    const foreign = { invoice: await world.invoice(stranger), amount: 10_000 };
    expect(await choose(caller, [...chosen, foreign])).toMatchObject({ code: 404 });
    expect(await choose(caller, [...chosen, ...chosen.slice(0, 1)])).toMatchObject({ code: 400 });
    const [first] = invoices;
    const requestId = await select(caller, chosen);
    if (first) await world.payer(harbor, first).pay();
    const about = { ...payer(), requestId };
    const quote = { amount: 14_000, fee: 450 };
    expect(await payRequest(world, about, { way: 'invoices', quote })).toMatchObject({
      code: 409,
      message: 'ACCOUNT_ALREADY_CLOSED',
    });
    expect(await balances()).toEqual(['COLLECTED 10000 of 10000', ...OPEN.slice(1)]);
  });

  it('invoices of which one was voided are no longer payable together, and the others are shown', async () => {
    const requestId = await select(caller, chosen);
    const [first] = invoices;
    if (!first) throw new Error('no invoice');
    const decision = { actor: actor(), invoiceId: first.invoiceId, reason: 'Billed twice' };
    await world.deps.database.inCompany(inCompany.scope, (tx) =>
      voidInvoice(tx, world.deps, decision),
    );
    const shown = await caller.call({ method: 'GET', path: `invoice-selection/${requestId}` });
    expect(shown).toMatchObject({
      selection: { invoices: [{ amount: 3333 }, { amount: 667 }], payable: { amount: 0 } },
    });
    const quote = { amount: 14_000, fee: 450 };
    const answer = await payRequest(world, { ...payer(), requestId }, { way: 'invoices', quote });
    expect(answer).toMatchObject({ code: 404, message: 'ACCOUNT_NOT_FOUND' });
    expect(await balances()).toEqual(['DRAFT 0 of 10000', ...OPEN.slice(1)]);
  });

  it('a late success on invoices paid in the meantime is credited and refunded with the fee (R39)', async () => {
    await world.sandbox.fault({ operation: 'charge', fault: 'lose_answer' });
    const { paymentId } = await payTogether(world, payer(), { chosen });
    if (!paymentId) throw new Error('there is no payment');
    const key = { companyId: harbor.companyId, attemptId: paymentId };
    const outcome = {
      kind: 'declined',
      processorReference: null,
      code: 'never_seen',
      message: 'The payment was not completed.',
      class: 'soft',
    } as const;
    await settle(world.deps, { ...key, outcome, source: 'expiry' });
    expect(await balances()).toEqual(OPEN);
    const [, second] = invoices;
    if (second) await world.payer(harbor, second).pay();
    await resolveAttempt(world.deps, key, 'webhook');
    expect(await balances()).toEqual(PAID);
    expect(await readParts(world, paymentId)).toEqual([
      '10000 + 321, 0, 0',
      '3333 + 108, 3333, 0',
      '667 + 21, 0, 0',
    ]);
    await world.later(SECOND_MS);
    const { rows } = await world.deps.database.pool.query(
      'select state, amount_cents, principal_cents from refunds where attempt_id = $1',
      [paymentId],
    );
    expect(rows).toEqual([{ state: 'SUCCEEDED', amount_cents: '3441', principal_cents: '0' }]);
    expect((await readLedger(paymentId)).slice(-2)).toEqual([
      'clearing → customer_credit 3333',
      'clearing → fee_income 108',
    ]);
  });
});

describe('Refunds and returns on several invoices (R48)', () => {
  beforeEach(() => bill(stripe));

  async function paid(typed: { bank?: string } = {}): Promise<AttemptId> {
    const { paymentId } = await payTogether(world, payer(), { chosen, ...typed });
    if (!paymentId) throw new Error('there is no payment');
    return paymentId;
  }

  it('a refund is split in proportion or applied to the named invoice, and can be owed again', async () => {
    const paymentId = await paid();
    await refund(paymentId, { amount: 7225 });
    expect(await readParts(world, paymentId)).toEqual([
      '10000 + 321, 0, 5000',
      '3333 + 108, 0, 1667',
      '667 + 21, 0, 333',
    ]);
    const [, second, third] = invoices;
    if (!second || !third) throw new Error('there are invoices');
    await refund(paymentId, { invoiceId: second.invoiceId });
    expect((await readParts(world, paymentId))[1]).toBe('3333 + 108, 0, 3333');
    expect(await balances()).toEqual(PAID);
    await world.deps.database.inCompany(inCompany.scope, (tx) =>
      reopenInvoice(tx, world.deps, {
        actor: actor(),
        invoiceId: second.invoiceId,
        reason: 'Test',
      }),
    );
    expect(await balances()).toEqual([PAID[0], 'DUE 0 of 3333', PAID[2]]);
    expect(await readInvoice(world, third)).toMatchObject({ refundedBalance: 333 });
  });

  it('a returned debit reopens every invoice by its part', async () => {
    await paid({ bank: BANK_ACCOUNTS.noFunds });
    expect(await balances()).toEqual(TOTALS.map((total) => `PENDING 0 of ${total}`));
    await world.sandbox.settle();
    await world.later(5 * HOUR_MS);
    expect(await balances()).toEqual(OPEN);
  });

  it('a dispute holds every invoice, and a lost dispute reopens every invoice', async () => {
    await paid();
    const [charge] = (await world.sandbox.records(harbor.merchant)).slice(-1);
    const id = await world.sandbox.dispute(charge?.transactionId ?? '');
    await world.sandbox.flushWebhooks();
    await processWebhooks(world.deps);
    expect(await balances()).toEqual(PAID.map((line) => line.replace('COLLECTED', 'DISPUTED')));
    await world.sandbox.endDispute(id, 'lost');
    await world.sandbox.flushWebhooks();
    await processWebhooks(world.deps);
    expect(await balances()).toEqual(OPEN);
  });
});
