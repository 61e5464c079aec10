/** The calendar of upcoming charges, and a payer's changes to a scheduled payment and to auto-pay (ADR 0092). */

import { addDays, addMonthsFrom, type IsoDate } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { formatDate } from '@quittance/contract/format';
import type {
  ChangePreview,
  UpcomingCharge,
} from '@quittance/contract/statements/upcoming-charges';
import { dateTexts } from '@quittance/contract/texts/en/dates';
import { beforeEach, describe, expect, it } from 'vitest';
import { addMs, fixedClock } from '../../src/kernel/clock.ts';
import { switchAutoPayOff } from '../../src/methods/auto-pay.ts';
import { chargeDue } from '../../src/payments/off-session/charge-due.ts';
import { addSchedule, autoPayOn, mailsTo, toCustomer } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { startPlan } from '../world/planning.ts';
import { BANK_ACCOUNTS, type Caller, signIn } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);
let company: TestCompany;
let customer: Caller;
let today: IsoDate;

const world = useWorld({ clock });

beforeEach(async () => {
  company = await world.company();
  customer = await signIn(world, company);
  today = clock.today('America/New_York');
});

async function days(count: number): Promise<void> {
  await world.later(count * DAY_MS);
  customer = await signIn(world, company);
}

async function charges(query = ''): Promise<UpcomingCharge[]> {
  const path = `debtor/${company.customerId}/upcoming-charge${query}`;
  // Safe because in this world, the server checks its responses against the schema.
  return (await customer.call({ method: 'GET', path }))['charges'] as UpcomingCharge[];
}

/** Example: 'autoPay 10 $100.00 + $3.30 planned', with the day counted from today. */
const toLine = ({ kind, date, amount, fee, state }: UpcomingCharge) =>
  `${kind} ${Math.round((Date.parse(date) - Date.parse(today)) / DAY_MS)} ${amount} + ${fee} ${state}`;

const preview = (change: object) =>
  customer.call({ method: 'POST', path: 'upcoming-charge/preview', body: { change } });

async function make(change: object) {
  const { preview: shown } = await preview(change);
  const { text } = shown as ChangePreview; // because the server checks its answers in this world
  const body = { change, agreedText: text };
  const made = await customer.call({ method: 'POST', path: 'upcoming-charge/change', body });
  return { made, text };
}

const statement = async (invoice: TestInvoice) => (await world.statement(invoice)).split('\n')[0];

async function readMandates(invoice: TestInvoice): Promise<string[]> {
  const { rows } = await world.deps.database.pool.query<{ text: string }>(
    `select m.text from mandates m join schedules s on s.company_id = m.company_id and s.mandate_id = m.id
     where s.invoice_id = $1 and m.revoked_at is null`,
    [invoice.invoiceId],
  );
  return rows.map(({ text }) => text);
}

describe('The calendar of upcoming charges (ADR 0092)', () => {
  it('the calendar lists scheduled payments, installments and auto-pay charges by day, in pages', async () => {
    const { methodId, last4 } = await world.method(company);
    const [scheduled, planned, soon, later] = [
      await world.invoice(company, { dueInDays: 20 }),
      await world.invoice(company, { dueInDays: 20 }),
      await world.invoice(company, { dueInDays: 2 }),
      await world.invoice(company, { dueInDays: 90 }),
    ];
    await addSchedule(world.deps, { company, invoice: scheduled, methodId }, 5);
    const about = { caller: customer, company, invoice: planned };
    expect(await startPlan(world, about, { pmID: methodId, last4, count: 3 })).toMatchObject({
      success: true,
    });
    await autoPayOn(world.deps, { company, kind: 'card', method: { methodId, last4 } });
    await world.runJobs();
    const all = await charges();
    expect(all.map(toLine)).toEqual([
      'autoPay 2 10000 + 330 planned',
      'schedule 5 10000 + 330 planned',
      'installment 30 3333 + 110 planned',
      'installment 61 3334 + 109 planned',
      'autoPay 90 10000 + 330 planned',
    ]);
    expect(all[1]?.method).toMatchObject({ type: 'card', last4 });
    expect(all[2]?.installment).toEqual({ number: 2, of: 3 });
    expect(all.map(({ key }) => key)).toContain(`auto-pay:${later.invoiceId}`);
    expect(all[0]?.key).toBe(`auto-pay:${soon.invoiceId}`);
    const first = await customer.call({
      method: 'GET',
      path: `debtor/${company.customerId}/upcoming-charge?limit=2`,
    });
    const rest = await charges(`?limit=25&cursor=${first['nextCursor']}`);
    expect(rest.map(({ key }) => key)).toEqual(all.slice(2).map(({ key }) => key));
  });
});

