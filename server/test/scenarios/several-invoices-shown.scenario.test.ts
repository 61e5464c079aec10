/**
 * A payment on several invoices (R48) as its payer sees it: in emails, on each invoice's page, after a refund, with
 * 3-D Secure, after our rows were lost, and in a statement.
 */

import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '@quittance/contract/durations';
import type { AttemptId } from '@quittance/contract/ids';
import { accountSchemas } from '@quittance/contract/statements/portal-routes';
import { beforeEach, describe, expect, it } from 'vitest';
import { sampled } from '../../../domain/test/full-run.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { orderRefund } from '../../src/payments/refunds/order-refund.ts';
import { addSchedule } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { addContact, toMailbox } from '../world/mailbox.ts';
import { payRequest } from '../world/pay-request.ts';
import {
  choose,
  type InvoiceAmount,
  payTogether,
  readBalances,
  select,
} from '../world/several-invoices.ts';
import { CARDS, type Caller, signIn, signInByLink } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';
import { forgetTogether, reconcileFor } from './reconciliation.ts';

const TOTALS = [10_000, 3333, 667] as const;
const clock = fixedClock(START);
let harbor: TestCompany;
let caller: Caller;
let invoices: TestInvoice[];
let chosen: InvoiceAmount[];

const world = useWorld({ clock });

beforeEach(async () => {
  harbor = await world.company({ processor: 'stripe' });
  caller = await signIn(world, harbor);
  invoices = [];
  for (const totalCents of TOTALS) invoices.push(await world.invoice(harbor, { totalCents }));
  chosen = invoices.map((invoice, index) => ({ invoice, amount: TOTALS[index] ?? 0 }));
});

const payer = () => ({ caller, company: harbor });

async function paid(): Promise<AttemptId> {
  const { paymentId } = await payTogether(world, payer(), { chosen });
  if (!paymentId) throw new Error('there is no payment');
  return paymentId;
}

async function refund(attemptId: AttemptId, input: { amount?: number; invoiceId?: string }) {
  const order = { ...input, reason: 'Test' } as Parameters<typeof orderRefund>[2]['input']; // because tests write plain numbers
  const { companyId } = harbor;
  const actor = { companyId, name: 'key:test' };
  await world.later(SECOND_MS);
  await world.deps.database.inCompany({ companyId }, (tx) =>
    orderRefund(tx, world.deps, { actor, attemptId, input: order }),
  );
  await world.later(SECOND_MS);
}

type ShownPayment = { status: string; amount: number; fee: number };

async function shownOn({ invoiceId }: TestInvoice): Promise<string[]> {
  const path = `private/invoice-transactions/${invoiceId}`;
  const rows = (await caller.call({ method: 'GET', path }))['transactions'] as ShownPayment[]; // because the server checks its answers in this world
  return rows.map(({ status, amount, fee }) => `${status} ${amount} + ${fee}`);
}

async function shownByLink(invoice: TestInvoice): Promise<string[]> {
  const path = `public/invoice-transactions/${harbor.domain}/${invoice.token}`;
  const answer = await signInByLink(world, invoice).call({ method: 'GET', path });
  const rows = answer['transactions'] as ShownPayment[]; // because the server checks its answers in this world
  return rows.map(({ status, amount, fee }) => `${status} ${amount} + ${fee}`);
}

