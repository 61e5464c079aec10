/**
 * Access to the database of a running portal. Tests insert their own invoices, so that no test depends on an
 * invoice that another test has paid. They also set a company's brand and read the ledger.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

type Client = {
  connect(): Promise<unknown>;
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  end(): Promise<void>;
};

type Driver = { Client: new (options: { connectionString: string }) => Client };

const requireFromServer = createRequire(new URL('../server/package.json', import.meta.url));
// The cast is safe because the server depends on this driver, and the browser tests need only three of its methods.
const { Client: PostgresClient } = requireFromServer('pg') as Driver;

const PORT_LINE = 3;

export async function connectionString(dataDir: string): Promise<string> {
  const postmaster = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim();
  const port = postmaster.split('\n')[PORT_LINE];
  return `postgres://quittance:${password}@127.0.0.1:${port}/quittance`;
}

async function connected<Result>(
  dataDir: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new PostgresClient({ connectionString: await connectionString(dataDir) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function run(dataDir: string, statements: [string, unknown[]][]): Promise<void> {
  return connected(dataDir, async (client) => {
    for (const [text, values] of statements) await client.query(text, values);
  });
}

export function queryOne<Row>(dataDir: string, text: string, values: unknown[]): Promise<Row> {
  return connected(dataDir, async (client) => {
    const { rows } = await client.query(text, values);
    // The cast is safe because the statement names the columns of the type.
    return rows[0] as Row;
  });
}

const INSERT_INVOICE = `
  with customer as (
    select company_id, id, (
      select method.id from payment_methods method
      where method.company_id = customers.company_id and method.customer_id = customers.id
        and method.last4 = $6
    ) as method_id
    from customers where customer_ref = $1
  ),
  invoice as (
    insert into invoices (company_id, id, customer_id, account_ref, internal_ref, product_name,
      total_cents, paid_cents, due_on, opened_on, status, attached_method_id, created_at)
    select company_id, gen_random_uuid(), id, $2, $2, 'Repair and service', $3, 0,
      current_date + $4::int, current_date - 60,
      case when $4::int < 0 then 'IN_COLLECTION' else 'DUE' end, method_id, now()
    from customer
    returning company_id, id, customer_id
  ),
  request as (
    insert into requests (company_id, id, customer_id, kind, invoice_id, created_at)
    select company_id, gen_random_uuid(), customer_id, 'INVOICE', id, now() from invoice
    returning company_id, id, customer_id
  )
  insert into capabilities (company_id, id, token_hash, request_id, customer_id, scope, created_at,
    expires_at)
  select company_id, gen_random_uuid(), $5, id, customer_id, 'pay', now(), now() + interval '90 days'
  from request`;

export type InvoiceInput = {
  customerRef: string;
  invoiceRef: string;
  totalCents: number;
  dueInDays: number;
  attachedLast4: string | null;
};

/** Returns the token of the public link, because the database stores only its SHA-256 hash. */
export async function insertInvoice(dataDir: string, invoice: InvoiceInput): Promise<string> {
  const token = [...randomBytes(32)].map((byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32]);
  const hash = createHash('sha256').update(token.join('')).digest('hex');
  const { customerRef, invoiceRef, totalCents, dueInDays, attachedLast4 } = invoice;
  const values = [customerRef, invoiceRef, totalCents, dueInDays, hash, attachedLast4];
  await run(dataDir, [[INSERT_INVOICE, values]]);
  return token.join('');
}

const INSERT_MANY_INVOICES = `
  with owner as (select company_id, id from customers where customer_ref = $1),
  invoice as (
    insert into invoices (company_id, id, customer_id, account_ref, internal_ref, product_name,
      total_cents, paid_cents, due_on, opened_on, status, created_at)
    select company_id, gen_random_uuid(), id, 'MANY-' || lpad(n::text, 6, '0'), 'many-' || n,
      (array['Fence repair', 'Gutter cleaning', 'Window service', 'Lawn care'])[1 + n % 4],
      100000 + n, 0, date '2027-01-01' + n % 700, date '2026-01-01', 'DUE', now()
    from owner, generate_series(1, $2::int) as n
    returning company_id, id, customer_id
  )
  insert into requests (company_id, id, customer_id, kind, invoice_id, created_at)
  select company_id, gen_random_uuid(), customer_id, 'INVOICE', id, now() from invoice`;

/** These invoices are listed and searched, but never paid. */
export function insertManyInvoices(
  dataDir: string,
  { customerRef, count }: { customerRef: string; count: number },
): Promise<void> {
  return run(dataDir, [
    // Skips foreign key checks: every row refers only to rows of the same statement.
    ['set session_replication_role = replica', []],
    [INSERT_MANY_INVOICES, [customerRef, count]],
    ['analyze invoices, requests', []],
  ]);
}

