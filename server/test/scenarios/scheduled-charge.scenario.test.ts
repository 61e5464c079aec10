/** A scheduled payment on its day (R9, R15): charged once, retried, given up, never late. */
import { DAY_MS, HOUR_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { findDue } from '../../src/arrangements/due.ts';
import { findCompany } from '../../src/companies/store.ts';
import { addMs, fixedClock } from '../../src/kernel/clock.ts';
import { removeMethod } from '../../src/methods/remove-method.ts';
import { cancelScheduled } from '../../src/payments/checkout/cancel-scheduled.ts';
import { beginOffSession } from '../../src/payments/off-session/begin-off-session.ts';
import { chargeDue } from '../../src/payments/off-session/charge-due.ts';
import { sealContext } from '../../src/platform/sealing/seal.ts';
import { addSchedule, changeMethod, mailsTo, toCustomer } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { CARDS } from '../world/sandbox-process.ts';
import { START, useWorld } from '../world/world.ts';

const EXPIRED_CARD = '4000000000000069';

const PAID = [
  'invoice COLLECTED $100.00 of $100.00',
  'payment SUCCEEDED $100.00 + $3.30',
  '  receivable → clearing:payengine $100.00',
  '  fee_income → clearing:payengine $3.30',
].join('\n');

const clock = fixedClock(START);
let harbor: TestCompany;
let invoice: TestInvoice;

const world = useWorld({ clock });

beforeEach(async () => {
  harbor = await world.company();
  invoice = await world.invoice(harbor, { dueInDays: 40 });
});

async function scheduled(inDays: number, number: string = CARDS.pays) {
  const method = await world.method(harbor, { kind: 'card', number });
  await addSchedule(world.deps, { company: harbor, invoice, methodId: method.methodId }, inDays);
  return method;
}

async function daysPass(...counts: readonly number[]): Promise<void> {
  for (const count of counts) await world.later(count * DAY_MS);
}

describe('A scheduled payment (R9)', () => {
  it('a scheduled payment is announced three days ahead and charged once on its day', async () => {
    await scheduled(5);
    await daysPass(1);
    expect(await mailsTo(world.deps, harbor)).toEqual(['payment-scheduled $103.30 on day 5']);
    await daysPass(1, 2);
    expect(await world.statement(invoice)).toBe('invoice PAYMENT_EXTENSION $0.00 of $100.00');
    await daysPass(1, 1);
    expect(await world.statement(invoice)).toBe(PAID);
    expect((await mailsTo(world.deps, harbor)).slice(0, 2)).toEqual([
      'payment-scheduled $103.30 on day 5',
      'upcoming-charge $103.30 on day 5',
    ]);
  });

  it('a scheduled payment is charged between 10:00 and 16:00 company time, or on the next day', async () => {
    await scheduled(1);
    await world.later(DAY_MS - HOUR_MS);
    expect(await world.statement(invoice)).toBe('invoice PAYMENT_EXTENSION $0.00 of $100.00');
    await world.later(7 * HOUR_MS);
    expect(await world.statement(invoice)).toBe('invoice PAYMENT_EXTENSION $0.00 of $100.00');
    await world.later(18 * HOUR_MS);
    expect(await world.statement(invoice)).toBe(PAID);
  });

  it('a scheduled payment is charged once, however many workers run concurrently', async () => {
    await scheduled(1);
    clock.travelTo(addMs(clock.now(), DAY_MS));
    await Promise.all(Array.from({ length: 5 }, () => chargeDue(world.deps)));
    expect(await world.statement(invoice)).toBe(PAID);
    expect(await world.sandbox.records(harbor.merchant)).toHaveLength(1);
  });

  it('a canceled schedule is not charged by a delayed worker (S4)', async () => {
    await scheduled(1);
    await world.later(DAY_MS - 2 * HOUR_MS);
    const { database } = world.deps;
    const { companyId } = harbor;
    const today = clock.today('America/New_York');
    const [item] = await database.asSystem((tx) => findDue(tx, { companyId, today }));
    const company = await database.asSystem((tx) => findCompany(tx, companyId));
    if (!item || !company) throw new Error('the payment is due');
    const { rows } = await database.pool.query('select internal_ref from invoices where id = $1', [
      invoice.invoiceId,
    ]);
    const internalRef = String(rows[0]?.internal_ref);
    await cancelScheduled(world.deps, { principal: toCustomer(harbor, world.deps), internalRef });
    await world.later(2 * HOUR_MS);
    expect(await beginOffSession(world.deps, { company, item })).toEqual({
      kind: 'waits',
      reason: 'notDue',
    });
    expect(await world.statement(invoice)).toBe('invoice DUE $0.00 of $100.00');
  });
});

describe('A scheduled payment that fails (R15)', () => {
  it('a declined scheduled charge is retried after 1, 3 and 5 days, each with a notice', async () => {
    await scheduled(1, CARDS.insufficientFunds);
    await daysPass(1, 1, 2, 1, 5, 4);
    expect(await world.statement(invoice)).toBe(
      [
        'invoice DUE $0.00 of $100.00',
        ...Array.from({ length: 4 }, () => 'payment FAILED $100.00 + $3.30'),
      ].join('\n'),
    );
    expect(await mailsTo(world.deps, harbor)).toEqual([
      'payment-scheduled $103.30 on day 1',
      'upcoming-charge $103.30 on day 1',
      'payment-failed $103.30 again on day 2',
      'payment-failed $103.30 again on day 5',
      'payment-failed $103.30 again on day 10',
      'schedule-ended',
    ]);
  });

  it('a scheduled charge is not retried after a hard decline', async () => {
    await scheduled(1, EXPIRED_CARD);
    await daysPass(1, 1, 3);
    expect(await world.statement(invoice)).toBe(
      ['invoice DUE $0.00 of $100.00', 'payment FAILED $100.00 + $3.30'].join('\n'),
    );
  });

  it('a scheduled charge with a lost response waits for its result and is not sent again', async () => {
    await scheduled(1);
    await world.sandbox.fault({
      merchant: harbor.merchant,
      operation: 'sale',
      fault: 'lose_answer',
    });
    await daysPass(1);
    await world.later(HOUR_MS);
    expect(await world.statement(invoice)).toBe(PAID);
    expect(await world.sandbox.records(harbor.merchant)).toHaveLength(1);
  });
});

describe('A scheduled payment that cannot be sent', () => {
  async function useKey(key: string): Promise<void> {
    const { database, sealer } = world.deps;
    const { companyId } = harbor;
    await database.pool.query(
      'update company_secrets set processor_key_sealed = $2 where company_id = $1',
      [companyId, sealer.seal(key, sealContext.processorKey(companyId))],
    );
  }

  it('a scheduled charge is retried daily while the processor rejects the key of the company', async () => {
    await scheduled(1);
    await useKey('sk_test_revoked');
    await daysPass(1, 1, 1, 1, 1, 1);
    expect(await world.sandbox.records(harbor.merchant)).toEqual([]);
    await useKey(harbor.merchant.privateKey);
    await daysPass(1);
    expect(await world.statement(invoice)).toBe(
      [
        'invoice COLLECTED $100.00 of $100.00',
        ...Array.from({ length: 6 }, () => 'payment FAILED $100.00 + $3.30'),
        ...PAID.split('\n').slice(1),
      ].join('\n'),
    );
  });
});

describe('A scheduled payment whose method is removed (R16)', () => {
  it('a payment without a method is suspended and continues with a newly attached method', async () => {
    const { methodId } = await scheduled(2);
    await removeMethod(world.deps, { principal: toCustomer(harbor, world.deps), methodId });
    await daysPass(2, 2);
    expect(await world.statement(invoice)).toBe('invoice PAYMENT_EXTENSION $0.00 of $100.00');
    const method = await world.method(harbor);
    await changeMethod(world.deps, { company: harbor, method }, invoice);
    await daysPass(1);
    expect(await world.statement(invoice)).toBe(PAID);
  });
});
