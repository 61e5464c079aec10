/**
 * Disputes of card charges (R40), as reported by Stripe. While a dispute is open, the money is held, the invoice is
 * disputed, and nothing more is charged for it. A dispute that is won restores the previous state. A lost dispute
 * counts as a return, and only the payer can start another payment.
 */

import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { beforeEach, describe, expect, it } from 'vitest';
import { oneOf } from '../../../domain/test/full-run.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { findNewestAttempt } from '../../src/ledger/attempts.ts';
import { processWebhooks } from '../../src/payments/reconciliation/receive-webhook.ts';
import { settle } from '../../src/payments/settlement/settle.ts';
import { addSchedule, autoPayOn } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { planStatement, startPlan } from '../world/planning.ts';
import { readInvoice, signIn, signInByLink } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';
import { openAdapter, reconcileFor } from './reconciliation.ts';

let harbor: TestCompany;

const world = useWorld({ clock: fixedClock(START) });

beforeEach(async () => {
  harbor = await world.company({ processor: 'stripe' });
  const { merchant, domain } = harbor;
  await world.sandbox.sendWebhooksTo(merchant, `${world.url}/api/webhooks/stripe/${domain}`);
});

async function hearEvents(): Promise<void> {
  await world.sandbox.flushWebhooks();
  await processWebhooks(world.deps);
}

async function charges(): Promise<string[]> {
  const booked = await world.sandbox.records(harbor.merchant);
  return booked.map(({ transactionId }) => transactionId);
}

async function dispute(): Promise<string> {
  const [charge = ''] = (await charges()).slice(-1);
  const id = await world.sandbox.dispute(charge);
  await hearEvents();
  return id;
}

async function end(id: string, status: 'won' | 'lost'): Promise<void> {
  await world.sandbox.endDispute(id, status);
  await hearEvents();
}

const PAID = [
  'payment SUCCEEDED $100.00 + $3.30',
  '  receivable → clearing:stripe $100.00',
  '  fee_income → clearing:stripe $3.30',
];
const HELD = '  clearing:stripe → disputed:stripe $103.30';
const RELEASED = '  disputed:stripe → clearing:stripe $103.30';

const lines = async (invoice: TestInvoice) => (await world.statement(invoice)).split('\n');
const status = async (invoice: TestInvoice) => (await lines(invoice))[0];

async function laterDays(...days: readonly number[]): Promise<void> {
  for (const count of days) await world.later(count * DAY_MS);
}

describe('A dispute of a paid invoice (R40)', () => {
  let invoice: TestInvoice;

  beforeEach(async () => {
    invoice = await world.invoice(harbor, { dueInDays: 5 });
    await world.payer(harbor, invoice).pay();
  });

  it('a dispute holds the money and the invoice, and a won dispute releases both', async () => {
    const id = await dispute();
    expect(await lines(invoice)).toEqual(['invoice DISPUTED $100.00 of $100.00', ...PAID, HELD]);
    expect((await readInvoice(world, invoice)).payable.isPayable).toBe(false);
    await end(id, 'won');
    expect(await lines(invoice)).toEqual([
      'invoice COLLECTED $100.00 of $100.00',
      ...PAID,
      HELD,
      RELEASED,
    ]);
  });

  it('a lost dispute counts as a return and reopens the invoice', async () => {
    const id = await dispute();
    await laterDays(10);
    expect(await status(invoice)).toBe('invoice DISPUTED $100.00 of $100.00');
    await end(id, 'lost');
    expect(await lines(invoice)).toEqual([
      'invoice IN_COLLECTION $0.00 of $100.00',
      'payment RETURNED $100.00 + $3.30',
      ...PAID.slice(1),
      HELD,
      RELEASED,
      '  clearing:stripe → returns $103.30',
      '  returns → receivable $100.00',
      '  returns → fee_income $3.30',
    ]);
  });

  it('a dispute is booked once, from any of its events or from reconciliation alone', async () => {
    await hearEvents();
    await world.sandbox.sendWebhooksTo(harbor.merchant, 'http://127.0.0.1:9/gone');
    const id = await dispute();
    expect(await status(invoice)).toBe('invoice COLLECTED $100.00 of $100.00');
    await reconcileFor(world, harbor);
    await reconcileFor(world, harbor);
    expect(await lines(invoice)).toEqual(['invoice DISPUTED $100.00 of $100.00', ...PAID, HELD]);
    await end(id, 'won');
    await reconcileFor(world, harbor);
    expect((await lines(invoice)).slice(-1)).toEqual([RELEASED]);
    expect(await status(invoice)).toBe('invoice COLLECTED $100.00 of $100.00');
  });

  it('a dispute that is lost before its first report is booked as a return', async () => {
    const [charge = ''] = await charges();
    await world.sandbox.endDispute(await world.sandbox.dispute(charge), 'lost');
    await hearEvents();
    expect((await lines(invoice)).slice(0, 2)).toEqual([
      'invoice DUE $0.00 of $100.00',
      'payment RETURNED $100.00 + $3.30',
    ]);
    expect((await lines(invoice)).slice(4)).toEqual([
      '  clearing:stripe → returns $103.30',
      '  returns → receivable $100.00',
      '  returns → fee_income $3.30',
    ]);
  });
});

