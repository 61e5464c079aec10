/** Data that the console reads and checks: previews, figures, views and settings (R77). */

import { addDays } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { describe, expect, it } from 'vitest';
import { oneOf } from '../../../domain/test/full-run.ts';
import { makeRefunds } from '../../src/payments/reconciliation/refund-credits.ts';
import type { TestCompany } from '../world/company.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { BANK_ACCOUNTS } from '../world/sandbox-process.ts';
import { payTogether } from '../world/several-invoices.ts';
import { signIn } from '../world/signed-in.ts';
import { useWorld, type World } from '../world/world.ts';

const today = () => world.deps.clock.today('America/New_York');

const world = useWorld();

type Desk = { company: TestCompany; call: Provider };

async function desk(settings: Parameters<World['company']>[0] = {}): Promise<Desk> {
  const company = await world.company(settings);
  return { company, call: await createProvider(world, company) };
}

type Entry = { source: string; destination: string; amount: number };

describe('The preview of a refund', () => {
  const readPostings = async (paymentId: string): Promise<Entry[]> => {
    const { rows } = await world.deps.database.pool.query(
      `select source, destination, amount_cents::int as amount from postings where attempt_id = $1 order by id`,
      [paymentId],
    );
    return rows;
  };

  async function expectSame(call: Provider, paymentId: string, body: object): Promise<void> {
    const path = `/payments/${paymentId}/refunds`;
    const preview = await call('POST', `${path}/preview`, { body });
    const before = await readPostings(paymentId);
    const key = `refund ${before.length} ${JSON.stringify(body)}`;
    await call('POST', path, { body: { ...body, reason: 'As agreed' }, key });
    await makeRefunds(world.deps);
    const posted = (await readPostings(paymentId)).slice(before.length);
    expect(posted).toEqual(preview.body.postings);
    const sum = posted.reduce((total, { amount }) => total + amount, 0);
    expect(preview.body.amount).toBe(sum);
  }

  it('a refund preview equals the postings of the refund, for any sequence of partial refunds', async () => {
    const { company, call } = await desk();
    const invoice = await world.invoice(company, { totalCents: 9999 });
    await world.payer(company, invoice).pay();
    const [{ id }] = (await call('GET', '/payments')).body.data;
    for (const amount of [1, 333, 2718]) await expectSame(call, id, { amount });
    await expectSame(call, id, {});
    const over = await call('POST', `/payments/${id}/refunds/preview`, { body: {} });
    expect(over.body.code).toBe('REFUND_TOO_LARGE');
  });

  it('a refund preview includes pending refunds and can target one of several invoices', async () => {
    const { company, call } = await desk();
    const caller = await signIn(world, company);
    const invoices = [
      await world.invoice(company),
      await world.invoice(company, { totalCents: 3333 }),
    ];
    const [first, second] = invoices;
    if (!first || !second) throw new Error('there are two invoices');
    const chosen = [
      { invoice: first, amount: 10_000 },
      { invoice: second, amount: 3333 },
    ];
    const { paymentId } = await payTogether(world, { caller, company }, { chosen });
    const id = String(paymentId);
    await expectSame(call, id, { amount: 1000, invoiceId: second.invoiceId });
    const waiting = { body: { amount: 500, reason: 'First' }, key: 'waiting' };
    await call('POST', `/payments/${id}/refunds`, waiting);
    const preview = await call('POST', `/payments/${id}/refunds/preview`, { body: {} });
    await makeRefunds(world.deps);
    const made = await call('POST', `/payments/${id}/refunds/preview`, { body: {} });
    expect({ ...made.body, recent: preview.body.recent }).toEqual(preview.body);
    await expectSame(call, id, {});
  });
});

