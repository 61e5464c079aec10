/** A company's lists: sorted, filtered, searched, and read one page at a time (ADR 0101). */

import { addDays, addMonthsFrom } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { describe, expect, it } from 'vitest';
import { addSchedule } from '../../world/arrangements.ts';
import type { TestCompany } from '../../world/company.ts';
import { startPlan } from '../../world/planning.ts';
import { createProvider, type Provider } from '../../world/provider-client.ts';
import { CARDS } from '../../world/sandbox-process.ts';
import { signInByLink } from '../../world/signed-in.ts';
import { useWorld, type World } from '../../world/world.ts';

const today = () => world.deps.clock.today('America/New_York');

const world = useWorld();

type Desk = { company: TestCompany; call: Provider };

async function desk(settings: Parameters<World['company']>[0] = {}): Promise<Desk> {
  const company = await world.company(settings);
  return { company, call: await createProvider(world, company) };
}

type Row = Record<string, unknown>;

async function allOf(call: Provider, path: string, limit = 2): Promise<Row[]> {
  const rows: Row[] = [];
  let after: string | null = '';
  while (after !== null) {
    const sign = path.includes('?') ? '&' : '?';
    const page = after ? `&after=${after}` : '';
    const { body } = await call('GET', `${path}${sign}limit=${limit}${page}`);
    rows.push(...body.data);
    after = body.nextCursor;
  }
  return rows;
}

const column = (rows: readonly Row[], name: string) => rows.map((row) => row[name]);

async function billThree(call: Provider) {
  const bill = async (customerRef: string, accountRef: string, more: object) => {
    const body = { customerRef, accountRef, productName: 'Hull', ...more };
    return (await call('POST', '/invoices', { body })).body;
  };
  const ada = { customerRef: 'L-1', firstName: 'Ada', lastName: 'Pine', email: 'Ada@Example.com' };
  await call('POST', '/customers', { body: ada });
  await call('POST', '/customers', { body: { customerRef: 'L-2', businessName: 'Moss Boats' } });
  await bill('L-1', 'AB-1', { total: 500, dueDate: '2026-12-03', externalRef: 'erp-9' });
  await bill('L-1', 'AB-2', { total: 900, dueDate: '2026-12-01' });
  await bill('L-2', 'XY-3', { total: 700, dueDate: '2026-12-02' });
}

