/** A payer changes a running plan (ADR 0092, 0093): dates, number of payments, a pause, paying ahead. */

import { addDays, addMonthsFrom, type IsoDate } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { formatDate } from '@quittance/contract/format';
import type { ChangePreview, PlanChanges } from '@quittance/contract/statements/upcoming-charges';
import { dateTexts } from '@quittance/contract/texts/en/dates';
import { beforeEach, describe, expect, it } from 'vitest';
import { sampled } from '../../../domain/test/full-run.ts';
import { addMs, fixedClock } from '../../src/kernel/clock.ts';
import { chargeDue } from '../../src/payments/off-session/charge-due.ts';
import { mailsTo } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { payOnPlan, planStatement, startPlan } from '../world/planning.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { type Caller, signIn } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const RACES = sampled({ sample: 2, full: 20 });
const clock = fixedClock(START);
let company: TestCompany;
let customer: Caller;
let invoice: TestInvoice;
let anchor: IsoDate;
let plan: string;

const world = useWorld({ clock });

async function begin(count = 4): Promise<void> {
  company = await world.company();
  customer = await signIn(world, company);
  invoice = await world.invoice(company, { dueInDays: 20 });
  anchor = clock.today('America/New_York');
  const { methodId, last4 } = await world.method(company);
  const about = { caller: customer, company, invoice };
  expect(await startPlan(world, about, { pmID: methodId, last4, count })).toMatchObject({
    success: true,
  });
  plan = (await offered()).key;
}

beforeEach(() => begin());

async function offered(): Promise<PlanChanges> {
  const path = `payment-plan/internal-${invoice.invoiceId}/changes`;
  // Safe because in this world, the server checks its responses against the schema.
  return (await customer.call({ method: 'GET', path }))['plan'] as PlanChanges;
}

const preview = (change: object) =>
  customer.call({ method: 'POST', path: 'upcoming-charge/preview', body: { change } });

async function make(change: object) {
  const shown = (await preview(change))['preview'] as ChangePreview | undefined; // because of the same
  const body = { change, agreedText: shown?.text ?? '' };
  const made = await customer.call({ method: 'POST', path: 'upcoming-charge/change', body });
  return { made, shown };
}

const month = (count: number) => addMonthsFrom(anchor, count);
const payments = async () => (await planStatement(world, invoice)).split('\n').slice(1);

async function consents(): Promise<{ text: string; isRevoked: boolean }[]> {
  const { rows } = await world.deps.database.pool.query(
    `select m.text, m.revoked_at is not null as "isRevoked" from mandates m
     where m.company_id = $1 and m.purpose = 'CHANGE_PLAN' order by m.created_at`,
    [company.companyId],
  );
  return rows;
}

async function untilDue(): Promise<void> {
  const days = (Date.parse(month(1)) - Date.parse(clock.today('America/New_York'))) / DAY_MS;
  const due = addMs(clock.now(), days * DAY_MS);
  clock.travelTo(due);
  await world.sandbox.travelTo(due);
  customer = await signIn(world, company);
}

describe('A plan that its payer changes (ADR 0092)', () => {
  it('a plan can change its day of the month once, with a new consent', async () => {
    const day = (Number(anchor.slice(8)) + 3) % 28 || 5;
    const { made, shown } = await make({ kind: 'day', plan, day });
    expect(made).toMatchObject({ success: true });
    const [consent] = await consents();
    expect(consent).toEqual({ text: shown?.text, isRevoked: false });
    for (const { date } of shown?.after ?? []) {
      expect(Number(date.slice(8))).toBe(day);
      expect(consent?.text).toContain(formatDate(date, dateTexts));
    }
    expect((await payments()).slice(1).map((line) => line.split(' ')[2])).toEqual(
      shown?.after.map(({ date }) => date),
    );
    expect(await mailsTo(world.deps, company)).toContain('plan-changed $77.47');
    expect((await offered()).isDayChangeable).toBe(false);
    expect(await preview({ kind: 'day', plan, day: 1 })).toMatchObject({
      message: 'CHANGE_NOT_ALLOWED',
    });
  });

  it('a plan can be shortened to fewer payments with the same total', async () => {
    expect((await offered()).counts).toEqual([1, 2]);
    const { made } = await make({ kind: 'shorten', plan, count: 2 });
    expect(made).toMatchObject({ success: true });
    expect(await payments()).toEqual([
      `1 SUCCESS ${month(0)} $25.00 + $0.83`,
      `2 OPEN ${month(1)} $37.50 + $1.24`,
      `3 OPEN ${month(2)} $37.50 + $1.23`,
    ]);
    await untilDue();
    await world.runJobs();
    expect((await payments())[1]).toBe(`2 SUCCESS ${month(1)} $37.50 + $1.24`);
  });

  it('a plan can move or skip one payment and keeps its dates in order', async () => {
    const second = `${plan}:2`;
    const moved = addDays(month(1), 4);
    await make({ kind: 'move', charge: second, date: moved });
    expect((await payments())[1]).toBe(`2 OPEN ${moved} $25.00 + $0.83`);
    for (const date of [month(0), addDays(month(1), 15)]) {
      expect(await preview({ kind: 'move', charge: second, date })).toMatchObject({
        message: 'DATE_NOT_AVAILABLE',
      });
    }
    await make({ kind: 'skip', charge: `${plan}:3` });
    expect((await payments()).map((line) => line.split(' ')[2])).toEqual([
      month(0),
      moved,
      month(3),
      month(4),
    ]);
    expect(await preview({ kind: 'skip', charge: second })).toMatchObject({
      message: 'CHANGE_NOT_ALLOWED',
    });
  });

  it('a plan can be paid ahead by any number of payments', async () => {
    const shown = { isFull: false, quote: { amount: 5000, fee: 165 }, installments: [2, 3] };
    const paid = await payOnPlan(
      world,
      { caller: customer, invoice },
      { isFull: false, seen: shown },
    );
    expect(paid).toMatchObject({ success: true });
    expect((await payments()).map((line) => line.split(' ')[1])).toEqual([
      'SUCCESS',
      'SUCCESS',
      'SUCCESS',
      'OPEN',
    ]);
    // The choice was offered before the payment.
    expect(await preview({ kind: 'shorten', plan, count: 2 })).toMatchObject({
      message: 'PLAN_CHANGED',
    });
  });
});

