/** Money of an erased person still arrives and is booked, and says nothing about the person (R54). */
import { customerIdSchema } from '@quittance/contract/ids';
import { describe, expect, it } from 'vitest';
import { provedOwner } from '../world/desk-browser.ts';
import { createProvider } from '../world/provider-client.ts';
import { useWorld } from '../world/world.ts';

const world = useWorld();

/** A person with two invoices of $100.00, who is erased. */
async function erasedDebtor() {
  const company = await world.company();
  const call = await createProvider(world, company);
  const body = { customerRef: 'E-1', firstName: 'Xiomara', lastName: 'Quillfeather' };
  const { body: customer } = await call('POST', '/customers', { body });
  const customerId = customerIdSchema.parse(customer.id);
  const owing = { ...company, customerId };
  const invoices = [await world.invoice(owing), await world.invoice(owing)] as const;
  const owner = await provedOwner(world, company);
  const erasure = { reason: 'Asked for by letter', customerRef: 'E-1' };
  const erased = await owner.provider('POST', `/customers/${customerId}/erase`, { body: erasure });
  expect(erased.status).toBe(200);
  const record = async (paid: object) => {
    const cash = { method: 'CASH', ...paid };
    const { status, body: payment } = await call('POST', '/manual-payments', {
      body: cash,
      key: JSON.stringify(paid),
    });
    return [status, payment.code ?? payment.credit];
  };
  return { record, customerId, invoices, call };
}

describe('Money of an erased person (R54)', () => {
  it('a payment of several invoices is recorded, and what exceeds them is credit', async () => {
    const { record, customerId, invoices, call } = await erasedDebtor();
    const parts = invoices.map(({ invoiceId }) => ({ invoiceId, amount: 10_000 }));
    expect(await record({ invoices: parts, amount: 25_000 })).toEqual([201, 5000]);
    expect(await record({ customerId, amount: 1000 })).toEqual([201, 1000]);
    const { body } = await call('GET', `/customers/${customerId}`);
    expect(body).toMatchObject({ firstName: 'Erased', credit: 6000 });
  });

  it('a payment that falls short is recorded, and its rest is written off', async () => {
    const { record, invoices, call } = await erasedDebtor();
    const [{ invoiceId }] = invoices;
    expect(await record({ invoiceId, amount: 9900, writesOffRest: true })).toEqual([201, 0]);
    const { body } = await call('GET', `/invoices/${invoiceId}`);
    expect(body).toMatchObject({ status: 'COLLECTED', balance: 0 });
  });
});
