/** The response to a charge is lost: the outcome is unknown, not failed (ADR 0005), and the resolver finds it. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import type { TestInvoice } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import type { Payer } from '../world/payer.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);
let invoice: TestInvoice;
let payer: Payer;

const world = useWorld({ clock });
const harbor = forFile(() => world.company());

beforeEach(async () => {
  clock.travelTo(START);
  invoice = await world.invoice(harbor);
  payer = world.payer(harbor, invoice);
});

const later = (seconds: number) =>
  clock.travelTo(new Date(Date.parse(START) + seconds * 1000).toISOString());

describe('A lost response (ADR 0005)', () => {
  it('a payment with a lost response is pending until the resolver finds its single charge', async () => {
    await world.sandbox.fault({ operation: 'sale', fault: 'lose_answer' });
    const answer = await payer.pay();
    expect(answer).toMatchObject({
      success: true,
      message: 'Payment is processing',
      status: 'PENDING',
    });
    expect((await payer.read()).status).toBe('PENDING');

    later(3);
    await world.runJobs();

    expect(await world.statement(invoice)).toBe(
      [
        'invoice COLLECTED $100.00 of $100.00',
        'payment SUCCEEDED $100.00 + $3.30',
        '  receivable → clearing:payengine $100.00',
        '  fee_income → clearing:payengine $3.30',
      ].join('\n'),
    );
  });

  it('a payment with a lost response is resolved by a waiting payer without a job', async () => {
    await world.sandbox.fault({ operation: 'sale', fault: 'lose_answer' });
    const key = randomUUID();
    await payer.pay({ key });
    expect(await payer.status(key)).toMatchObject({ paymentProcessingStatus: 'in_progress' });
    later(3);
    expect(await payer.status(key)).toMatchObject({
      paymentProcessingStatus: 'success',
      payment: { status: 'SUCCESS', amount: 10_000, fee: 330, method: { last4: '4242' } },
    });
  });

  it('an unknown outcome holds the invoice, and no key can charge again', async () => {
    await world.sandbox.fault({ operation: 'sale', fault: 'lose_answer' });
    const key = randomUUID();
    const quote = { amount: 10_000, fee: 330 };
    await payer.pay({ key, quote });
    const same = await payer.pay({ key, quote });
    const other = await payer.pay({ quote });
    expect(same).toMatchObject({ code: 200, status: 'PENDING', isRepeat: true });
    expect(other).toMatchObject({ code: 409, message: 'ACCOUNT_IS_PROCESSING' });
    later(3);
    await world.runJobs();
    expect((await payer.read()).status).toBe('COLLECTED');
  });

  it('a charge that never reached the processor stays pending after an empty lookup', async () => {
    await world.sandbox.fault({ operation: 'sale', fault: 'lose_before' });
    await payer.pay();
    for (const seconds of [3, 20, 90, 400, 1300, 5000, 86_400]) {
      later(seconds);
      await world.runJobs();
      expect((await payer.read()).status).toBe('PENDING');
    }
  });

  it('a charge that is executed long after the connection was lost is found', async () => {
    await world.sandbox.fault({ operation: 'sale', fault: 'execute_late', delayMs: 200 });
    await payer.pay();
    let seconds = 0;
    await expect
      .poll(
        async () => {
          seconds += 3600;
          later(seconds);
          await world.runJobs();
          return (await payer.read()).status;
        },
        { interval: 100 },
      )
      .toBe('COLLECTED');
  });

  it.each(['http_500_after', 'http_500_before'])(
    'a charge with the fault %s is unknown, never failed',
    async (fault) => {
      await world.sandbox.fault({ operation: 'sale', fault });
      expect(await payer.pay()).toMatchObject({ status: 'PENDING' });
      later(3);
      await world.runJobs();
      const expected = fault === 'http_500_after' ? 'COLLECTED' : 'PENDING';
      expect((await payer.read()).status).toBe(expected);
    },
  );
});