describe('A scheduled payment that its payer changes (ADR 0092)', () => {
  let invoice: TestInvoice;
  let charge: string;

  beforeEach(async () => {
    invoice = await world.invoice(company, { dueInDays: 40 });
    const { methodId } = await world.method(company);
    charge = `schedule:${await addSchedule(world.deps, { company, invoice, methodId }, 3)}`;
  });

  it('a moved payment is charged once, on its new day, under the accepted text', async () => {
    const { made, text } = await make({ kind: 'move', charge, date: addDays(today, 6) });
    expect(made).toMatchObject({ success: true });
    expect(await readMandates(invoice)).toEqual([text]);
    const on = formatDate(addDays(today, 6), dateTexts);
    expect(text).toContain(`for $103.30 ($100.00 plus a processing fee of $3.30) on ${on}`);
    await days(3);
    expect(await statement(invoice)).toBe('invoice PAYMENT_EXTENSION $0.00 of $100.00');
    await days(3);
    expect(await statement(invoice)).toBe('invoice COLLECTED $100.00 of $100.00');
    expect(await mailsTo(world.deps, company)).toEqual([
      'payment-scheduled $103.30 on day 3',
      'charge-changed $103.30 on day 6',
      'upcoming-charge $103.30 on day 6',
    ]);
  });

  it('a scheduled payment moves only within its original window', async () => {
    for (const inDays of [-1, 0, 3, 18]) {
      const asked = await preview({ kind: 'move', charge, date: addDays(today, inDays) });
      expect(asked).toMatchObject({ message: 'DATE_NOT_AVAILABLE' });
    }
    await make({ kind: 'move', charge, date: addDays(today, 17) });
    const [moved] = await charges();
    expect(moved?.changes.move).toEqual({
      earliest: addDays(today, 1),
      latest: addDays(today, 17),
    });
  });

  it('a scheduled payment can be skipped by a month only once', async () => {
    expect((await make({ kind: 'skip', charge })).made).toMatchObject({ success: true });
    const [skipped] = await charges();
    expect(skipped?.date).toBe(addMonthsFrom(addDays(today, 3), 1));
    expect(skipped?.changes.isSkippable).toBe(false);
    expect(await preview({ kind: 'skip', charge })).toMatchObject({
      message: 'CHANGE_NOT_ALLOWED',
    });
  });

  it('a scheduled payment stays unchanged for outdated terms or at a company that allows no changes', async () => {
    const change = { kind: 'move', charge, date: addDays(today, 6) };
    const body = { change, agreedText: 'I agree to something else' };
    const refused = await customer.call({ method: 'POST', path: 'upcoming-charge/change', body });
    expect(refused).toMatchObject({ code: 409, message: 'MANDATE_CHANGED' });
    await world.deps.database.pool.query(
      `update companies set charge_rules = '{"maxMoveDays": 0, "maxSkips": 0}' where company_id = $1`,
      [company.companyId],
    );
    expect(await preview(change)).toMatchObject({ message: 'CHANGE_NOT_ALLOWED' });
    expect((await charges())[0]?.changes).toMatchObject({ move: null, isSkippable: false });
    expect((await charges())[0]?.changes.isCancelable).toBe(true);
  });

  it('a payment that is charged and moved concurrently is either charged or moved, never both', async () => {
    const change = { kind: 'move', charge, date: addDays(today, 9) };
    const { preview: shown } = await preview(change);
    const { text } = shown as ChangePreview; // because the server checks its answers in this world
    const due = addMs(clock.now(), 3 * DAY_MS);
    clock.travelTo(due);
    await world.sandbox.travelTo(due);
    customer = await signIn(world, company);
    const body = { change, agreedText: text };
    const [made] = await Promise.all([
      customer.call({ method: 'POST', path: 'upcoming-charge/change', body }),
      chargeDue(world.deps),
    ]);
    const paid = 'invoice COLLECTED $100.00 of $100.00';
    if (!made.success) {
      expect(['ACCOUNT_IS_PROCESSING', 'CHARGE_NOT_CHANGEABLE']).toContain(made.message);
    }
    const waits = 'invoice PAYMENT_EXTENSION $0.00 of $100.00';
    expect(await statement(invoice)).toBe(made.success ? waits : paid);
    await world.later(6 * DAY_MS);
    expect(await statement(invoice)).toBe(paid);
    expect(await world.sandbox.records(company.merchant)).toHaveLength(1);
  });
});