export type Brand = { mainColor: string; secondaryColor: string };

/** Clears the stored palette, so that the portal derives a new one from the two colors. */
export function updateBrand(
  dataDir: string,
  { domain, mainColor, secondaryColor }: Brand & { domain: string },
): Promise<void> {
  const text = `update companies set main_color = $2, secondary_color = $3, palette = null
    where domain = $1`;
  return run(dataDir, [[text, [domain, mainColor, secondaryColor]]]);
}

/** An empty string requires no fields. */
export function updateCheckFields(
  dataDir: string,
  { domain, checkFields }: { domain: string; checkFields: string },
): Promise<void> {
  const text = `update companies set processor_data =
    jsonb_set(processor_data, '{settings,checkFields}', to_jsonb($2::text)) where domain = $1`;
  return run(dataDir, [[text, [domain, checkFields]]]);
}

/** Whether payers may choose how much to pay on an invoice (R49). */
export function allowOwnAmounts(
  dataDir: string,
  { domain, isAllowed }: { domain: string; isAllowed: boolean },
): Promise<void> {
  const text = `update companies set rules =
    jsonb_set(rules, '{isOwnAmountAllowed}', to_jsonb($2::boolean)) where domain = $1`;
  return run(dataDir, [[text, [domain, isAllowed]]]);
}

const INSERT_API_KEY = `
  insert into api_keys (company_id, id, name, scopes, key_hash, hint, created_at)
  select company_id, gen_random_uuid(), 'Browser tests', '{read,write,money}', $2, 'qk_', now()
  from companies where domain = $1`;

/** Returns the key itself, because the database stores only its SHA-256 hash. */
export async function insertApiKey(dataDir: string, domain: string): Promise<string> {
  const key = `qk_${randomBytes(32).toString('base64url')}`;
  const hash = createHash('sha256').update(key).digest('hex');
  await run(dataDir, [[INSERT_API_KEY, [domain, hash]]]);
  return key;
}

const FAIL_PAYMENT = `
  with failed as (
    insert into attempts (company_id, id, request_id, invoice_id, customer_id, purpose, type, initiator,
      processor, method, state, amount_cents, fee_cents, credit_cents, response_code,
      response_message, created_at, settled_at)
    select r.company_id, gen_random_uuid(), r.id, i.id, i.customer_id, 'FULL_AMOUNT', 'PAYMENT', 'CIT',
      c.processor, 'CARD', 'FAILED', i.total_cents, 0, 0, 'authentication_required',
      'Your bank asks you to confirm this payment.', now(), now()
    from invoices i
    join requests r on r.company_id = i.company_id and r.invoice_id = i.id
    join companies c on c.company_id = i.company_id
    where i.account_ref = $1
    returning company_id, id, request_id
  )
  update capabilities link set recovers_attempt_id = failed.id from failed
  where link.company_id = failed.company_id and link.request_id = failed.request_id`;

/**
 * Records a charge that failed because the bank requires the payer's authentication. The payer can fix it through
 * the invoice's link.
 */
export function failPayment(dataDir: string, invoiceRef: string): Promise<void> {
  return run(dataDir, [[FAIL_PAYMENT, [invoiceRef]]]);
}

const HOLD_PAYMENT = `
  with held as (
    insert into attempts (company_id, id, request_id, invoice_id, customer_id, purpose, type, initiator,
      processor, method, state, amount_cents, fee_cents, credit_cents, quoted_cents, next_check_at,
      created_at)
    select r.company_id, gen_random_uuid(), r.id, i.id, i.customer_id, 'FULL_AMOUNT', 'PAYMENT', 'CIT',
      c.processor, 'CARD', 'UNKNOWN', i.total_cents, 0, 0, i.total_cents, now() + interval '1 day',
      now() - interval '2 hours'
    from invoices i
    join requests r on r.company_id = i.company_id and r.invoice_id = i.id
    join companies c on c.company_id = i.company_id
    where i.account_ref = $1
    returning company_id, invoice_id
  )
  update invoices set status = 'PENDING', status_before = status from held
  where invoices.company_id = held.company_id and invoices.id = held.invoice_id`;

export function holdPayment(dataDir: string, invoiceRef: string): Promise<void> {
  return run(dataDir, [[HOLD_PAYMENT, [invoiceRef]]]);
}

export async function forgetPasskeys(dataDir: string, domain: string): Promise<void> {
  const forget = `delete from staff_passkeys where company_id =
    (select company_id from companies where domain = $1)`;
  await run(dataDir, [[forget, [domain]]]);
}
