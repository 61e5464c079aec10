/** For tests only: a popup over an invoice of a signed-in customer. */
import type { Invoice } from '@quittance/contract/invoices/portal-schemas';
import { render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Provider } from 'react-redux';
import { openInvoice } from '../src/portal/store/open-invoice.ts';
import { type PopupBuffer, popupOpened } from '../src/portal/store/popup.ts';
import { openPay } from './open-pay.ts';
import { createSignedInWorld, customerInvoice } from './signed-in-world.ts';

type PopupName = Parameters<typeof popupOpened>[0]['name'];
type Changes = Partial<Record<keyof Invoice, unknown>>;

export const INVOICE_ID = '9d3c2b1a-0f1e-4d2c-8b3a-4c5d6e7f8091';

export async function createCustomerWorld(changes: Changes = {}) {
  const world = await createSignedInWorld();
  const serveOwn = (next: Changes): void =>
    world.serve(
      'private/account/',
      world.ok({ account: customerInvoice({ id: INVOICE_ID, ...next }) }),
    );
  world.serve('private/invoice-transactions/', world.ok({ transactions: [] }));
  world.serve('ip', { ip: '203.0.113.7' });
  serveOwn(changes);
  await world.store.dispatch(openInvoice('HD-2041'));
  const open = (Popup: ComponentType, name: PopupName, buffer: Partial<PopupBuffer> = {}) => {
    if (name === 'PAY') openPay(world.store, buffer);
    else world.store.dispatch(popupOpened({ name, buffer }));
    return render(
      <Provider store={world.store}>
        <Popup />
      </Provider>,
    );
  };
  const sent = (request: string) =>
    world.network.sent.filter(({ method, path }) => `${method} ${path}`.includes(request));
  return {
    ...world,
    serveOwn,
    open,
    sent,
    popupName: () => world.store.getState().popup.popupName,
  };
}

export type CustomerWorld = Awaited<ReturnType<typeof createCustomerWorld>>;
