/** A company's lists: sorted, filtered, searched, and read one page at a time (ADR 0101). */

import { addDays, addMonthsFrom } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { describe, expect, it } from 'vitest';
import { addSchedule } from '../../world/arrangements.ts';
import { startPlan } from '../../world/planning.ts';
import { CARDS } from '../../world/sandbox-process.ts';
import { signInByLink } from '../../world/signed-in.ts';
import { useWorld, type World } from '../../world/world.ts';
import { allOf, billThree, column, openDesk } from './three-invoices.ts';

const today = () => world.deps.clock.today('America/New_York');

const world = useWorld();

const desk = (settings?: Parameters<World['company']>[0]) => openDesk(world, settings);

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
    expect(await refs('?minTotal=600&maxTotal=800')).toEqual(['XY-3']);
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

  it('customers and payments are filtered by the time of their last change', async () => {
    const { company, call } = await desk();
    await billThree(call);
    const invoice = await world.invoice(company);
    await world.payer(company, invoice).pay();
    const [payment] = await allOf(call, '/payments');
    const changedSince = async (list: string) =>
      column(await allOf(call, `/${list}?updatedFrom=${world.deps.clock.now()}`, 1), 'id');
    await world.later(DAY_MS);
    expect(await changedSince('customers')).toEqual([]);
    expect(await changedSince('payments')).toEqual([]);
    const [ada] = await allOf(call, '/customers?customerRef=L-1');
    const renamed = { body: { firstName: 'Adele' } };
    const { body: adele } = await call('PATCH', `/customers/${ada?.['id']}`, renamed);
    expect(adele.updatedAt).toBe(world.deps.clock.now());
    expect(await changedSince('customers')).toEqual([adele.id]);

    const path = `/payments/${payment?.['id']}`;
    const before = await call('GET', path);
    expect(before.body.updatedAt).toBe(before.body.settledAt);
    await call('POST', `${path}/refunds`, { key: 'r', body: { amount: 100, reason: 'Late' } });
    await world.runJobs();
    expect(await changedSince('payments')).toEqual([payment?.['id']]);
    await world.later(DAY_MS);
    await call('PATCH', path, { body: { metadata: { batch: '7' } } });
    expect(await changedSince('payments')).toEqual([payment?.['id']]);
    expect(column(await allOf(call, '/customers?sort=-updatedAt'), 'id')[0]).toBe(adele.id);
    const yesterday = new Date(Date.parse(world.deps.clock.now()) - DAY_MS).toISOString();
    expect(await allOf(call, `/customers?createdFrom=${yesterday}`)).toEqual([]);
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
    const ofInvoice = `invoiceId=${planned.invoiceId}&state=LIVE&state=SUSPENDED`;
    const [plan] = await allOf(call, `/plans?${ofInvoice}&expand=customer&expand=invoice`);
    expect(plan).toMatchObject({
      customer: { id: company.customerId, metadata: {} },
      invoice: { id: planned.invoiceId, accountRef: planned.accountRef },
    });
    expect(await allOf(call, `/schedules?${ofInvoice}`)).toEqual([]);
    const { expected } = (await call('GET', '/reports/summary')).body;
    expect(expected).toEqual([
      { date: inFourDays, schedules: 10_000, plans: 0, autoPay: 0 },
      { date: nextMonth, schedules: 0, plans: 3000, autoPay: 0 },
    ]);
  });
});