it('a change under If-Match is made only to the version that was read', async () => {
  const { call } = await desk();
  await billThree(call);
  const read = await call('GET', '/invoices/by-ref/erp-9');
  const { id } = read.body;
  const ifMatch = read.headers.get('etag') ?? '';
  expect((await call('GET', `/invoices/${id}`)).headers.get('etag')).toBe(ifMatch);

  const changed = await call('PATCH', `/invoices/${id}`, { ifMatch, body: { note: 'First' } });
  expect(changed).toMatchObject({ status: 200, body: { note: 'First' } });
  const late = await call('PATCH', `/invoices/${id}`, { ifMatch, body: { note: 'Second' } });
  expect(late).toMatchObject({ status: 412, body: { code: 'OBJECT_CHANGED' } });
  const newest = changed.headers.get('etag') ?? '';
  const body = { reason: 'wrong customer' };
  const voided = await call('POST', `/invoices/${id}/void`, { ifMatch: newest, key: 'v', body });
  expect(voided.status).toBe(200);

  const { body: customer, headers } = await call('POST', '/customers', {
    body: { customerRef: 'L-9', businessName: 'Fern', externalRef: 'crm-9' },
  });
  const path = `/customers/${customer.id}`;
  const seen = headers.get('etag') ?? '';
  expect((await call('GET', '/customers/by-ref/crm-9')).body).toEqual(customer);
  expect(column(await allOf(call, '/customers?externalRef=crm-9'), 'id')).toEqual([customer.id]);
  const both = await Promise.all(
    ['Fern A', 'Fern B'].map((businessName) =>
      call('PATCH', path, { ifMatch: seen, body: { businessName } }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  const nowhere = await call('POST', '/invoices/preview', { ifMatch: seen, body: {} });
  expect(nowhere).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

it('metadata is kept with customers, invoices and payments, and found by its pairs', async () => {
  const { call } = await desk();
  await billThree(call);
  const { body: invoice } = await call('GET', '/invoices/by-ref/erp-9');
  expect(invoice.metadata).toEqual({});
  const path = `/invoices/${invoice.id}`;
  const set = await call('PATCH', path, { body: { metadata: { region: 'west', team: 'a=b' } } });
  expect(set.body.metadata).toEqual({ region: 'west', team: 'a=b' });
  const merged = await call('PATCH', path, { body: { metadata: { region: 'east', team: null } } });
  expect(merged.body.metadata).toEqual({ region: 'east' });
  expect((await call('GET', path)).headers.get('etag')).toBe(merged.headers.get('etag'));

  const { body: customer } = await call('POST', '/customers', {
    body: { customerRef: 'L-8', businessName: 'Elm', metadata: { region: 'east', tier: '1' } },
  });
  expect(customer.metadata).toEqual({ region: 'east', tier: '1' });
  const cash = { method: 'CHECK', reference: '881', invoiceId: invoice.id, amount: 100 };
  const { body: payment } = await call('POST', '/manual-payments', { key: 'm', body: cash });
  const tagged = { body: { metadata: { batch: '7' } } };
  expect((await call('PATCH', `/payments/${payment.id}`, tagged)).body.metadata).toEqual({
    batch: '7',
  });
  const ids = async (query: string) => column(await allOf(call, query), 'id');
  expect(await ids('/invoices?metadata=region%3Deast')).toEqual([invoice.id]);
  expect(await ids('/invoices?metadata=region%3Dwest')).toEqual([]);
  expect(await ids('/customers?metadata=region%3Deast&metadata=tier%3D1')).toEqual([customer.id]);
  expect(await ids('/payments?metadata=batch%3D7')).toEqual([payment.id]);

  const { call: stranger } = await desk();
  expect(await column(await allOf(stranger, '/invoices?metadata=region%3Deast'), 'id')).toEqual([]);
  const many = Object.fromEntries([...Array(50).keys()].map((n) => [`k${n}`, 'v']));
  const tooMany = await call('PATCH', path, { body: { metadata: many } });
  expect(tooMany).toMatchObject({ status: 400, body: { fields: [{ field: 'metadata' }] } });
});

it('invoices and payments include their customer and invoice on request', async () => {
  const { call } = await desk();
  await billThree(call);
  const { customerId } = (await call('GET', '/invoices/by-ref/erp-9')).body;
  const tagged = { body: { metadata: { region: 'east' } } };
  const { body: customer } = await call('PATCH', `/customers/${customerId}`, tagged);
  const pay = (key: string, body: object) =>
    call('POST', '/manual-payments', { key, body: { method: 'CHECK', reference: key, ...body } });
  const [first, second] = await allOf(call, '/invoices?sort=accountRef');
  const { body: one } = await pay('m1', { invoiceId: first?.['id'], amount: 100 });
  const invoices = [first, second].map((invoice) => ({ invoiceId: invoice?.['id'], amount: 100 }));
  const { body: both } = await pay('m2', { invoices });

  const { body: invoice, headers } = await call('GET', '/invoices/by-ref/erp-9');
  const read = await call('GET', `/invoices/${invoice.id}?expand=customer`);
  expect(read.body).toEqual({ ...invoice, customer });
  expect(read.headers.get('etag')).toBe(headers.get('etag'));
  const byRef = await call('GET', '/invoices/by-ref/erp-9?expand=customer');
  expect(byRef.body.customer).toEqual(customer);
  const listed = await allOf(call, '/invoices?sort=accountRef&expand=customer');
  expect(listed[0]).toMatchObject({ id: invoice.id, customer });
  expect(listed[2]).toMatchObject({ customer: { businessName: 'Moss Boats', metadata: {} } });

  const payments = await allOf(call, '/payments?expand=customer&expand=invoice', 10);
  const shown = new Map(payments.map((payment) => [payment['id'], payment]));
  expect(shown.get(one.id)).toMatchObject({ customer, invoice });
  expect(shown.get(both.id)).toMatchObject({ customer, invoice: null });
  const { body: detail } = await call('GET', `/payments/${one.id}?expand=invoice`);
  expect(detail).toMatchObject({ invoice });
  expect(detail).not.toHaveProperty('customer');
  const unknown = await call('GET', `/payments/${one.id}?expand=plan`);
  expect(unknown.body.fields).toMatchObject([{ field: 'query.expand' }]);
});

it('a refused call names the parameter, the part of the request and how to sign in', async () => {
  const { call } = await desk();
  const unknown = await call('GET', '/invoices?shade=red');
  expect(unknown.body.fields).toEqual([
    { field: '(query)', message: expect.stringContaining('shade') },
  ]);
  expect((await call('GET', '/invoices?limit=0')).body.fields).toMatchObject([
    { field: 'query.limit' },
  ]);
  const nameless = await call('POST', '/invoices', { body: { shade: 'red' } });
  expect(nameless.body.fields).toContainEqual({
    field: '(body)',
    message: expect.stringContaining('shade'),
  });
  const stranger = await call('GET', '/invoices', { bearer: 'qk_unknown' });
  expect(stranger.status).toBe(401);
  expect(stranger.headers.get('www-authenticate')).toBe('Bearer');
});

describe('The lists of a company', () => {
  it('invoices are sorted by each column in both directions, paged, and found by the start of a name', async () => {
    const { call } = await desk();
    await billThree(call);
    const refs = async (query: string) =>
      column(await allOf(call, `/invoices${query}`), 'accountRef');
    expect(await refs('?sort=dueDate')).toEqual(['AB-2', 'XY-3', 'AB-1']);
    expect(await refs('?sort=-dueDate')).toEqual(['AB-1', 'XY-3', 'AB-2']);
    expect(await refs('?sort=balance')).toEqual(['AB-1', 'XY-3', 'AB-2']);
    expect(await refs('?sort=-balance')).toEqual(['AB-2', 'XY-3', 'AB-1']);
    expect(await refs('?sort=accountRef')).toEqual(['AB-1', 'AB-2', 'XY-3']);
    expect(await refs('?sort=-accountRef&status=DUE')).toEqual(['XY-3', 'AB-2', 'AB-1']);
    expect(await refs('?sort=dueDate&dueFrom=2026-12-02&maxBalance=600')).toEqual(['AB-1']);
    expect(await refs('?sort=accountRef&search=ab-')).toEqual(['AB-1', 'AB-2']);
    expect(await refs('?search=erp-9')).toEqual(['AB-1']);
    expect(await refs('?externalRef=erp-9')).toEqual(['AB-1']);
    expect(await refs('?search=moss')).toEqual(['XY-3']);
    expect(await refs('?sort=accountRef&search=ada%20p')).toEqual(['AB-1', 'AB-2']);
    expect(await refs('?sort=accountRef&search=PINE')).toEqual(['AB-1', 'AB-2']);
    expect(await refs('?isOverdue=true')).toEqual([]);
    expect(await refs('?isOverdue=true&status=DUE')).toEqual([]);
    expect((await refs('?isOverdue=false&sort=dueDate'))[0]).toBe('AB-2');
    const [first] = await allOf(call, '/invoices?sort=accountRef');
    expect(first).toMatchObject({ customerName: 'Ada Pine' });
    await call('POST', '/invoices', {
      body: {
        customerRef: 'L-1',
        accountRef: 'DR-4',
        productName: 'Hull',
        dueDate: '2026-12-04',
        total: 100,
        isDraft: true,
      },
    });
    expect(await refs('?status=DUE&status=DRAFT&sort=dueDate')).toEqual([
      'AB-2',
      'XY-3',
      'AB-1',
      'DR-4',
    ]);
    expect(await refs('?status=DRAFT')).toEqual(['DR-4']);
    const now = world.deps.clock.now();
    expect(await refs(`?createdTo=${now}&status=DRAFT`)).toEqual([]);
    expect(await refs(`?createdFrom=${now}&status=DRAFT`)).toEqual(['DR-4']);
  });

  it('invoices are filtered by the time of their last change, the oldest change first', async () => {
    const { call } = await desk();
    await billThree(call);
    const refs = async (query: string) =>
      column(await allOf(call, `/invoices?${query}`, 1), 'accountRef');
    const { body: changed } = await call('GET', '/invoices/by-ref/erp-9');
    const other = (await allOf(call, '/invoices?accountRef=XY-3'))[0]?.['id'];
    await world.later(DAY_MS);
    const noon = world.deps.clock.now();
    await call('PATCH', `/invoices/${other}`, { body: { metadata: { region: 'east' } } });
    await world.later(DAY_MS);
    await call('PATCH', `/invoices/${changed.id}`, { body: { note: 'Repaired' } });
    expect(await refs(`updatedFrom=${noon}`)).toEqual(['XY-3', 'AB-1']);
    expect(await refs(`updatedTo=${noon}`)).toEqual(['AB-2']);
    expect(await refs(`updatedFrom=${world.deps.clock.now()}&status=DUE`)).toEqual(['AB-1']);
    expect(await refs('sort=-updatedAt')).toEqual(['AB-1', 'XY-3', 'AB-2']);
  });

  it('overdue and written-off invoices are merged into one sort order', async () => {
    const { company, call } = await desk();
    for (const [days, status] of [
      [-9, 'IN_COLLECTION'],
      [-3, 'DEFAULTED'],
      [-6, 'IN_COLLECTION'],
    ] as const) {
      await world.invoice(company, { dueInDays: days, status });
    }
    await world.invoice(company);
    const overdue = await allOf(call, '/invoices?isOverdue=true&sort=dueDate', 1);
    const due = [-9, -6, -3].map((days) => addDays(today(), days));
    expect(column(overdue, 'dueDate')).toEqual(due);
  });

  it('customers are sorted by name and number, and found by name, number or address', async () => {
    const { call } = await desk();
    await billThree(call);
    const refs = async (query: string) =>
      column(await allOf(call, `/customers${query}`, 1), 'customerRef').filter((ref) =>
        String(ref).startsWith('L-'),
      );
    expect(await refs('?sort=name')).toEqual(['L-2', 'L-1']);
    expect(await refs('?sort=-name')).toEqual(['L-1', 'L-2']);
    expect(await refs('?sort=-customerRef')).toEqual(['L-2', 'L-1']);
    expect(await refs('?search=l-1')).toEqual(['L-1']);
    expect(await refs('?search=moss%20b')).toEqual(['L-2']);
    expect(await refs('?search=ada%40example.com')).toEqual(['L-1']);
    expect(await refs('?search=ada%40example')).toEqual([]);
  });

  it('payments are filtered by method, time, amount and processor reference', async () => {
    const { company, call } = await desk();
    const [one, other] = [
      await world.invoice(company),
      await world.invoice(company, { totalCents: 5000 }),
    ];
    await world.payer(company, one).pay();
    await world.later(DAY_MS);
    const noon = world.deps.clock.now();
    await world.payer(company, other).pay({ card: CARDS.declined });
    const amounts = async (query: string) =>
      column(await allOf(call, `/payments${query}`, 1), 'amount');
    expect(await amounts('?sort=amount')).toEqual([5000, 10_000]);
    expect(await amounts('?sort=-amount&method=CARD')).toEqual([10_000, 5000]);
    expect(await amounts('?method=ACH')).toEqual([]);
    expect(await amounts(`?createdTo=${noon}`)).toEqual([10_000]);
    expect(await amounts(`?createdFrom=${noon}&sort=createdAt`)).toEqual([5000]);
    expect(await amounts('?minAmount=6000&maxAmount=10000')).toEqual([10_000]);
    const [paid] = await allOf(call, '/payments?state=SUCCEEDED');
    expect(paid).toMatchObject({ accountRef: one.accountRef });
    expect(await amounts(`?processorReference=${paid?.['processorReference']}`)).toEqual([10_000]);
  });

  it('a list refuses a cursor of another sort order', async () => {
    const { call } = await desk();
    await billThree(call);
    const { nextCursor } = (await call('GET', '/invoices?sort=balance&limit=1')).body;
    for (const sort of ['-createdAt', 'dueDate', '-balance']) {
      const { body } = await call('GET', `/invoices?sort=${sort}&limit=1&after=${nextCursor}`);
      expect(body).toMatchObject({ code: 'INVALID_REQUEST' });
    }
  });

  it('the lists show the remaining amounts of plans and scheduled payments', async () => {
    const { company, call } = await desk({ isFeePayerCompany: true });
    const [planned, scheduled] = [
      await world.invoice(company, { totalCents: 9000 }),
      await world.invoice(company),
    ];
    await startPlan(world, { caller: signInByLink(world, planned), company, invoice: planned });
    const { methodId } = await world.method(company);
    await addSchedule(world.deps, { company, invoice: scheduled, methodId }, 4);
    const [nextMonth, inFourDays] = [addMonthsFrom(today(), 1), addDays(today(), 4)];
    expect((await call('GET', '/plans?state=LIVE')).body.data).toMatchObject([
      {
        invoiceId: planned.invoiceId,
        remaining: 6000,
        count: 3,
        paidCount: 1,
        nextChargeOn: nextMonth,
      },
    ]);
    expect(
      (await call('GET', `/schedules?customerId=${company.customerId}`)).body.data,
    ).toMatchObject([
      {
        accountRef: scheduled.accountRef,
        state: 'LIVE',
        remaining: 10_000,
        nextChargeOn: inFourDays,
      },
    ]);
    const { expected } = (await call('GET', '/reports/summary')).body;
    expect(expected).toEqual([
      { date: inFourDays, schedules: 10_000, plans: 0, autoPay: 0 },
      { date: nextMonth, schedules: 0, plans: 3000, autoPay: 0 },
    ]);
  });
});
