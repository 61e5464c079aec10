/**
 * Plans of the reads that many payers make, with statistics for a million invoices: no table is read completely,
 * and no more than a page is sorted. The plans are generic, like those that connections cache.
 */
import { randomUUID } from 'node:crypto';
import { instant } from '@quittance/contract/dates';
import { requestIdSchema } from '@quittance/contract/ids';
import { invoiceGroupSchema } from '@quittance/contract/invoices/invoice-filter';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCapability } from '../../src/identity/capabilities.ts';
import { findSessionOfBearer } from '../../src/identity/session-rows.ts';
import { sumBalances } from '../../src/invoices/balances.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import { containing } from '../../src/platform/database/like.ts';
import { listInvoices } from '../../src/screens/invoice-list-rows.ts';
import { LINK_VERSION } from '../../src/screens/link-version.ts';
import { findInvoiceByName, findShownInvoice } from '../../src/screens/shown-invoice.ts';
import { listTransactions } from '../../src/screens/transaction-rows.ts';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { fillEveryTable, type SmallCompany } from '../rows/every-table.ts';
import { believeMillions, type PlanNode, planIn, toNodes } from './plan-nodes.ts';

const COUNT = 3000;
/** Writing the rows takes long on a busy machine. */
const SEED_MS_MAX = 120_000;
/** The invoices alone take more than a hundred blocks. */
const FEW_BLOCKS = 60;
const PAGE = 101;

const TABLES = [
  'invoices',
  'requests',
  'attempts',
  'schedules',
  'plans',
  'installments',
  'mandates',
  'projects',
  'contracts',
  'payment_methods',
  'refunds',
  'balance_changes',
  'capabilities',
  'bearers',
  'sessions',
];

let fresh: FreshDatabase;
let harbor: SmallCompany;

beforeAll(async () => {
  fresh = await freshDatabase();
  const { pool } = fresh.database;
  // Autovacuum is off, because it would write the same catalog rows.
  for (const table of TABLES) {
    await pool.query(`alter table ${table} set (autovacuum_enabled = off)`);
  }
  harbor = await fillEveryTable(fresh.database, 'harbor');
  const values = [harbor.companyId, harbor.maya.customerId, COUNT];
  await pool.query(
    `insert into invoices (company_id, id, customer_id, account_ref, internal_ref, product_name,
       total_cents, paid_cents, due_on, opened_on, status, created_at)
     select $1, gen_random_uuid(), $2, 'LG-' || n, 'internal-' || n, 'Service ' || md5(n::text), 1000,
       case when n % 10 < 7 then 1000 else 0 end, date '2024-01-01' + n % 1000,
       date '2023-12-01' + n % 1000, case when n % 10 < 7 then 'COLLECTED' when n % 10 = 7 then 'DUE'
         when n % 10 = 8 then 'IN_COLLECTION' else 'DRAFT' end, now()
     from generate_series(1, $3) n`,
    values,
  );
  // Most customers have one invoice. The planner must not assume the same for this customer.
  await pool.query(
    `insert into customers (company_id, id, first_name, last_name, customer_ref, internal_ref, created_at)
     select $1, gen_random_uuid(), 'Ada', 'Lund', 'P-' || n, 'p-' || n, now() from generate_series(1, $2) n`,
    [harbor.companyId, COUNT],
  );
  await pool.query(
    `insert into invoices (company_id, id, customer_id, account_ref, internal_ref, product_name,
       total_cents, paid_cents, due_on, opened_on, status, created_at)
     select company_id, gen_random_uuid(), id, 'PO-' || customer_ref, 'po-' || customer_ref, 'Service',
       1000, 0, date '2024-01-01', date '2023-12-01', 'DUE', now()
     from customers where customer_ref like 'P-%'`,
  );
  // Without statistics, the check of each reference would read every invoice.
  await pool.query('analyze customers, invoices');
  await pool.query(
    `insert into requests (company_id, id, customer_id, kind, invoice_id, created_at)
     select company_id, gen_random_uuid(), customer_id, 'INVOICE', id, now() from invoices
     where account_ref like 'LG-%' or account_ref like 'PO-%'`,
  );
  await believeMillions(pool, TABLES);
}, SEED_MS_MAX);
afterAll(() => fresh.drop());

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value));
};

