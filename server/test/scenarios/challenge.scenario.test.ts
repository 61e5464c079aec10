/** Abandoned 3-D Secure challenges: the invoice is released and nothing is lost. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMs, fixedClock } from '../../src/clock.ts';
import { CARDS } from '../world/sandbox-process.ts';
import { openWorld, START, type World } from '../world/world.ts';

const MINUTE_MS = 60_000;
const clock = fixedClock(START);
let world: World;

beforeAll(async () => {
  world = await openWorld({ clock });
});
afterAll(() => world.close());

async function minutesLater(minutes: number): Promise<void> {
  clock.travelTo(addMs(clock.now(), minutes * MINUTE_MS));
  await world.runJobs();
}

describe('A 3-D Secure challenge that is not finished', () => {
  it('an unfinished challenge holds the invoice for half an hour', async () => {
    const harbor = await world.company();
    const invoice = await world.invoice(harbor);
    const payer = world.payer(harbor, invoice);
    const browserInfo = Buffer.from('{}').toString('base64');

    const asked = await payer.pay({ card: CARDS.challenges, browserInfo });
    expect(asked).toMatchObject({ status: 'PENDING', isThreeDSActionRequired: true });

    await minutesLater(25);
    expect((await payer.read()).status).toBe('PENDING');

    await minutesLater(10);
    expect(await payer.status()).toMatchObject({
      paymentProcessingStatus: 'error',
      payment: { responseMessage: expect.stringContaining('You have not been charged') },
    });
    expect(await world.statement(invoice)).toBe(
      ['invoice DUE $0.00 of $100.00', 'payment FAILED $100.00 + $3.30'].join('\n'),
    );
    expect(await payer.pay()).toMatchObject({ success: true, status: 'SUCCESS' });
  });
});
