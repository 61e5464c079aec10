/**
 * A consistent ledger of any size, written by a few statements: invoices paid in full, in a plan or scheduled, with
 * their attempts, postings and history. Everything in row `n` derives from its number, so that a processor stub can
 * list the same charges without reading the database.
 */

import { createHash } from 'node:crypto';
import { instant } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { type AttemptId, attemptIdSchema, type CompanyId } from '@quittance/contract/ids';
import type { Database } from '../../src/platform/database/database.ts';

export const LEDGER = { totalCents: 9000, feeCents: 300 } as const;

/** Within the period of a reconciliation. */
const SPREAD_MS = 2.5 * DAY_MS;

/** Eight of every ten invoices are paid, one is in a plan, and one is scheduled after a declined payment. */
export type Share = 'paid' | 'plan' | 'scheduled';

export function computeShare(number: number): Share {
  if (number % 10 === 0) return 'plan';
  return number % 10 === 1 ? 'scheduled' : 'paid';
}

/** Derives a version 4 UUID from a name, like `md5_uuid` in the statements. */
function toId(name: string): string {
  const hex = createHash('md5').update(name).digest('hex');
  const marked = `${hex.slice(0, 12)}4${hex.slice(13, 16)}8${hex.slice(17)}`;
  return marked.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function toAttemptId(number: number): AttemptId {
  return attemptIdSchema.parse(toId(`attempt ${number}`));
}

export type Ledger = { companyId: CompanyId; count: number; now: string };

export function toCreatedAt({ count, now }: Ledger, number: number) {
  const ms = Date.parse(now) - SPREAD_MS + Math.floor((number * SPREAD_MS) / (count + 1));
  return instant(new Date(ms).toISOString());
}

const FUNCTIONS = `
create function pg_temp.md5_uuid(name text) returns uuid language sql immutable as $$
  select overlay(overlay(md5(name) placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid $$;
create function pg_temp.at_of(n bigint) returns timestamptz language sql stable as $$
  select current_setting('ledger.now')::timestamptz - interval '${SPREAD_MS} milliseconds'
    + floor(n * ${SPREAD_MS} / (current_setting('ledger.count')::bigint + 1))
      * interval '1 millisecond' $$;`;

/** `c` is the company, and `n` is the number of the row. */
const STATEMENTS = [
  `insert into customers (company_id, id, first_name, last_name, customer_ref, internal_ref, created_at)
   select c, pg_temp.md5_uuid('customer ' || n), 'Ada', 'Lund', 'L-' || n, 'ledger-' || n, pg_temp.at_of(n)
   from numbers where n % 10 = 0`,
  `insert into payment_methods (company_id, id, customer_id, processor, kind, brand, last4, token_sealed, created_at)
   select c, pg_temp.md5_uuid('method ' || n), pg_temp.md5_uuid('customer ' || n), 'stripe', 'card', 'visa', '4242', 'x', pg_temp.at_of(n)
   from numbers where n % 10 = 0`,
  `insert into mandates (company_id, id, customer_id, method_id, purpose, kind, text, text_version, cap_cents, authorised_from_on, evidence, created_at)
   select c, pg_temp.md5_uuid('mandate ' || n), pg_temp.md5_uuid('customer ' || n), pg_temp.md5_uuid('method ' || n), 'PLAN', 'card', 'text', '1', 100000,
     pg_temp.at_of(n)::date, '{"ipAddress": "127.0.0.1", "userAgent": "test"}', pg_temp.at_of(n)
   from numbers where n % 10 = 0`,
  `insert into invoices (company_id, id, customer_id, account_ref, internal_ref, product_name, total_cents, paid_cents, due_on, opened_on, status, created_at)
   select c, pg_temp.md5_uuid('invoice ' || n), pg_temp.md5_uuid('customer ' || n / 10 * 10), 'LG-' || n, 'ledger-invoice-' || n, 'Filling', ${LEDGER.totalCents},
     case n % 10 when 0 then ${LEDGER.totalCents / 3} when 1 then 0 else ${LEDGER.totalCents} end,
     pg_temp.at_of(n)::date + 30, pg_temp.at_of(n)::date,
     case n % 10 when 0 then 'PAYMENT_PLAN_IN_PROGRESS' when 1 then 'PAYMENT_EXTENSION' else 'COLLECTED' end, pg_temp.at_of(n)
   from numbers`,
  `insert into requests (company_id, id, customer_id, kind, invoice_id, created_at)
   select c, pg_temp.md5_uuid('request ' || n), pg_temp.md5_uuid('customer ' || n / 10 * 10), 'INVOICE', pg_temp.md5_uuid('invoice ' || n), pg_temp.at_of(n)
   from numbers`,
  `insert into plans (company_id, id, customer_id, invoice_id, mandate_id, method_id, amount_cents, fee_cents, count, anchor_on, state, created_at)
   select c, pg_temp.md5_uuid('plan ' || n), pg_temp.md5_uuid('customer ' || n), pg_temp.md5_uuid('invoice ' || n), pg_temp.md5_uuid('mandate ' || n),
     pg_temp.md5_uuid('method ' || n), ${LEDGER.totalCents}, ${LEDGER.feeCents}, 3, pg_temp.at_of(n)::date, 'LIVE', pg_temp.at_of(n)
   from numbers where n % 10 = 0`,
  `insert into installments (company_id, plan_id, customer_id, index, due_on, principal_cents, fee_cents, cost_cents, status)
   select c, pg_temp.md5_uuid('plan ' || n), pg_temp.md5_uuid('customer ' || n), i, (pg_temp.at_of(n)::date + make_interval(months => i - 1))::date,
     ${LEDGER.totalCents / 3}, ${LEDGER.feeCents / 3}, ${(LEDGER.totalCents + LEDGER.feeCents) / 3}, case i when 1 then 'SUCCESS' else 'OPEN' end
   from numbers, generate_series(1, 3) i where n % 10 = 0`,
  `insert into schedules (company_id, id, customer_id, invoice_id, mandate_id, method_id, amount_cents, fee_cents, charge_on, state, created_at)
   select c, pg_temp.md5_uuid('schedule ' || n), pg_temp.md5_uuid('customer ' || n / 10 * 10), pg_temp.md5_uuid('invoice ' || n), pg_temp.md5_uuid('mandate ' || n / 10 * 10),
     pg_temp.md5_uuid('method ' || n / 10 * 10), ${LEDGER.totalCents}, ${LEDGER.feeCents}, pg_temp.at_of(n)::date + 20, 'LIVE', pg_temp.at_of(n)
   from numbers where n % 10 = 1`,
  `insert into attempts (company_id, id, request_id, invoice_id, customer_id, purpose, type, initiator, processor, method, state, amount_cents, fee_cents, credit_cents,
     plan_id, installment_from, installment_to, quoted_cents, processor_reference, response_code, decline_class, created_at, settled_at)
   select c, pg_temp.md5_uuid('attempt ' || n), pg_temp.md5_uuid('request ' || n), pg_temp.md5_uuid('invoice ' || n), pg_temp.md5_uuid('customer ' || n / 10 * 10),
     case n % 10 when 0 then 'PLAN' else 'FULL_AMOUNT' end, 'PAYMENT', 'CIT', 'stripe', 'CARD',
     case n % 10 when 1 then 'FAILED' else 'SUCCEEDED' end,
     case n % 10 when 0 then ${LEDGER.totalCents / 3} else ${LEDGER.totalCents} end, case n % 10 when 0 then ${LEDGER.feeCents / 3} else ${LEDGER.feeCents} end, 0,
     case n % 10 when 0 then pg_temp.md5_uuid('plan ' || n) end, case n % 10 when 0 then 1 end, case n % 10 when 0 then 1 end,
     case n % 10 when 0 then ${(LEDGER.totalCents + LEDGER.feeCents) / 3} else ${LEDGER.totalCents + LEDGER.feeCents} end,
     'ch_' || n, case n % 10 when 1 then '05' end, case n % 10 when 1 then 'soft' end, pg_temp.at_of(n), pg_temp.at_of(n)
   from numbers`,
  `insert into attempt_moves (company_id, attempt_id, customer_id, from_state, to_state, source, at)
   select c, pg_temp.md5_uuid('attempt ' || n), pg_temp.md5_uuid('customer ' || n / 10 * 10), 'SENT', case n % 10 when 1 then 'FAILED' else 'SUCCEEDED' end, 'answer', pg_temp.at_of(n)
   from numbers`,
  `insert into postings (company_id, attempt_id, customer_id, source, destination, amount_cents, at)
   select c, pg_temp.md5_uuid('attempt ' || n), pg_temp.md5_uuid('customer ' || n / 10 * 10), source, 'clearing:stripe', case n % 10 when 0 then cents / 3 else cents end, pg_temp.at_of(n)
   from numbers, lateral (values ('receivable:' || pg_temp.md5_uuid('invoice ' || n), ${LEDGER.totalCents}), ('fee_income', ${LEDGER.feeCents})) as entry (source, cents)
   where n % 10 <> 1`,
  // Does the same as the trigger on invoices, which does not fire here.
  `insert into balance_changes (company_id, customer_id, status, total_cents, paid_cents)
   select company_id, customer_id, status, sum(total_cents), sum(paid_cents) from invoices
   where company_id = (select min(c::text)::uuid from numbers) group by 1, 2, 3`,
];

/** Writes rows 0 to `count` − 1. `count` must be a multiple of ten. Foreign keys are not checked while writing. */
export async function seedLedger({ pool }: Pick<Database, 'pool'>, ledger: Ledger): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set session_replication_role = replica');
    await client.query(`set ledger.now = '${ledger.now}'; set ledger.count = '${ledger.count}'`);
    await client.query(FUNCTIONS);
    const numbers = `with numbers as (select '${ledger.companyId}'::uuid as c, n
      from generate_series(0, ${ledger.count - 1}) n)`;
    for (const statement of STATEMENTS) await client.query(`${numbers} ${statement}`);
    await client.query('analyze');
  } finally {
    client.release(true);
  }
}
