/** For tests only: a public link that is open, the PAY popup over it, and a payer who can press the button. */
import { vi } from 'vitest';
import { payInFull } from '../src/state/payment/submits.ts';
import { openPublicLink } from '../src/state/session/public-link.ts';
import { popupOpened } from '../src/state/store/popup.ts';
import { createWorld, LINK, REQUEST_ID, SUBMIT_BODY } from './fixtures.ts';

export const SUBMIT = `POST /api/portal/request/${REQUEST_ID}/full/submit`;
export const STATUS = `GET /api/portal/request/${REQUEST_ID}/status`;
export const INVOICE = 'GET /api/portal/public/account/';

const SCOPE = {
  option: 'PAY_IN_FULL',
  kind: 'card',
  methodId: null,
  amountCents: SUBMIT_BODY.quote.amount,
  feeCents: SUBMIT_BODY.quote.fee,
  arrangement: null,
} as const;

/** Needs fake timers: `settle` lets everything finish that needs no time. */
export async function createPayPopupWorld() {
  const world = createWorld();
  const { store } = world;
  await store.dispatch(openPublicLink(LINK));
  store.dispatch(popupOpened({ name: 'PAY' }));
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
    invoiceStatus: () => store.getState().invoices.selectedInvoice?.status,
    toasts: () => store.getState().toasts.list.map(({ text }) => text),
    savedKey: () => store.parts.attempts.savedKey(requestId),
    /** Answers the id the payment went out under. */
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
