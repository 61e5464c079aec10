import { describe, expect, it } from 'vitest';
import { createSignedInWorld, customerInvoice } from '../../../test/signed-in-world.ts';
import { openInvoice } from './open-invoice.ts';
import { customerMethodAdded } from './realtime-events.ts';

const CUSTOMER = 'GET /api/portal/private/debtor/';
const INVOICE = 'GET /api/portal/private/account/';

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function hearOfMethod(accountRef: string | null) {
  const world = await createSignedInWorld();
  world.serve('private/account/', world.ok({ account: customerInvoice() }));
  world.serve('private/invoice-transactions/', world.ok({ transactions: [] }));
  if (accountRef) await world.store.dispatch(openInvoice(accountRef));
  const before = { customer: world.calls(CUSTOMER), invoice: world.calls(INVOICE) };
  world.store.dispatch(customerMethodAdded());
  await settle();
  return {
    customer: world.calls(CUSTOMER) - before.customer,
    invoice: world.calls(INVOICE) - before.invoice,
  };
}

describe('customer_add_pm (product §4.20)', () => {
  it('the event customer_add_pm reloads the customer and the selected invoice', async () => {
    expect(await hearOfMethod('HD-2041')).toEqual({ customer: 1, invoice: 1 });
  });

  it('the event customer_add_pm reloads only the customer when no invoice is selected', async () => {
    expect(await hearOfMethod(null)).toEqual({ customer: 1, invoice: 0 });
  });
});
