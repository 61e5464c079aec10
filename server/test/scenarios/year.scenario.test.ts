/**
 * A year at two processors (R7, R8, R13–R16): a plan of twelve installments with everything that can happen to it,
 * and auto-pay across month ends and daylight saving changes. The literal block at the end contains every attempt
 * and posting of the year.
 */

import { addDays, daysBetween, type IsoDate, isoDate } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { describe, expect, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { removeMethod } from '../../src/methods/remove-method.ts';
import { autoPayOn, changeMethod, toCustomer } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { readInstallments } from '../world/installments-of.ts';
import { readPaymentHistory } from '../world/payment-history.ts';
import { startPlan } from '../world/planning.ts';
import { BANK_ACCOUNTS, CARDS } from '../world/sandbox-process.ts';
import { signIn } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

/** 11:00 in New York on the last day of daylight saving time, which is 10:00 from the next day on. */
const BEGINNING = '2026-10-31T15:00:00.000Z';
const FIRST_DAY = isoDate('2026-10-31');

/**
 * $1,200.00 and a fee of $36.30 in twelve installments: six of $103.03, then six of $103.02 (R7). From March on,
 * the remainder has the fee of a bank account; from June on, that of a card again (R36).
 */
const PLAN_OF_THE_YEAR = `\
2026-10-31 crown: installment 1 paid by hand, visa 4242, $100.00 + $3.03: SUCCEEDED
  2026-10-31 receivable → clearing $100.00
  2026-10-31 fee_income → clearing $3.03
2026-11-30 crown: installment 2 charged, visa 9995, $100.00 + $3.03: FAILED 51
2026-12-01 crown: installment 2 charged, try 2, visa 9995, $100.00 + $3.03: FAILED 51
2026-12-04 crown: installment 2 charged, try 3, visa 4242, $100.00 + $3.03: SUCCEEDED
  2026-12-04 receivable → clearing $100.00
  2026-12-04 fee_income → clearing $3.03
2026-12-31 crown: installment 3 charged, visa 4242, $100.01 + $3.02: SUCCEEDED
  2026-12-31 receivable → clearing $100.01
  2026-12-31 fee_income → clearing $3.02
2027-01-31 crown: installment 4 charged, visa 4242, $100.00 + $3.03: SUCCEEDED
  2027-01-31 receivable → clearing $100.00
  2027-01-31 fee_income → clearing $3.03
2027-02-28 crown: installment 5 charged, visa 4242, $100.01 + $3.02: SUCCEEDED
  2027-02-28 receivable → clearing $100.01
  2027-02-28 fee_income → clearing $3.02
2027-03-31 crown: installment 6 charged, bank 6789, $99.99 + $0.81: RETURNED R01
  2027-04-01 receivable → clearing $99.99
  2027-04-01 fee_income → clearing $0.81
  2027-04-01 clearing → returns $100.80
  2027-04-01 returns → receivable $99.99
  2027-04-01 returns → fee_income $0.81
2027-04-04 crown: installment 6 charged, try 2, bank 6789, $99.99 + $0.81: SUCCEEDED
  2027-04-07 receivable → clearing $99.99
  2027-04-07 fee_income → clearing $0.81
2027-04-30 crown: installment 7 charged, bank 6789, $100.00 + $0.80: SUCCEEDED
  2027-05-03 receivable → clearing $100.00
  2027-05-03 fee_income → clearing $0.80
2027-06-06 crown: installment 8 charged, visa 4242, $99.99 + $3.07: SUCCEEDED
  2027-06-06 receivable → clearing $99.99
  2027-06-06 fee_income → clearing $3.07
2027-06-30 crown: installment 9 charged, visa 4242, $100.00 + $3.06: SUCCEEDED
  2027-06-30 receivable → clearing $100.00
  2027-06-30 fee_income → clearing $3.06
2027-07-31 crown: installment 10 charged, visa 4242, $100.00 + $3.06: SUCCEEDED
  2027-07-31 receivable → clearing $100.00
  2027-07-31 fee_income → clearing $3.06
2027-08-31 crown: installment 11 charged, visa 4242, $100.00 + $3.06: SUCCEEDED
  2027-08-31 receivable → clearing $100.00
  2027-08-31 fee_income → clearing $3.06
2027-09-30 crown: installment 12 charged, visa 4242, $100.00 + $3.05: SUCCEEDED
  2027-09-30 receivable → clearing $100.00
  2027-09-30 fee_income → clearing $3.05`;

const AUTO_PAY_OF_THE_YEAR = `\
2026-11-01 november: invoice charged, visa 4242, $50.00 + $1.80: SUCCEEDED
  2026-11-01 receivable → clearing $50.00
  2026-11-01 fee_income → clearing $1.80
2027-02-28 february: invoice charged, visa 4242, $50.00 + $1.80: SUCCEEDED
  2027-02-28 receivable → clearing $50.00
  2027-02-28 fee_income → clearing $1.80
2027-03-14 march: invoice charged, visa 4242, $50.00 + $1.80: SUCCEEDED
  2027-03-14 receivable → clearing $50.00
  2027-03-14 fee_income → clearing $1.80
2027-07-31 july: invoice charged, bank 6789, $50.00 + $0.40: SUCCEEDED
  2027-08-03 receivable → clearing $50.00
  2027-08-03 fee_income → clearing $0.40`;

let today = FIRST_DAY;

const world = useWorld({ clock: fixedClock(BEGINNING) });

/** Runs the jobs on each of these days. Nothing is due between them. */
async function livesThrough(...days: readonly string[]): Promise<void> {
  for (const text of days) {
    const day = isoDate(text);
    await world.later(daysBetween({ from: today, to: day }) * DAY_MS);
    today = day;
  }
}

function daysFrom(day: string, count: number): IsoDate[] {
  return Array.from({ length: count }, (_, place) => addDays(isoDate(day), place));
}

async function attach(
  company: TestCompany,
  invoice: TestInvoice,
  { kind, number }: { kind: 'card' | 'ach'; number: string },
) {
  const method = await world.method(company, { kind, number });
  await changeMethod(world.deps, { company, method }, invoice);
  return method;
}

async function billAll(company: TestCompany, dues: readonly string[]): Promise<TestInvoice[]> {
  const invoices: TestInvoice[] = [];
  for (const due of dues) {
    const dueInDays = daysBetween({ from: today, to: isoDate(due) });
    invoices.push(await world.invoice(company, { totalCents: 5000, dueInDays }));
  }
  return invoices;
}

async function liveTheYear() {
  const harbor = await world.company({
    preference: {
      isContractsVisible: false,
      feeSettings: null,
      isFeePayerCompany: null,
      maxInstallments: 6,
      isIncreasedInstallmentsActive: true,
      maxIncreasedInstallments: 12,
      increasedInstallmentsAmount: cents(100_000),
      maxExtensionDays: 30,
    },
  });
  const summit = await world.company({ processor: 'stripe' });
  const crown = await world.invoice(harbor, { totalCents: 120_000, dueInDays: 0 });
  const [november, february, march, july] = await billAll(summit, [
    '2026-11-01',
    '2027-02-28',
    '2027-03-14',
    '2027-07-31',
  ]);
  if (!november || !february || !march || !july) throw new Error('four invoices were made');

  const caller = await signIn(world, harbor);
  await startPlan(world, { caller, company: harbor, invoice: crown }, { count: 12 });
  const card = await world.method(summit);
  await autoPayOn(world.deps, { company: summit, kind: 'card', method: card });

  // The second installment is declined and retried until a valid card is attached.
  await livesThrough('2026-10-31', '2026-11-01', '2026-11-20');
  await attach(harbor, crown, { kind: 'card', number: CARDS.insufficientFunds });
  await livesThrough('2026-11-27', ...daysFrom('2026-11-30', 3));
  await attach(harbor, crown, { kind: 'card', number: CARDS.pays });
  await livesThrough(...daysFrom('2026-12-03', 3), '2026-12-28', '2026-12-31', '2027-01-28');
  await livesThrough('2027-01-31', '2027-02-25', '2027-02-28', '2027-03-01', '2027-03-11');

  // The sixth installment is debited from a bank account, returned for insufficient funds and presented again.
  await livesThrough('2027-03-14');
  const account = await attach(harbor, crown, { kind: 'ach', number: BANK_ACCOUNTS.pays });
  await livesThrough('2027-03-21', '2027-03-31');
  const debit = (await world.sandbox.records(harbor.merchant)).at(-1);
  await world.sandbox.returnDebit(debit?.transactionId ?? '', 'R01');
  await livesThrough(...daysFrom('2027-04-01', 5), '2027-04-07', '2027-04-20', '2027-04-30');
  await livesThrough('2027-05-03');

  // Once the account is removed, the plan is suspended. It continues with the card attached in June.
  const { methodId } = account;
  await livesThrough('2027-05-15');
  await removeMethod(world.deps, { principal: toCustomer(harbor, world.deps), methodId });
  await livesThrough('2027-05-21', '2027-05-28', ...daysFrom('2027-05-31', 3));
  expect(await readInstallments(world.deps, crown)).toMatch(/^SUSPENDED: (SUCCESS ){7}OPEN/);
  await livesThrough('2027-06-05');
  await attach(harbor, crown, { kind: 'card', number: CARDS.pays });
  await livesThrough('2027-06-06', '2027-06-27', '2027-06-30', '2027-07-10');

  // Auto-pay switches to a bank account, which requires ten days' notice for July's invoice.
  const bank = await world.method(summit, { kind: 'ach', number: BANK_ACCOUNTS.pays });
  await autoPayOn(world.deps, { company: summit, kind: 'ach', method: bank });
  await livesThrough('2027-07-20', '2027-07-21', '2027-07-28', '2027-07-31', '2027-08-03');
  await livesThrough('2027-08-28', '2027-08-31', '2027-09-27', '2027-09-30', '2027-10-31');
  return { harbor, summit, invoices: { crown, november, february, march, july } };
}

describe('A year (R7, R8, R13–R16)', () => {
  it.runIf(isFullRun)(
    'a simulated year ends with every payment made once and every cent accounted for',
    async () => {
      const { harbor, summit, invoices } = await liveTheYear();
      const { crown, ...bills } = invoices;
      expect(await readInstallments(world.deps, crown)).toBe(`PAID_OFF:${' SUCCESS'.repeat(12)}`);
      expect(await readPaymentHistory(world.deps, harbor, { crown })).toBe(PLAN_OF_THE_YEAR);
      expect(await readPaymentHistory(world.deps, summit, bills)).toBe(AUTO_PAY_OF_THE_YEAR);
    },
    180_000,
  );
});
