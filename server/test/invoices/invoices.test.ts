/** A customer's invoices: the list and a single invoice (product §4, §7.5). */
import { randomUUID } from 'node:crypto';
import { type Invoice, invoiceSchema } from '@quittance/contract/invoices/portal-schemas';
import { cents } from '@quittance/contract/money';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { forFile } from '../world/for-file.ts';
import { type Caller, useOwnPortal } from '../world/own-portal.ts';
import { addContract, addMethod, addProject, addSchedule } from '../world/own-rows.ts';

const portal = useOwnPortal();
const harbor = forFile(() => portal.company());
const maya = forFile(() => portal.signIn(harbor));

const pageSchema = z.object({
  accounts: z.array(invoiceSchema),
  summary: z.record(z.string(), z.number()).nullable(),
  nextCursor: z.string().nullable(),
});

async function list(caller: Caller, query: Record<string, string> = {}) {
  const path = `debtor/${caller.customerId}/account?${new URLSearchParams(query)}`;
  const answer = await caller.call(path);
  expect(answer.status).toBe(200);
  return pageSchema.parse(answer.body);
}

async function read(caller: Caller, name: string): Promise<Invoice> {
  const { body } = await caller.call(`private/account/${name}`);
  return invoiceSchema.parse(body['account']);
}

const unknown = (message: string) => ({ status: 404, body: { success: false, message } });
const NOT_FOUND = unknown('NOT_FOUND');
const NO_SUCH_INVOICE = unknown('ACCOUNT_NOT_FOUND');

async function customerWithTwelve() {
  const company = await portal.company();
  for (let number = 0; number < 12; number += 1) {
    await portal.invoice(company, {
      totalCents: 1_000 + Math.floor(number / 3),
      dueInDays: Math.floor(number / 2),
    });
  }
  return portal.signIn(company);
}

