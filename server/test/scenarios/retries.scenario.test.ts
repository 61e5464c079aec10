/** A plan with missed payments (R13, R15): retries, missed installments, default, and outages. */
import { DAY_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import { changeMethod, mailsTo } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { readInstallments } from '../world/installments-of.ts';
import { startPlan } from '../world/planning.ts';
import { CARDS } from '../world/sandbox-process.ts';
import { signIn } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const EXPIRED_CARD = '4000000000000069';

let harbor: TestCompany;
let invoice: TestInvoice;

const world = useWorld({ clock: fixedClock(START) });

beforeEach(async () => {
  harbor = await world.company({ isFeePayerCompany: true });
  invoice = await world.invoice(harbor, { totalCents: 30_000, dueInDays: 400 });
});

async function readPlan(count: number): Promise<void> {
  const caller = await signIn(world, harbor);
  await startPlan(world, { caller, company: harbor, invoice }, { count });
}

async function attach(number: string): Promise<void> {
  const method = await world.method(harbor, { kind: 'card', number });
  await changeMethod(world.deps, { company: harbor, method }, invoice);
}

async function laterDays(...days: readonly number[]): Promise<void> {
  for (const count of days) await world.later(count * DAY_MS);
}

const parts = () => readInstallments(world.deps, invoice);

describe('An installment that is declined (R15)', () => {
  it('a declined installment is retried and paid with a newly attached card', async () => {
    await readPlan(3);
    await attach(CARDS.insufficientFunds);
    await laterDays(30);
    expect(await parts()).toBe('LIVE: SUCCESS FAILED OPEN');
    await laterDays(1);
    expect(await parts()).toBe('LIVE: SUCCESS FAILED OPEN');
    await attach(CARDS.pays);
    await laterDays(2);
    expect(await parts()).toBe('LIVE: SUCCESS FAILED OPEN');
    await laterDays(1);
    expect(await parts()).toBe('LIVE: SUCCESS SUCCESS OPEN');
    await laterDays(27);
    expect(await parts()).toBe('PAID_OFF: SUCCESS SUCCESS SUCCESS');
    expect(await world.statement(invoice)).toMatch(/^invoice PAYMENT_PLAN_COLLECTED \$300.00/);
    expect(await mailsTo(world.deps, harbor)).toEqual(
      expect.arrayContaining([
        'payment-failed $100.00 again on day 31',
        'payment-failed $100.00 again on day 34',
      ]),
    );
  });

  it('a second missed installment ends the plan, and the rest is payable at once', async () => {
    await readPlan(4);
    await attach(EXPIRED_CARD);
    await laterDays(31);
    expect(await parts()).toBe('LIVE: SUCCESS FAILED (missed) OPEN OPEN');
    await laterDays(31);
    expect(await parts()).toBe('DEFAULTED: SUCCESS CANCELED (missed) CANCELED (missed) CANCELED');
    expect(await world.statement(invoice)).toMatch(/^invoice DUE \$75.00 of \$300.00/);
    const mails = await mailsTo(world.deps, harbor);
    expect(mails.filter((mail) => /^payment-failed|^plan-defaulted/.test(mail))).toEqual([
      'payment-failed $75.00',
      'plan-defaulted',
    ]);
    await laterDays(40);
    expect((await world.sandbox.records(harbor.merchant)).length).toBe(3);
  });
});

describe('After a long outage', () => {
  it('missed installments are charged one per day, oldest first, with a notice', async () => {
    await readPlan(6);
    await laterDays(100);
    expect(await parts()).toBe('LIVE: SUCCESS SUCCESS OPEN OPEN OPEN OPEN');
    await laterDays(1);
    expect(await parts()).toBe('LIVE: SUCCESS SUCCESS SUCCESS OPEN OPEN OPEN');
    await world.runJobs();
    expect(await parts()).toBe('LIVE: SUCCESS SUCCESS SUCCESS OPEN OPEN OPEN');
    await laterDays(1);
    expect(await parts()).toBe('LIVE: SUCCESS SUCCESS SUCCESS SUCCESS OPEN OPEN');
    await laterDays(1);
    expect(await parts()).toBe('LIVE: SUCCESS SUCCESS SUCCESS SUCCESS OPEN OPEN');
    const told = (await mailsTo(world.deps, harbor)).filter((mail) => mail.startsWith('upcoming'));
    expect(told).toHaveLength(3);
  });
});