/**
 * A customer's invoices must not be sorted for a page, whatever number of them the planner expects. Payments that
 * name their invoice are not meant.
 */
function sortsInvoices(limit: PlanNode): boolean {
  const below = toNodes(limit);
  const reads = (table: string) => below.some((node) => node['Relation Name'] === table);
  const isOfInvoices = reads('invoices') && !reads('attempts');
  const isOfOne = limit['Plan Rows'] === 1;
  return (
    isOfInvoices && !isOfOne && below.some((node) => String(node['Node Type']).includes('Sort'))
  );
}

/** The only index of invoices that is small enough to be read for a whole company. */
const SMALL_INDEX = 'invoices_with_an_offer';

function readsCompany(node: PlanNode): boolean {
  const isOfInvoices = node['Relation Name'] === 'invoices' && node['Index Name'] !== SMALL_INDEX;
  return isOfInvoices && /^\(company_id = [^ ]*\)$/.test(String(node['Index Cond']));
}

async function findPlanFaults(read: (tx: Tx) => Promise<unknown>, role = 'quittance_portal') {
  const client = await fresh.database.pool.connect();
  const plans: PlanNode[] = [];
  const explain = async (text: string, values: readonly unknown[]) => {
    await client.query(`prepare hot as ${text}`);
    const call = values.length > 0 ? `hot(${values.map(literal).join(', ')})` : 'hot';
    const { rows } = await client.query(`explain (format json) execute ${call}`);
    await client.query('deallocate hot');
    plans.push(planIn(rows[0]));
    return { rows: [] };
  };
  // Statements that are sent together are explained one after another.
  let last: Promise<unknown> = Promise.resolve();
  const tx = Object.assign(drizzle(client), {
    $client: {
      query({ text }: { text: string }, values: readonly unknown[]) {
        const explained = last.then(() => explain(text, values));
        last = explained;
        return explained;
      },
    },
  });
  try {
    // Same settings as the connections used for reads.
    await client.query(
      'begin; set local plan_cache_mode = force_generic_plan; set local enable_sort = off',
    );
    await client.query(
      `select set_config('app.company_id', $1, true), set_config('app.customer_id', $2, true),
         set_config('role', $3, true)`,
      [harbor.companyId, harbor.maya.customerId, role],
    );
    await read(tx as unknown as Tx).catch(() => undefined); // because only the plans are looked at
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(plans.length).toBeGreaterThan(0);
  return plans.flatMap(toNodes).flatMap((node) => {
    const type = String(node['Node Type']);
    if (type === 'Limit' && sortsInvoices(node)) return ['sorts the invoices of a customer'];
    if (type === 'Seq Scan') return [`reads all of ${String(node['Relation Name'])}`];
    if (readsCompany(node)) return ['reads all invoices of the company'];
    if (type.includes('Sort') && Number(node['Plan Rows']) > PAGE)
      return ['sorts more than a page'];
    return [];
  });
}

const owner = () => ({ companyId: harbor.companyId, customerId: harbor.maya.customerId });

describe('With a million invoices', () => {
  const sorts = ['urgency', 'dueDate', '-dueDate', 'balance', '-balance'] as const;

  it.each(sorts.flatMap((sort) => [26, PAGE].map((limit) => ({ sort, limit }))))(
    'the invoice list by $sort reads $limit rows (R35)',
    async ({ sort, limit }) => {
      const filter = { ...owner(), sort, limit, after: null };
      expect(await findPlanFaults((tx) => listInvoices(tx, filter))).toEqual([]);
    },
  );

  it.each(sorts)('a later page sorted by %s starts where the previous page ended', async (sort) => {
    const value = sort.endsWith('dueDate') ? ('2025-01-01' as const) : 5;
    // Safe because any position works here.
    const after = { value, id: harbor.maya.invoiceId } as never;
    const filter = { ...owner(), sort, limit: 26, after };
    expect(await findPlanFaults((tx) => listInvoices(tx, filter))).toEqual([]);
  });

  it.each(invoiceGroupSchema.options)(
    'the invoice group %s is read without scanning all invoices',
    async (group) => {
      const filter = { ...owner(), sort: 'urgency', limit: 26, after: null, group } as const;
      expect(await findPlanFaults((tx) => listInvoices(tx, filter))).toEqual([]);
    },
  );

  it('an invoice is read by its link, or by its reference in upper or lower case (R53)', async () => {
    const requestId = requestIdSchema.parse(randomUUID());
    expect(await findPlanFaults((tx) => findShownInvoice(tx, { ...owner(), requestId }))).toEqual(
      [],
    );
    expect(await findPlanFaults((tx) => findInvoiceByName(tx, owner(), 'LG-77'))).toEqual([]);
  });

  it('the balance of a customer is read without scanning all invoices', async () => {
    expect(await findPlanFaults((tx) => sumBalances(tx, owner()))).toEqual([]);
  });

  it('payments and refunds of a customer or a request are read a page at a time', async () => {
    const requestId = requestIdSchema.parse(randomUUID());
    const page = { ...owner(), limit: 26, after: null };
    const after = { createdAt: instant('2026-11-15T15:00:00.000Z'), id: randomUUID() };
    for (const filter of [page, { ...page, after }, { ...page, requestId }])
      expect(await findPlanFaults((tx) => listTransactions(tx, filter))).toEqual([]);
  });

  it('a link and a session can be found before their company is known', async () => {
    const now = instant('2026-11-15T15:00:00.000Z');
    for (const companyId of [null, harbor.companyId]) {
      const token = { tokenHash: 'x', companyId };
      const key = { ...token, now };
      expect(await findPlanFaults((tx) => findCapability(tx, token), 'none')).toEqual([]);
      const findVersioned = (tx: Tx) => findCapability(tx, token, LINK_VERSION);
      expect(await findPlanFaults(findVersioned, 'none')).toEqual([]);
      expect(await findPlanFaults((tx) => findSessionOfBearer(tx, key), 'none')).toEqual([]);
    }
  });
});

describe('A search', () => {
  const find = (text: string, customerId = harbor.maya.customerId) =>
    fresh.database.readForCompany({ companyId: harbor.companyId, customerId }, (tx) =>
      tx.execute<{ id: string }>(
        sql`select find_own_invoices('urgency', 26, ${containing(text)}, null, null, null, null) as id`,
      ),
    );

  async function blocksRead(text: string): Promise<number> {
    const [row] = await fresh.database.readForCompany(owner(), async (tx) => {
      // The first call is not measured, because it includes planning.
      const explain = sql`explain (analyze, buffers, format json)
        select find_own_invoices('urgency', 26, ${containing(text)}, null, null, null, null)`;
      await tx.execute(explain);
      return (await tx.execute(explain)).rows;
    });
    return Number(planIn(row)['Shared Hit Blocks']);
  }

  it('a search finds a rare and a common text without reading the whole list', async () => {
    const { rows } = await fresh.database.pool.query<{ product_name: string }>(
      "select product_name from invoices where account_ref = 'LG-2321'",
    );
    const rare = rows[0]?.product_name.slice(-20) ?? '';
    expect((await find(rare)).rows).toHaveLength(1);
    expect(await blocksRead(rare)).toBeLessThan(FEW_BLOCKS);
    expect((await find('service')).rows).toHaveLength(26);
    expect(await blocksRead('service')).toBeLessThan(FEW_BLOCKS);
  });

  it('a search never finds an invoice of another customer', async () => {
    expect((await find('service', harbor.omar.customerId)).rows).toEqual([]);
  });
});
