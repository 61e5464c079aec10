/** Every arrangement ends (R37), even without a method or with a missed last installment. */

import { addDays, addMonthsFrom, type IsoDate } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import { addSchedule, autoPayOn, changeMethod, mailsTo } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { planStatement, startPlan } from '../world/planning.ts';
import { CARDS, type Caller, readInvoice, signIn, signInByLink } from '../world/signed-in.ts';
import { START, useWorld, type World } from '../world/world.ts';

const clock = fixedClock(START);
let harbor: TestCompany;
let customer: Caller;
let invoice: TestInvoice;

const world = useWorld({ clock });

beforeEach(async () => {
  harbor = await world.company();
  customer = await signIn(world, harbor);
});

const days = (count: number) => world.later(count * DAY_MS);
const today = () => clock.today('America/New_York');
const until = (date: IsoDate) => days((Date.parse(date) - Date.parse(today())) / DAY_MS);
const status = async () => (await readInvoice(world, invoice)).status;
const mails = async () => (await mailsTo(world.deps, harbor)).map((line) => line.split(' ')[0]);
const remove = (methodId: string) =>
  customer.call({ method: 'DELETE', path: `debtor/payment-method/${methodId}` });

async function switchAutoPayOn(): Promise<void> {
  const method = await world.method(harbor);
  await autoPayOn(world.deps, { company: harbor, kind: 'card', method });
}

async function readMailData(template: string): Promise<Record<string, unknown>> {
  const { rows } = await world.deps.database.pool.query<{ data: Record<string, unknown> }>(
    `select payload -> 'data' as data from outbox where company_id = $1
     and payload ->> 'template' = $2 order by id desc limit 1`,
    [harbor.companyId, template],
  );
  return rows[0]?.data ?? {};
}

describe('A scheduled payment whose method is removed', () => {
  let methodId: Awaited<ReturnType<World['method']>>['methodId'];

  beforeEach(async () => {
    methodId = (await world.method(harbor)).methodId;
  });

  it('a payment without a method is announced at once, gets a reminder, and ends after ten days', async () => {
    invoice = await world.invoice(harbor, { dueInDays: 40 });
    await addSchedule(world.deps, { company: harbor, invoice, methodId }, 5);
    expect(await remove(methodId)).toMatchObject({ success: true });
    expect(await mails()).toEqual(['payment-scheduled', 'method-removed', 'arrangement-suspended']);
    const endsOn = addDays(today(), 15);
    expect(await readMailData('arrangement-suspended')).toMatchObject({ endsOn });
    const { schedule } = await readInvoice(world, invoice);
    expect(schedule).toMatchObject({ isSuspended: true, endsOn });
    await days(2);
    expect(await mails()).toHaveLength(3);
    await days(1);
    expect(await mails()).toContain('arrangement-reminder');
    expect(await readMailData('arrangement-reminder')).toMatchObject({ endsOn });
    await days(11);
    expect(await status()).toBe('PAYMENT_EXTENSION');
    expect(await mails()).toHaveLength(4);
    await days(1);
    expect(await status()).toBe('DUE');
    expect((await mails()).slice(4)).toEqual(['schedule-ended']);
    expect((await readInvoice(world, invoice)).payable).toMatchObject({ isPayable: true });
    expect(await world.payer(harbor, invoice).pay()).toMatchObject({ status: 'SUCCESS' });
  });

  it('an invoice of an ended schedule becomes overdue after the due date and is not charged (R83)', async () => {
    invoice = await world.invoice(harbor, { dueInDays: 4 });
    await addSchedule(world.deps, { company: harbor, invoice, methodId }, 5);
    await remove(methodId);
    await switchAutoPayOn();
    await days(20);
    expect(await readMailData('schedule-ended')).toMatchObject({ isLeftOut: 1 });
    await days(1);
    expect(await status()).toBe('IN_COLLECTION');
    expect(await world.sandbox.records(harbor.merchant)).toEqual([]);
  });

  it('a scheduled payment continues with another method that is chosen in time', async () => {
    invoice = await world.invoice(harbor);
    await addSchedule(world.deps, { company: harbor, invoice, methodId }, 5);
    await remove(methodId);
    await days(14);
    const method = await world.method(harbor);
    await changeMethod(world.deps, { company: harbor, method }, invoice);
    await days(2);
    expect(await status()).toBe('COLLECTED');
    expect(await mails()).not.toContain('schedule-ended');
  });
});

describe('A payment plan that is no longer charged', () => {
  const signedIn = () => ({ caller: customer, company: harbor, invoice });
  const byLink = () => ({ caller: signInByLink(world, invoice), company: harbor, invoice });

  it('a plan with a missed installment falls due ten days after its last date, without auto-pay (R83)', async () => {
    invoice = await world.invoice(harbor);
    const startedOn = today();
    const endsOn = addDays(addMonthsFrom(startedOn, 2), 10);
    await startPlan(world, byLink(), { count: 3 });
    const declined = await world.method(harbor, { kind: 'card', number: CARDS.declined });
    await changeMethod(world.deps, { company: harbor, method: declined }, invoice);
    await until(addMonthsFrom(startedOn, 1));
    // Four attempts in total, as R15 requires.
    for (const pause of [1, 3, 5]) await days(pause);
    const good = await world.method(harbor);
    await changeMethod(world.deps, { company: harbor, method: good }, invoice);
    await until(addMonthsFrom(startedOn, 2));
    await until(addDays(endsOn, -1));
    await switchAutoPayOn();
    expect(await planStatement(world, invoice)).toMatch(
      /^plan LIVE .*\n1 SUCCESS .*\n2 FAILED .*\n3 SUCCESS /,
    );
    await days(1);
    expect(await planStatement(world, invoice)).toMatch(
      /^plan DEFAULTED .*\n1 SUCCESS .*\n2 CANCELED .*\n3 SUCCESS /,
    );
    expect(await readMailData('plan-defaulted')).toMatchObject({ isLeftOut: 1 });
    await days(3);
    expect(await status()).toBe('IN_COLLECTION');
    expect((await readInvoice(world, invoice)).payable).toMatchObject({
      isPayable: true,
      amount: 3333,
    });
  });

  it('a plan without a method falls due ten days after its last date', async () => {
    invoice = await world.invoice(harbor);
    const { methodId, last4 } = await world.method(harbor);
    const endsOn = addDays(addMonthsFrom(today(), 1), 10);
    await startPlan(world, signedIn(), { count: 2, pmID: methodId, last4 });
    await remove(methodId);
    expect(await readMailData('arrangement-suspended')).toMatchObject({
      arrangement: 'plan',
      endsOn,
    });
    expect((await readInvoice(world, invoice)).plan).toMatchObject({ isSuspended: true, endsOn });
    await days(3);
    expect(await mails()).toContain('arrangement-reminder');
    await until(addDays(endsOn, -1));
    expect(await status()).toBe('PAYMENT_PLAN_IN_PROGRESS');
    await days(1);
    expect(await planStatement(world, invoice)).toMatch(/^plan DEFAULTED /);
    expect(await mails()).toContain('plan-defaulted');
  });
});
