/**
 * A response slower than our timeout (20 s): the charge is made without our knowledge, pending for the payer, and
 * then found. There is only one charge.
 */
import { describe, expect, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { useWorld } from '../world/world.ts';

const PROCESSORS = ['payengine', 'stripe', 'fiserv'] as const;

const world = useWorld();

async function payTooSlowly(processor: (typeof PROCESSORS)[number]) {
  const company = await world.company({ processor });
  const { merchant } = company;
  const invoice = await world.invoice(company);
  await world.sandbox.fault({ merchant, operation: 'sale', fault: 'slow', delayMs: 60_000 });
  const { status } = await world.payer(company, invoice).pay();
  return { merchant, invoice, status };
}

describe('A response slower than our timeout (docs/payment-life.md)', () => {
  // Takes the full 20 s of the server's timeout.
  it.runIf(isFullRun)(
    'a slow payment is pending at every processor, then found and paid once',
    { timeout: 120_000 },
    async () => {
      const payments = await Promise.all(PROCESSORS.map(payTooSlowly));
      expect(payments.map(({ status }) => status)).toEqual(['PENDING', 'PENDING', 'PENDING']);
      await world.later(3000);
      for (const { merchant, invoice } of payments) {
        expect(await world.statement(invoice)).toContain('COLLECTED $100.00');
        expect(await world.sandbox.records(merchant)).toMatchObject([{ status: 'succeeded' }]);
      }
    },
  );
});
