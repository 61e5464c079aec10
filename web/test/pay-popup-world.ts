/** For tests only: an open public link with the PAY popup, and a function that pays. */

import { vi } from 'vitest';
import { openPublicLink } from '../src/portal/store/public-link.ts';
import { selectInvoice } from '../src/portal/store/reads.ts';
import { payInFull } from '../src/portal/store/submits.ts';
import { createWorld, LINK, QUOTE, REQUEST_ID, SUBMIT_BODY } from './fixtures.ts';
import { openPay } from './open-pay.ts';

export const SUBMIT = `POST /api/portal/request/${REQUEST_ID}/full/submit`;
export const CANCEL = `POST /api/portal/request/${REQUEST_ID}/challenge/cancel`;
export const STATUS = `GET /api/portal/request/${REQUEST_ID}/status`;
export const INVOICE = 'GET /api/portal/public/account/';

const SCOPE = {
  option: 'PAY_IN_FULL',
  kind: 'card',
  methodId: null,
  amountCents: QUOTE.amount,
  feeCents: QUOTE.fee,
  arrangement: null,
} as const;

/** Needs fake timers: `settle` runs everything that is due without advancing the clock. */
export async function createPayPopupWorld() {
  const world = createWorld();
  const { store } = world;
  await store.dispatch(openPublicLink(LINK));
  openPay(store);
  const requestId = (() => {
    const id = store.getState().request.requestId;
    if (!id) throw new Error('The link was not opened');
    return id;
  })();
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    ...world,
    settle,
    request: () => store.getState().request,
    invoiceStatus: () => selectInvoice(store.getState())?.status,
    toasts: () => store.getState().toasts.list.map(({ text }) => text),
    savedKey: () => store.parts.attempts.savedKey(requestId),
    pay: async () => {
      const idempotencyKey = store.parts.attempts.keyFor(requestId, SCOPE);
      const params = { id: requestId };
      void store.dispatch(payInFull({ params, body: SUBMIT_BODY, idempotencyKey }));
      await settle();
      return idempotencyKey;
    },
  };
}

export type PayPopupWorld = Awaited<ReturnType<typeof createPayPopupWorld>>;