describe('An auto-pay charge that its payer changes (ADR 0092)', () => {
  let invoice: TestInvoice;
  let charge: string;

  beforeEach(async () => {
    invoice = await world.invoice(company, { dueInDays: 5 });
    charge = `auto-pay:${invoice.invoiceId}`;
    const { methodId, last4 } = await world.method(company);
    await autoPayOn(world.deps, { company, kind: 'card', method: { methodId, last4 } });
  });

  it('an auto-pay charge moves to a later day with a new notice, even before it is planned', async () => {
    expect(await preview({ kind: 'move', charge, date: addDays(today, 4) })).toMatchObject({
      message: 'DATE_NOT_AVAILABLE',
    });
    const { made, text } = await make({ kind: 'move', charge, date: addDays(today, 8) });
    expect(made).toMatchObject({ success: true });
    const due = formatDate(addDays(today, 5), dateTexts);
    expect(text).toContain(
      `on ${formatDate(addDays(today, 8), dateTexts)}. The invoice is due on ${due}`,
    );
    await days(5);
    expect(await statement(invoice)).toBe('invoice DUE $0.00 of $100.00');
    await days(3);
    expect(await statement(invoice)).toBe('invoice COLLECTED $100.00 of $100.00');
    expect(await mailsTo(world.deps, company)).toContain('upcoming-charge $103.30 on day 8');
  });

  it('an auto-pay charge can be skipped once, even after auto-pay is disabled and enabled again', async () => {
    expect((await make({ kind: 'skip', charge })).made).toMatchObject({ success: true });
    await switchAutoPayOff(world.deps, toCustomer(company, world.deps));
    const { methodId, last4 } = await world.method(company);
    await autoPayOn(world.deps, { company, kind: 'card', method: { methodId, last4 } });
    const skippable = async () => (await charges()).map(({ changes }) => changes.isSkippable);
    expect(await skippable()).toEqual([false]);
    expect(await preview({ kind: 'skip', charge })).toMatchObject({
      message: 'CHANGE_NOT_ALLOWED',
    });
    await days(3);
    expect(await skippable()).toEqual([false]);
  });

  it('an excluded invoice is never charged by auto-pay, even after auto-pay is enabled again', async () => {
    await world.later(2 * DAY_MS);
    customer = await signIn(world, company);
    expect((await make({ kind: 'exclude', charge })).made).toMatchObject({ success: true });
    const { methodId, last4 } = await world.method(company, {
      kind: 'ach',
      number: BANK_ACCOUNTS.pays,
    });
    await autoPayOn(world.deps, { company, kind: 'ach', method: { methodId, last4 } });
    await days(20);
    expect(await statement(invoice)).toBe('invoice IN_COLLECTION $0.00 of $100.00');
    expect(await charges()).toEqual([]);
    expect(await preview({ kind: 'skip', charge })).toMatchObject({
      message: 'CHARGE_NOT_CHANGEABLE',
    });
  });

  it('changing the method of an auto-pay charge schedules it with the fee of the new method', async () => {
    const bank = await world.method(company, { kind: 'ach', number: BANK_ACCOUNTS.pays });
    const { made, text } = await make({ kind: 'switch', charge, method: bank.methodId });
    expect(made).toMatchObject({ success: true });
    expect(text).toContain(`savings account ending in ${bank.last4} (ACH) one time for $100.80`);
    const [switched] = await charges();
    expect(switched && toLine(switched)).toBe('schedule 5 10000 + 80 planned');
    await days(5);
    expect(await world.statement(invoice)).toContain('$100.00 + $0.80');
  });
});
