/**
 * 3-D Secure challenges that are abandoned, or whose charge is late: nothing is lost, and nothing is charged twice.
 */

import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@quittance/contract/durations';
import { describe, expect, it } from 'vitest';
import { oneOf } from '../../../domain/test/full-run.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { answerChallenge } from '../processors/fiserv-browser.ts';
import { DEVICE } from '../processors/fiserv-world.ts';
import { CARDS } from '../world/sandbox-process.ts';
import { signIn } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);

const world = useWorld({ clock });

const browserInfo = Buffer.from('{}').toString('base64');

async function challengedAt(processor: 'payengine' | 'stripe' | 'fiserv') {
  const company = await world.company({ processor });
  const invoice = await world.invoice(company);
  const payer = world.payer(company, invoice);
  const key = randomUUID();
  const how = { card: CARDS.challenges, browserInfo, deviceInfo: DEVICE };
  const asked = await payer.pay({ ...how, key });
  expect(asked).toMatchObject({ status: 'PENDING', isThreeDSActionRequired: true });
  const records = () => world.sandbox.records(company.merchant);
  return { company, invoice, payer, key, asked, records };
}

const NOT_CHARGED = ['invoice DUE $0.00 of $100.00', 'payment FAILED $100.00 + $3.30'].join('\n');

describe('A 3-D Secure challenge that is not finished (R43)', () => {
  it.each(oneOf(['payengine', 'stripe', 'fiserv'] as const, 1))(
    'an unfinished challenge at %s holds the invoice for ten minutes, then is canceled at the processor',
    async (processor) => {
      const { invoice, payer } = await challengedAt(processor);
      await world.later(9 * MINUTE_MS);
      expect((await payer.read()).status).toBe('PENDING');

      await world.later(2 * MINUTE_MS);
      expect(await payer.status()).toMatchObject({
        paymentProcessingStatus: 'error',
        payment: { responseMessage: expect.stringContaining('You have not been charged') },
      });
      expect(await world.statement(invoice)).toBe(NOT_CHARGED);
      expect(await payer.pay()).toMatchObject({ success: true, status: 'SUCCESS' });
    },
  );

  it.each(oneOf(['payengine', 'stripe', 'fiserv'] as const, 1))(
    'a challenge at %s that the payer cancels frees the invoice at once',
    async (processor) => {
      const { invoice, payer, key, records } = await challengedAt(processor);
      expect(await payer.cancelChallenge(key)).toMatchObject({
        paymentProcessingStatus: 'error',
        payment: { responseMessage: expect.stringContaining('You have not been charged') },
      });
      expect(await world.statement(invoice)).toBe(NOT_CHARGED);
      expect((await records()).filter(({ status }) => status === 'succeeded')).toEqual([]);
      expect(await payer.pay()).toMatchObject({ success: true, status: 'SUCCESS' });
    },
  );

  it.each(oneOf(['payengine', 'stripe', 'fiserv'] as const, 2))(
    'a challenge at %s can be continued and canceled wherever the same link is open, and by nobody else',
    async (processor) => {
      const { company, invoice, payer, asked } = await challengedAt(processor);
      const { threeDSData } = asked;
      expect((await payer.status()).payment?.challenge).toEqual({ threeDSData });

      const customer = await signIn(world, company);
      const call = (method: 'GET' | 'POST', path: string) => {
        const body = method === 'POST' ? { body: {} } : {};
        return customer.call({ method, path: `request/${invoice.requestId}/${path}`, ...body });
      };
      const waiting = { payment: { isActionRequired: true, challenge: null } };
      expect(await call('GET', 'status')).toMatchObject(waiting);
      expect(await call('POST', 'challenge/cancel')).toMatchObject(waiting);

      expect(await payer.cancelChallenge()).toMatchObject({ payment: { status: 'FAILED' } });
      expect(await world.statement(invoice)).toBe(NOT_CHARGED);
    },
  );

  it.each(oneOf(['payengine', 'stripe'] as const, 0))(
    'a challenge at %s with a lost response is canceled at the processor before its payment fails',
    async (processor) => {
      const company = await world.company({ processor });
      const invoice = await world.invoice(company);
      const payer = world.payer(company, invoice);
      const fault = { operation: 'charge', fault: 'lose_answer' } as const;
      await world.sandbox.fault({ merchant: company.merchant, ...fault });
      await payer.pay({ card: CARDS.challenges, browserInfo, deviceInfo: DEVICE });
      await world.later(11 * MINUTE_MS);
      expect(await world.statement(invoice)).toBe(NOT_CHARGED);
      const records = await world.sandbox.records(company.merchant);
      expect(records.map(({ status }) => status)).toEqual(['cancelled']);
    },
  );

  it('an abandoned challenge keeps the failure reason from the bank', async () => {
    const { payer, key, asked } = await challengedAt('fiserv');
    await answerChallenge(asked.threeDSData ?? null, 'fail');
    expect(await payer.cancelChallenge(key)).toMatchObject({
      payment: { responseMessage: "This payment wasn't confirmed with your bank." },
    });
  });

  it('a challenge that was passed before its cancellation becomes a payment', async () => {
    const { invoice, payer, key, asked } = await challengedAt('fiserv');
    await answerChallenge(asked.threeDSData ?? null, 'complete');
    await world.later(3000);
    await payer.cancelChallenge(key);
    expect(await world.statement(invoice)).toContain('payment SUCCEEDED');
  });

  const unconfirmed = [
    ['payengine', 'void', 'lose_before'],
    ['payengine', 'void', 'http_429'],
    ['stripe', 'void', 'http_500_before'],
    ['stripe', 'void', 'http_401'],
  ] as const;

  it.each(oneOf(unconfirmed, 0))(
    'a challenge whose cancellation is not confirmed by %s holds its invoice (%s: %s)',
    async (processor, operation, fault) => {
      const { company, invoice, payer } = await challengedAt(processor);
      await world.sandbox.fault({ merchant: company.merchant, operation, fault });
      await world.later(11 * MINUTE_MS);
      expect((await payer.read()).status).toBe('PENDING');
      expect(await world.statement(invoice)).toContain('payment ACTION_REQUIRED');
      await world.later(2 * MINUTE_MS);
      expect(await world.statement(invoice)).toBe(NOT_CHARGED);
    },
  );

  it('a payer sees the challenge as pending until the cancellation is confirmed', async () => {
    const { company, payer, key } = await challengedAt('stripe');
    const fault = { operation: 'void', fault: 'http_500_before' } as const;
    await world.sandbox.fault({ merchant: company.merchant, ...fault });
    const waiting = { status: 'PENDING', isActionRequired: true };
    expect(await payer.cancelChallenge(key)).toMatchObject({ payment: waiting });
    expect(await payer.status(key)).toMatchObject({ payment: waiting });
    const canceled = { status: 'FAILED', isActionRequired: false };
    expect(await payer.cancelChallenge(key)).toMatchObject({ payment: canceled });
  });
});

