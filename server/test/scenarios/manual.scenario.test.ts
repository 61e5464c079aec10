/** Cash and negotiated amounts (product §1, §3; R11) use the same ledger, without a processor. */

import { randomUUID } from 'node:crypto';
import { isoDate } from '@quittance/contract/dates';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { offerSettlement } from '../../src/invoices/offer-settlement.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { AppError } from '../../src/kernel/errors.ts';
import { recordManualPayment, reverseManualPayment } from '../../src/payments/record-manual.ts';
import type { TestInvoice } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import { payOnPlan, planStatement, startPlan } from '../world/planning.ts';
import { BANK_ACCOUNTS, readInvoice, signInByLink } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);
let invoice: TestInvoice;

const world = useWorld({ clock });
const harbor = forFile(() => world.company());

beforeEach(async () => {
  invoice = await world.invoice(harbor);
});

const about = () => ({ caller: signInByLink(world, invoice), company: harbor, invoice });

async function recordCash(amountCents: number, reference: string = randomUUID()) {
  const { companyId } = harbor;
  return recordManualPayment(world.deps, {
    companyId,
    parts: [{ invoiceId: invoice.invoiceId, amountCents: cents(amountCents) }],
    method: 'CASH',
    reference,
    actor: 'operator:till',
    at: clock.now(),
  });
}

function offer(amountCents: number) {
  const { companyId } = harbor;
  const actor = { companyId, name: 'operator' };
  const offered = { actor, invoiceId: invoice.invoiceId, amountCents: cents(amountCents) };
  return world.deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
    offerSettlement(tx, world.deps, offered),
  );
}

describe('Cash (product §1)', () => {
  it('cash pays an invoice without a fee and without a processor', async () => {
    await recordCash(10_000);
    expect(await world.statement(invoice)).toBe(
      [
        'invoice COLLECTED $100.00 of $100.00',
        'payment SUCCEEDED $100.00 + $0.00',
        '  receivable → clearing:manual $100.00',
      ].join('\n'),
    );
  });

  it('cash can pay part of an invoice, and the rest stays open', async () => {
    await recordCash(4000);
    const { status, payable } = await readInvoice(world, invoice);
    expect({ status, amount: payable.amount }).toEqual({ status: 'DUE', amount: 6000 });
    await world.later(SECOND_MS);
    expect(await world.payer(harbor, invoice).pay()).toMatchObject({ status: 'SUCCESS' });
  });

  it('cash is refused for more than an invoice owes, on a paid invoice, and during another payment', async () => {
    await expect(recordCash(10_001)).rejects.toEqual(new AppError('AMOUNT_CHANGED'));
    await world.payer(harbor, invoice).pay({ bank: BANK_ACCOUNTS.pays });
    await expect(recordCash(10_000)).rejects.toEqual(new AppError('ACCOUNT_IS_PROCESSING'));
    await world.sandbox.settle();
    await world.later(5 * HOUR_MS);
    await expect(recordCash(10_000)).rejects.toEqual(new AppError('ACCOUNT_ALREADY_CLOSED'));
  });

  it('cash can pay off a plan only as a whole', async () => {
    await startPlan(world, about());
    await world.later(SECOND_MS);
    await expect(recordCash(1000)).rejects.toEqual(new AppError('AMOUNT_CHANGED'));
    await recordCash(6667);
    expect((await readInvoice(world, invoice)).status).toBe('PAYMENT_PLAN_COLLECTED');
    expect(await planStatement(world, invoice)).toMatch(
      /^plan PAID_OFF .*\n.*\n2 SUCCESS .*\n3 SUCC/,
    );
  });
});

