/** Auto-pay (R14) is announced, charges on the due date, and does not interfere with anything else. */
import { DAY_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import { switchAutoPayOff } from '../../src/methods/auto-pay.ts';
import { autoPayOn, mailsTo, toCustomer } from '../world/arrangements.ts';
import type { InvoiceSettings, TestCompany, TestInvoice } from '../world/company.ts';
import { BANK_ACCOUNTS, CARDS } from '../world/sandbox-process.ts';
import { START, useWorld } from '../world/world.ts';

const PAID_BY_CARD = [
  'invoice COLLECTED $100.00 of $100.00',
  'payment SUCCEEDED $100.00 + $3.30',
  '  receivable → clearing:payengine $100.00',
  '  fee_income → clearing:payengine $3.30',
].join('\n');

let harbor: TestCompany;

const world = useWorld({ clock: fixedClock(START) });

beforeEach(async () => {
  harbor = await world.company();
});

async function byCard(number: string = CARDS.pays): Promise<void> {
  const method = await world.method(harbor, { kind: 'card', number });
  await autoPayOn(world.deps, { company: harbor, kind: 'card', method });
}

async function byBank(number: string = BANK_ACCOUNTS.pays): Promise<void> {
  const method = await world.method(harbor, { kind: 'ach', number });
  await autoPayOn(world.deps, { company: harbor, kind: 'ach', method });
}

async function open(settings: InvoiceSettings): Promise<TestInvoice> {
  return world.invoice(harbor, settings);
}

async function laterDays(...days: readonly number[]): Promise<void> {
  for (const count of days) await world.later(count * DAY_MS);
}

async function readStatus(invoice: TestInvoice): Promise<string> {
  return (await world.statement(invoice)).split('\n')[0] ?? '';
}

describe('Auto-pay by card (R14)', () => {
  it('auto-pay sends a notice three days before the due date and charges on the due date', async () => {
    const invoice = await open({ dueInDays: 5 });
    await byCard();
    await laterDays(1);
    expect(await mailsTo(world.deps, harbor)).toEqual(['auto-pay-changed']);
    await laterDays(1);
    expect(await mailsTo(world.deps, harbor)).toEqual([
      'auto-pay-changed',
      'upcoming-charge $103.30 on day 5',
    ]);
    await laterDays(2);
    expect(await readStatus(invoice)).toBe('invoice DUE $0.00 of $100.00');
    await laterDays(1);
    expect(await world.statement(invoice)).toBe(PAID_BY_CARD);
  });

  it('auto-pay charges an already overdue invoice one day after activation', async () => {
    const invoice = await open({ dueInDays: -12, status: 'IN_COLLECTION' });
    await byCard();
    await world.runJobs();
    expect(await mailsTo(world.deps, harbor)).toEqual([
      'auto-pay-changed',
      'upcoming-charge $103.30 on day 1',
    ]);
    expect(await readStatus(invoice)).toBe('invoice IN_COLLECTION $0.00 of $100.00');
    await laterDays(1);
    expect(await world.statement(invoice)).toBe(PAID_BY_CARD);
  });

  it('auto-pay skips an invoice that the customer has paid manually', async () => {
    const invoice = await open({ dueInDays: 2 });
    await byCard();
    await laterDays(1);
    await world.payer(harbor, invoice).pay();
    await laterDays(1, 1);
    expect(await world.statement(invoice)).toBe(PAID_BY_CARD);
  });

  it('auto-pay charges nothing after it is disabled, even after a notice', async () => {
    const invoice = await open({ dueInDays: 2 });
    await byCard();
    await laterDays(1);
    await switchAutoPayOff(world.deps, toCustomer(harbor, world.deps));
    await laterDays(1, 1);
    expect(await world.statement(invoice)).toBe('invoice IN_COLLECTION $0.00 of $100.00');
  });

  it('auto-pay stops after a hard decline and retries only with another method', async () => {
    const invoice = await open({ dueInDays: 1 });
    await byCard('4000000000000069');
    await laterDays(1, 1, 1);
    expect(await world.statement(invoice)).toBe(
      ['invoice IN_COLLECTION $0.00 of $100.00', 'payment FAILED $100.00 + $3.30'].join('\n'),
    );
    await byCard();
    await laterDays(1, 1);
    expect(await readStatus(invoice)).toBe('invoice COLLECTED $100.00 of $100.00');
  });

  it('auto-pay charges a customer at most three times a day and the rest on the next day', async () => {
    const invoices = await Promise.all(Array.from({ length: 5 }, () => open({ dueInDays: 1 })));
    await byCard();
    await laterDays(1);
    const paidAfter = async () => {
      const statuses = await Promise.all(invoices.map(readStatus));
      return statuses.filter((status) => status.includes('COLLECTED $100')).length;
    };
    expect(await paidAfter()).toBe(3);
    await laterDays(1);
    expect(await paidAfter()).toBe(5);
  });
});

describe('Auto-pay and reminders (R14)', () => {
  async function remindOn(days: readonly number[]): Promise<void> {
    const reminders = { isActive: true, days, note: null };
    await world.deps.database.pool.query(
      'update companies set reminders = $2 where company_id = $1',
      [harbor.companyId, JSON.stringify(reminders)],
    );
  }

  it('an invoice is not reminded of while auto-pay will charge it, also past its due date', async () => {
    await remindOn([-3, 1, 2]);
    await open({ dueInDays: 4 });
    await byBank();
    await laterDays(1, 4);
    expect(await mailsTo(world.deps, harbor)).toEqual([
      'auto-pay-changed',
      'upcoming-charge $100.80 on day 11',
    ]);
    await switchAutoPayOff(world.deps, toCustomer(harbor, world.deps));
    await laterDays(1);
    expect((await mailsTo(world.deps, harbor)).slice(2)).toEqual([
      'auto-pay-changed',
      'invoice-reminder',
    ]);
  });

  it('an invoice is not reminded of before its charge is planned, but when auto-pay gave it up', async () => {
    await remindOn([-5, 2]);
    await open({ dueInDays: 6 });
    await byCard('4000000000000069');
    await laterDays(1);
    expect(await mailsTo(world.deps, harbor)).toEqual(['auto-pay-changed']);
    await laterDays(2, 3, 2);
    expect(await mailsTo(world.deps, harbor)).toEqual([
      'auto-pay-changed',
      'upcoming-charge $103.30 on day 6',
      'payment-failed $103.30',
      'invoice-reminder',
    ]);
  });
});

describe('Auto-pay from a bank account (R14)', () => {
  it('auto-pay from a bank account waits ten days after its notice, even past the due date', async () => {
    const invoice = await open({ dueInDays: 4 });
    await byBank();
    await world.runJobs();
    expect(await mailsTo(world.deps, harbor)).toContain('upcoming-charge $100.80 on day 10');
    await laterDays(4, 5);
    expect(await readStatus(invoice)).toBe('invoice IN_COLLECTION $0.00 of $100.00');
    await laterDays(1);
    expect(await readStatus(invoice)).toBe('invoice PENDING $0.00 of $100.00');
    await laterDays(3);
    expect(await readStatus(invoice)).toBe('invoice COLLECTED $100.00 of $100.00');
  });

  it('auto-pay sends a new notice for a changed amount and waits for the notice period', async () => {
    const invoice = await open({ dueInDays: 10 });
    await byBank();
    await world.runJobs();
    await laterDays(1);
    const negotiation = { isActive: true, isApplied: false, amountCents: 6000, paidBeforeCents: 0 };
    await world.deps.database.pool.query('update invoices set negotiation = $2 where id = $1', [
      invoice.invoiceId,
      JSON.stringify(negotiation),
    ]);
    await laterDays(9, 1);
    expect(await readStatus(invoice)).toBe('invoice IN_COLLECTION $0.00 of $100.00');
    expect(await mailsTo(world.deps, harbor)).toEqual([
      'auto-pay-changed',
      'upcoming-charge $100.80 on day 10',
      'upcoming-charge $60.48 on day 20',
    ]);
    await laterDays(9, 3);
    expect(await readStatus(invoice)).toBe('invoice COLLECTED $100.00 of $100.00');
  });
});
