/**
 * Plans of the provider API's lists, with statistics for a million rows of one company: with any filter, no table
 * is read completely, and no more than a page is sorted.
 */
import { randomUUID } from 'node:crypto';
import { addDays, instant, isoDate } from '@quittance/contract/dates';
import {
  type CompanyId,
  customerIdSchema,
  invoiceIdSchema,
  orderIdSchema,
  projectIdSchema,
} from '@quittance/contract/ids';
import { INVOICE_STATUSES } from '@quittance/contract/vocabulary';
import { ATTEMPT_STATES } from '@quittance/domain/status/payment-status';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rotating } from '../../../domain/test/full-run.ts';
import { listPlanRows, listScheduleRows } from '../../src/arrangements/arrangement-lists.ts';
import {
  CUSTOMER_ORDERS,
  type CustomerFilter,
  listCustomerRows,
} from '../../src/customers/customer-records.ts';
import {
  INVOICE_ORDERS,
  type InvoiceFilter,
  listInvoiceRows,
} from '../../src/invoices/invoice-records.ts';
import {
  listPaymentRows,
  PAYMENT_ORDERS,
  type PaymentFilter,
} from '../../src/ledger/payment-rows.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import type { Page } from '../../src/platform/database/pages.ts';
import type { Orders, SortedPage } from '../../src/platform/database/sorted-pages.ts';
import { listEventRows } from '../../src/platform/events/event-rows.ts';
import { sortedPageFrom } from '../../src/platform/http/sorted-page.ts';
import { listRequestsOnOrder } from '../../src/projects/partial-request-records.ts';
import {
  listContractRows,
  listEstimateRows,
  listOrderRows,
  listProjectRows,
} from '../../src/projects/project-records.ts';
import { countAttention, listAttentionRows } from '../../src/reports/attention-rows.ts';
import { sumExpected, sumWaivedDays } from '../../src/reports/report.ts';
import { listDeliveries } from '../../src/webhooks/webhook-deliveries.ts';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { fillEveryTable } from '../rows/every-table.ts';
import { believeMillions, type PlanNode, planIn, toNodes } from './plan-nodes.ts';

const COUNT = 1000;
/** Coprime to the number of orders, so that a sample combines each order with many filters. */
const PART = 5;
const SEED_MS_MAX = 120_000;
const LIMIT = 25;
/** One page and the extra row that shows whether another page follows. */
const SORTED_MAX = 101;

const COPIES: Readonly<Record<string, string>> = {
  customers: `'customer_ref', 'C-' || n, 'internal_ref', 'c-' || n, 'external_ref', null,
    'first_name', 'F' || n, 'last_name', 'L' || n`,
  invoices: `'account_ref', 'I-' || n, 'internal_ref', 'i-' || n, 'external_ref', null,
    'status', case when n % 10 < 8 then 'COLLECTED' else 'DUE' end, 'status_before', null,
    'due_on', current_date - n, 'total_cents', one.total_cents + n,
    'paid_cents', case when n % 10 < 8 then one.total_cents + n else 0 end`,
  attempts: `'state', case when n % 10 < 8 then 'SUCCEEDED' else 'FAILED' end, 'settled_at', now(),
    'next_check_at', null, 'order_sealed', null, 'occurrence_of', null, 'occurrence_on', null,
    'processor_reference', 'ch-' || n, 'amount_cents', one.amount_cents + n, 'quoted_cents', null,
    'customer_id', (select i.customer_id from invoices i
      where i.company_id = one.company_id and i.account_ref = 'I-' || n),
    'invoice_id', (select i.id from invoices i
      where i.company_id = one.company_id and i.account_ref = 'I-' || n)`,
  schedules: `'state', 'DONE'`,
  plans: `'state', 'PAID_OFF'`,
  projects: `'project_ref', 'P-' || n`,
  contracts: `'contract_ref', 'K-' || n`,
  orders: `'order_ref', 'O-' || n`,
  estimates: `'estimate_ref', 'E-' || n`,
  payouts: `'processor_reference', 'po-' || n`,
};
const OTHERS = [
  'provider_events',
  'webhook_deliveries',
  'requests',
  'request_orders',
  'postings',
  'disputes',
  'refunds',
  'inquiries',
  'contacts',
  'payment_methods',
  'plan_pauses',
  'installments',
  'auto_pay_charges',
  'unplaced_charges',
  'payout_differences',
  'payout_lines',
];

let fresh: FreshDatabase;
let companyId: CompanyId;

async function multiply(table: string, changes: string): Promise<void> {
  const { pool } = fresh.database;
  const { rows } = await pool.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const columns = rows[0]?.columns ?? '';
  await pool.query(
    `insert into ${table} (${columns})
     select ${columns
       .split(', ')
       .map((column) => `copy.${column}`)
       .join(', ')}
     from (select * from ${table} where company_id = $1 limit 1) one
     cross join generate_series(1, $2) n
     cross join lateral jsonb_populate_record(null::${table}, to_jsonb(one) || jsonb_build_object(
       'id', gen_random_uuid(), 'created_at', now() - n * interval '1 hour', ${changes})) copy`,
    [companyId, COUNT],
  );
}

