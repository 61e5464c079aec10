/** Money that moved after the attempt was given up (M3, product §10.3) is counted or refunded, never dropped. */
import { DAY_MS, HOUR_MS, SECOND_MS } from '@quittance/contract/durations';
import type { AttemptId } from '@quittance/contract/ids';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import { findNewestAttempt } from '../../src/ledger/attempts.ts';
import { makeRefunds } from '../../src/payments/reconciliation/refund-credits.ts';
import { resolveAttempt } from '../../src/payments/reconciliation/resolve.ts';
import { settle } from '../../src/payments/settlement/settle.ts';
import type { TestInvoice } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import { cancelPlan, payOnPlan, planStatement, startPlan } from '../world/planning.ts';
import { BANK_ACCOUNTS, readInvoice, signIn, signInByLink } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);
let invoice: TestInvoice;

const world = useWorld({ clock });
const harbor = forFile(() => world.company());

beforeEach(async () => {
  invoice = await world.invoice(harbor);
});

const GIVEN_UP = {
  kind: 'declined',
  processorReference: null,
  code: 'never_seen',
  message: 'The payment was not completed.',
  class: 'soft',
} as const;

/** Makes a charge whose response is lost and whose attempt is written off too early. */
async function chargeAndGiveUp(charge: () => Promise<unknown>): Promise<AttemptId> {
  await world.later(SECOND_MS);
  await world.sandbox.fault({ operation: 'charge', fault: 'lose_answer' });
  await charge();
  const { companyId, requestId } = invoice;
  const attempt = await world.deps.database.asSystem((tx) =>
    findNewestAttempt(tx, { companyId, requestId }),
  );
  if (!attempt) throw new Error('nothing was tried');
  const key = { companyId, attemptId: attempt.id };
  await settle(world.deps, { ...key, outcome: GIVEN_UP, source: 'expiry' });
  await world.later(SECOND_MS);
  return attempt.id;
}

const resolveLate = (attemptId: AttemptId) =>
  resolveAttempt(world.deps, { companyId: harbor.companyId, attemptId }, 'webhook');

async function toRefund(attemptId: AttemptId) {
  const { rows } = await world.deps.database.pool.query(
    'select state, amount_cents from refunds where attempt_id = $1',
    [attemptId],
  );
  return rows[0];
}

describe('A success that comes late', () => {
  it('a late success pays an invoice that is still open', async () => {
    const late = await chargeAndGiveUp(() => world.payer(harbor, invoice).pay());
    expect((await readInvoice(world, invoice)).status).toBe('DUE');
    await resolveLate(late);
    expect((await readInvoice(world, invoice)).status).toBe('COLLECTED');
  });

  it('a late success on a paid invoice is credited and refunded, including the fee', async () => {
    const payer = world.payer(harbor, invoice);
    const late = await chargeAndGiveUp(() => payer.pay());
    await payer.pay();
    await resolveLate(late);
    await world.later(SECOND_MS);
    expect(await world.statement(invoice)).toBe(
      [
        'invoice COLLECTED $100.00 of $100.00',
        'payment SUCCEEDED $100.00 + $3.30',
        '  fee_income → clearing:payengine $3.30',
        '  customer_credit → clearing:payengine $100.00',
        '  clearing:payengine → customer_credit $100.00',
        '  clearing:payengine → fee_income $3.30',
        'payment SUCCEEDED $100.00 + $3.30',
        '  receivable → clearing:payengine $100.00',
        '  fee_income → clearing:payengine $3.30',
      ].join('\n'),
    );
  });

  it('a late success is refunded once, however often the job runs', async () => {
    const payer = world.payer(harbor, invoice);
    const late = await chargeAndGiveUp(() => payer.pay());
    await payer.pay();
    await resolveLate(late);
    await Promise.all([makeRefunds(world.deps), makeRefunds(world.deps)]);
    await makeRefunds(world.deps);
    const booked = await world.sandbox.records(harbor.merchant);
    const charge = booked.find((each) => each.internalTransactionID === late);
    expect(charge).toMatchObject({ amountCents: 10_330, refundedCents: 10_330 });
  });

  it('a refund without a response is looked up, never sent twice, and ends in manual review', async () => {
    const payer = world.payer(harbor, invoice);
    const late = await chargeAndGiveUp(() => payer.pay());
    await payer.pay();
    await resolveLate(late);
    await world.sandbox.fault({ operation: 'refund', fault: 'lose_before' });
    for (let day = 0; day < 30; day += 1) await world.later(DAY_MS);
    expect(await toRefund(late)).toEqual({ state: 'SENT', amount_cents: '10330' });
    const booked = await world.sandbox.records(harbor.merchant);
    const charge = booked.find((each) => each.internalTransactionID === late);
    expect(charge).toMatchObject({ refundedCents: 0 });
    // A person makes the refund in the dashboard, and the processor's records complete it.
    await world.sandbox.refundByHand(charge?.transactionId ?? '');
    await resolveLate(late);
    expect(await toRefund(late)).toEqual({ state: 'SUCCEEDED', amount_cents: '10330' });
  });

  it('a refund whose response was lost is found by a lookup and booked once', async () => {
    const payer = world.payer(harbor, invoice);
    const late = await chargeAndGiveUp(() => payer.pay());
    await payer.pay();
    await resolveLate(late);
    await world.sandbox.fault({ operation: 'refund', fault: 'lose_answer' });
    await makeRefunds(world.deps);
    expect(await toRefund(late)).toMatchObject({ state: 'SENT' });
    await world.later(HOUR_MS);
    expect(await toRefund(late)).toMatchObject({ state: 'SUCCEEDED' });
    const booked = await world.sandbox.records(harbor.merchant);
    expect(booked.find((each) => each.internalTransactionID === late)).toMatchObject({
      refundedCents: 10_330,
    });
  });

  async function debitTooMuch() {
    const payer = world.payer(harbor, invoice);
    const late = await chargeAndGiveUp(() => payer.pay({ bank: BANK_ACCOUNTS.pays }));
    await payer.pay();
    await world.sandbox.settle();
    await resolveLate(late);
    const booked = await world.sandbox.records(harbor.merchant);
    const debit = booked.find((each) => each.internalTransactionID === late);
    const charge = debit?.transactionId ?? '';
    const returnIt = async () => {
      await world.sandbox.returnDebit(charge, 'R01');
      return resolveLate(late);
    };
    return { late, charge, returnIt };
  }

  it('an invoice paid by another payment stays closed after the return of a late success (R42)', async () => {
    const { late, returnIt } = await debitTooMuch();
    await returnIt();
    await world.later(25 * DAY_MS);
    const { status, payable } = await readInvoice(world, invoice);
    expect({ status, amount: payable.amount }).toEqual({ status: 'COLLECTED', amount: 0 });
    expect(await toRefund(late)).toMatchObject({ state: 'FAILED' });
  });

  it('a late success that is returned after its refund stays in returns for a decision (R42)', async () => {
    const { late, charge, returnIt } = await debitTooMuch();
    await makeRefunds(world.deps);
    await world.sandbox.endRefund(charge, 'succeeded');
    await resolveLate(late);
    expect(await toRefund(late)).toMatchObject({ state: 'SUCCEEDED' });
    await returnIt();
    expect((await world.statement(invoice)).split('\n').slice(0, 7)).toEqual([
      'invoice COLLECTED $100.00 of $100.00',
      'payment RETURNED $100.00 + $0.80',
      '  fee_income → clearing:payengine $0.80',
      '  customer_credit → clearing:payengine $100.00',
      '  clearing:payengine → customer_credit $100.00',
      '  clearing:payengine → fee_income $0.80',
      '  clearing:payengine → returns $100.80',
    ]);
  });
});

