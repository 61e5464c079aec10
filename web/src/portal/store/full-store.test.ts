import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createWorld,
  LINK,
  PAID,
  PROCESSING,
  REQUEST_ID,
  statusAnswer,
} from '../../../test/fixtures.ts';
import { openPay } from '../../../test/open-pay.ts';
import { STATUS } from '../../../test/pay-popup-world.ts';
import { completeStore } from './full-store.ts';
import { openPublicLink } from './public-link.ts';
import { selectInvoice } from './reads.ts';
import { selectPayContext } from './selectors.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function openLink(changes: object = {}) {
  const world = createWorld({ isComplete: false });
  world.serveInvoice(changes);
  await world.store.dispatch(openPublicLink(LINK));
  return world;
}

describe('A store that is completed after the first view of a link (decision 0035)', () => {
  it('a payment in progress is followed once the store is complete', async () => {
    const { network, serveInvoice, store } = await openLink(PROCESSING);
    network.answer(STATUS, { body: statusAnswer() });
    serveInvoice({ ...PAID, version: 2 });
    store.dispatch(completeStore());
    await vi.advanceTimersByTimeAsync(0);
    expect(selectInvoice(store.getState())?.status).toBe('COLLECTED');
  });

  it('a payment that was sent before a reload is followed, and an open popup gets its payer', async () => {
    const { network, store } = await openLink();
    network.answer(STATUS, { body: statusAnswer({ status: 'FAILED' }) });
    sessionStorage.setItem(`quittance.attempt.${REQUEST_ID}`, 'PAY_IN_FULL/card key-1 sent');
    openPay(store);
    store.dispatch(completeStore());
    expect(selectPayContext(store.getState())).not.toBeNull();
    await vi.advanceTimersByTimeAsync(0);
    expect(sessionStorage.getItem(`quittance.attempt.${REQUEST_ID}`)).toBeNull();
  });
});