describe('A payment on several invoices, as its payer sees it (R48)', () => {
  it("the receipt email names each invoice, in the customer's language", async () => {
    const address = `${randomUUID()}@example.com`;
    await addContact(world, harbor, { value: address });
    await world.deps.database.pool.query(`update customers set language = 'es' where id = $1`, [
      harbor.customerId,
    ]);
    await paid();
    const mailbox = toMailbox(world);
    await mailbox.deliver();
    const [mail] = await mailbox.inbox(address);
    const names = invoices.map(({ accountRef }) => accountRef).join(', ');
    expect(mail?.text).toContain(`su pago de las facturas ${names}`);
    expect(mail?.text).toContain('Facturas');
  });

  it('each invoice page shows only its own refunded amount', async () => {
    const attemptId = await paid();
    await refund(attemptId, { amount: 7225 });
    const [first, second, third] = invoices;
    if (!first || !second || !third) throw new Error('there are invoices');
    const shares = ['RETURN 5161 + 0', 'RETURN 1720 + 0', 'RETURN 344 + 0'];
    for (const [index, invoice] of invoices.entries()) {
      expect((await shownOn(invoice))[0]).toBe(shares[index]);
      expect((await shownByLink(invoice))[0]).toBe(shares[index]);
    }
    await refund(attemptId, { invoiceId: second.invoiceId });
    expect(await shownOn(second)).toHaveLength(3);
    expect(await shownOn(first)).toEqual(['RETURN 5161 + 0', 'SUCCESS 10000 + 321']);
    expect(await shownByLink(third)).toEqual(['RETURN 344 + 0', 'SUCCESS 667 + 21']);
  });

  it('a payment on several invoices needs only one confirmation by the bank', async () => {
    const key = randomUUID();
    const asked = await payTogether(world, payer(), { chosen, card: CARDS.challenges, key });
    expect(asked.answer).toMatchObject({ status: 'PENDING', isThreeDSActionRequired: true });
    expect(await readBalances(world, invoices)).toEqual(
      TOTALS.map((each) => `PENDING 0 of ${each}`),
    );
    await fetch(`${world.sandbox.url}/stripe/3ds/challenge/result`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_secret: asked.answer.threeDSData, outcome: 'complete' }),
    });
    await world.later(3 * SECOND_MS);
    const path = `request/${asked.requestId}/status?key=${key}`;
    expect(await caller.call({ method: 'GET', path })).toMatchObject({
      payment: { status: 'SUCCESS', amount: 14_000, fee: 450 },
    });
    expect(await readBalances(world, invoices)).toEqual(
      TOTALS.map((each) => `COLLECTED ${each} of ${each}`),
    );
  });

  it('a payment on several invoices is recovered from the processor and pays each part', async () => {
    const attemptId = await paid();
    await forgetTogether(world, { attemptId, invoices });
    expect(await reconcileFor(world, harbor)).toMatchObject({ differences: { orphan: 1 } });
    expect(await readBalances(world, invoices)).toEqual(
      TOTALS.map((each) => `COLLECTED ${each} of ${each}`),
    );
    expect(await reconcileFor(world, harbor)).toMatchObject({ isClean: true });
  });

  it('a payment on several invoices is refused while one invoice has an arrangement', async () => {
    const requestId = await select(caller, chosen);
    const [first] = invoices;
    if (!first) throw new Error('there are invoices');
    const { methodId } = await world.method(harbor);
    await addSchedule(world.deps, { company: harbor, invoice: first, methodId }, 5);
    const refused = { success: false, message: 'OPTION_NOT_AVAILABLE' };
    expect(await choose(caller, chosen)).toMatchObject(refused);
    const quote = { amount: 14_000, fee: 450 };
    const about = { ...payer(), requestId };
    expect(await payRequest(world, about, { way: 'invoices', quote })).toMatchObject(refused);
    expect(await readBalances(world, invoices)).toEqual([
      'PAYMENT_EXTENSION 0 of 10000',
      'DUE 0 of 3333',
      'DUE 0 of 667',
    ]);
  });
});

/** A full run uses the maximum number of invoices per payment. */
const MANY = sampled({ sample: 50, full: 500 });

describe(`The statement after a payment of ${MANY} invoices (R48, R60)`, () => {
  it('the statement has a line for each invoice and payment and ends with a zero balance', async () => {
    const many: InvoiceAmount[] = [];
    for (let count = 0; count < MANY; count += 1) {
      many.push({ invoice: await world.invoice(harbor, { totalCents: 200 }), amount: 200 });
    }
    const { answer } = await payTogether(world, payer(), { chosen: many });
    expect(answer).toMatchObject({ status: 'SUCCESS' });
    const { answer: schema } = accountSchemas.statement;
    const kinds = new Map<string, number>();
    let cursor: string | null = null;
    let closing = -1;
    do {
      const days = 'from=2026-01-01&to=2026-12-31&limit=100';
      const path = `debtor/${harbor.customerId}/statement?${days}${cursor ? `&cursor=${cursor}` : ''}`;
      const page = schema.parse(await caller.call({ method: 'GET', path }));
      for (const { kind } of page.lines) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      closing = page.summary.closing;
      cursor = page.nextCursor;
    } while (cursor);
    expect(Object.fromEntries(kinds)).toEqual({ INVOICE: MANY + 3, PAYMENT: MANY, FEE: 1 });
    expect(closing).toBe(14_000);
  }, 60_000);
});
