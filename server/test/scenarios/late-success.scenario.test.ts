/** Money that moved after we had given up on it (M3, product §10.3): counted, or given back; never dropped. */
import type { AttemptId } from '@quittance/contract/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/clock.ts';
import { makeRefunds } from '../../src/payments/reconciliation/refund-credits.ts';
import { resolveAttempt } from '../../src/payments/reconciliation/resolve.ts';
import { settle } from '../../src/payments/settlement/settle.ts';
import { findNewestAttempt } from '../../src/storage/payments/attempts.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { cancelPlan, payOnPlan, planStatement, startPlan } from '../world/planning.ts';
import { holderOf, readInvoice, signIn } from '../world/signed-in.ts';
import { openWorld, START, type World } from '../world/world.ts';

const SECOND_MS = 1000;
const clock = fixedClock(START);
let world: World;
let harbor: TestCompany;
let invoice: TestInvoice;

beforeAll(async () => {
  world = await openWorld({ clock });
  harbor = await world.company();
});
afterAll(() => world.close());

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

/** The charge is made, its answer is lost, and the attempt is written off too early. */
async function chargeAndGiveUp(charge: () => Promise<unknown>): Promise<AttemptId> {
  await world.later(SECOND_MS);
  await world.sandbox.fault({ operation: 'sale', fault: 'lose_answer' });
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

const hearOf = (attemptId: AttemptId) =>
  resolveAttempt(world.deps, { companyId: harbor.companyId, attemptId }, 'webhook');

describe('A success that comes late', () => {
  it('pays the invoice that is still open', async () => {
    const late = await chargeAndGiveUp(() => world.payer(harbor, invoice).pay());
    expect((await readInvoice(world, invoice)).status).toBe('DUE');
    await hearOf(late);
    expect((await readInvoice(world, invoice)).status).toBe('COLLECTED');
  });

  it('on an invoice already paid is credited and given back, fee and all', async () => {
    const payer = world.payer(harbor, invoice);
    const late = await chargeAndGiveUp(() => payer.pay());
    await payer.pay();
    await hearOf(late);
    await world.later(SECOND_MS);
    expect(await world.statement(invoice)).toBe(
      [
        'invoice COLLECTED $100.00 of $100.00',
        'payment SUCCEEDED $100.00 + $3.30',
        '  fee_income → clearing:payengine $3.30',
        '  customer_credit → clearing:payengine $100.00',
        '  clearing:payengine → fee_income $3.30',
        '  clearing:payengine → customer_credit $100.00',
        'payment SUCCEEDED $100.00 + $3.30',
        '  receivable → clearing:payengine $100.00',
        '  fee_income → clearing:payengine $3.30',
      ].join('\n'),
    );
  });

  it('is given back once, however often the job runs', async () => {
    const payer = world.payer(harbor, invoice);
    const late = await chargeAndGiveUp(() => payer.pay());
    await payer.pay();
    await hearOf(late);
    await Promise.all([makeRefunds(world.deps), makeRefunds(world.deps)]);
    await makeRefunds(world.deps);
    const booked = await world.sandbox.records(harbor.merchant);
    const charge = booked.find((each) => each.internalTransactionID === late);
    expect(charge).toMatchObject({ amountCents: 10_330, refundedCents: 10_330 });
  });

  it('a refund without an answer waits for manual review and is not sent twice', async () => {
    const payer = world.payer(harbor, invoice);
    const late = await chargeAndGiveUp(() => payer.pay());
    await payer.pay();
    await hearOf(late);
    await world.sandbox.fault({ operation: 'refund', fault: 'lose_before' });
    for (let time = 0; time < 3; time += 1) await makeRefunds(world.deps);
    const { rows } = await world.deps.database.pool.query(
      'select state, tries from refunds where attempt_id = $1',
      [late],
    );
    expect(rows).toEqual([{ state: 'OPEN', tries: 3 }]);
    const booked = await world.sandbox.records(harbor.merchant);
    const charge = booked.find((each) => each.internalTransactionID === late);
    expect(charge).toMatchObject({ refundedCents: 0 });
  });
});

describe('A success on a plan that comes late (R13, R17)', () => {
  const about = () => ({ caller: holderOf(world, invoice), company: harbor, invoice });

  it('counts for the plan it was meant for, though the plan was undone', async () => {
    const late = await chargeAndGiveUp(() => startPlan(world, about()));
    expect(await planStatement(world, invoice)).toMatch(/^plan CANCELED /);
    await hearOf(late);
    expect(await planStatement(world, invoice)).toMatch(/\n1 SUCCESS .*\n2 CANCELED /);
    const { status, payable } = await readInvoice(world, invoice);
    expect(status).toBe('DUE');
    expect(payable).toMatchObject({ isPayable: true, amount: 6667 });
  });

  it('of an installment paid meanwhile goes back', async () => {
    await startPlan(world, about());
    const late = await chargeAndGiveUp(() => payOnPlan(world, about(), { isFull: false }));
    await payOnPlan(world, about(), { isFull: false });
    await hearOf(late);
    await world.later(SECOND_MS);
    const { paidBalance, installments } = await readInvoice(world, invoice);
    expect(paidBalance).toBe(6666);
    expect(installments.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'OPEN']);
    const { rows } = await world.deps.database.pool.query(
      'select state, amount_cents from refunds where attempt_id = $1',
      [late],
    );
    expect(rows).toEqual([{ state: 'DONE', amount_cents: '3443' }]);
  });

  it('a success after the plan was canceled reduces the balance', async () => {
    const customer = await signIn(world, harbor);
    await startPlan(world, about());
    const late = await chargeAndGiveUp(() => payOnPlan(world, about(), { isFull: false }));
    await cancelPlan({ caller: customer, invoice });
    await hearOf(late);
    const { status, payable } = await readInvoice(world, invoice);
    expect(status).toBe('DUE');
    expect(payable.amount).toBe(3334);
  });

  it('that pays a whole invoice ends the plan it is in', async () => {
    const late = await chargeAndGiveUp(() => world.payer(harbor, invoice).pay());
    await startPlan(world, about());
    await hearOf(late);
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
