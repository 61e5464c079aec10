/**
 * Returned bank debits (R15): depending on the return code, the debit is presented again, the method is disabled,
 * or the mandate is revoked.
 */
import { DAY_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import { addSchedule, autoPayOn, mailsTo } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { readInstallments } from '../world/installments-of.ts';
import { startPlan } from '../world/planning.ts';
import { BANK_ACCOUNTS } from '../world/sandbox-process.ts';
import { signIn } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const CLOSED_ACCOUNT = '000111111113';
const UNAUTHORISED_ACCOUNT = '000333333335';

let harbor: TestCompany;
let invoice: TestInvoice;

const world = useWorld({ clock: fixedClock(START) });

beforeEach(async () => {
  harbor = await world.company({ isFeePayerCompany: true });
  invoice = await world.invoice(harbor, { dueInDays: 90 });
});

const account = (number: string) => world.method(harbor, { kind: 'ach', number });

async function scheduledBy(number: string): Promise<void> {
  const { methodId } = await account(number);
  await addSchedule(world.deps, { company: harbor, invoice, methodId }, 1);
}

async function laterDays(...days: readonly number[]): Promise<void> {
  for (const count of days) await world.later(count * DAY_MS);
}

async function readAttempts(): Promise<string[]> {
  return (await world.statement(invoice)).split('\n').filter((line) => !line.startsWith(' '));
}

const methodState = async () => {
  const { rows } = await world.deps.database.pool.query<{ state: string; revoked: boolean }>(
    `select m.state, bool_and(a.revoked_at is not null) as revoked from payment_methods m
     join mandates a on a.company_id = m.company_id and a.method_id = m.id
     where m.company_id = $1 group by m.id, m.state`,
    [harbor.companyId],
  );
  return rows;
};

describe('A debit returned for lack of funds (R15)', () => {
  it('a debit returned for insufficient funds is presented twice more and then abandoned', async () => {
    await scheduledBy(BANK_ACCOUNTS.noFunds);
    await laterDays(...Array.from({ length: 10 }, () => 3));
    expect(await readAttempts()).toEqual([
      'invoice DUE $0.00 of $100.00',
      'payment RETURNED $100.00 + $0.00',
      'payment RETURNED $100.00 + $0.00',
      'payment RETURNED $100.00 + $0.00',
    ]);
    await laterDays(30);
    expect(await readAttempts()).toHaveLength(4);
    expect(await mailsTo(world.deps, harbor)).toEqual([
      'payment-scheduled $100.00 on day 1',
      'upcoming-charge $100.00 on day 1',
      expect.stringMatching(/^payment-returned \$100.00 again on day \d+$/),
      expect.stringMatching(/^payment-returned \$100.00 again on day \d+$/),
      'schedule-ended',
      'payment-returned $100.00',
    ]);
    expect(await methodState()).toEqual([{ state: 'active', revoked: false }]);
  });

  it('a debit returned for insufficient funds is presented again and paid when funds are available', async () => {
    await scheduledBy(BANK_ACCOUNTS.pays);
    await laterDays(1);
    const [charge] = await world.sandbox.records(harbor.merchant);
    await world.sandbox.returnDebit(charge?.transactionId ?? '', 'R01');
    await laterDays(1);
    expect((await readAttempts())[0]).toBe('invoice PAYMENT_EXTENSION $0.00 of $100.00');
    await laterDays(3, 3);
    expect(await readAttempts()).toEqual([
      'invoice COLLECTED $100.00 of $100.00',
      'payment RETURNED $100.00 + $0.00',
      'payment SUCCEEDED $100.00 + $0.00',
    ]);
  });
});

describe('A debit from a bad account (R15)', () => {
  it('a return from a closed account disables the method, suspends its plan and is not retried', async () => {
    const caller = await signIn(world, harbor);
    await startPlan(
      world,
      { caller, company: harbor, invoice },
      { count: 2, bank: CLOSED_ACCOUNT },
    );
    await laterDays(3);
    expect(await readInstallments(world.deps, invoice)).toBe('SUSPENDED: FAILED (missed) OPEN');
    expect(await methodState()).toEqual([{ state: 'disabled', revoked: false }]);
    await laterDays(40);
    expect(await world.sandbox.records(harbor.merchant)).toHaveLength(1);
    expect(await mailsTo(world.deps, harbor)).toContain('payment-returned $50.00');
  });
});

describe('A debit that its owner did not authorize (R15)', () => {
  it('an unauthorized debit revokes the mandate and disables auto-pay', async () => {
    const method = await account(UNAUTHORISED_ACCOUNT);
    invoice = await world.invoice(harbor, { dueInDays: 10 });
    await autoPayOn(world.deps, { company: harbor, kind: 'ach', method });
    await world.runJobs();
    await laterDays(10, 3);
    expect(await readAttempts()).toEqual([
      'invoice IN_COLLECTION $0.00 of $100.00',
      'payment RETURNED $100.00 + $0.00',
    ]);
    expect(await methodState()).toEqual([{ state: 'active', revoked: true }]);
    const { rows } = await world.deps.database.pool.query(
      'select is_auto_pay_active from customers where company_id = $1',
      [harbor.companyId],
    );
    expect(rows).toEqual([{ is_auto_pay_active: false }]);
    await laterDays(15);
    expect(await readAttempts()).toHaveLength(2);
    expect(await mailsTo(world.deps, harbor)).toEqual([
      'auto-pay-changed',
      'upcoming-charge $100.00 on day 10',
      'auto-pay-changed',
      'payment-returned $100.00',
    ]);
  });
});
