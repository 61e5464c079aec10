import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { statusAnswer } from '../../../test/fixtures.ts';
import { createSignedInWorld, customerInvoice } from '../../../test/signed-in-world.ts';
import { openInvoice } from './open-invoice.ts';
import { customerMethodAdded, paymentProcessingReceived } from './realtime-events.ts';

const EVENTS = 20;
const STATUS = 'GET /api/portal/request/';

async function openWorld() {
  const world = await createSignedInWorld();
  world.serve('private/account/', world.ok({ account: customerInvoice() }));
  world.serve('private/invoice-transactions/', world.ok({ transactions: [] }));
  world.network.answer(STATUS, { body: statusAnswer() });
  await world.store.dispatch(openInvoice('HD-2041'));
  const before = world.network.sent.length;
  return { ...world, asked: () => world.network.sent.length - before };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('Socket events that arrive together (R21)', () => {
  it('twenty finished payments cause two rounds of calls, the first one immediately', async () => {
    const { store, asked } = await openWorld();
    for (let event = 0; event < EVENTS; event += 1)
      store.dispatch(paymentProcessingReceived('success'));
    await vi.advanceTimersByTimeAsync(0);
    // The status, the invoice and its payments.
    expect(asked()).toBe(3);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked()).toBe(6);
  });

  it('twenty added methods cost two rounds of calls', async () => {
    const { store, asked } = await openWorld();
    for (let event = 0; event < EVENTS; event += 1) store.dispatch(customerMethodAdded());
    await vi.advanceTimersByTimeAsync(10_000);
    // The customer, the invoice and its payments.
    expect(asked()).toBe(6);
  });

  it('a socket event after the pause is handled immediately', async () => {
    const { store, asked } = await openWorld();
    store.dispatch(customerMethodAdded());
    await vi.advanceTimersByTimeAsync(1_000);
    store.dispatch(customerMethodAdded());
    await vi.advanceTimersByTimeAsync(0);
    expect(asked()).toBe(6);
  });
});
