/**
 * Starting a payment plan (product §5, §7; R7, R13, R18, R27): the outcome of the first payment starts or cancels
 * the plan.
 */

import { randomUUID } from 'node:crypto';
import { HOUR_MS, SECOND_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { oneOf } from '../../../domain/test/full-run.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import type { TestInvoice } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import { payOnPlan, planStatement, startPlan } from '../world/planning.ts';
import {
  addOwnMethod,
  BANK_ACCOUNTS,
  CARDS,
  readInvoice,
  signIn,
  signInByLink,
} from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);
let invoice: TestInvoice;

const world = useWorld({ clock });
const harbor = forFile(() => world.company());
const customer = forFile(() => signIn(world, harbor));

beforeEach(async () => {
  invoice = await world.invoice(harbor);
});

const byLink = () => ({ caller: signInByLink(world, invoice), company: harbor, invoice });
const signedIn = () => ({ caller: customer, company: harbor, invoice });

async function methodsOfCustomer(): Promise<number> {
  const { rows } = await world.deps.database.pool.query(
    'select 1 from payment_methods where customer_id = $1 and is_saved',
    [harbor.customerId],
  );
  return rows.length;
}

describe('Starting a plan by a link (product §5, R7)', () => {
  it('a plan by link charges the first installment and attaches the card only to the invoice (R18)', async () => {
    const before = await methodsOfCustomer();
    const answer = await startPlan(world, byLink());
    expect(answer).toMatchObject({ code: 200, success: true, status: 'SUCCESS' });
    expect(await planStatement(world, invoice)).toBe(
      [
        'plan LIVE with visa 4242, attached',
        '1 SUCCESS 2026-11-15 $33.33 + $1.11',
        '2 OPEN 2026-12-15 $33.33 + $1.10',
        '3 OPEN 2027-01-15 $33.34 + $1.09',
      ].join('\n'),
    );
    expect(await world.statement(invoice)).toBe(
      [
        'invoice PAYMENT_PLAN_IN_PROGRESS $33.33 of $100.00',
        'payment SUCCEEDED $33.33 + $1.11',
        '  receivable → clearing:payengine $33.33',
        '  fee_income → clearing:payengine $1.11',
      ].join('\n'),
    );
    expect(await methodsOfCustomer()).toBe(before);
    const { attachedPaymentMethod } = await readInvoice(world, invoice);
    expect(attachedPaymentMethod).toMatchObject({ brand: 'visa', last4: '4242' });
  });

  it('a plan stores the authorization with the name of the method (R27)', async () => {
    await startPlan(world, byLink());
    const { rows } = await world.deps.database.pool.query(
      `select m.text, m.kind, m.cap_cents, m.method_id = p.method_id as names, m.revoked_at
       from plans p join mandates m on m.company_id = p.company_id and m.id = p.mandate_id where p.invoice_id = $1`,
      [invoice.invoiceId],
    );
    expect(rows).toEqual([
      {
        text: expect.stringContaining(
          '($100.00 plus a processing fee of $3.30): $34.44 on November 15, 2026',
        ),
        kind: 'card',
        cap_cents: '10330',
        names: true,
        revoked_at: null,
      },
    ]);
  });

  it('a plan does not start when the first payment is declined, and the invoice stays open', async () => {
    const answer = await startPlan(world, byLink(), { card: CARDS.declined });
    expect(answer).toMatchObject({ code: 200, success: false, status: 'FAILED' });
    expect(await planStatement(world, invoice)).toBe(
      [
        'plan CANCELED with no method',
        '1 CANCELED 2026-11-15 $33.33 + $1.11',
        '2 CANCELED 2026-12-15 $33.33 + $1.10',
        '3 CANCELED 2027-01-15 $33.34 + $1.09',
      ].join('\n'),
    );
    expect(await world.statement(invoice)).toBe(
      ['invoice DUE $0.00 of $100.00', 'payment FAILED $33.33 + $1.11'].join('\n'),
    );
    expect(await startPlan(world, byLink())).toMatchObject({ status: 'SUCCESS' });
  });

  it('a plan whose response was lost is found again with its method', async () => {
    await world.sandbox.fault({ operation: 'sale', fault: 'lose_answer' });
    expect(await startPlan(world, byLink())).toMatchObject({ status: 'PENDING' });
    const again = await startPlan(world, byLink());
    expect(again).toMatchObject({ code: 409, message: 'ACCOUNT_IS_PROCESSING' });
    await world.later(3 * SECOND_MS);
    expect(await planStatement(world, invoice)).toMatch(/^plan LIVE with visa 4242.*\n1 SUCCESS /);
    expect((await readInvoice(world, invoice)).status).toBe('PAYMENT_PLAN_IN_PROGRESS');
  });
});