describe('A dispute that does not match the charge (R40, R42)', () => {
  let invoice: TestInvoice;

  beforeEach(async () => {
    invoice = await world.invoice(harbor);
    await world.payer(harbor, invoice).pay();
  });

  it('a partly lost dispute is booked like a refund, and the rest stays paid', async () => {
    const { companyId, requestId } = invoice;
    const attempt = await world.deps.database.asSystem((tx) =>
      findNewestAttempt(tx, { companyId, requestId }),
    );
    if (!attempt) throw new Error('the payment was stored');
    const found = await (await openAdapter(world, harbor)).charges.lookup({
      reference: attempt.id,
      processorReference: attempt.processorReference,
    });
    if (found.kind !== 'succeeded') throw new Error('the payment succeeded');
    const report = async (state: 'open' | 'lost') => {
      const amountCents = cents(1033);
      const part = { disputeReference: 'dp_part', state, amountCents, code: 'fraudulent' };
      const outcome = { ...found, disputes: [part] };
      const key = { companyId, attemptId: attempt.id };
      await settle(world.deps, { ...key, outcome, source: 'webhook' });
    };
    await report('open');
    expect(await status(invoice)).toBe('invoice DISPUTED $100.00 of $100.00');
    await report('lost');
    await report('lost');
    await report('open');
    expect(await lines(invoice)).toEqual([
      'invoice COLLECTED $100.00 of $100.00',
      ...PAID,
      '  clearing:stripe → disputed:stripe $10.33',
      '  disputed:stripe → clearing:stripe $10.33',
      '  clearing:stripe → fee_income $0.33',
      '  clearing:stripe → receivable $10.00',
    ]);
    expect(await reconcileFor(world, harbor)).toMatchObject({ isClean: true });
  });

  it('a dispute lost after a refund stays in returns, and the refunded invoice stays closed', async () => {
    const [charge = ''] = await charges();
    await world.sandbox.refundByHand(charge);
    await hearEvents();
    await end(await dispute(), 'lost');
    expect((await lines(invoice)).slice(0, 2)).toEqual([
      'invoice COLLECTED $100.00 of $100.00',
      'payment RETURNED $100.00 + $3.30',
    ]);
    expect((await lines(invoice)).slice(-3)).toEqual([
      HELD,
      RELEASED,
      '  clearing:stripe → returns $103.30',
    ]);
  });
});

