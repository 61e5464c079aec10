/**
 * Very many invoices for one customer, written by one statement into the database of a portal that runs.
 * No payment is made of them; they are there to be listed.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

type Client = {
  connect(): Promise<unknown>;
  query(text: string, values?: unknown[]): Promise<unknown>;
  end(): Promise<void>;
};

type Driver = { Client: new (options: { connectionString: string }) => Client };

const requireOfServer = createRequire(new URL('../../server/package.json', import.meta.url));
// because the server brings the driver, and its types are not the browser tests' business
const { Client: PostgresClient } = requireOfServer('pg') as Driver;

/** The fourth line of a postmaster's file. */
const PORT_LINE = 3;

async function urlOf(dataDir: string): Promise<string> {
  const postmaster = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim();
  const port = postmaster.split('\n')[PORT_LINE];
  return `postgres://quittance:${password}@127.0.0.1:${port}/quittance`;
}

const WRITE = `
  with owner as (select company_id, id from customers where customer_ref = $1),
  made as (
    insert into invoices (company_id, id, customer_id, account_ref, internal_ref, product_name,
      total_cents, paid_cents, due_on, opened_on, status, created_at)
    select company_id, gen_random_uuid(), id, 'MANY-' || lpad(n::text, 6, '0'), 'many-' || n,
      (array['Fence repair', 'Gutter cleaning', 'Window service', 'Lawn care'])[1 + n % 4],
      100000 + n, 0, date '2027-01-01' + n % 700, date '2026-01-01', 'DUE', now()
    from owner, generate_series(1, $2::int) as n
    returning company_id, id, customer_id
  )
  insert into requests (company_id, id, customer_id, kind, invoice_id, created_at)
  select company_id, gen_random_uuid(), customer_id, 'INVOICE', id, now() from made`;

export async function writeManyInvoices(
  dataDir: string,
  { customerRef, count }: { customerRef: string; count: number },
): Promise<void> {
  const client = new PostgresClient({ connectionString: await urlOf(dataDir) });
  await client.connect();
  try {
    // Every row names its neighbours of the same statement, so nothing is looked up for each of them.
    await client.query('set session_replication_role = replica');
    await client.query(WRITE, [customerRef, count]);
    await client.query('analyze invoices, requests');
  } finally {
    await client.end();
  }
}
