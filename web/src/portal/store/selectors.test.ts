import { requestIdSchema } from '@quittance/contract/ids';
import { describe, expect, it } from 'vitest';
import { company, createWorld, LINK } from '../../../test/fixtures.ts';
import { openPay } from '../../../test/open-pay.ts';
import { openPublicLink } from './public-link.ts';
import { companyRead, customerRead, invoiceRead } from './reads.ts';
import type { RootState } from './root.ts';
import { selectPayContext } from './selectors.ts';

async function openedState(): Promise<RootState> {
  const { store } = createWorld();
  await store.dispatch(openPublicLink(LINK));
  openPay(store);
  return store.getState();
}

const OTHER_REQUEST = requestIdSchema.parse('1c9f6f3e-9a8c-4a55-8a57-1f2b3c4d5e6f');
const OTHER_BUFFER = {
  ...createWorld().store.getState().popup.buffer,
  requestId: OTHER_REQUEST,
};

function without(state: RootState, { name }: { name: string }): RootState {
  const { [name]: _read, ...reads } = state.reads;
  return { ...state, reads };
}

const WITHOUT: readonly (readonly [string, (state: RootState) => RootState])[] = [
  ['the company', (state) => without(state, companyRead)],
  [
    'its processor',
    (state) => ({
      ...state,
      reads: companyRead.change(state.reads, () => ({
        success: true,
        // The cast is needed because a company sent by the server always has a processor.
        company: { ...company(), processor: '' as 'stripe' },
      })),
    }),
  ],
  ['the customer', (state) => without(state, customerRead)],
  ['the invoice', (state) => without(state, invoiceRead)],
  ['the request id', (state) => ({ ...state, request: { ...state.request, requestId: null } })],
  ['its own request', (state) => ({ ...state, popup: { ...state.popup, buffer: OTHER_BUFFER } })],
];

describe('The context of the PAY popup (product §2.13)', () => {
  it('the pay context exists once a link is opened', async () => {
    expect(selectPayContext(await openedState())).not.toBeNull();
  });

  it.each(WITHOUT)('the pay context needs %s', async (_, change) => {
    expect(selectPayContext(change(await openedState()))).toBeNull();
  });
});