describe('Recording and reversal of cash', () => {
  it('a receipt number records cash once, even concurrently, and the refusal names it (R102)', async () => {
    const both = await Promise.allSettled([recordCash(4000, 'C-17'), recordCash(4000, 'C-17')]);
    const [paid] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const [refused] = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toMatchObject({
      code: 'PAYMENT_REFERENCE_ALREADY_USED',
      extras: { details: { paymentId: paid?.id } },
    });
    await expect(recordCash(5000, 'C-17')).rejects.toMatchObject(refused);
    expect((await readInvoice(world, invoice)).payable.amount).toBe(6000);
  });

  it('a cash reversal returns the payment, and the amount is owed again', async () => {
    const { id: attemptId, companyId } = await recordCash(10_000);
    await reverseManualPayment(world.deps, { companyId, attemptId, cause: 'ERROR' });
    await reverseManualPayment(world.deps, { companyId, attemptId, cause: 'ERROR' });
    expect(await world.statement(invoice)).toBe(
      [
        'invoice DUE $0.00 of $100.00',
        'payment RETURNED $100.00 + $0.00',
        '  receivable → clearing:manual $100.00',
        '  clearing:manual → returns $100.00',
        '  returns → receivable $100.00',
      ].join('\n'),
    );
  });

  it('a cash reversal is not an ACH return and requires no manual review', async () => {
    const { id: attemptId, companyId } = await recordCash(10_000);
    const events: unknown[] = [];
    const log = pino({}, { write: (line) => events.push(JSON.parse(line).event) });
    const { state } = await reverseManualPayment(
      { ...world.deps, log },
      { companyId, attemptId, cause: 'ERROR' },
    );
    expect(state).toBe('RETURNED');
    expect(events).not.toContain('ach_return.manual_review');
  });

  it('a card payment cannot be reversed like cash', async () => {
    await world.payer(harbor, invoice).pay();
    const { rows } = await world.deps.database.pool.query(
      'select id from attempts where invoice_id = $1',
      [invoice.invoiceId],
    );
    const key = { companyId: harbor.companyId, attemptId: rows[0].id, cause: 'ERROR' } as const;
    await expect(reverseManualPayment(world.deps, key)).rejects.toEqual(new AppError('NOT_FOUND'));
  });
});