describe('The summary of a company (R77)', () => {
  it('the summary equals the postings of the ledger, day by day', async () => {
    const { company, call } = await desk();
    const first = today();
    const offered = {
      isActive: true,
      isApplied: false,
      amountCents: cents(8000),
      paidBeforeCents: cents(0),
    };
    await world.payer(company, await world.invoice(company)).pay();
    await world.payer(company, await world.invoice(company, { negotiation: offered })).pay();
    await world.payer(company, await world.invoice(company)).pay({ bank: BANK_ACCOUNTS.noFunds });
    const [{ id }] = (await call('GET', '/payments?state=SUCCEEDED&method=CARD')).body.data;
    await world.later(2 * DAY_MS);
    await call('POST', `/payments/${id}/refunds`, {
      body: { amount: 4000, reason: 'Part' },
      key: 'part',
    });
    await makeRefunds(world.deps);
    const { invoiceId } = await world.invoice(company, { totalCents: 2500 });
    const cash = { invoiceId, amount: 2500, method: 'CASH', reference: '1' };
    await call('POST', '/manual-payments', { body: cash, key: 'cash' });
    await world.later(4 * DAY_MS);

    const range = `from=${addDays(first, -1)}&to=${today()}`;
    const { body } = await call('GET', `/reports/summary?${range}`);
    expect(body.collected).toHaveLength(8);
    const { rows } = await world.deps.database.pool.query<{ net: number; fee: number }>(
      `select sum(case when p.destination like 'clearing:%' then p.amount_cents else 0 end
          - case when p.source like 'clearing:%' then p.amount_cents else 0 end)::int as net,
        sum(case when p.source = 'fee_income' then p.amount_cents
          when p.destination = 'fee_income' then -p.amount_cents else 0 end)::int as fee
       from postings p join attempts a on a.company_id = p.company_id and a.id = p.attempt_id
       where p.company_id = $1 and a.method <> 'NEGOTIATION'`,
      [company.companyId],
    );
    const sum = (name: string) =>
      body.collected.reduce(
        (total: number, day: Record<string, number>) => total + (day[name] ?? 0),
        0,
      );
    expect(sum('received') - sum('returned')).toBe(rows[0]?.net);
    expect(sum('fee')).toBe(rows[0]?.fee);
    expect(body.collected[1]).toMatchObject({ date: first });
    expect(body.collected[1].received).toBeGreaterThan(18_000);
    expect(body.collected[3]).toMatchObject({ received: 2500, returned: 4000 });
    expect(body.successRates).toMatchObject([
      { method: 'ACH' },
      { method: 'CARD', succeeded: 2, failed: 0 },
    ]);
    expect(body.daysToPay).toBe(20);
    expect(body.previous).toMatchObject({ to: addDays(first, -2), received: 0, returned: 0 });
    const next = await call(
      'GET',
      `/reports/summary?from=${addDays(today(), 1)}&to=${addDays(today(), 8)}`,
    );
    expect(next.body.previous.received).toBe(sum('received'));
    expect(next.body.previous.returned).toBe(sum('returned'));
    expect(next.body.daysSalesOutstanding).toBeNull();
  });

  it('the summary totals the amounts owed by age', async () => {
    const { company, call } = await desk();
    for (const [dueInDays, totalCents] of [
      [5, 100],
      [-1, 200],
      [-30, 300],
      [-31, 400],
      [-90, 500],
      [-91, 600],
    ] as const) {
      const status = dueInDays < 0 ? 'IN_COLLECTION' : 'DUE';
      await world.invoice(company, { dueInDays, totalCents, status });
    }
    const { body } = await call('GET', '/reports/summary');
    expect(body.open).toEqual({ count: 6, amount: 2100 });
    const { rows: billed } = await world.deps.database.pool.query<{ opened: string }>(
      `select to_char(min(opened_on), 'YYYY-MM-DD') as opened from invoices where company_id = $1`,
      [company.companyId],
    );
    const opened = billed[0]?.opened;
    const then = await call('GET', `/reports/summary?from=${opened}&to=${opened}`);
    expect(then.body.billed).toBeGreaterThan(0);
    expect(then.body.daysSalesOutstanding).toBe(Math.round(21_000 / then.body.billed) / 10);
    expect(body.overdue).toEqual([
      { bucket: '1-30', count: 2, amount: 500 },
      { bucket: '31-60', count: 1, amount: 400 },
      { bucket: '61-90', count: 1, amount: 500 },
      { bucket: '90+', count: 1, amount: 600 },
    ]);
    const { rows } = await world.deps.database.pool.query<{ owed: number }>(
      'select sum(total_cents - paid_cents)::int as owed from balance_changes where company_id = $1',
      [company.companyId],
    );
    expect(body.open.amount).toBe(rows[0]?.owed);
  });

  it.each(['from=2026-11-10&to=2026-11-09', 'from=2026-01-01&to=2026-11-09', 'from=yesterday'])(
    'the summary refuses the range %s',
    async (range) => {
      const { call } = await desk();
      expect((await call('GET', `/reports/summary?${range}`)).body.code).toBe('INVALID_REQUEST');
    },
  );
});

