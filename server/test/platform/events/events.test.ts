/** A company's events are complete, in order, and contain nothing that must not appear in a log (ADR 0068). */
import type { ProviderEvent } from '@quittance/contract/webhooks/event-schemas';
import { describe, expect, it } from 'vitest';
import { recordEvent } from '../../../src/platform/events/record-event.ts';
import type { TestInvoice } from '../../world/company.ts';
import { createProvider, type Provider } from '../../world/provider-client.ts';
import { CARDS } from '../../world/sandbox-process.ts';
import { useWorld } from '../../world/world.ts';

const world = useWorld();

async function readEvents(call: Provider, query = ''): Promise<ProviderEvent[]> {
  const { status, body } = await call('GET', `/events?limit=100${query}`);
  expect(status).toBe(200);
  return body.data;
}

const toTypes = (events: readonly ProviderEvent[]) => events.map(({ type }) => type);

async function newCompany() {
  const company = await world.company();
  return { company, call: await createProvider(world, company) };
}

const toChange = ({ companyId, invoiceId: objectId }: TestInvoice) =>
  ({ companyId, type: 'invoice.changed', objectId, at: world.deps.clock.now() }) as const;

describe('Events', () => {
  it('events report an invoice, its payment and its cash reversal in order, with a snapshot of the object', async () => {
    const { call } = await newCompany();
    const ada = {
      customerRef: 'E-1',
      firstName: 'Ada',
      lastName: 'Pine',
      email: 'ada@example.com',
    };
    const customer = await call('POST', '/customers', { body: ada });
    const invoice = await call('POST', '/invoices', {
      body: {
        customerRef: 'E-1',
        accountRef: 'EV-1',
        productName: 'Roof',
        dueDate: '2026-12-15',
        total: 9000,
      },
    });
    await call('PATCH', `/invoices/${invoice.body.id}`, { body: { total: 8000 } });
    const link = await call('POST', `/invoices/${invoice.body.id}/links`);
    const cash = { invoiceId: invoice.body.id, amount: 8000, method: 'CASH', reference: 'E-1' };
    const paid = await call('POST', '/manual-payments', { body: cash, key: 'events cash' });
    await call('POST', `/manual-payments/${paid.body.id}/reverse`, {
      body: { cause: 'ERROR', reason: 'Counterfeit' },
      key: 'events reversal',
    });

    const events = await readEvents(call);
    expect(toTypes(events)).toEqual([
      'customer.created',
      'invoice.issued',
      'invoice.changed',
      'link.created',
      'invoice.paid',
      'payment.succeeded',
      'invoice.reopened',
      'payment.returned',
    ]);
    expect(events.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const ofInvoice = events.filter(({ objectId }) => objectId === invoice.body.id);
    expect(
      ofInvoice.map(({ sequence, data }) => [sequence, data['paid'], data['balance']]),
    ).toEqual([
      [1, 0, 9000],
      [2, 0, 8000],
      [3, 8000, 0],
      [4, 0, 8000],
    ]);
    expect(events[0]).toMatchObject({
      objectType: 'customer',
      objectId: customer.body.id,
      timestamp: '2026-11-15T15:00:00.000Z',
      data: { id: customer.body.id, customerRef: 'E-1', externalRef: null, isTest: false },
    });
    const text = JSON.stringify(events);
    for (const secret of ['Ada', 'Pine', 'ada@example.com', link.body.url.split('/').at(-1)]) {
      expect(text).not.toContain(secret);
    }
    expect(toTypes(await readEvents(call, '&type=invoice.paid'))).toEqual(['invoice.paid']);
    const page = await call('GET', '/events?limit=3&after=2');
    expect(page.body).toMatchObject({ after: 5, hasMore: true, data: [{ number: 3 }, {}, {}] });
    expect((await call('GET', '/events?after=8')).body).toEqual({
      data: [],
      after: 8,
      hasMore: false,
    });
  });

  it('events report a successful card payment and a declined card payment', async () => {
    const { company, call } = await newCompany();
    const invoice = await world.invoice(company);
    const payer = world.payer(company, invoice);
    await payer.pay({ card: CARDS.insufficientFunds });
    await payer.pay({ card: CARDS.pays });
    const events = await readEvents(call);
    expect(toTypes(events)).toEqual(['payment.failed', 'invoice.paid', 'payment.succeeded']);
    // Matched with quotation marks, because an id may contain the same four digits.
    expect(JSON.stringify(events)).not.toContain(`"${CARDS.pays.slice(-4)}"`);
  });

  it('a reader misses no event, even if an event commits after a later event was read', async () => {
    const { company, call } = await newCompany();
    const { companyId } = company;
    const [first, second] = [await world.invoice(company), await world.invoice(company)];
    const { database } = world.deps;
    const before = await database.inCompany({ companyId }, async (slow) => {
      recordEvent(slow, toChange(first));
      await slow.execute('select 1');
      await database.inCompany({ companyId }, async (quick) =>
        recordEvent(quick, toChange(second)),
      );
      return readEvents(call);
    });
    expect(before.map(({ objectId }) => objectId)).toEqual([second.invoiceId]);
    const after = await readEvents(call, `&after=${before.at(-1)?.number}`);
    expect(after.map(({ objectId, number }) => [objectId, number])).toEqual([[first.invoiceId, 2]]);
  });

  it('the events of one object are in sequence order, even with concurrent writers', async () => {
    const { company, call } = await newCompany();
    const invoice = await world.invoice(company);
    const { database } = world.deps;
    const write = () =>
      database.inCompany({ companyId: company.companyId }, async (tx) =>
        recordEvent(tx, toChange(invoice)),
      );
    await Promise.all(Array.from({ length: 12 }, write));
    const sequences = (await readEvents(call)).map(({ sequence }) => sequence);
    expect(sequences).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  });

  it('the events of one object are numbered in order even if its second writer began first', async () => {
    const { company, call } = await newCompany();
    const { companyId } = company;
    const [other, invoice] = [await world.invoice(company), await world.invoice(company)];
    const { database } = world.deps;
    await database.inCompany({ companyId }, async (early) => {
      recordEvent(early, toChange(other));
      await early.execute('select 1');
      await database.inCompany({ companyId }, async (late) => recordEvent(late, toChange(invoice)));
      recordEvent(early, toChange(invoice));
    });
    const events = (await readEvents(call)).filter(
      ({ objectId }) => objectId === invoice.invoiceId,
    );
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });
});
