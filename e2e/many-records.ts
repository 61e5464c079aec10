/**
 * Seeds a company with many invoices: customers, a payment with postings for every fifth invoice, and a plan for
 * every tenth. The records are listed and summed, but never charged. Due dates are far from today, so that no job
 * sends reminders.
 */
import { run } from './database.ts';

/** The same name yields the same id, so that rows can refer to each other without a query. */
const FUNCTIONS = `
  create function pg_temp.id_of(name text) returns uuid language sql immutable as $$
    select overlay(overlay(md5(name) placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid $$;
  create function pg_temp.at_of(n bigint) returns timestamptz language sql stable as $$
    select date_trunc('second', now()) - n * interval '200 days' / $COUNT $$;`;

const STATEMENTS = [
  `insert into customers (company_id, id, first_name, last_name, customer_ref, internal_ref, created_at)
   select company_id, pg_temp.id_of('many customer ' || n),
     (array['Ada', 'Ben', 'Cleo', 'Dara', 'Eli', 'Fay'])[1 + n % 6],
     (array['Lund', 'Marsh', 'North', 'Oakes', 'Pine'])[1 + n % 5] || ' ' || n,
     'MC-' || n, 'many-customer-' || n, pg_temp.at_of(n * 20)
   from companies, generate_series(1, $COUNT / 20) n where domain = $1`,
  `insert into invoices (company_id, id, customer_id, account_ref, internal_ref, product_name, total_cents, paid_cents,
     due_on, opened_on, status, created_at)
   select company_id, pg_temp.id_of('many invoice ' || n), pg_temp.id_of('many customer ' || 1 + n % ($COUNT / 20)),
     'MI-' || lpad(n::text, 7, '0'), 'many-invoice-' || n, 'Service visit', 5000 + n % 90000,
     case when n % 10 < 8 then 5000 + n % 90000 else 0 end,
     case when n % 10 = 9 then date '2024-01-01' + n % 300 else date '2031-01-01' + n % 900 end,
     pg_temp.at_of(n)::date, case n % 10 when 8 then 'DUE' when 9 then 'IN_COLLECTION' else 'COLLECTED' end, pg_temp.at_of(n)
   from companies, generate_series(1, $COUNT) n where domain = $1`,
  `insert into attempts (company_id, id, request_id, invoice_id, customer_id, purpose, type, initiator, processor, method,
     state, amount_cents, fee_cents, credit_cents, method_brand, method_last4, processor_reference, created_at, settled_at)
   select company_id, pg_temp.id_of('many payment ' || n), pg_temp.id_of('many request ' || n),
     pg_temp.id_of('many invoice ' || n), pg_temp.id_of('many customer ' || 1 + n % ($COUNT / 20)), 'FULL_AMOUNT', 'PAYMENT',
     'CIT', processor, case when n % 4 = 0 then 'ACH' else 'CARD' end, case when n % 50 = 0 then 'FAILED' else 'SUCCEEDED' end,
     5000 + n % 90000, 150, 0, case when n % 4 = 0 then null else 'visa' end, lpad((n % 10000)::text, 4, '0'),
     'many-charge-' || n, pg_temp.at_of(n), pg_temp.at_of(n)
   from companies, generate_series(5, $COUNT, 5) n where domain = $1`,
  `insert into postings (company_id, attempt_id, customer_id, source, destination, amount_cents, at)
   select company_id, pg_temp.id_of('many payment ' || n), pg_temp.id_of('many customer ' || 1 + n % ($COUNT / 20)),
     case part when 1 then 'receivable:' || pg_temp.id_of('many invoice ' || n) else 'fee_income' end,
     'clearing:' || processor, case part when 1 then 5000 + n % 90000 else 150 end, pg_temp.at_of(n)
   from companies, generate_series(5, $COUNT, 5) n, generate_series(1, 2) part where domain = $1 and n % 50 <> 0`,
  `insert into plans (company_id, id, customer_id, invoice_id, mandate_id, amount_cents, fee_cents, count, anchor_on, state,
     created_at)
   select company_id, pg_temp.id_of('many plan ' || n), pg_temp.id_of('many customer ' || 1 + n % ($COUNT / 20)),
     pg_temp.id_of('many invoice ' || n), pg_temp.id_of('many mandate ' || n), 5000 + n % 90000, 150, 3, '2034-01-01',
     case n % 100 when 10 then 'LIVE' when 20 then 'DEFAULTED' else 'PAID_OFF' end, pg_temp.at_of(n)
   from companies, generate_series(10, $COUNT, 10) n where domain = $1`,
  `insert into installments (company_id, plan_id, customer_id, index, due_on, principal_cents, fee_cents, cost_cents, status)
   select company_id, pg_temp.id_of('many plan ' || n), pg_temp.id_of('many customer ' || 1 + n % ($COUNT / 20)), part,
     (date '2034-01-01' + make_interval(months => part))::date, 1700, 50, 1750,
     case when n % 100 = 10 and part > 1 then 'OPEN' else 'SUCCESS' end
   from companies, generate_series(10, $COUNT, 10) n, generate_series(1, 3) part where domain = $1`,
];

const TABLES = ['customers', 'invoices', 'attempts', 'postings', 'plans', 'installments'];

/** Rebuilding a table's indexes takes a fraction of the time of updating them for each row. */
const DROP_INDEXES = `
  create temp table dropped as
    select indexname, indexdef from pg_indexes
    where schemaname = 'public' and tablename = any(string_to_array('${TABLES.join()}', ','))
      and indexname not in (select conname from pg_constraint);
  do $$ declare name text; begin
    for name in select indexname from dropped loop execute format('drop index %I', name); end loop;
  end $$`;
const CREATE_INDEXES = `
  do $$ declare definition text; begin
    for definition in select indexdef from dropped loop execute definition; end loop;
  end $$`;

export async function insertManyRecords(
  dataDir: string,
  { domain, count }: { domain: string; count: number },
): Promise<void> {
  const counted = (text: string) => text.replaceAll('$COUNT', String(count));
  await run(dataDir, [
    // Skips foreign key checks and the triggers that maintain invoice sums, because nothing is paid.
    ['set session_replication_role = replica', []],
    ['set synchronous_commit = off', []],
    ["set maintenance_work_mem = '256MB'", []],
    [counted(FUNCTIONS), []],
    [DROP_INDEXES, []],
    ...STATEMENTS.map((text): [string, unknown[]] => [counted(text), [domain]]),
    [CREATE_INDEXES, []],
    [`vacuum analyze ${TABLES.join()}`, []],
  ]);
}