describe('The charge after a challenge at Fiserv', () => {
  const passed = async () => {
    const challenged = await challengedAt('fiserv');
    await answerChallenge(challenged.asked.threeDSData ?? null, 'complete');
    return challenged;
  };

  it('a charge executed after the idempotency window is booked once', async () => {
    const { company, invoice, records } = await passed();
    const late = { operation: 'charge', fault: 'execute_late', delayMs: 20 * MINUTE_MS } as const;
    await world.sandbox.fault({ merchant: company.merchant, ...late });
    for (let minute = 0; minute < 19; minute += 1) await world.later(MINUTE_MS);
    expect(await records()).toEqual([]);
    expect(await world.statement(invoice)).toContain('payment UNKNOWN');
    for (let hour = 0; hour < 3; hour += 1) await world.later(60 * MINUTE_MS);
    expect(await records()).toHaveLength(1);
    expect(await world.statement(invoice)).toContain('payment SUCCEEDED $100.00 + $3.30');
  });

  it('a charge that never arrived is sent again within the window', async () => {
    const { company, invoice, records } = await passed();
    await world.sandbox.fault({
      merchant: company.merchant,
      operation: 'charge',
      fault: 'lose_before',
    });
    await world.later(3000);
    expect(await world.statement(invoice)).toContain('payment UNKNOWN');
    await world.later(15_000);
    expect(await records()).toHaveLength(1);
    expect(await world.statement(invoice)).toContain('payment SUCCEEDED');
  });
});