beforeAll(async () => {
  fresh = await freshDatabase();
  const { pool } = fresh.database;
  ({ companyId } = await fillEveryTable(fresh.database, 'harbor'));
  const tables = [...Object.keys(COPIES), ...OTHERS];
  for (const table of tables) {
    await pool.query(`alter table ${table} set (autovacuum_enabled = off)`);
  }
  for (const [table, changes] of Object.entries(COPIES)) await multiply(table, changes);
  await believeMillions(pool, tables);
}, SEED_MS_MAX);
afterAll(() => fresh.drop());

/** Below a limit, an incremental sort stops at the end of the page. Each group it sorts has the same instant. */
function faultsIn(node: PlanNode): string[] {
  const type = String(node['Node Type']);
  const table = String(node['Relation Name']);
  // A company has only a few endpoints.
  if (type === 'Seq Scan' && table !== 'webhook_endpoints') return [`reads all of ${table}`];
  if (type === 'Sort' && Number(node['Plan Rows']) > SORTED_MAX) return ['sorts more than a page'];
  return [];
}

async function readPlans(read: (tx: Tx) => Promise<unknown>): Promise<PlanNode[]> {
  const client = await fresh.database.pool.connect();
  const plans: PlanNode[] = [];
  const explaining = {
    async query(query: { text: string }, values: unknown[]) {
      const { rows } = await client.query(`explain (format json) ${query.text}`, values);
      plans.push(planIn(rows[0]));
      return { rows: [] };
    },
  };
  try {
    await client.query('begin');
    await client.query(
      `select set_config('app.company_id', $1, true), set_config('role', 'quittance_provider', true)`,
      [companyId],
    );
    // Safe because only the statements are inspected.
    const tx = drizzle(explaining as unknown as pg.PoolClient) as unknown as Tx;
    await read(tx);
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(plans.length).toBeGreaterThan(0);
  return plans.flatMap(toNodes);
}

const findPlanFaults = async (read: (tx: Tx) => Promise<unknown>) =>
  (await readPlans(read)).flatMap(faultsIn);

/** Sorts are not checked, because a sum may sort its groups. */
const findFullScans = async (read: (tx: Tx) => Promise<unknown>) =>
  (await findPlanFaults(read)).filter((fault) => fault.startsWith('reads all'));

const customerId = customerIdSchema.parse(randomUUID());
const invoiceId = invoiceIdSchema.parse(randomUUID());
const projectId = projectIdSchema.parse(randomUUID());
const at = instant('2026-11-15T15:00:00.000Z');

const PAGES = {
  first: { limit: LIMIT, after: null },
  later: { limit: LIMIT, after: { at, id: randomUUID() } },
};

const TODAY = isoDate('2026-11-15');
const CUSTOMER_FILTERS: Record<string, Omit<CustomerFilter, 'companyId'>> = {
  customers: {},
  'customers by number': { customerRef: 'C-7' },
  'customers changed since a time': { updatedFrom: at, updatedTo: at },
  'customers created since a time': { createdFrom: at, createdTo: at },
  'customers found by a text': { search: 'l77' },
};

const VALUES = { instant: at, date: '2026-11-15', cents: '5000', text: 'i-5' } as const;

function sortedPages<Item>(orders: Orders<Item>, { after }: Page): [string, SortedPage<Item>][] {
  return Object.entries(orders).flatMap(([name, order]) =>
    [true, false].map((isDescending): [string, SortedPage<Item>] => [
      `${isDescending ? '-' : ''}${name}`,
      {
        limit: LIMIT,
        order,
        isDescending,
        after: after && { value: VALUES[order.type], id: after.id },
      },
    ]),
  );
}

type Reads = Record<string, (tx: Tx) => Promise<unknown>>;

function inEveryOrder<Item, Filter>(
  pages: [string, SortedPage<Item>][],
  filters: Record<string, Filter>,
  list: (tx: Tx, asked: { filter: Filter; page: SortedPage<Item> }) => Promise<unknown>,
): Reads {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, filter]) =>
      pages.map(([sort, page]): [string, Reads[string]] => [
        `${name} by ${sort}`,
        (tx) => list(tx, { filter, page }),
      ]),
    ),
  );
}

