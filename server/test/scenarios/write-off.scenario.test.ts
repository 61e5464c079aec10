/** A write-off posts the balance as given up, leaves the aging, and a later payment is a recovery (R115). */
import { DAY_MS } from '@quittance/contract/durations';
import { describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import type { TestInvoice } from '../world/company.ts';
import { createProvider } from '../world/provider-client.ts';
import { signIn, signInByLink } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);
const world = useWorld({ clock });

async function writtenOff() {
  const company = await world.company();
  const invoice = await world.invoice(company, { status: 'IN_COLLECTION', dueInDays: -40 });
  const call = await createProvider(world, company);
  let count = 0;
  const post = (path: string, body: object) => {
    count += 1;
    return call('POST', path, { body, key: `call-${count}` });
  };
  const decide = (decision: string) =>
    post(`/invoices/${invoice.invoiceId}/${decision}`, { reason: 'Insolvent' });
  const cash = (amount: number) =>
    post('/manual-payments', { invoiceId: invoice.invoiceId, amount, method: 'CASH' });
  const overdue = async () => {
    const { body } = await call('GET', '/reports/summary');
    return body.overdue.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
  };
  const aging = async () => (await call('GET', '/reports/aging')).body;
  const listed = async () => String(await aging()).includes((await read()).accountRef);
  const read = async () => (await call('GET', `/invoices/${invoice.invoiceId}`)).body;
  expect(await overdue()).toBe(10_000);
  expect(await listed()).toBe(true);
  await decide('write-off');
  return { company, invoice, call, post, decide, cash, overdue, listed, read };
}

/** Returns how much of the invoice is given up, by the ledger. */
async function givenUp({ invoiceId }: TestInvoice): Promise<number> {
  const { rows } = await world.deps.database.pool.query(
    `select coalesce(sum(case destination when 'write_offs' then amount_cents else -amount_cents end), 0)::int as cents
     from postings where 'write_offs' in (source, destination)
       and 'receivable:' || $1 in (source, destination)`,
    [invoiceId],
  );
  return rows[0].cents;
}

describe('A write-off (R115)', () => {
  it('posts what is given up, leaves the aging, and the payer still owes it', async () => {
    const desk = await writtenOff();
    expect(await givenUp(desk.invoice)).toBe(10_000);
    expect(await desk.overdue()).toBe(0);
    expect(await desk.listed()).toBe(false);
    const path = `public/invoice-transactions/${desk.company.domain}/${desk.invoice.token}`;
    const shown = await signInByLink(world, desk.invoice).call({ method: 'GET', path });
    expect(shown['transactions']).toEqual([]);
    const account = await (await signIn(world, desk.company)).call({
      method: 'GET',
      path: `debtor/${desk.company.customerId}/account`,
    });
    expect(account['summary']).toMatchObject({ outstanding: 10_000 });
  });

  it('a payment of a part is a recovery, a bounce gives it up again, and the rest is recovered', async () => {
    const desk = await writtenOff();
    const paid = await desk.cash(6000);
    expect(await givenUp(desk.invoice)).toBe(4000);
    expect(await desk.listed()).toBe(false);
    await world.later(DAY_MS);
    await desk.post(`/manual-payments/${paid.body.id}/reverse`, { cause: 'BOUNCED', reason: 'x' });
    expect(await givenUp(desk.invoice)).toBe(10_000);
    await world.payer(desk.company, desk.invoice).pay();
    expect(await givenUp(desk.invoice)).toBe(0);
    expect(await desk.read()).toMatchObject({ status: 'COLLECTED', balance: 0 });
  });

  it('reopening posts it back, and the invoice is in the aging again', async () => {
    const desk = await writtenOff();
    await desk.decide('reopen');
    expect(await givenUp(desk.invoice)).toBe(0);
    expect(await desk.overdue()).toBe(10_000);
    expect(await desk.listed()).toBe(true);
  });

  it('a credit note and a void take back what they settle, and the total does not change', async () => {
    const desk = await writtenOff();
    const { invoiceId } = desk.invoice;
    const note = { amount: 2500, reason: 'Fewer hours' };
    const { body } = await desk.post(`/invoices/${invoiceId}/credit-notes`, note);
    expect(await givenUp(desk.invoice)).toBe(7500);
    await desk.post(`/credit-notes/${body.id}/void`, { reason: 'Mistake' });
    expect(await givenUp(desk.invoice)).toBe(10_000);
    const raised = await desk.call('PATCH', `/invoices/${invoiceId}`, { body: { total: 12_000 } });
    expect(raised.body.code).toBe('INVOICE_NOT_CHANGEABLE');
    expect((await desk.decide('void')).status).toBe(200);
    expect(await givenUp(desk.invoice)).toBe(0);
  });
});
