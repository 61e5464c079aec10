/**
 * All invariants that SQL can check. On small databases, a single statement checks them. The nightly check runs the
 * same queries one after another, so that it needs only the memory of one query.
 */
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { MONEY } from './money.ts';
import { type InvariantQuery, OPEN } from './query.ts';
import { STATE } from './state.ts';

const SUMS = `(
  select p.company_id, p.attempt_id, sum(p.amount_cents) as amount, sum(p.fee_cents) as fee,
    sum(p.credit_cents) as credit, sum(p.refunded_cents) as refunded
  from attempt_parts p group by p.company_id, p.attempt_id)`;

/** Staff state what arrived: what exceeds the invoices is credit (R116). */
const IS_RECORDED = `(a.type = 'PAYMENT' and a.processor = 'manual')`;

/** The invariants of payments on several invoices (R48): the parts add up to the payment, to the cent. */
const PARTS: readonly InvariantQuery[] = [
  {
    invariant:
      'M12: a payment on several invoices is the sum of its parts, fee and credit included',
    sql: `select a.id::text as subject from attempts a
      left join ${SUMS} s on s.company_id = a.company_id and s.attempt_id = a.id
      where (a.purpose = 'INVOICES') <> (s.attempt_id is not null)
          and not (${IS_RECORDED} and a.credit_cents = a.amount_cents)
        or (s.attempt_id is not null and (s.fee <> a.fee_cents or a.invoice_id is not null
          or s.amount - s.credit <> a.amount_cents - a.credit_cents
          or (s.credit <> a.credit_cents and not (${IS_RECORDED} and s.credit = 0))))`,
  },
  {
    invariant:
      'M12: what is written off with a payment was paid with it, and not more than one time',
    sql: `select w.id::text as subject from attempts w
      where w.method = 'WRITE_OFF' and 1 <> (select count(*) from attempts a
        join attempt_parts p on p.company_id = a.company_id and p.attempt_id = a.id
        where a.company_id = w.company_id and a.request_id = w.request_id and a.id <> w.id
          and p.invoice_id = w.invoice_id and a.state = w.state and ${IS_RECORDED})`,
  },
  {
    invariant: 'M12: the refunds of a payment on several invoices fall on its parts, to the cent',
    sql: `select s.attempt_id::text as subject from ${SUMS} s
      left join (select r.company_id, r.attempt_id, sum(r.principal_cents) as principal
        from refunds r group by r.company_id, r.attempt_id) r
        on r.company_id = s.company_id and r.attempt_id = s.attempt_id
      where s.refunded <> coalesce(r.principal, 0)`,
  },
  {
    invariant: 'M12: the fee of the first parts together is the rounded share of their sum',
    sql: `select f.attempt_id::text as subject from (
        select p.attempt_id, sum(p.fee_cents) over w as fee, sum(p.amount_cents) over w as amount,
          a.fee_cents as whole_fee, a.amount_cents as whole
        from attempt_parts p
        join attempts a on a.company_id = p.company_id and a.id = p.attempt_id
        window w as (partition by p.company_id, p.attempt_id order by p.position)) f
      where f.fee <> div(2 * f.whole_fee * f.amount + f.whole, 2 * f.whole)`,
  },
  {
    invariant: 'M12: what left the receivable of an invoice by a payment on several is its part',
    sql: `select p.attempt_id || ':' || p.invoice_id as subject from attempt_parts p
      join attempts a on a.company_id = p.company_id and a.id = p.attempt_id
      left join (select m.company_id, m.attempt_id, m.account, sum(m.amount_cents) as moved from (
          select company_id, attempt_id, source as account, amount_cents from postings
          union all
          select company_id, attempt_id, destination, -amount_cents from postings) m
        group by m.company_id, m.attempt_id, m.account) m
        on m.company_id = p.company_id and m.attempt_id = p.attempt_id
          and m.account = 'receivable:' || p.invoice_id
      where coalesce(m.moved, 0) <> case when a.state = 'SUCCEEDED'
        then p.amount_cents - p.credit_cents - p.refunded_cents else 0 end`,
  },
  {
    invariant: 'M12: the parts of an open payment hold their invoices, and only they do',
    sql: `select p.attempt_id::text as subject from attempt_parts p
      join attempts a on a.company_id = p.company_id and a.id = p.attempt_id
      where p.is_open <> (a.state in ${OPEN})`,
  },
  {
    invariant: 'M12: a payment on several invoices pays those of one customer',
    sql: `select p.attempt_id::text as subject from attempt_parts p
      join attempts a on a.company_id = p.company_id and a.id = p.attempt_id
      join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
      where i.customer_id <> a.customer_id or p.customer_id <> a.customer_id`,
  },
];

