/** The life of a running plan (product §4, §7; R13, R15, R17): payments, early payoff, cancellation and returns. */
import { HOUR_MS, SECOND_MS } from '@quittance/contract/durations';
import { attemptIdSchema } from '@quittance/contract/ids';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import { resolveAttempt } from '../../src/payments/reconciliation/resolve.ts';
import { changeMethod } from '../world/arrangements.ts';
import type { TestInvoice } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import { addMethod } from '../world/method.ts';
import { cancelPlan, payOnPlan, planStatement, seenOnPlan, startPlan } from '../world/planning.ts';
import {
  BANK_ACCOUNTS,
  CARDS,
  type Caller,
  readInvoice,
  signIn,
  signInByLink,
} from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);
let invoice: TestInvoice;
let customer: Caller;

const world = useWorld({ clock });
const harbor = forFile(() => world.company());

beforeEach(async () => {
  customer = await signIn(world, harbor);
  invoice = await world.invoice(harbor);
});

const byLink = () => ({ caller: signInByLink(world, invoice), company: harbor, invoice });
const signedIn = () => ({ caller: customer, company: harbor, invoice });
const statuses = async () =>
  (await readInvoice(world, invoice)).installments.map(({ status }) => status).join(' ');

describe('Paying on a plan (R13)', () => {
  beforeEach(async () => {
    await startPlan(world, byLink());
    await world.later(SECOND_MS);
  });

  it('a plan payment pays the earliest unpaid installment as agreed', async () => {
    const answer = await payOnPlan(world, byLink(), { isFull: false });
    expect(answer).toMatchObject({ code: 200, status: 'SUCCESS' });
    expect(await statuses()).toBe('SUCCESS SUCCESS OPEN');
    expect(await world.statement(invoice)).toContain('payment SUCCEEDED $33.33 + $1.10');
  });

  it('a payment of the full remaining amount closes the plan', async () => {
    const answer = await payOnPlan(world, byLink(), { isFull: true });
    expect(answer).toMatchObject({ status: 'SUCCESS' });
    expect(await world.statement(invoice)).toBe(
      [
        'invoice PAYMENT_PLAN_COLLECTED $100.00 of $100.00',
        'payment SUCCEEDED $33.33 + $1.11',
        '  receivable → clearing:payengine $33.33',
        '  fee_income → clearing:payengine $1.11',
        'payment SUCCEEDED $66.67 + $2.19',
        '  receivable → clearing:payengine $66.67',
        '  fee_income → clearing:payengine $2.19',
      ].join('\n'),
    );
    expect(await planStatement(world, invoice)).toMatch(/^plan PAID_OFF /);
    const again = await payOnPlan(world, byLink(), { isFull: true });
    expect(again).toMatchObject({ code: 409, message: 'ACCOUNT_ALREADY_CLOSED' });
  });

  it('the last installment pays off the plan', async () => {
    await payOnPlan(world, byLink(), { isFull: false });
    await payOnPlan(world, byLink(), { isFull: false });
    expect((await readInvoice(world, invoice)).status).toBe('PAYMENT_PLAN_COLLECTED');
    const { rows } = await world.deps.database.pool.query<{ finished: string }>(
      `select payload -> 'data' ->> 'isPlanFinished' as finished from outbox
       where payload ->> 'template' = 'receipt' and payload -> 'data' ->> 'invoiceRef' = $1 order by id`,
      [invoice.accountRef],
    );
    expect(rows.map(({ finished }) => finished)).toEqual(['0', '0', '1']);
  });

  it('an installment is paid once when two pages show the same installment (R38)', async () => {
    const seen = await seenOnPlan(world, invoice, false);
    expect(seen).toEqual({ isFull: false, quote: { amount: 3333, fee: 110 }, installments: [2] });
    const first = await payOnPlan(world, byLink(), { isFull: false, seen });
    expect(first).toMatchObject({ status: 'SUCCESS' });
    expect(await payOnPlan(world, byLink(), { isFull: false, seen })).toMatchObject({
      code: 409,
      message: 'AMOUNT_CHANGED',
      details: {
        payable: { amount: 3334, fees: { card: { fee: 109 } } },
        quote: { amount: 3334, fee: 109 },
        installments: [3],
      },
    });
    expect(await statuses()).toBe('SUCCESS SUCCESS OPEN');
  });

  it('a page that shows an already paid installment cannot pay off the plan (R38)', async () => {
    const seen = await seenOnPlan(world, invoice, true);
    expect(seen).toMatchObject({ quote: { amount: 6667, fee: 219 }, installments: [2, 3] });
    await payOnPlan(world, byLink(), { isFull: false });
    expect(await payOnPlan(world, byLink(), { isFull: true, seen })).toMatchObject({
      code: 409,
      message: 'AMOUNT_CHANGED',
      details: { quote: { amount: 3334, fee: 109 }, installments: [3] },
    });
    expect(await statuses()).toBe('SUCCESS SUCCESS OPEN');
  });

  it.each([
    ['installment', { installments: [3] }],
    ['amount', { quote: { amount: 3334, fee: 110 } }],
    ['fee', { quote: { amount: 3333, fee: 109 } }],
  ])('a page that shows another %s cannot pay on a plan (R38)', async (_, other) => {
    const seen = { ...(await seenOnPlan(world, invoice, false)), ...other };
    const answer = await payOnPlan(world, byLink(), { isFull: false, seen });
    expect(answer).toMatchObject({ code: 409, message: 'AMOUNT_CHANGED' });
    expect(await statuses()).toBe('SUCCESS OPEN OPEN');
  });

  it('a plan is unchanged after the bank declines an early payment', async () => {
    const typed = { kind: 'card', number: CARDS.declined } as const;
    const { deps, sandbox } = world;
    const method = await addMethod({ deps, sandbox, company: harbor }, typed);
    await changeMethod(deps, { company: harbor, method }, invoice);
    const caller = await signIn(world, harbor);
    const answer = await payOnPlan(world, { caller, invoice }, { isFull: true });
    expect(answer).toMatchObject({ success: false, status: 'FAILED' });
    expect(await statuses()).toBe('SUCCESS OPEN OPEN');
  });

  it('an invoice with a plan cannot be paid in full outside plan/pay', async () => {
    const payer = world.payer(harbor, invoice);
    const answer = await payer.pay({ quote: { amount: 6667, fee: 230 } });
    expect(answer).toMatchObject({ code: 422, message: 'OPTION_NOT_AVAILABLE' });
  });

  it('a plan payment returns the payer only to our own pages', async () => {
    const answer = await payOnPlan(world, byLink(), {
      isFull: false,
      returnUrl: 'https://evil.test/',
    });
    expect(answer).toMatchObject({ code: 400, message: 'INVALID_REQUEST' });
    expect(await statuses()).toBe('SUCCESS OPEN OPEN');
    const returnUrl = `/${harbor.domain}/invoices`;
    const paid = await payOnPlan(world, byLink(), { isFull: false, returnUrl });
    expect(paid).toMatchObject({ status: 'SUCCESS' });
  });
});