describe('Charges after a dispute (R40)', () => {
  const card = { kind: 'card', number: '4242424242424242' } as const;

  it.each(oneOf(['open', 'lost'] as const, 0))(
    'auto-pay skips an invoice whose dispute is %s',
    async (state) => {
      const invoice = await world.invoice(harbor, { dueInDays: 3 });
      const method = await world.method(harbor, card);
      await autoPayOn(world.deps, { company: harbor, kind: 'card', method });
      await laterDays(1, 2);
      expect(await status(invoice)).toBe('invoice COLLECTED $100.00 of $100.00');
      const id = await dispute();
      if (state === 'lost') await end(id, 'lost');
      // Adding another card does not permit a charge without the payer.
      const other = await world.method(harbor, card);
      await autoPayOn(world.deps, { company: harbor, kind: 'card', method: other });
      await laterDays(1, 2, 5, 10);
      expect(await charges()).toHaveLength(1);
    },
  );

  async function lostOnAutoPay() {
    const invoice = await world.invoice(harbor, { dueInDays: 3 });
    const method = await world.method(harbor, card);
    await autoPayOn(world.deps, { company: harbor, kind: 'card', method });
    await laterDays(1, 2);
    await end(await dispute(), 'lost');
    return { invoice, method };
  }

  it('a lost dispute permanently ends auto-pay with the disputed card', async () => {
    const { method } = await lostOnAutoPay();
    const choice = { company: harbor, kind: 'card', method } as const;
    await expect(autoPayOn(world.deps, choice)).rejects.toThrow('METHOD_NOT_USABLE');
    await world.invoice(harbor, { dueInDays: 3 });
    await laterDays(1, 2, 5);
    expect(await charges()).toHaveLength(1);
  });

  it('a payment scheduled on the card waits for another method after a lost dispute', async () => {
    const invoice = await world.invoice(harbor, { dueInDays: 90 });
    const { methodId } = (await lostOnAutoPay()).method;
    const arranged = { company: harbor, invoice, methodId };
    // Skips the check, as in a race with the webhook. The charge itself must be refused.
    await addSchedule(world.deps, arranged, 1);
    await laterDays(2, 2);
    expect(await charges()).toHaveLength(1);
    expect((await readInvoice(world, invoice)).schedule).toMatchObject({ isSuspended: true });
  });

  it('a card with a lost dispute can still make single payments, but cannot start a plan', async () => {
    const { invoice, method } = await lostOnAutoPay();
    const caller = await signIn(world, harbor);
    const other = await world.invoice(harbor, { dueInDays: 90 });
    const saved = { pmID: method.methodId, last4: method.last4 };
    const plan = await startPlan(world, { caller, company: harbor, invoice: other }, saved);
    expect(plan).toMatchObject({ code: 409, message: 'METHOD_NOT_USABLE' });
    const { payable } = await readInvoice(world, invoice);
    const answer = await caller.call({
      method: 'POST',
      path: `request/${invoice.requestId}/full/submit`,
      key: randomUUID(),
      body: {
        processor: 'stripe',
        paymentInfo: { paymentType: 'card', pmID: method.methodId },
        quote: { amount: payable.amount, fee: payable.fees.card.fee },
      },
    });
    expect(answer).toMatchObject({ success: true, status: 'SUCCESS' });
    expect(await status(invoice)).toBe('invoice COLLECTED $100.00 of $100.00');
  });

  it('a lost dispute of an installment ends the plan, and only the payer can pay the rest (R82)', async () => {
    const invoice = await world.invoice(harbor, { dueInDays: 90 });
    await startPlan(world, { caller: signInByLink(world, invoice), company: harbor, invoice });
    await end(await dispute(), 'lost');
    expect(await status(invoice)).toBe('invoice PAYMENT_PLAN_IN_PROGRESS $0.00 of $100.00');
    expect(await planStatement(world, invoice)).toMatch(/^plan SUSPENDED .*\n1 FAILED .*\n2 OPEN /);
    await laterDays(31);
    expect(await planStatement(world, invoice)).toMatch(/^plan DEFAULTED /);
    expect(await status(invoice)).toBe('invoice DUE $0.00 of $100.00');
    expect(await charges()).toHaveLength(1);
  });

  it('a plan pauses while one of its installments is disputed and resumes after the dispute is won', async () => {
    const invoice = await world.invoice(harbor, { dueInDays: 90 });
    await startPlan(world, { caller: signInByLink(world, invoice), company: harbor, invoice });
    const id = await dispute();
    await laterDays(31);
    expect(await status(invoice)).toBe('invoice DISPUTED $33.33 of $100.00');
    expect(await planStatement(world, invoice)).toMatch(/^plan LIVE .*\n1 SUCCESS .*\n2 OPEN /);
    expect(await charges()).toHaveLength(1);
    await end(id, 'won');
    expect(await status(invoice)).toMatch(/^invoice PAYMENT_PLAN_IN_PROGRESS/);
    // The charge is announced again, three days ahead (R14).
    await laterDays(2);
    expect(await charges()).toHaveLength(1);
    await laterDays(2);
    expect(await charges()).toHaveLength(2);
  });
});
