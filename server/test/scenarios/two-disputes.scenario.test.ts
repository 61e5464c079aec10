/**
 * Two disputes of one payment at Stripe (R40): each has its own state, and the invoice waits until both are
 * resolved.
 */
import { DAY_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { oneOf } from '../../../domain/test/full-run.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { processWebhooks } from '../../src/payments/reconciliation/receive-webhook.ts';
import { autoPayOn } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { START, useWorld } from '../world/world.ts';
import { reconcileFor } from './reconciliation.ts';

let harbor: TestCompany;
let invoice: TestInvoice;

const world = useWorld({ clock: fixedClock(START) });

beforeEach(async () => {
  harbor = await world.company({ processor: 'stripe' });
  const { merchant, domain } = harbor;
  await world.sandbox.sendWebhooksTo(merchant, `${world.url}/api/webhooks/stripe/${domain}`);
  invoice = await world.invoice(harbor, { dueInDays: 3 });
});

async function hearEvents(): Promise<void> {
  await world.sandbox.flushWebhooks();
  await processWebhooks(world.deps);
}

async function end(id: string, status: 'won' | 'lost'): Promise<void> {
  await world.sandbox.endDispute(id, status);
  await hearEvents();
}

async function charges(): Promise<string[]> {
  const booked = await world.sandbox.records(harbor.merchant);
  return booked.map(({ transactionId }) => transactionId);
}

async function disputeTwice(amounts: readonly [number?, number?] = []) {
  const [charge = ''] = await charges();
  const first = await world.sandbox.dispute(charge, amounts[0]);
  const second = await world.sandbox.dispute(charge, amounts[1]);
  await hearEvents();
  return { first, second };
}

const PARTS = [4000, 6330] as const;
const lines = async () => (await world.statement(invoice)).split('\n');
const status = async () => (await lines())[0];

describe('Two disputes of one payment (R40)', () => {
  it.each(oneOf(['first', 'second'] as const, 1))(
    'two disputes hold the invoice when the %s is won, until the other is won, too',
    async (one) => {
      await world.payer(harbor, invoice).pay();
      const ids = await disputeTwice(PARTS);
      await end(ids[one], 'won');
      expect(await status()).toBe('invoice DISPUTED $100.00 of $100.00');
      await end(ids[one === 'first' ? 'second' : 'first'], 'won');
      expect(await status()).toBe('invoice COLLECTED $100.00 of $100.00');
      expect((await lines()).filter((line) => line.includes('disputed:')).sort()).toEqual([
        '  clearing:stripe → disputed:stripe $40.00',
        '  clearing:stripe → disputed:stripe $63.30',
        '  disputed:stripe → clearing:stripe $40.00',
        '  disputed:stripe → clearing:stripe $63.30',
      ]);
    },
  );

  it('two lost disputes return the payment part by part', async () => {
    await world.payer(harbor, invoice).pay();
    const { first, second } = await disputeTwice(PARTS);
    await end(first, 'lost');
    expect(await status()).toBe('invoice DISPUTED $100.00 of $100.00');
    await end(second, 'lost');
    expect((await lines()).slice(0, 2)).toEqual([
      // A lost part is booked like a refund, which leaves the debt settled.
      'invoice DUE $38.72 of $100.00',
      'payment RETURNED $100.00 + $3.30',
    ]);
    expect((await lines()).filter((line) => line.includes('clearing:stripe → returns'))).toEqual([
      '  clearing:stripe → returns $63.30',
    ]);
  });

  it('one lost dispute ends auto-pay with the card while the other dispute still holds the invoice', async () => {
    const method = await world.method(harbor, { kind: 'card', number: '4242424242424242' });
    const choice = { company: harbor, kind: 'card', method } as const;
    await autoPayOn(world.deps, choice);
    for (const days of [1, 2]) await world.later(days * DAY_MS);
    const { first, second } = await disputeTwice();
    await end(first, 'lost');
    expect((await lines()).slice(0, 2)).toEqual([
      'invoice DISPUTED $0.00 of $100.00',
      'payment RETURNED $100.00 + $3.30',
    ]);
    await expect(autoPayOn(world.deps, choice)).rejects.toThrow('METHOD_NOT_USABLE');
    await end(second, 'won');
    expect(await status()).toMatch(/^invoice (DUE|IN_COLLECTION) \$0.00 of \$100.00$/);
    for (const days of [1, 2, 5]) await world.later(days * DAY_MS);
    expect(await charges()).toHaveLength(1);
  });

  it('reconciliation finds both disputes even if one of them is already known', async () => {
    await world.payer(harbor, invoice).pay();
    const [charge = ''] = await charges();
    await world.sandbox.dispute(charge, 4000);
    await hearEvents();
    await world.sandbox.sendWebhooksTo(harbor.merchant, 'http://127.0.0.1:9/gone');
    await world.sandbox.dispute(charge, 6330);
    await reconcileFor(world, harbor);
    expect((await lines()).slice(-1)).toEqual(['  clearing:stripe → disputed:stripe $63.30']);
  });
});
