/**
 * The plans of the lists of the provider API, with the statistics of a million rows of one company: with every filter
 * no table is read as a whole, and nothing but a page is sorted.
 */
import { randomUUID } from 'node:crypto';
import { instant } from '@quittance/contract/dates';
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
import type { Tx } from '../../src/storage/database.ts';
import { listCustomerRows } from '../../src/storage/provider/customers.ts';
import { listEventRows } from '../../src/storage/provider/events.ts';
import { listInvoiceRows } from '../../src/storage/provider/invoices.ts';
import { listRequestsOnOrder } from '../../src/storage/provider/partial-requests.ts';
import { listPaymentRows } from '../../src/storage/provider/payments.ts';
import {
  listContractRows,
  listEstimateRows,
  listOrderRows,
  listProjectRows,
} from '../../src/storage/provider/projects.ts';
import { listDeliveries } from '../../src/storage/provider/webhook-deliveries.ts';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { fillEveryTable } from '../storage/every-table.ts';
import { believeMillions, nodesOf, type PlanNode, planIn } from './plan-nodes.ts';

const COUNT = 1000;
const SEED_MS_MAX = 120_000;
const LIMIT = 25;
/** A row more tells whether another page follows. */
const SORTED_MAX = 101;

/** What makes a copy of a row another row. */
const COPIES: Readonly<Record<string, string>> = {
  customers: `'customer_ref', 'C-' || n, 'internal_ref', 'c-' || n, 'external_ref', null`,
  invoices: `'account_ref', 'I-' || n, 'internal_ref', 'i-' || n, 'external_ref', null,
    'status', case when n % 10 < 8 then 'COLLECTED' else 'DUE' end, 'status_before', null,
    'paid_cents', case when n % 10 < 8 then one.total_cents else 0 end`,
  attempts: `'state', case when n % 10 < 8 then 'SUCCEEDED' else 'FAILED' end, 'settled_at', now(),
    'next_check_at', null, 'order_sealed', null, 'occurrence_of', null, 'occurrence_on', null,
    'processor_reference', 'ch-' || n, 'invoice_id', (select i.id from invoices i
      where i.company_id = one.company_id and i.account_ref = 'I-' || n)`,
  projects: `'project_ref', 'P-' || n`,
  contracts: `'contract_ref', 'K-' || n`,
  orders: `'order_ref', 'O-' || n`,
  estimates: `'estimate_ref', 'E-' || n`,
};
const OTHERS = ['provider_events', 'webhook_deliveries', 'requests', 'request_orders'];

let fresh: FreshDatabase;
let companyId: CompanyId;

/** Copies of a row of the company, an hour apart. Generated columns are left out. */
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

/** Below a limit, an incremental sort stops with the page; what it sorts at once has the same instant. */
function faultsIn(node: PlanNode): string[] {
  const type = String(node['Node Type']);
  if (type === 'Seq Scan') return [`reads all of ${String(node['Relation Name'])}`];
  if (type === 'Sort' && Number(node['Plan Rows']) > SORTED_MAX) return ['sorts more than a page'];
  return [];
}

/** The plans as the statements are executed: with their values. */
async function faultsOf(read: (tx: Tx) => Promise<unknown>): Promise<string[]> {
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
    // because only the statements are looked at
    const tx = drizzle(explaining as unknown as pg.PoolClient) as unknown as Tx;
    await read(tx);
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(plans.length).toBeGreaterThan(0);
  return plans.flatMap(nodesOf).flatMap(faultsIn);
}

const customerId = customerIdSchema.parse(randomUUID());
const invoiceId = invoiceIdSchema.parse(randomUUID());
const projectId = projectIdSchema.parse(randomUUID());
const at = instant('2026-11-15T15:00:00.000Z');

const PAGES = {
  first: { limit: LIMIT, after: null },
  later: { limit: LIMIT, after: { at, id: randomUUID() } },
};

describe.each(Object.entries(PAGES))('With a million rows, the %s page of', (_, page) => {
  const reads: Record<string, (tx: Tx) => Promise<unknown>> = {
    customers: (tx) => listCustomerRows(tx, { companyId, ...page }),
    'customers by number': (tx) => listCustomerRows(tx, { companyId, customerRef: 'C-7', ...page }),
    invoices: (tx) => listInvoiceRows(tx, { filter: { companyId }, page }),
    'invoices of a customer': (tx) =>
      listInvoiceRows(tx, { filter: { companyId, customerId }, page }),
    'invoices by number': (tx) =>
      listInvoiceRows(tx, { filter: { companyId, accountRef: 'I-7' }, page }),
    payments: (tx) => listPaymentRows(tx, { filter: { companyId }, page }),
    'payments of a customer': (tx) =>
      listPaymentRows(tx, { filter: { companyId, customerId }, page }),
    'payments of an invoice': (tx) =>
      listPaymentRows(tx, { filter: { companyId, invoiceId }, page }),
    'held payments': (tx) =>
      listPaymentRows(tx, { filter: { companyId, unresolvedSince: at }, page }),
    projects: (tx) => listProjectRows(tx, { filter: { companyId }, page }),
    'projects of a customer': (tx) =>
      listProjectRows(tx, { filter: { companyId, customerId }, page }),
    contracts: (tx) => listContractRows(tx, { filter: { companyId }, page }),
    'contracts of a customer': (tx) =>
      listContractRows(tx, { filter: { companyId, customerId }, page }),
    deliveries: (tx) => listDeliveries(tx, { companyId, endpointId: randomUUID() }, page),
    ...Object.fromEntries(
      INVOICE_STATUSES.map((status) => [
        `invoices that are ${status}`,
        (tx: Tx) => listInvoiceRows(tx, { filter: { companyId, status }, page }),
      ]),
    ),
    ...Object.fromEntries(
      ATTEMPT_STATES.map((state) => [
        `payments that are ${state}`,
        (tx: Tx) => listPaymentRows(tx, { filter: { companyId, state }, page }),
      ]),
    ),
  };

  it.each(Object.entries(reads))('%s', async (_name, read) => {
    expect(await faultsOf(read)).toEqual([]);
  });
});

describe('With a million rows', () => {
  it.each([undefined, 'invoice.paid'] as const)('events of the type %s', async (type) => {
    const filter = { companyId, after: 500_000, limit: LIMIT, type };
    expect(await faultsOf((tx) => listEventRows(tx, filter))).toEqual([]);
  });

  it('the orders, estimates and partial requests of one project', async () => {
    const orderId = orderIdSchema.parse(randomUUID());
    expect(await faultsOf((tx) => listOrderRows(tx, { companyId, projectId }))).toEqual([]);
    expect(await faultsOf((tx) => listEstimateRows(tx, { companyId, projectId }))).toEqual([]);
    expect(await faultsOf((tx) => listRequestsOnOrder(tx, { companyId, orderId }))).toEqual([]);
  });
});