describe('A pause of a plan (ADR 0093)', () => {
  let call: Provider;

  beforeEach(async () => {
    call = await createProvider(world, company);
  });

  const answer = (isGranted: boolean, key: string) =>
    call('POST', `/invoices/${invoice.invoiceId}/answer-pause`, {
      body: { isGranted, message: 'As discussed' },
      key,
    });

  it('a pause changes nothing until the company grants it, and then moves every open payment', async () => {
    const { made, shown } = await make({ kind: 'pause', plan, months: 2, note: 'Lost my job' });
    expect(made).toMatchObject({ success: true });
    expect(shown?.needsAnswer).toBe(true);
    expect((await payments())[1]).toContain(month(1));
    expect((await offered()).requested).toMatchObject({
      months: 2,
      answerBy: addDays(month(1), -1),
    });
    expect(await preview({ kind: 'pause', plan, months: 1 })).toMatchObject({
      message: 'CHANGE_NOT_ALLOWED',
    });
    const { data } = (await call('GET', '/plan-pauses?state=OPEN')).body;
    expect(data).toMatchObject([{ months: 2, note: 'Lost my job', invoiceId: invoice.invoiceId }]);
    expect((await answer(true, 'grant')).body).toMatchObject({ state: 'GRANTED' });
    expect((await payments()).map((line) => line.split(' ')[2])).toEqual([0, 3, 4, 5].map(month));
    expect(await consents()).toEqual([{ text: shown?.text, isRevoked: false }]);
    expect((await answer(true, 'again')).body.code).toBe('PAUSE_NOT_OPEN');
    const types = (await call('GET', '/events')).body.data.map(
      ({ type }: { type: string }) => type,
    );
    expect(types).toEqual(expect.arrayContaining(['plan.pause_requested', 'plan.changed']));
  });

  it('a pause that is refused, withdrawn or overtaken by a payment leaves the plan unchanged', async () => {
    await make({ kind: 'pause', plan, months: 1 });
    expect((await answer(false, 'refuse')).body).toMatchObject({ state: 'REFUSED' });
    await make({ kind: 'pause', plan, months: 1 });
    const path = `payment-plan/internal-${invoice.invoiceId}/pause`;
    expect(await customer.call({ method: 'DELETE', path })).toMatchObject({ success: true });
    await make({ kind: 'pause', plan, months: 1 });
    await payOnPlan(world, { caller: customer, invoice }, { isFull: false });
    expect((await answer(true, 'late')).body.code).toBe('PAUSE_NOT_OPEN');
    expect((await payments())[2]).toContain(`3 OPEN ${month(2)}`);
    const open = (await consents()).filter(({ isRevoked }) => !isRevoked);
    expect(open).toHaveLength(1);
  });

  it('a pause is granted automatically or not offered, depending on the setting of the company', async () => {
    const rules = (pause: string) =>
      call('PATCH', '/company', { body: { chargeRules: { pause } }, key: pause });
    expect((await rules('NEVER')).body.chargeRules).toMatchObject({ pause: 'NEVER', maxSkips: 1 });
    expect((await offered()).pauses).toEqual([]);
    await rules('AT_ONCE');
    expect((await make({ kind: 'pause', plan, months: 1 })).shown?.needsAnswer).toBe(false);
    expect((await payments()).map((line) => line.split(' ')[2])).toEqual([0, 2, 3, 4].map(month));
  });
});

describe('A due run and a concurrent change of the same plan (R17)', () => {
  it('a due run and a concurrent plan change make one charge, under the old or the new terms', async () => {
    for (let round = 0; round < RACES; round++) {
      await begin(3);
      const change = [
        { kind: 'shorten', plan, count: 1 },
        { kind: 'skip', charge: `${plan}:2` },
      ][round % 2];
      const shown = (await preview(change ?? {}))['preview'] as ChangePreview; // because of the same
      await untilDue();
      const body = { change, agreedText: shown.text };
      const [made] = await Promise.all([
        customer.call({ method: 'POST', path: 'upcoming-charge/change', body }),
        chargeDue(world.deps),
        chargeDue(world.deps),
      ]);
      const { rows } = await world.deps.database.pool.query<{ total: number; at: string }>(
        `select a.amount_cents + a.fee_cents as total, m.purpose as at
         from attempts a join mandates m on m.company_id = a.company_id and m.id = a.mandate_id
         where a.invoice_id = $1 and a.initiator = 'MIT'`,
        [invoice.invoiceId],
      );
      const isShorter = round % 2 === 0;
      const [first] = shown.after;
      const newTotal = (first?.amount ?? 0) + (first?.fee ?? 0);
      const asAgreed = rows.map(({ total, at }) => `${Number(total)} ${at}`);
      if (!made.success) expect(asAgreed).toEqual(['3443 PLAN']);
      else if (isShorter) expect([[], [`${newTotal} CHANGE_PLAN`]]).toContainEqual(asAgreed);
      else expect(asAgreed).toEqual([]);
      await world.runJobs();
    }
  }, 120_000);
});
