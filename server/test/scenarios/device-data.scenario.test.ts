/**
 * Fiserv's 3-D Secure collects device data before a payment is submitted: what the bank requires afterward, and who
 * may start the collection.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import { answerChallenge } from '../processors/fiserv-browser.ts';
import { DEVICE } from '../processors/fiserv-world.ts';
import { CARDS } from '../world/sandbox-process.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);

const world = useWorld({ clock });

async function invoiceAt(processor: 'payengine' | 'stripe' | 'fiserv') {
  const company = await world.company({ processor });
  const invoice = await world.invoice(company);
  const records = () => world.sandbox.records(company.merchant);
  return { company, invoice, payer: world.payer(company, invoice), records };
}

describe('The device data of a payer at Fiserv', () => {
  it('a card is charged without a challenge after the browser reports its device data', async () => {
    const { payer, records } = await invoiceAt('fiserv');
    expect(await payer.pay({ deviceInfo: DEVICE })).toMatchObject({ status: 'SUCCESS' });
    expect(await records()).toMatchObject([{ threeDs: 'succeeded' }]);
  });

  it('the same card is challenged when the browser has not opened the collection page', async () => {
    const { invoice, payer, records } = await invoiceAt('fiserv');
    const asked = await payer.pay({ deviceInfo: DEVICE, skipsCollection: true });
    expect(asked).toMatchObject({ status: 'PENDING', isThreeDSActionRequired: true });
    expect(await records()).toEqual([]);
    await answerChallenge(asked.threeDSData ?? null, 'complete');
    await world.later(3000);
    expect(await world.statement(invoice)).toContain('payment SUCCEEDED');
    expect(await records()).toHaveLength(1);
  });

  it('a device data collection without a payment places no hold on the invoice', async () => {
    const { invoice, payer, records } = await invoiceAt('fiserv');
    const token = await payer.type({ card: CARDS.pays });
    for (let press = 0; press < 3; press += 1) {
      expect(await payer.beginDeviceData({ token })).toMatchObject({ token: expect.any(String) });
    }
    expect(await world.statement(invoice)).toBe('invoice DUE $0.00 of $100.00');
    expect(await records()).toEqual([]);
    expect(await payer.pay({ deviceInfo: DEVICE })).toMatchObject({ status: 'SUCCESS' });
  });

  it('a link starts no device data collection for a method that is not attached to its invoice', async () => {
    const { payer } = await invoiceAt('fiserv');
    await expect(payer.beginDeviceData({ pmID: randomUUID() })).rejects.toThrow('404');
  });

  it.each(['payengine', 'stripe'] as const)(
    'a payment at %s needs no device data collection',
    async (processor) => {
      const { payer } = await invoiceAt(processor);
      expect(await payer.beginDeviceData({ token: 'any' })).toBeNull();
    },
  );
});