describe('Payments of other kinds (R89)', () => {
  it('one check pays several invoices, bounces as a whole, and can be deposited again', async () => {
    const { companyId } = harbor;
    const second = await world.invoice(harbor);
    const check = {
      companyId,
      method: 'CHECK' as const,
      parts: [
        { invoiceId: invoice.invoiceId, amountCents: cents(10_000) },
        { invoiceId: second.invoiceId, amountCents: cents(2500) },
      ],
      reference: '1042',
      receivedOn: isoDate('2026-11-13'),
      note: 'Deposited at the branch',
      actor: 'operator:office',
      at: clock.now(),
    };
    const tomorrow = { ...check, receivedOn: isoDate('2026-11-16') };
    await expect(recordManualPayment(world.deps, tomorrow)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    const paid = await recordManualPayment(world.deps, check);
    expect(paid).toMatchObject({ amountCents: 12_500, feeCents: 0, receivedOn: '2026-11-13' });
    const used = { code: 'PAYMENT_REFERENCE_ALREADY_USED' };
    await expect(recordManualPayment(world.deps, check)).rejects.toMatchObject(used);
    const other = [{ invoiceId: second.invoiceId, amountCents: cents(100) }];
    await expect(recordManualPayment(world.deps, { ...check, parts: other })).rejects.toMatchObject(
      used,
    );
    const wire = { ...check, method: 'WIRE' as const, parts: other };
    expect((await recordManualPayment(world.deps, wire)).state).toBe('SUCCEEDED');
    const statuses = async () => [
      (await readInvoice(world, invoice)).status,
      (await readInvoice(world, second)).payable.amount,
    ];
    expect(await statuses()).toEqual(['COLLECTED', 7400]);
    const bounced = await reverseManualPayment(world.deps, {
      companyId,
      attemptId: paid.id,
      cause: 'BOUNCED',
    });
    expect(bounced).toMatchObject({ state: 'RETURNED', responseCode: 'bounced' });
    expect(await statuses()).toEqual(['DUE', 9900]);
    expect((await recordManualPayment(world.deps, check)).id).not.toBe(paid.id);
    expect(await statuses()).toEqual(['COLLECTED', 7400]);
  });

  it('several invoices are recorded together only if they are open and of one customer', async () => {
    const { companyId } = harbor;
    const foreign = await world.invoice(await world.company());
    const planned = await world.invoice(harbor, { status: 'DRAFT' });
    const record = (...ids: TestInvoice[]) =>
      recordManualPayment(world.deps, {
        companyId,
        method: 'MONEY_ORDER',
        parts: ids.map(({ invoiceId }) => ({ invoiceId, amountCents: cents(100) })),
        reference: randomUUID(),
        actor: 'operator:office',
        at: clock.now(),
      });
    await expect(record(invoice, foreign)).rejects.toEqual(new AppError('ACCOUNT_NOT_FOUND'));
    await expect(record(invoice, invoice)).rejects.toEqual(new AppError('ACCOUNT_NOT_FOUND'));
    await expect(record(invoice, planned)).rejects.toEqual(new AppError('ACCOUNT_NOT_PAYABLE'));
    expect((await readInvoice(world, invoice)).payable.amount).toBe(10_000);
  });
});

describe('An offer (R11)', () => {
  it('an offer is below the amount owed, and cash of the offered amount closes the invoice', async () => {
    await recordCash(1000);
    await expect(offer(9000)).rejects.toEqual(new AppError('OFFER_NOT_POSSIBLE'));
    await offer(5000);
    expect((await readInvoice(world, invoice)).payable.amount).toBe(5000);
    await recordCash(5000);
    expect(await world.statement(invoice)).toContain('compensation SUCCEEDED $40.00');
    await expect(offer(100)).rejects.toEqual(new AppError('OFFER_NOT_POSSIBLE'));
  });
});

describe('A negotiated amount (R11)', () => {
  const negotiation = {
    isActive: true,
    isApplied: false,
    amountCents: cents(6000),
    paidBeforeCents: cents(0),
  };

  beforeEach(async () => {
    invoice = await world.invoice(harbor, { negotiation });
  });

  it('a negotiated amount can be paid by a plan, and the last installment closes the invoice', async () => {
    await startPlan(world, about(), { count: 2 });
    await world.later(SECOND_MS);
    await payOnPlan(world, about(), { isFull: false });
    expect(await world.statement(invoice)).toBe(
      [
        'invoice PAYMENT_PLAN_COLLECTED $100.00 of $100.00',
        'payment SUCCEEDED $30.00 + $1.05',
        '  receivable → clearing:payengine $30.00',
        '  fee_income → clearing:payengine $1.05',
        'compensation SUCCEEDED $40.00 + $0.00',
        '  receivable → clearing:manual $40.00',
        'payment SUCCEEDED $30.00 + $1.05',
        '  receivable → clearing:payengine $30.00',
        '  fee_income → clearing:payengine $1.05',
      ].join('\n'),
    );
  });

  it('a cash payment of the negotiated amount closes the invoice', async () => {
    await recordCash(6000);
    expect(await world.statement(invoice)).toContain('compensation SUCCEEDED $40.00');
    expect((await readInvoice(world, invoice)).status).toBe('COLLECTED');
  });

  it('a negotiated amount is owed again after its payment is returned', async () => {
    await world.payer(harbor, invoice).pay({ bank: BANK_ACCOUNTS.noFunds });
    await world.sandbox.settle();
    await world.later(5 * HOUR_MS);
    const { status, payable } = await readInvoice(world, invoice);
    expect({ status, amount: payable.amount }).toEqual({ status: 'DUE', amount: 6000 });
  });

  it('a return reopens the offer for 10 days, after which the full amount is owed (R41)', async () => {
    const { id: attemptId, companyId } = await recordCash(6000);
    await reverseManualPayment(world.deps, { companyId, attemptId, cause: 'ERROR' });
    const first = await readInvoice(world, invoice);
    expect({ paid: first.paidBalance, amount: first.payable.amount }).toEqual({
      paid: 0,
      amount: 6000,
    });
    expect(await world.statement(invoice)).toContain('compensation RETURNED $40.00');
    await world.later(10 * DAY_MS);
    expect((await readInvoice(world, invoice)).payable.amount).toBe(6000);
    await world.later(DAY_MS);
    expect((await readInvoice(world, invoice)).payable.amount).toBe(10_000);
  });

  it('a negotiated amount stays valid when a payment from before the offer is returned (R41)', async () => {
    invoice = await world.invoice(harbor);
    const { id: attemptId, companyId } = await recordCash(3000);
    await world.later(SECOND_MS);
    await offer(5000);
    await recordCash(5000);
    await reverseManualPayment(world.deps, { companyId, attemptId, cause: 'ERROR' });
    const { status, payable } = await readInvoice(world, invoice);
    expect({ status, amount: payable.amount }).toEqual({ status: 'DUE', amount: 3000 });
    expect(await world.statement(invoice)).toContain('compensation SUCCEEDED $20.00');
  });
});