const ARRANGED = ['schedules', 'plans', 'auto_pay_charges']
  .map(
    (table) => `select p.id, p.company_id, p.customer_id, p.method_id from ${table} p
      where p.state = 'LIVE'`,
  )
  .join('\nunion all\n');

/**
 * The invariants of payment methods: removed methods are never charged (S5), and a method setup has its order only
 * while it is open.
 */
const METHODS: readonly InvariantQuery[] = [
  {
    invariant: 'S5: a live arrangement has a method of its customer that is not removed',
    sql: `select p.id::text as subject from (${ARRANGED}) p
      join payment_methods m on m.company_id = p.company_id and m.id = p.method_id
      where m.state = 'removed' or m.customer_id <> p.customer_id`,
  },
  {
    invariant: 'S6: active auto-pay has a live mandate and a method that is not removed',
    sql: `select c.id::text as subject from customers c
      left join mandates d on d.company_id = c.company_id and d.id = c.auto_pay_mandate_id
      left join payment_methods m on m.company_id = c.company_id and m.id = c.auto_pay_method_id
      where c.is_auto_pay_active and (m.id is null or m.state = 'removed'
        or d.id is null or d.revoked_at is not null or d.method_id <> m.id)`,
  },
  {
    invariant: 'a method setup has its method once it is saved, and its order until then',
    sql: `select s.id::text as subject from method_setups s
      where (s.state = 'KEPT') <> (s.method_id is not null)
        or (s.state in ('SENT', 'ACTION_REQUIRED')) <> (s.order_sealed is not null)
        or (s.state in ('SENT', 'ACTION_REQUIRED')) <> (s.next_check_at is not null)`,
  },
];

export type Violation = { invariant: string; subject: string };

export const INVARIANTS = [...MONEY, ...PARTS, ...STATE, ...METHODS];

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const ACROSS = '/* across companies: an invariant holds for all of them */';

export const INVARIANT_QUERY = INVARIANTS.map(
  ({ invariant, sql: query }, index) =>
    `select ${quoted(invariant)}::text as invariant, q${index}.subject from (${query}) q${index}`,
).join(`\nunion all ${ACROSS}\n`);

/** Limit per invariant: a systematic violation must not exhaust memory or flood the log. */
const VIOLATIONS_MAX = 100;

/**
 * Settings for a transaction of queries over all rows. Only hash joins are allowed: their work is proportional to
 * the number of rows, regardless of the planner's estimates. The usual statement timeout is meant for requests.
 */
export const NIGHTLY_SETTINGS = [
  'set transaction isolation level repeatable read, read only',
  "set local statement_timeout = '10min'",
  "set local work_mem = '32MB'",
  'set local enable_nestloop = off',
  'set local enable_mergejoin = off',
] as const;

/** Materialized, because otherwise the limit makes the planner prefer plans that return the first rows early. */
export function nightlyQuery({ sql: query }: InvariantQuery): string {
  return `with q as materialized (${query}) select q.subject from q limit ${VIOLATIONS_MAX} ${ACROSS}`;
}

function readSubjects({ asSystem }: Pick<Database, 'asSystem'>, query: InvariantQuery) {
  return asSystem(async (tx) => {
    for (const setting of NIGHTLY_SETTINGS) await tx.execute(sql.raw(setting));
    const { rows } = await tx.execute<{ subject: string }>(sql.raw(nightlyQuery(query)));
    return rows.map(({ subject }) => subject);
  });
}

export type NightlyCheck = {
  violations: Violation[];
  /** Invariants whose query failed. */
  unchecked: { invariant: string; error: unknown }[];
};

/** Each query has a transaction of its own, so that an error ends no other. */
export async function readViolations(
  database: Pick<Database, 'asSystem'>,
  queries: readonly InvariantQuery[] = INVARIANTS,
): Promise<NightlyCheck> {
  const check: NightlyCheck = { violations: [], unchecked: [] };
  for (const query of queries) {
    const { invariant } = query;
    try {
      const subjects = await readSubjects(database, query);
      check.violations.push(...subjects.map((subject) => ({ invariant, subject })));
    } catch (error) {
      check.unchecked.push({ invariant, error });
    }
  }
  return check;
}