describe.each(Object.entries(PAGES))('The %s page with a million rows', (_, page) => {
  const statuses = Object.fromEntries(
    INVOICE_STATUSES.map((status) => [`invoices that are ${status}`, { statuses: [status] }]),
  );
  const invoiceFilters: Record<string, Omit<InvoiceFilter, 'companyId'>> = {
    invoices: {},
    'invoices of a customer': { customerId },
    'invoices by number': { accountRef: 'I-7' },
    'invoices due within a month': { dueFrom: TODAY, dueTo: addDays(TODAY, 30) },
    'invoices changed since a time': { updatedFrom: at, updatedTo: at },
    'invoices that owe some': { minBalance: 100_000, maxBalance: 200_000 },
    'invoices found by a text': { search: 'i-77' },
    'overdue invoices': { statuses: ['IN_COLLECTION', 'DEFAULTED'] },
    ...statuses,
  };
  const states = Object.fromEntries(
    ATTEMPT_STATES.map((state) => [`payments that are ${state}`, { state }]),
  );
  const paymentFilters: Record<string, Omit<PaymentFilter, 'companyId'>> = {
    payments: {},
    'payments of a customer': { customerId },
    'payments of an invoice': { invoiceId },
    'held payments': { unresolvedSince: at },
    'payments by card': { methods: ['CARD'] },
    'payments in cash or by check': { methods: ['CASH', 'CHECK'] },
    'payments of a time': { createdFrom: at, createdTo: at },
    'payments of a recorded number': { reference: 'ch-7' },
    'payments changed since a time': { updatedFrom: at, updatedTo: at },
    'payments of a charge': { processorReference: 'ch-7' },
    'payments of an amount': { minAmount: 7000, maxAmount: 7000 },
    ...states,
  };
  const reads: Reads = {
    ...inEveryOrder(sortedPages(CUSTOMER_ORDERS, page), CUSTOMER_FILTERS, (tx, asked) =>
      listCustomerRows(tx, { ...asked, filter: { companyId, ...asked.filter } }),
    ),
    ...inEveryOrder(sortedPages(INVOICE_ORDERS, page), invoiceFilters, (tx, asked) =>
      listInvoiceRows(tx, { ...asked, filter: { companyId, ...asked.filter } }),
    ),
    ...inEveryOrder(sortedPages(PAYMENT_ORDERS, page), paymentFilters, (tx, asked) =>
      listPaymentRows(tx, { ...asked, filter: { companyId, ...asked.filter } }),
    ),
    projects: (tx) => listProjectRows(tx, { filter: { companyId }, page }),
    'projects of a customer': (tx) =>
      listProjectRows(tx, { filter: { companyId, customerId }, page }),
    contracts: (tx) => listContractRows(tx, { filter: { companyId }, page }),
    'contracts of a customer': (tx) =>
      listContractRows(tx, { filter: { companyId, customerId }, page }),
    deliveries: (tx) => listDeliveries(tx, { companyId, endpointId: randomUUID() }, page),
    schedules: (tx) => listScheduleRows(tx, { filter: { companyId }, page }),
    'schedules that are live': (tx) =>
      listScheduleRows(tx, { filter: { companyId, state: 'LIVE' }, page }),
    'plans of a customer': (tx) => listPlanRows(tx, { filter: { companyId, customerId }, page }),
    'suspended plans': (tx) =>
      listPlanRows(tx, { filter: { companyId, state: 'SUSPENDED' }, page }),
    'what needs a person': (tx) =>
      listAttentionRows(tx, {
        filter: { companyId, now: at, heldBefore: at },
        page: { limit: LIMIT, after: page.after && { since: at, id: page.after.id } },
      }),
  };

  it.each(rotating(Object.entries(reads), PART))(
    'a page of %s reads few rows',
    async (_name, read) => {
      expect(await findPlanFaults(read)).toEqual([]);
    },
  );
});

describe('With a million rows', () => {
  it.each([undefined, 'invoice.paid'] as const)(
    'events of type %s are read without scanning all rows',
    async (type) => {
      const filter = { companyId, after: 500_000, limit: LIMIT, type, except: [] };
      expect(await findPlanFaults((tx) => listEventRows(tx, filter))).toEqual([]);
    },
  );

  it('open invoices with a small balance are found by their balance', async () => {
    const page = sortedPageFrom({ limit: LIMIT, sort: '-createdAt' }, INVOICE_ORDERS);
    const filter = { companyId, statuses: ['DUE'] as const, maxBalance: 100 };
    const nodes = await readPlans((tx) => listInvoiceRows(tx, { filter, page }));
    const indexes = nodes.flatMap((node) => node['Index Name'] ?? []);
    expect(indexes).toEqual(['invoices_by_status_and_owed']);
  });

  it('the attention counts and expected payments are read without scanning all rows', async () => {
    const range = { companyId, timeZone: 'UTC', from: addDays(TODAY, -2), to: TODAY };
    const reads: ((tx: Tx) => Promise<unknown>)[] = [
      // A statement that is only explained returns no row.
      (tx) => countAttention(tx, { companyId, now: at, heldBefore: at }).catch(() => null),
      (tx) => sumWaivedDays(tx, range),
      (tx) => sumExpected(tx, { companyId, today: TODAY, until: addDays(TODAY, 60) }),
    ];
    for (const read of reads) expect(await findFullScans(read)).toEqual([]);
  });

  it('the orders, estimates and partial requests of one project are read without scanning all rows', async () => {
    const orderId = orderIdSchema.parse(randomUUID());
    expect(await findPlanFaults((tx) => listOrderRows(tx, { companyId, projectId }))).toEqual([]);
    expect(await findPlanFaults((tx) => listEstimateRows(tx, { companyId, projectId }))).toEqual(
      [],
    );
    expect(await findPlanFaults((tx) => listRequestsOnOrder(tx, { companyId, orderId }))).toEqual(
      [],
    );
  });
});