describe('The list of invoices (product §7.5)', () => {
  it('invoices are listed as overdue, due, in process, paid, then drafts, page by page (R35)', async () => {
    const company = await portal.company();
    const caller = await portal.signIn(company);
    const rows = [
      ['DRAFT', 5],
      ['COLLECTED', -40],
      ['DUE', 20],
      ['PAYMENT_EXTENSION', -3],
      ['IN_COLLECTION', -2],
      ['PAYMENT_PLAN_COLLECTED', -10],
      ['DEFAULTED', -200],
      ['DUE', 3],
      ['DISPUTED', -9],
    ] as const;
    for (const [status, dueInDays] of rows) await portal.invoice(company, { status, dueInDays });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(caller, { limit: '2', ...(cursor ? { cursor } : {}) });
      seen.push(...page.accounts.map(({ status, dueDate }) => `${status} ${dueDate}`));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual([
      'DEFAULTED 2026-04-29',
      'IN_COLLECTION 2026-11-13',
      'DUE 2026-11-18',
      'DUE 2026-12-05',
      'DISPUTED 2026-11-06',
      'PAYMENT_EXTENSION 2026-11-12',
      'PAYMENT_PLAN_COLLECTED 2026-11-05',
      'COLLECTED 2026-10-06',
      'DRAFT 2026-11-20',
    ]);
  });

  it.each(['-dueDate', 'dueDate', '-balance', 'balance'])(
    'the list sorted by %s shows every invoice once, page by page',
    async (sort) => {
      const caller = await customerWithTwelve();
      const seen: Invoice[] = [];
      let cursor: string | null = null;
      do {
        const query: Record<string, string> = { sort, limit: '5', ...(cursor ? { cursor } : {}) };
        const page = await list(caller, query);
        expect(page.summary === null).toBe(cursor !== null);
        seen.push(...page.accounts);
        cursor = page.nextCursor;
      } while (cursor);
      expect(new Set(seen.map((invoice) => invoice.id)).size).toBe(12);
      const keys = seen.map((row) =>
        sort.endsWith('dueDate') ? row.dueDate : row.totalBalance - row.paidBalance,
      );
      const sorted = keys.toSorted((left, right) => (left < right ? -1 : 1));
      expect(keys).toEqual(sort.startsWith('-') ? sorted.toReversed() : sorted);
    },
  );

  it('invoices are found by part of a reference, part of a product name, or an exact amount', async () => {
    const company = await portal.company();
    const caller = await portal.signIn(company);
    const [crown, exam] = [
      await portal.invoice(company, { totalCents: 150_000 }),
      await portal.invoice(company, { totalCents: 9_900 }),
    ];
    await portal.pool.query(
      'update invoices set product_name = $1, account_ref = $2 where id = $3',
      ['100% checked_up', 'HD-2\\058', exam.invoiceId],
    );
    const find = async (search: string) =>
      (await list(caller, { search })).accounts.map((account) => account.id);
    expect(await find(crown.accountRef.slice(1).toUpperCase())).toEqual([crown.invoiceId]);
    expect(await find('CROWN rest')).toEqual([crown.invoiceId]);
    expect(await find('$1,500.00')).toEqual([crown.invoiceId]);
    expect(await find('$99')).toEqual([exam.invoiceId]);
    expect(await find('100%')).toEqual([exam.invoiceId]);
    expect(await find('d_u')).toEqual([exam.invoiceId]);
    expect(await find('2\\05')).toEqual([exam.invoiceId]);
    expect(await find('%')).toEqual([exam.invoiceId]);
    expect(await find('nothing like it')).toEqual([]);
    expect(await find('  ')).toHaveLength(2);
  });

  it('the list filters by group and shows the totals of all groups (product §4)', async () => {
    const company = await portal.company();
    const caller = await portal.signIn(company);
    const statuses = [
      'DUE',
      'IN_COLLECTION',
      'DEFAULTED',
      'PAYMENT_EXTENSION',
      'DISPUTED',
      'DRAFT',
    ];
    for (const status of [...statuses, 'COLLECTED', 'PAYMENT_PLAN_COLLECTED'] as const) {
      // Safe because both lists contain statuses.
      const invoice = await portal.invoice(company, { status: status as Invoice['status'] });
      const paid = status.endsWith('COLLECTED') ? 10_000 : status === 'IN_COLLECTION' ? 2_500 : 0;
      await portal.pool.query('update invoices set paid_cents = $1 where id = $2', [
        paid,
        invoice.invoiceId,
      ]);
    }
    const { accounts, summary } = await list(caller);
    expect(accounts).toHaveLength(8);
    expect(summary).toEqual({
      total: 70_000,
      paid: 22_500,
      outstanding: 37_500,
      open: 10_000,
      credit: 0,
    });
    const count = async (group: string) => (await list(caller, { group })).accounts.length;
    expect(await count('outstanding')).toBe(4);
    expect(await count('overdue')).toBe(2);
    expect(await count('open')).toBe(1);
    expect(await count('scheduled')).toBe(1);
    expect(await count('paid')).toBe(2);
    expect(await count('plan')).toBe(0);

    // An agreed offer counts with its amount, as in the list (R11).
    const offer = { isActive: true, isApplied: false, paidBeforeCents: 2_500, amountCents: 5_000 };
    await portal.pool.query(
      "update invoices set negotiation = $1 where company_id = $2 and status = 'IN_COLLECTION'",
      [offer, company.companyId],
    );
    const offered = await list(caller, { group: 'outstanding' });
    const asked = offered.accounts.map(({ payable }) => payable.amount);
    expect(asked.reduce((sum, amount) => sum + amount, 0)).toBe(35_000);
    expect(offered.summary).toEqual({
      total: 67_500,
      paid: 22_500,
      outstanding: 35_000,
      open: 10_000,
      credit: 0,
    });
  });

  it('the list shows only invoices of the customer', async () => {
    const own = await portal.invoice(harbor);
    const neighbor = await portal.neighbor(harbor);
    const theirs = await portal.invoice(neighbor);
    const ids = (await list(maya)).accounts.map((account) => account.id);
    expect(ids).toContain(own.invoiceId);
    expect(ids).not.toContain(theirs.invoiceId);
    expect(await maya.call(`debtor/${neighbor.customerId}/account`)).toEqual(NOT_FOUND);
    expect(await maya.call(`debtor/${randomUUID()}/account`)).toEqual(NOT_FOUND);
  });

  it.each([
    ['no cursor of ours', { cursor: 'abc' }],
    ['a cursor of another order', { cursor: btoa('["balance",1,"x"]') }],
    ['too large a page', { limit: '101' }],
    ['no page at all', { limit: '0' }],
    ['an unknown order', { sort: 'id; drop table invoices' }],
    ['an unknown group', { group: 'everything' }],
    ['too long a search', { search: 'x'.repeat(101) }],
  ])('a request for the list of invoices is refused: %s', async (_what, query) => {
    const answer = await maya.call(
      `debtor/${maya.customerId}/account?${new URLSearchParams(query)}`,
    );
    expect(answer).toMatchObject({ status: 400, body: { message: 'INVALID_REQUEST' } });
  });
});