describe('A success on a plan that comes late (R13, R17)', () => {
  const about = () => ({ caller: signInByLink(world, invoice), company: harbor, invoice });

  it('a late success counts toward its plan even though the plan start was reverted', async () => {
    const late = await chargeAndGiveUp(() => startPlan(world, about()));
    expect(await planStatement(world, invoice)).toMatch(/^plan CANCELED /);
    await resolveLate(late);
    expect(await planStatement(world, invoice)).toMatch(/\n1 SUCCESS .*\n2 CANCELED /);
    const { status, payable } = await readInvoice(world, invoice);
    expect(status).toBe('DUE');
    expect(payable).toMatchObject({ isPayable: true, amount: 6667 });
  });

  it('a late success on an installment that was paid in the meantime is refunded', async () => {
    await startPlan(world, about());
    const late = await chargeAndGiveUp(() => payOnPlan(world, about(), { isFull: false }));
    await payOnPlan(world, about(), { isFull: false });
    await resolveLate(late);
    await world.later(SECOND_MS);
    const { paidBalance, installments } = await readInvoice(world, invoice);
    expect(paidBalance).toBe(6666);
    expect(installments.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'OPEN']);
    expect(await toRefund(late)).toEqual({ state: 'SUCCEEDED', amount_cents: '3443' });
  });

  it('a late success on a canceled plan reduces the balance', async () => {
    const customer = await signIn(world, harbor);
    await startPlan(world, about());
    const late = await chargeAndGiveUp(() => payOnPlan(world, about(), { isFull: false }));
    await cancelPlan({ caller: customer, invoice });
    await resolveLate(late);
    const { status, payable } = await readInvoice(world, invoice);
    expect(status).toBe('DUE');
    expect(payable.amount).toBe(3334);
  });

  it('a late success that pays a whole invoice ends its plan', async () => {
    const late = await chargeAndGiveUp(() => world.payer(harbor, invoice).pay());
    await startPlan(world, about());
    await resolveLate(late);
    await world.later(SECOND_MS);
    const { status } = await readInvoice(world, invoice);
    expect(status).toBe('PAYMENT_PLAN_COLLECTED');
    expect(await planStatement(world, invoice)).toMatch(
      /^plan PAID_OFF .*\n1 SUCCESS .*\n2 CANCEL/,
    );
    expect(await world.statement(invoice)).toContain(
      '  clearing:payengine → customer_credit $33.33',
    );
  });
});
