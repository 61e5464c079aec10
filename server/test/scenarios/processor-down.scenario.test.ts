/** Charges that become due while the processor is down (R15) wait and are made on the same day. */
import { DAY_MS, MINUTE_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { addMs, fixedClock } from '../../src/kernel/clock.ts';
import { chargeDue } from '../../src/payments/off-session/charge-due.ts';
import { addSchedule, mailsTo } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { readInvoice } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);
let harbor: TestCompany;
let invoice: TestInvoice;

const world = useWorld({ clock });

/** The scheduled day has come, but no job has run yet. */
beforeEach(async () => {
  harbor = await world.company();
  invoice = await world.invoice(harbor, { dueInDays: 30 });
  const { methodId } = await world.method(harbor);
  await addSchedule(world.deps, { company: harbor, invoice, methodId }, 1);
  const at = addMs(clock.now(), DAY_MS);
  clock.travelTo(at);
  await world.sandbox.travelTo(at);
});

const status = async () => (await readInvoice(world, invoice)).status;
const wait = (minutes: number) => world.later(minutes * MINUTE_MS);

async function attempts(): Promise<string[]> {
  const { rows } = await world.deps.database.pool.query<{ line: string }>(
    `select state || ' ' || coalesce(response_code, '-') as line from attempts
     where invoice_id = $1 order by created_at, try_number`,
    [invoice.invoiceId],
  );
  return rows.map((row) => row.line);
}

describe('A charge that is due while the circuit is open', () => {
  it('a due charge waits while the circuit is open and is made on the same day', async () => {
    await world.sandbox.fault({
      merchant: harbor.merchant,
      operation: 'charge',
      fault: 'http_500_after',
      times: 5,
    });
    for (let payment = 0; payment < 5; payment += 1) {
      const other = await world.invoice(harbor);
      await world.payer(harbor, other).pay();
    }
    expect(await chargeDue(world.deps)).toMatchObject({ paused: 1 });
    expect(await attempts()).toEqual([]);
    expect(await mailsTo(world.deps, harbor)).toEqual([
      expect.stringMatching(/^payment-scheduled /),
    ]);
    await wait(5);
    expect(await status()).toBe('COLLECTED');
    expect(await attempts()).toHaveLength(1);
  });
});

describe('A charge that does not reach the processor', () => {
  const otherKey = () =>
    world.sandbox.register({ ...harbor.merchant, privateKey: 'sk_test_other' });
  const ourKey = () => world.sandbox.register(harbor.merchant);

  it('an unsent charge is retried on the same day without counting as a decline', async () => {
    const day = clock.today('America/New_York');
    await otherKey();
    await world.runJobs();
    await wait(5);
    expect(await attempts()).toEqual(['FAILED not_sent']);
    expect(await status()).toBe('PAYMENT_EXTENSION');
    await wait(10);
    await wait(30);
    await wait(60);
    expect(await attempts()).toHaveLength(4);
    expect((await mailsTo(world.deps, harbor)).join()).not.toContain('payment-failed');
    await ourKey();
    await wait(120);
    expect(await status()).toBe('COLLECTED');
    expect(clock.today('America/New_York')).toBe(day);
  });

  it("an unsent charge is retried on the next day when the day's window has closed", async () => {
    await otherKey();
    await world.runJobs();
    await wait(6 * 60);
    await ourKey();
    await wait(60);
    expect(await status()).toBe('PAYMENT_EXTENSION');
    await wait(17 * 60);
    expect(await status()).toBe('COLLECTED');
  });
});