describe('The search and the audit log of the console (R78)', () => {
  it('a payment is found by customer, invoice, amount, last four digits and references', async () => {
    const { company, call } = await desk();
    const invoice = await world.invoice(company, { totalCents: 12_345 });
    await world.payer(company, invoice).pay();
    const cash = await world.invoice(company, { totalCents: 777 });
    const check = { invoiceId: cash.invoiceId, amount: 777, method: 'CHECK', reference: 'Q-1042' };
    await call('POST', '/manual-payments', { body: check, key: 'check' });
    const [{ customerName, processorReference }] = (await call('GET', '/payments?method=CARD')).body
      .data;
    const find = async (search: string) => {
      const { body } = await call('GET', `/payments?search=${encodeURIComponent(search)}`);
      return body.data.map(({ amount }: { amount: number }) => amount);
    };
    expect(await find(invoice.accountRef)).toEqual([12_345]);
    expect(await find('4242')).toEqual([12_345]);
    expect(await find('$123.45')).toEqual([12_345]);
    expect(await find(processorReference)).toEqual([12_345]);
    expect(await find('q-1042')).toEqual([777]);
    expect((await find(customerName)).sort()).toEqual([12_345, 777]);
    expect(await find('1043')).toEqual([]);
  });

  it('the audit log lists actions of people with their reason and without client IPs, page by page', async () => {
    const { company, call } = await desk();
    const { invoiceId } = await world.invoice(company, { status: 'IN_COLLECTION' });
    await world.payer(company, await world.invoice(company)).pay();
    const body = { reason: 'Moved away' };
    await call('POST', `/invoices/${invoiceId}/write-off`, { body, key: 'off' });
    const list = async (query = '') => (await call('GET', `/audit${query}`)).body;
    const [newest] = (await list()).data;
    expect(newest).toMatchObject({ subject: `invoice:${invoiceId}`, detail: body });
    expect(newest.actor).toMatch(/^key:/);
    const everyone = (await list('?by=everyone')).data;
    expect(everyone.length).toBeGreaterThan((await list()).data.length);
    expect(JSON.stringify(everyone)).not.toContain('"address"');
    expect((await list('?action=invoice')).data).toHaveLength(1);
    expect((await list(`?by=everyone&subject=invoice:${invoiceId}`)).data[0].id).toBe(newest.id);
    const { data, nextCursor } = await list('?by=everyone&limit=1');
    const second = await list(`?by=everyone&limit=1&after=${nextCursor}`);
    expect(Number(second.data[0].id)).toBeLessThan(Number(data[0].id));
  });
});

describe('Saved views', () => {
  it('a saved view stores a list with valid filters, and a company can have up to fifty views', async () => {
    const { call } = await desk();
    const body = { list: 'invoices', filters: { isOverdue: 'true', sort: '-balance' } };
    const saved = await call('PUT', '/views/Big%20and%20late', { body });
    expect(saved.body).toMatchObject({ name: 'Big and late', ...body });
    expect((await call('GET', '/views/Big%20and%20late')).body).toEqual(saved.body);
    const refused = [{ color: 'red' }, { sort: 'color' }, { limit: '5' }, { search: 'Ada' }];
    for (const filters of refused) {
      const wrong = await call('PUT', '/views/wrong', { body: { ...body, filters } });
      expect(wrong.body.code).toBe('INVALID_REQUEST');
    }
    for (let number = 2; number <= 50; number += 1)
      await call('PUT', `/views/view-${number}`, { body });
    expect((await call('PUT', '/views/view-51', { body })).body.code).toBe('TOO_MANY_VIEWS');
    expect((await call('PUT', '/views/view-50', { body })).status).toBe(200);
    await call('DELETE', '/views/view-50');
    expect((await call('GET', '/views/view-50')).body.code).toBe('NOT_FOUND');
    expect((await call('GET', '/views')).body.data).toHaveLength(49);
  });
});