describe('One invoice (product §7.5)', () => {
  it('an invoice is found by its id and by its reference in upper or lower case (R53)', async () => {
    const invoice = await portal.invoice(harbor);
    const byId = await read(maya, invoice.invoiceId);
    expect(byId).toMatchObject({ id: invoice.invoiceId, requestId: invoice.requestId });
    expect(await read(maya, invoice.accountRef)).toEqual(byId);
    expect(await read(maya, invoice.accountRef.toLowerCase())).toEqual(byId);
  });

  it('foreign and unknown invoices return the same 404', async () => {
    const theirs = await portal.invoice(await portal.neighbor(harbor));
    const foreign = await portal.invoice(await portal.company());
    const names = [theirs.invoiceId, theirs.accountRef, foreign.invoiceId, foreign.accountRef];
    for (const name of [...names, randomUUID(), 'HD-0', '%27or%201=1--']) {
      expect(await maya.call(`private/account/${name}`)).toEqual(NO_SUCH_INVOICE);
      const transactions = await maya.call(`private/invoice-transactions/${name}`);
      expect(transactions).toEqual(NO_SUCH_INVOICE);
    }
  });

  it('an invoice shows its project, its contract and the savings of a negotiation', async () => {
    const paidBeforeCents = cents(1_000);
    const amountCents = cents(6_000);
    const negotiation = { isActive: true, isApplied: false, amountCents, paidBeforeCents };
    const invoice = await portal.invoice(harbor, { negotiation });
    const projectId = await addProject(portal, harbor);
    const contractId = await addContract(portal, harbor);
    await portal.pool.query(
      'update invoices set project_id = $1, contract_id = $2, paid_cents = 1500 where id = $3',
      [projectId, contractId, invoice.invoiceId],
    );
    const shown = await read(maya, invoice.accountRef);
    expect(shown).toMatchObject({
      project: { projectName: 'Kitchen remodel' },
      contract: { amount: 100_000, type: { singularName: 'Service agreement' } },
      negotiation: { isActive: true, amount: 6_000, saves: 3_000 },
      payable: { isPayable: true, amount: 5_500 },
    });
  });

  it('an invoice shows a scheduled payment with its day, fee and method', async () => {
    const invoice = await portal.invoice(harbor, { status: 'PAYMENT_EXTENSION' });
    const method = await addMethod(portal, harbor);
    await addSchedule(portal, { whose: harbor, invoice, methodId: method.id });
    const schedule = {
      date: '2026-11-20',
      nextTryOn: null,
      amount: 10_000,
      fee: 330,
      method: { id: method.id, type: 'card', brand: 'visa', last4: '4242' },
      kind: 'card',
      isSuspended: false,
      endsOn: null,
    };
    const shown = await read(maya, invoice.accountRef);
    expect(shown).toMatchObject({
      schedule,
      paymentScheduledAt: '2026-11-20',
      paymentMethod: { token: method.id },
      plan: null,
    });
    await portal.pool.query(
      "update schedules set next_try_on = '2026-11-23' where invoice_id = $1",
      [invoice.invoiceId],
    );
    await portal.pool.query(
      'update payment_methods set expires_month = 10, expires_year = 2026 where id = $1',
      [method.id],
    );
    const declined = { ...schedule, nextTryOn: '2026-11-23' };
    expect(await read(maya, invoice.accountRef)).toMatchObject({
      schedule: { ...declined, method: { ...schedule.method, isExpired: true } },
      paymentScheduledAt: '2026-11-23',
    });
    await portal.pool.query("update payment_methods set state = 'removed' where id = $1", [
      method.id,
    ]);
    await portal.pool.query(
      `update schedules set state = 'SUSPENDED', suspended_at = '2026-11-15T15:00:00Z'
       where invoice_id = $1`,
      [invoice.invoiceId],
    );
    expect(await read(maya, invoice.accountRef)).toMatchObject({
      schedule: { ...declined, method: null, isSuspended: true, endsOn: '2026-11-30' },
      paymentScheduledAt: null,
      paymentMethod: null,
    });
  });
});