describe('Canceling a plan (product §2, R17)', () => {
  it('canceling a plan makes the rest payable at once, without the plan fee', async () => {
    await startPlan(world, signedIn());
    expect(await cancelPlan(signedIn())).toMatchObject({ code: 200, success: true });
    expect(await planStatement(world, invoice)).toMatch(
      /^plan CANCELED .*\n1 SUCCESS .*\n2 CANCELED .*\n3 CANCELED /,
    );
    const { status, payable } = await readInvoice(world, invoice);
    expect(status).toBe('DUE');
    expect(payable).toMatchObject({ isPayable: true, amount: 6667, fees: { card: { fee: 230 } } });
    expect(await cancelPlan(signedIn())).toMatchObject({ code: 200, success: true });
    expect(await world.payer(harbor, invoice).pay()).toMatchObject({ status: 'SUCCESS' });
  });

  it('canceling a plan is refused while a payment is in progress', async () => {
    await startPlan(world, signedIn());
    await world.sandbox.fault({ operation: 'sale', fault: 'lose_answer' });
    expect(await payOnPlan(world, signedIn(), { isFull: false })).toMatchObject({
      status: 'PENDING',
    });
    const answer = await cancelPlan(signedIn());
    expect(answer).toMatchObject({ code: 409, message: 'ACCOUNT_IS_PROCESSING' });
    await world.later(3 * SECOND_MS);
    expect(await statuses()).toBe('SUCCESS SUCCESS OPEN');
    expect(await cancelPlan(signedIn())).toMatchObject({ code: 200 });
  });

  it('canceling a missing or foreign plan returns not found', async () => {
    expect(await cancelPlan(signedIn())).toMatchObject({ code: 404, message: 'NOT_FOUND' });
    const other = await world.company();
    const stranger = await signIn(world, other);
    const answer = await cancelPlan({ caller: stranger, invoice });
    expect(answer).toMatchObject({ code: 404, message: 'ACCOUNT_NOT_FOUND' });
  });
});

describe('A returned debit of a plan (R15)', () => {
  async function bankPlan(): Promise<string> {
    await startPlan(world, signedIn(), { bank: BANK_ACCOUNTS.pays, count: 2 });
    await world.sandbox.settle();
    await world.later(5 * HOUR_MS);
    const charges = await world.sandbox.records(harbor.merchant);
    customer = await signIn(world, harbor);
    return charges.at(-1)?.transactionId ?? '';
  }

  /** Simulates a webhook about an older charge. */
  async function lookAt(transactionId: string): Promise<void> {
    const charges = await world.sandbox.records(harbor.merchant);
    const charge = charges.find((each) => each.transactionId === transactionId);
    const attemptId = attemptIdSchema.parse(charge?.internalTransactionID);
    await resolveAttempt(world.deps, { companyId: harbor.companyId, attemptId }, 'webhook');
  }

  it('a returned debit leaves its installment unpaid, and the plan continues', async () => {
    const transactionId = await bankPlan();
    await world.sandbox.returnDebit(transactionId, 'R01');
    await world.lookAgain(invoice);
    const { status, paidBalance } = await readInvoice(world, invoice);
    expect({ status, paidBalance }).toEqual({ status: 'PAYMENT_PLAN_IN_PROGRESS', paidBalance: 0 });
    expect(await statuses()).toBe('FAILED OPEN');
  });

  it('a returned debit reopens an invoice whose plan was paid off, and the plan stays closed', async () => {
    const transactionId = await bankPlan();
    await payOnPlan(world, signedIn(), { isFull: true });
    await world.sandbox.settle();
    await world.later(5 * HOUR_MS);
    expect((await readInvoice(world, invoice)).status).toBe('PAYMENT_PLAN_COLLECTED');
    await world.sandbox.returnDebit(transactionId, 'R10');
    await lookAt(transactionId);
    const { status, payable } = await readInvoice(world, invoice);
    expect(status).toBe('DUE');
    expect(payable).toMatchObject({ isPayable: true, amount: 5000 });
    expect(await planStatement(world, invoice)).toMatch(
      /^plan CANCELED .*\n1 CANCELED .*\n2 SUCCESS /,
    );
  });
});