describe('Starting a plan when signed in (product §6)', () => {
  it("starting a plan saves the new card for the customer and notifies the customer's pages", async () => {
    const before = await methodsOfCustomer();
    await startPlan(world, signedIn());
    expect(await methodsOfCustomer()).toBe(before + 1);
    expect(await planStatement(world, invoice)).toMatch(/^plan LIVE with visa 4242, saved/);
    const { rows } = await world.deps.database.pool.query(
      `select payload from outbox where topic = 'customer_add_pm' and company_id = $1`,
      [harbor.companyId],
    );
    expect(rows).toContainEqual({ payload: { customerId: harbor.customerId } });
  });

  it('a plan can start with a previously saved method', async () => {
    const own = await addOwnMethod(world, { caller: customer, company: harbor });
    expect(own).toMatchObject({ success: true });
    const before = await methodsOfCustomer();
    const { rows } = await world.deps.database.pool.query<{ id: string }>(
      "select id from payment_methods where customer_id = $1 and is_saved and state = 'active' limit 1",
      [harbor.customerId],
    );
    const answer = await startPlan(world, signedIn(), { pmID: rows[0]?.id ?? '', last4: '4242' });
    expect(answer).toMatchObject({ status: 'SUCCESS' });
    expect(await methodsOfCustomer()).toBe(before);
    expect(await planStatement(world, invoice)).toMatch(/^plan LIVE with visa 4242, saved/);
  });

  it('a plan by bank account is pending until the first debit has settled', async () => {
    const answer = await startPlan(world, signedIn(), { bank: BANK_ACCOUNTS.pays, count: 2 });
    expect(answer).toMatchObject({ success: true, status: 'PENDING' });
    expect(await planStatement(world, invoice)).toMatch(/^plan LIVE with bank 6789, saved\n1 PEND/);
    await world.sandbox.settle();
    await world.later(5 * HOUR_MS);
    expect(await planStatement(world, invoice)).toMatch(/\n1 SUCCESS .*\n2 OPEN /);
  });
});

describe('Plan terms decided by the server (R6, R7)', () => {
  it('forged installments return the correct installments and charge nothing', async () => {
    const { today } = await readInvoice(world, invoice);
    const installments = [
      { date: today, cost: 1 },
      { date: today, cost: 1 },
    ];
    const answer = await startPlan(world, byLink(), { count: 2, change: { installments } });
    expect(answer).toMatchObject({ code: 409, message: 'AMOUNT_CHANGED' });
    expect(answer['details']).toMatchObject({
      installments: [{ cost: 5165 }, { date: expect.any(String), cost: 5165 }],
    });
    expect(await planStatement(world, invoice)).toBe('no plan');
  });

  it.each([
    ['fee', { amount: 10_000, fee: 329 }],
    ['amount', { amount: 9_999, fee: 330 }],
    ['split of the same total', { amount: 9_999, fee: 331 }],
  ])('a plan does not start from a page that shows another %s (R38)', async (_, quote) => {
    const answer = await startPlan(world, byLink(), { count: 2, change: { quote } });
    expect(answer).toMatchObject({
      code: 409,
      message: 'AMOUNT_CHANGED',
      details: { payable: { amount: 10_000, fees: { card: { fee: 330 } } } },
    });
    expect(await planStatement(world, invoice)).toBe('no plan');
  });

  it('a plan with an unoffered number of installments is refused', async () => {
    const answer = await startPlan(world, byLink(), { count: 12 });
    expect(answer).toMatchObject({ code: 422, message: 'OPTION_NOT_AVAILABLE' });
  });

  it('a plan debit under a text that the payer did not see is refused (R27)', async () => {
    const { caller } = byLink();
    const saved = { paymentType: 'ach', token: 'tok_1', achMandateText: 'I agree.' };
    const change = { paymentInfo: saved };
    const typed = { bank: BANK_ACCOUNTS.pays, change };
    const answer = await startPlan(world, { caller, company: harbor, invoice }, typed);
    expect(answer).toMatchObject({ code: 409, message: 'MANDATE_CHANGED' });
    expect(await planStatement(world, invoice)).toBe('no plan');
  });

  it('the API previews the terms of a plan (product §7)', async () => {
    const path = `request/${invoice.requestId}/plan/intent`;
    const { caller } = byLink();
    const answer = await caller.call({ method: 'POST', path, body: { installments: 2 } });
    expect(answer).toMatchObject({
      code: 200,
      total: 10_330,
      fee: { fee: 330 },
      installments: [
        { index: 1, cost: 5165, status: 'OPEN', isActive: true, parts: 2 },
        { index: 2, cost: 5165, isActive: false },
      ],
    });
  });

  it('a repeated key returns the same response and starts one plan', async () => {
    const key = randomUUID();
    const installments = [
      { date: '2026-11-15', cost: 5165 },
      { date: '2026-12-15', cost: 5165 },
    ];
    const change = { installments, quote: { amount: 10_000, fee: 330 } };
    const first = await startPlan(world, byLink(), { key, change });
    const second = await startPlan(world, byLink(), { key, change });
    expect(first).toMatchObject({ status: 'SUCCESS' });
    expect(second).toEqual(first);
    expect((await readInvoice(world, invoice)).installments).toHaveLength(2);
  });
});

describe.each(oneOf(['stripe', 'fiserv'] as const, 1))('A plan at %s', (processor) => {
  it('a plan keeps the card of its first payment and charges that card for later payments', async () => {
    const company = await world.company({ processor });
    const bill = await world.invoice(company);
    const about = { caller: signInByLink(world, bill), company, invoice: bill };
    expect(await startPlan(world, about)).toMatchObject({ status: 'SUCCESS' });
    expect(await planStatement(world, bill)).toMatch(/^plan LIVE with visa 4242, attached/i);
    expect(await payOnPlan(world, about, { isFull: true })).toMatchObject({ status: 'SUCCESS' });
    expect((await readInvoice(world, bill)).status).toBe('PAYMENT_PLAN_COLLECTED');
  });
});

describe('The remaining cost of a plan (R13)', () => {
  it('the remaining cost of a plan is the unpaid amount with the agreed fee', async () => {
    await startPlan(world, byLink());
    const { payable } = await readInvoice(world, invoice);
    expect(payable).toMatchObject({
      isPayable: true,
      isProcessing: false,
      options: ['PAY_IN_FULL'],
      amount: 6667,
      fees: { card: { fee: 219 }, ach: { fee: 219 } },
    });
  });
});