describe('The settings of a company', () => {
  it('company settings for the fee and two colors can be previewed before saving', async () => {
    const { call } = await desk();
    const inForce = await call('POST', '/company/fee-example', { body: { amount: 10_000 } });
    expect(inForce.body).toEqual({
      amount: 10_000,
      card: { fee: 330, total: 10_330 },
      ach: { fee: 80, total: 10_080 },
    });
    const feeSettings = { card: 290, ach: 0, cardFixed: 30, achFixed: 0 };
    const other = await call('POST', '/company/fee-example', {
      body: { amount: 10_000, feeSettings },
    });
    expect(other.body.card).toEqual({ fee: 320, total: 10_320 });
    const pale = { mainColor: '#ffe08a', secondaryColor: '#134e4a' };
    const { body } = await call('POST', '/company/contrast', { body: pale });
    expect(body).toMatchObject({ isAdjusted: true });
    expect(body.light.ratio).toBeGreaterThanOrEqual(4.5);
    expect(body.mainOnWhite).toBeLessThan(2);
  });

  it('company settings include a logo, which is redrawn', async () => {
    const { call } = await desk();
    const type = 'application/octet-stream';
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>';
    const set = await call('PUT', '/company/logo', { body: Buffer.from(svg), type });
    expect(set.body.logoUrl).toMatch(/logo/);
    expect((await fetch(`${world.url}${set.body.logoUrl}`)).headers.get('content-type')).toBe(
      'image/png',
    );
  });

  it('company settings refuse an invalid image before a transaction begins', async () => {
    const { call } = await desk();
    const type = 'application/octet-stream';
    const holder = await world.deps.database.pool.connect();
    try {
      // Every call that changes something begins by inserting a row into this table.
      await holder.query('begin; lock table provider_calls');
      const wrong = await call('PUT', '/company/logo', { body: Buffer.from('a picture?'), type });
      expect(wrong.body).toMatchObject({ code: 'LOGO_REFUSED', fields: [{ field: 'file' }] });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  it.each(oneOf(['stripe', 'payengine', 'fiserv'] as const, 0))(
    'company settings include the keys of %s, which are tested and never shown',
    async (processor) => {
      const { company, call } = await desk({ processor });
      const path = `/company/processors/${processor}`;
      expect((await call('POST', `${path}/test`)).body).toEqual({
        processor,
        isLive: false,
        result: 'ACCEPTED',
        detail: null,
      });
      const { privateKey } = company.merchant;
      const change = (body: object) => call('PATCH', path, { body });
      const saved = await change({ processorKey: privateKey });
      expect(saved.body).toMatchObject({ processor, isLive: false, hasKey: true });
      expect(JSON.stringify(saved.body)).not.toContain(privateKey);
      const refused = await change({ processorKey: 'sk_test_of_someone_else' });
      expect(refused.body).toMatchObject({ code: 'PROCESSOR_SETTINGS_REFUSED' });
      expect((await call('POST', `${path}/test`)).body).toMatchObject({ result: 'ACCEPTED' });
      const foreign = processor === 'stripe' ? 'fiserv' : 'stripe';
      expect((await call('GET', `/company/processors/${foreign}`)).body.code).toBe('NOT_FOUND');
    },
  );
});

describe('The preview of a reminder (R78)', () => {
  it('a reminder preview equals the email to the customer, including the typed note', async () => {
    const { call } = await desk();
    const note = 'Call us <any time>';
    const preview = (body: object) => call('POST', '/reminder-settings/preview', { body });
    const { body: mail } = await preview({ day: 3, note });
    expect(mail.subject).toContain('is overdue');
    expect(mail.text).toContain(note);
    expect(mail.html).toContain('Call us &lt;any time&gt;');
    expect(mail.html).not.toContain('cid:');
    expect((await preview({ day: 0, note: null })).body.subject).toContain('is due today');
    const { body: spanish } = await preview({ day: -3, note: null, language: 'es' });
    expect(spanish.html).toContain('lang="es"');
    expect((await call('GET', '/reminder-settings')).body).toMatchObject({ note: null });
    expect((await preview({ day: 91, note: null })).body.code).toBe('INVALID_REQUEST');
  });
});
