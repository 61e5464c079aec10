/** Seeds any number of invoices with a few statements, including the requests to pay them and past payments. */
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import type pg from 'pg';
import type { SeedTools } from './add-company.ts';

export type Invoices = {
  companyId: CompanyId;
  customerIds: readonly CustomerId[];
  count: number;
  prefix: string;
};

const MIXED = `case when n % 10 < 7 then 'COLLECTED' when n % 10 = 7 then 'DUE'
  when n % 10 = 8 then 'IN_COLLECTION' else 'DRAFT' end`;

export const TOTAL_CENTS = 10_000;

export async function inBulk<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
) {
  const client = await pool.connect();
  try {
    await client.query(
      'set statement_timeout = 0; set session_replication_role = replica; set synchronous_commit = off',
    );
    return await work(client);
  } finally {
    client.release(true);
  }
}

async function insertInvoices(client: pg.PoolClient, invoices: Invoices, status: string) {
  const { companyId, customerIds, count, prefix } = invoices;
  await client.query(
    `insert into invoices (company_id, id, customer_id, account_ref, internal_ref, product_name, total_cents,
       paid_cents, due_on, opened_on, status, created_at)
     select $1, gen_random_uuid(), ($2::uuid[])[1 + n % $3::integer], $4::text || '-' || lpad(n::text, 7, '0'),
       'internal-' || $4::text || '-' || n, 'Crown restoration, tooth ' || n % 32, ${TOTAL_CENTS},
       case when ${status} = 'COLLECTED' then ${TOTAL_CENTS} else 0 end,
       case when ${status} in ('COLLECTED', 'IN_COLLECTION') then current_date - 1 - n % 1000
         else current_date + 1 + n % 60 end,
       current_date - 30 - n % 1000, ${status}, now() - make_interval(secs => $5::integer - n)
     from generate_series(0, $5::integer - 1) n`,
    [companyId, customerIds, customerIds.length, prefix, count],
  );
  await client.query('analyze invoices');
  await client.query(
    `insert into requests (company_id, id, customer_id, kind, invoice_id, created_at)
     select company_id, gen_random_uuid(), customer_id, 'INVOICE', id, created_at from invoices
     where company_id = $1 and starts_with(account_ref, $2::text || '-')`,
    [companyId, prefix],
  );
}

/** From this many rows on, rebuilding an index is faster than updating it row by row. */
const REBUILD_FROM = 100_000;

async function withoutIndexes(
  client: pg.PoolClient,
  { table, isLarge }: { table: string; isLarge: boolean },
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = $1 and schemaname = 'public'
       and indexname not in (select conname from pg_constraint)`,
    [table],
  );
  const indexes = isLarge ? rows : [];
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`);
  await work();
  for (const { indexdef } of indexes) await client.query(indexdef);
}

export async function addMixedInvoices({ pool }: SeedTools, invoices: Invoices): Promise<void> {
  const isLarge = invoices.count > REBUILD_FROM;
  await inBulk(pool, async (client) => {
    await client.query("set maintenance_work_mem = '512MB'");
    await withoutIndexes(client, { table: 'invoices', isLarge }, () =>
      insertInvoices(client, invoices, MIXED),
    );
  });
}

export type Payable = { invoiceId: string; requestId: string; customerId: CustomerId };

export async function addPayableInvoices(
  { pool }: SeedTools,
  invoices: Invoices,
): Promise<Payable[]> {
  return inBulk(pool, async (client) => {
    await insertInvoices(client, invoices, "'DUE'");
    const { rows } = await client.query<Payable>(
      `select i.id as "invoiceId", r.id as "requestId", i.customer_id as "customerId"
       from invoices i join requests r on r.company_id = i.company_id and r.invoice_id = i.id
       where i.company_id = $1 and starts_with(i.account_ref, $2::text || '-') order by i.account_ref`,
      [invoices.companyId, invoices.prefix],
    );
    return rows;
  });
}

export async function addInvoicesInPlans({ pool }: SeedTools, invoices: Invoices): Promise<void> {
  const isLarge = invoices.count > REBUILD_FROM;
  await inBulk(pool, (client) =>
    withoutIndexes(client, { table: 'invoices', isLarge }, () =>
      insertInvoices(client, invoices, "'PAYMENT_PLAN_IN_PROGRESS'"),
    ),
  );
}

export async function addPayments(
  { pool }: SeedTools,
  { companyId, customerId }: { companyId: CompanyId; customerId: CustomerId },
): Promise<void> {
  await inBulk(pool, async (client) => {
    // Without fresh statistics, the planner would scan the whole table for each new row.
    await client.query('analyze invoices, requests');
    await client.query(
      `insert into attempts (company_id, id, request_id, invoice_id, customer_id, purpose, type, initiator,
         processor, method, state, amount_cents, fee_cents, credit_cents, method_brand, method_last4, quoted_cents,
         processor_reference, created_at, settled_at)
       select i.company_id, gen_random_uuid(), r.id, i.id, i.customer_id, 'FULL_AMOUNT', 'PAYMENT', 'CIT',
         'payengine', 'CARD', 'SUCCEEDED', i.total_cents, 330, 0, 'visa', '4242', i.total_cents + 330,
         'txn_' || i.id, i.created_at, i.created_at
       from invoices i join requests r on r.company_id = i.company_id and r.invoice_id = i.id
       where i.company_id = $1 and i.customer_id = $2 and i.status = 'COLLECTED'`,
      [companyId, customerId],
    );
  });
}

/**
 * Updates statistics as autovacuum would, and flushes dirty pages so that they are not written during a
 * measurement.
 */
export async function settleTables({ pool }: SeedTools): Promise<void> {
  await pool.query('vacuum analyze invoices');
  await pool.query('vacuum analyze requests');
  await pool.query('vacuum analyze attempts');
  await pool.query('checkpoint');
}
