/** A credit note is voided, applied credit is undone, and a failed refund of credit is acknowledged (R115). */
import { describe, expect, it } from 'vitest';
import { makeRefunds } from '../../src/payments/reconciliation/refund-credits.ts';
import { createProvider } from '../world/provider-client.ts';
import { useWorld } from '../world/world.ts';
import { apply, note, paid, readInvoice, refund } from './credit-story.ts';
import { reconcileFor } from './reconciliation.ts';

const world = useWorld();

describe('Exits from credit (R115)', () => {
  it('a note is voided while its credit is unused, and what it settled is owed again', async () => {
    const company = await world.company();
    const invoice = await world.invoice(company);
    const call = await createProvider(world, company);
    const pay = { invoiceId: invoice.invoiceId, amount: 8000, method: 'CASH', reference: 'till-1' };
    await call('POST', '/manual-payments', { body: pay, key: 'cash' });
    const body = { amount: 5000, reason: 'Fewer hours' };
    const path = `/invoices/${invoice.invoiceId}/credit-notes`;
    const { id } = (await call('POST', path, { body, key: 'note' })).body;
    expect(await readInvoice(call, invoice)).toMatchObject({ status: 'COLLECTED' });
    const voidIt = (key: string) =>
      call('POST', `/credit-notes/${id}/void`, { body: { reason: 'Mistake' }, key });
    expect((await voidIt('void')).body).toMatchObject({ isVoided: true });
    expect((await voidIt('twice')).body.code).toBe('CREDIT_ALREADY_UNDONE');
    expect(await readInvoice(call, invoice)).toMatchObject({
      status: 'DUE',
      balance: 2000,
      credited: 0,
    });
    const customer = (await call('GET', `/customers/${company.customerId}`)).body;
    expect(customer.credit).toBe(0);
    const { data } = (await call('GET', '/events')).body;
    expect(data.map(({ type }: { type: string }) => type)).toContain('credit_note.voided');
  });

  it('a note whose credit was paid out or applied is not voided', async () => {
    const story = await paid(world);
    const { id } = (await note(story, story.invoice, 6000)).body;
    await story.post(`/customers/${story.company.customerId}/credit/pay-out`, {
      amount: 1000,
      reason: 'By check',
    });
    const refused = await story.post(`/credit-notes/${id}/void`, { reason: 'Mistake' });
    expect(refused.body).toMatchObject({ code: 'CREDIT_ALREADY_USED' });
    expect(refused.body.detail).toContain('paid out');
  });

  it('a failed refund of credit that was used since is acknowledged', async () => {
    const story = await paid(world, 'card', await world.company({ processor: 'stripe' }));
    const { company, invoice, call, post } = story;
    await note(story, invoice, 6000);
    const [{ processorReference: charge }] = (await call('GET', '/payments?method=CARD')).body.data;
    await world.sandbox.fault({
      merchant: company.merchant,
      operation: 'refund',
      fault: 'pending',
    });
    const { id } = (await refund(story, { isFromCredit: true })).body;
    await makeRefunds(world.deps);
    await reconcileFor(world, company);
    await world.sandbox.endRefund(charge, 'failed');
    await reconcileFor(world, company);
    const other = await world.invoice(company);
    expect((await apply(story, other, 6000)).status).toBe(200);
    const decide = (decision: string) =>
      post(`/refunds/${id}/decide`, { decision, reason: 'Used' });
    for (const decision of ['SEND_AGAIN', 'PAID_ANOTHER_WAY']) {
      expect((await decide(decision)).body.code).toBe('CREDIT_TOO_LARGE');
    }
    expect((await decide('ACKNOWLEDGE')).body).toMatchObject({
      state: 'FAILED',
      resolution: 'ACKNOWLEDGED',
    });
  });
});
