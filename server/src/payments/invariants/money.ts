/**
 * The money invariants. Each compares a stored amount with a second derivation. M4 and M5 need the
 * processor's records and are checked in reconciliation/check-processor-records.ts.
 */
import { type InvariantQuery, netOutflow, netOutflowLike, OPEN } from './query.ts';

/**
 * Per attempt: the sum of its completed refunds, and of those that the processor lists. A refund that failed after
 * its payment was returned leaves its principal settled (R42). Any other failed refund has no principal.
 */
const REFUNDS = `(
  select r.company_id, r.attempt_id,
    coalesce(sum(r.amount_cents) filter (where r.state = 'SUCCEEDED'), 0) as refunded,
    coalesce(sum(r.amount_cents) filter (where r.state = 'SUCCEEDED'
      and r.origin not in ('DISPUTE', 'MANUAL')), 0) as listed,
    coalesce(sum(r.amount_cents) filter (where r.state = 'FAILED'), 0) as failed,
    coalesce(sum(r.principal_cents), 0) as principal,
    coalesce(sum(case when r.is_owed_again then r.principal_cents
      else least(r.principal_cents, r.credit_cents) end), 0) as owed_again
  from refunds r where r.state in ('SUCCEEDED', 'FAILED') group by r.company_id, r.attempt_id)`;

/** Per attempt: the sums of its postings by account, the refunded amount, and the amount held by disputes. */
const MOVED = `(
  select a.id, a.state, a.amount_cents, a.fee_cents, a.credit_cents, a.refunded_cents,
    -${netOutflowLike('clearing:%')} - ${netOutflow("'credit_notes'")} - ${netOutflow("'write_offs'")}
      - case a.method when 'CREDIT' then ${netOutflowLike('customer_credit:%')} else 0 end as cleared,
    ${netOutflowLike('receivable:%')} as received,
    ${netOutflow("'fee_income'")} as fee,
    case a.method when 'CREDIT' then 0 else ${netOutflowLike('customer_credit:%')} end as credited,
    -${netOutflow("'returns'")} as returning,
    -${netOutflowLike('disputed:%')} as disputed,
    count(p.id) as count,
    coalesce(min(r.refunded), 0) as refunded, coalesce(min(r.listed), 0) as listed,
    coalesce(min(r.failed), 0) as failed,
    coalesce(min(r.principal), 0) as principal, coalesce(min(d.held), 0) as held
  from attempts a
  left join postings p on p.company_id = a.company_id and p.attempt_id = a.id
  left join ${REFUNDS} r on r.company_id = a.company_id and r.attempt_id = a.id
  left join (select d.company_id, d.attempt_id, sum(d.amount_cents) as held from disputes d
    where d.state = 'OPEN' group by d.company_id, d.attempt_id) d
    on d.company_id = a.company_id and d.attempt_id = a.id
  group by a.company_id, a.id)`;

/** The amount each attempt pays on an invoice, alone or as a part (R48), with the principal of its refunds. */
const PAYS = `(
  select a.company_id, a.invoice_id, a.type, a.method, a.state, a.amount_cents, a.credit_cents,
    coalesce(r.principal, 0) as principal, coalesce(r.owed_again, 0) as owed_again
  from attempts a
  left join ${REFUNDS} r on r.company_id = a.company_id and r.attempt_id = a.id
  where a.invoice_id is not null and a.method <> 'UNCOLLECTIBLE'
  union all
  select p.company_id, p.invoice_id, a.type, a.method, a.state, p.amount_cents, p.credit_cents,
    p.refunded_cents, p.owed_again_cents
  from attempt_parts p
  join attempts a on a.company_id = p.company_id and a.id = p.attempt_id)`;

/**
 * Per invoice: the succeeded amount and the principal of its refunds. A refund leaves the invoice paid unless the
 * company wants it paid again (R39).
 */
const ON_INVOICE = `(
  select a.company_id, a.invoice_id,
    coalesce(sum(a.amount_cents - a.credit_cents) filter (where a.state = 'SUCCEEDED'), 0)
      + coalesce(sum(a.principal - a.owed_again) filter (where a.state = 'RETURNED'), 0)
      - coalesce(sum(a.owed_again) filter (where a.state = 'SUCCEEDED'), 0) as paid,
    coalesce(sum(a.principal - a.owed_again), 0) as refunded,
    coalesce(sum(case a.state when 'SUCCEEDED' then a.amount_cents - a.credit_cents
      when 'RETURNED' then a.principal end) filter (where a.type <> 'COMPENSATION'), 0) as money,
    coalesce(sum(a.amount_cents)
      filter (where a.state = 'SUCCEEDED' and a.method in ('NEGOTIATION', 'WRITE_OFF')), 0) as waived,
    coalesce(sum(a.amount_cents - a.credit_cents)
      filter (where a.state = 'SUCCEEDED' and a.method in ('CREDIT_NOTE', 'CREDIT')), 0) as credited,
    coalesce(sum(a.principal), 0) as given_back,
    coalesce(sum(a.owed_again), 0) as owed_again
  from ${PAYS} a
  group by a.company_id, a.invoice_id)`;

const RECEIVED = `(
  select m.company_id, m.account, sum(m.amount_cents) as amount_cents from (
    select p.company_id, p.attempt_id, p.source as account, p.amount_cents from postings p
    union all
    select p.company_id, p.attempt_id, p.destination, -p.amount_cents from postings p) m
  join attempts a on a.company_id = m.company_id and a.id = m.attempt_id and a.method <> 'UNCOLLECTIBLE'
  where m.account like 'receivable:%'
  group by m.company_id, m.account)`;

/** Attempts that give a customer credit, or use it. */
const OF_CREDIT = `(a.method in ('CREDIT_NOTE', 'CREDIT') or (a.type = 'PAYMENT' and a.processor = 'manual'))`;

/** Per source: what of its credit was used. */
const USED = `(
  select u.company_id, u.source_id, sum(u.amount_cents) as used from credit_uses u
  group by u.company_id, u.source_id)`;

/** Per invoice: what notes that stand excused, and what refunds on their way give back and is not owed again. */
const NOTED = `(
  select a.company_id, a.invoice_id, sum(a.amount_cents) as noted from attempts a
  where a.method = 'CREDIT_NOTE' and a.state = 'SUCCEEDED' group by a.company_id, a.invoice_id)`;

const REFUNDING = `(
  select r.company_id, (p.part ->> 'invoiceId')::uuid as invoice_id,
    sum((p.part ->> 'refundingCents')::bigint) as refunding
  from refunds r cross join lateral jsonb_array_elements(r.reserved) as p (part)
  where r.state in ('REQUESTED', 'SENT', 'PENDING') group by 1, 2)`;

/** Per customer: what their invoices leave to give back, and what of that they paid or still owe. */
const LEFT = `(
  select i.company_id, i.customer_id,
    sum(i.total_cents - coalesce(n.noted, 0) - coalesce(s.waived, 0)
      - coalesce(s.given_back - s.owed_again, 0)) as left_cents,
    sum(i.paid_before_cents + coalesce(s.money - s.given_back, 0) + i.balance_cents) as kept_cents
  from invoices i
  left join ${NOTED} n on n.company_id = i.company_id and n.invoice_id = i.id
  left join ${ON_INVOICE} s on s.company_id = i.company_id and s.invoice_id = i.id
  group by i.company_id, i.customer_id)`;

/** Per customer: what was received beyond the invoices, less the credit that was paid out. */
const BEYOND = `(
  select a.company_id, a.customer_id,
    sum(case a.method when 'CREDIT_NOTE' then 0 else a.credit_cents end - coalesce(r.refunded, 0)) as beyond
  from attempts a left join ${REFUNDS} r on r.company_id = a.company_id and r.attempt_id = a.id
  where a.method <> 'CREDIT' and ${OF_CREDIT} and a.state = 'SUCCEEDED'
  group by a.company_id, a.customer_id)`;

/** Per customer: the credit that refunds on their way pay out. */
const HELD = `(
  select u.company_id, u.customer_id, sum(u.amount_cents) as held from credit_uses u
  join refunds r on r.company_id = u.company_id and r.id = u.refund_id
  where r.state in ('REQUESTED', 'SENT', 'PENDING') group by u.company_id, u.customer_id)`;

const ENTITLEMENT: readonly InvariantQuery[] = [
  {
    invariant:
      'M15: what customers paid or owe, less their credit, is what their invoices leave to give back',
    sql: `select c.id::text as subject from customers c
      join ${LEFT} l on l.company_id = c.company_id and l.customer_id = c.id
      left join ${BEYOND} b on b.company_id = c.company_id and b.customer_id = c.id
      left join ${HELD} h on h.company_id = c.company_id and h.customer_id = c.id
      where l.kept_cents + coalesce(b.beyond, 0) - c.credit_cents - coalesce(h.held, 0) <> l.left_cents`,
  },
  {
    invariant:
      'M15: notes, waivers and refunds excuse or give back at most the total of an invoice',
    sql: `select i.account_ref as subject from invoices i
      left join ${NOTED} n on n.company_id = i.company_id and n.invoice_id = i.id
      left join ${REFUNDING} r on r.company_id = i.company_id and r.invoice_id = i.id
      left join ${ON_INVOICE} s on s.company_id = i.company_id and s.invoice_id = i.id
      where coalesce(n.noted, 0) + coalesce(s.waived, 0) + coalesce(s.given_back - s.owed_again, 0)
        + coalesce(r.refunding, 0) > i.total_cents`,
  },
  {
    invariant:
      'M15: an invoice says what its notes excused, and what refunds on their way give back',
    sql: `select i.account_ref as subject from invoices i
      left join ${NOTED} n on n.company_id = i.company_id and n.invoice_id = i.id
      left join ${REFUNDING} r on r.company_id = i.company_id and r.invoice_id = i.id
      where i.noted_cents <> coalesce(n.noted, 0) or i.refunding_cents <> coalesce(r.refunding, 0)`,
  },
  {
    invariant:
      'M16: what is given up of an invoice is its balance while it is written off, and nothing before or after',
    sql: `select i.account_ref as subject from invoices i
      left join (select a.company_id, a.invoice_id, sum(a.amount_cents) as given_up from attempts a
        where a.method = 'UNCOLLECTIBLE' and a.state = 'SUCCEEDED' group by a.company_id, a.invoice_id) g
        on g.company_id = i.company_id and g.invoice_id = i.id
      where coalesce(g.given_up, 0) <> case when i.written_off_at is not null and i.voided_at is null
        then i.total_cents - i.paid_cents else 0 end`,
  },
  {
    invariant: 'M15: a voided invoice has no credit note that stands',
    sql: `select i.account_ref as subject from invoices i
      join ${NOTED} n on n.company_id = i.company_id and n.invoice_id = i.id
      where i.voided_at is not null`,
  },
];

const CREDIT_NOTES: readonly InvariantQuery[] = [
  {
    invariant: 'M13: the credit of a customer is what its sources gave, less what was used',
    sql: `select c.id::text as subject from customers c
      left join (select a.company_id, a.customer_id, sum(a.credit_cents - a.credit_used_cents) as unused
        from attempts a where a.method <> 'CREDIT' and ${OF_CREDIT} and a.state = 'SUCCEEDED'
        group by a.company_id, a.customer_id) n on n.company_id = c.company_id and n.customer_id = c.id
      where c.credit_cents <> coalesce(n.unused, 0)`,
  },
  {
    invariant: 'M13: the credit of a customer is what the ledger says',
    sql: `select c.id::text as subject from customers c
      left join (select a.company_id, a.customer_id, ${netOutflowLike('customer_credit:%')} as unused
        from attempts a join postings p on p.company_id = a.company_id and p.attempt_id = a.id
        where ${OF_CREDIT} group by a.company_id, a.customer_id) n
        on n.company_id = c.company_id and n.customer_id = c.id
      left join ${HELD} r on r.company_id = c.company_id and r.customer_id = c.id
      where c.credit_cents + coalesce(r.held, 0) <> coalesce(n.unused, 0)`,
  },
  {
    invariant: 'M13: credit is used as often as its uses say, of sources of the same customer',
    sql: `select a.id::text as subject from attempts a
      left join ${USED} u on u.company_id = a.company_id and u.source_id = a.id
      where a.credit_used_cents <> coalesce(u.used, 0)
      union all
      select u.id::text from credit_uses u
      join attempts a on a.company_id = u.company_id and a.id = u.source_id
      where a.customer_id <> u.customer_id or a.state <> 'SUCCEEDED'`,
  },
  {
    invariant: 'M13: applied credit and refunds of credit have used exactly their amount',
    sql: `select a.id::text as subject from attempts a
      left join (select u.company_id, u.attempt_id, sum(u.amount_cents) as used from credit_uses u
        group by u.company_id, u.attempt_id) u on u.company_id = a.company_id and u.attempt_id = a.id
      where a.method = 'CREDIT' and coalesce(u.used, 0)
        <> case a.state when 'SUCCEEDED' then a.amount_cents else 0 end
      union all
      select r.id::text from refunds r
      left join (select u.company_id, u.refund_id, sum(u.amount_cents) as used from credit_uses u
        group by u.company_id, u.refund_id) u on u.company_id = r.company_id and u.refund_id = r.id
      where case when r.state in ('REQUESTED', 'SENT', 'PENDING') then r.credit_cents else 0 end
        <> coalesce(u.used, 0) and not (r.origin = 'MANUAL' and r.state = 'SUCCEEDED')`,
  },
  {
    invariant: 'M13: credit is given and used on invoices of its own customer, and has a number',
    sql: `select a.id::text as subject from attempts a
      left join invoices i on i.company_id = a.company_id and i.id = a.invoice_id
      where a.method in ('CREDIT_NOTE', 'CREDIT') and (i.customer_id is distinct from a.customer_id
        or a.state not in ('SUCCEEDED', 'RETURNED')
        or (a.method = 'CREDIT_NOTE' and a.reference is null))`,
  },
];

const PAYOUTS: readonly InvariantQuery[] = [
  {
    invariant: 'M14: a payout in the journal has all its lines, and the fees that they add up to',
    sql: `select p.processor_reference as subject from payouts p
      left join (select l.company_id, l.payout_id, count(*) as lines,
          sum(case l.kind when 'FEE' then l.fee_cents - l.gross_cents else l.fee_cents end) as fees
        from payout_lines l group by l.company_id, l.payout_id) l
        on l.company_id = p.company_id and l.payout_id = p.id
      where p.booked_at is not null and (p.line_count <> coalesce(l.lines, 0) or p.fee_cents <> coalesce(l.fees, 0))`,
  },
  {
    invariant: 'M14: what a payout contains of payments leaves the clearing account in the journal',
    sql: `select l.processor_reference as subject from payout_lines l
      where l.attempt_id is not null and not l.is_ours`,
  },
];

export const MONEY: readonly InvariantQuery[] = [
  ...ENTITLEMENT,
  ...CREDIT_NOTES,
  ...PAYOUTS,
  {
    invariant: 'M1: the postings of an attempt balance over all accounts',
    sql: `select m.id::text as subject from ${MOVED} m
      where m.cleared + m.returning + m.disputed <> m.received + m.fee + m.credited
        or m.returning < 0`,
  },
  {
    invariant: 'M1: what a dispute holds is in the account for it',
    sql: `select m.id::text as subject from ${MOVED} m where m.disputed <> m.held`,
  },
  {
    invariant: 'M1: the postings of an attempt are of its own company',
    sql: `select p.attempt_id::text as subject from postings p
      left join attempts a on a.company_id = p.company_id and a.id = p.attempt_id
      where a.id is null`,
  },
  {
    invariant: 'M2: an invoice has been paid what its attempts succeeded with, less the returned',
    sql: `select i.account_ref as subject from invoices i
      left join ${ON_INVOICE} s on s.company_id = i.company_id and s.invoice_id = i.id
      where i.paid_cents <> i.paid_before_cents + coalesce(s.paid, 0)`,
  },
  {
    invariant: 'M2: an invoice has been paid what left its receivable account, refunds included',
    sql: `select i.account_ref as subject from invoices i
      left join ${RECEIVED} r on r.company_id = i.company_id and r.account = 'receivable:' || i.id
      left join ${ON_INVOICE} s on s.company_id = i.company_id and s.invoice_id = i.id
      where i.paid_cents <> i.paid_before_cents + coalesce(r.amount_cents, 0)
        + coalesce(s.refunded, 0)`,
  },
  {
    invariant:
      'M2: an invoice owes its total less what was paid before, credited, waived and paid (R91)',
    sql: `select i.account_ref as subject from invoices i
      left join ${ON_INVOICE} s on s.company_id = i.company_id and s.invoice_id = i.id
      where i.balance_cents <> i.total_cents - i.paid_before_cents - coalesce(s.credited, 0) - coalesce(s.waived, 0)
          - coalesce(s.money, 0) + coalesce(s.owed_again, 0)
        or i.credited_cents <> coalesce(s.credited, 0)
        or i.waived_cents <> coalesce(s.waived, 0)
        or i.refunded_cents <> coalesce(s.given_back, 0)
        or i.owed_again_cents <> coalesce(s.owed_again, 0)`,
  },
  {
    invariant: 'M2: no more left the receivable of an order than was paid on it',
    sql: `select o.order_ref as subject from orders o
      left join ${RECEIVED} r
        on r.company_id = o.company_id and r.account = 'receivable:order:' || o.id
      where o.paid_cents < coalesce(r.amount_cents, 0)`,
  },
  {
    invariant: 'M2: an estimate has been paid what left its receivable account, refunds included',
    sql: `select e.estimate_ref as subject from estimates e
      left join ${RECEIVED} r
        on r.company_id = e.company_id and r.account = 'receivable:estimate:' || e.id
      left join (
        select q.company_id, q.estimate_id, sum(f.principal) as refunded from requests q
        join attempts a on a.company_id = q.company_id and a.request_id = q.id
        join ${REFUNDS} f on f.company_id = a.company_id and f.attempt_id = a.id
        where q.estimate_id is not null group by q.company_id, q.estimate_id) s
        on s.company_id = e.company_id and s.estimate_id = e.id
      where e.paid_cents <> coalesce(r.amount_cents, 0) + coalesce(s.refunded, 0)`,
  },
  {
    invariant: 'M3: nothing is paid beyond what is owed, nor less than nothing',
    sql: `select i.account_ref as subject from invoices i
      where i.paid_cents not between 0 and i.total_cents`,
  },
  {
    invariant: 'M3: an overpayment has a refund, unless it was returned',
    sql: `select o.id::text as subject from (
        select a.company_id, a.id, a.fee_cents, a.credit_cents - coalesce(f.credited, 0) as overpaid
        from attempts a
        left join (select r.company_id, r.attempt_id, sum(r.credited_cents) as credited from refunds r
          group by r.company_id, r.attempt_id) f on f.company_id = a.company_id and f.attempt_id = a.id
        where a.state = 'SUCCEEDED' and a.processor <> 'manual') o
      where o.overpaid <> 0 and not exists (
        select 1 from refunds r where r.company_id = o.company_id and r.attempt_id = o.id
          and r.origin = 'OVERPAYMENT' and r.amount_cents between o.overpaid and o.overpaid + o.fee_cents)`,
  },
  {
    invariant:
      'M5: the postings of a refund are its amount once it is made, and nothing before or after',
    sql: `select r.id::text as subject from refunds r
      left join (select p.company_id, p.refund_id,
          sum(case when p.source like 'clearing:%' then p.amount_cents else -p.amount_cents end) as given
        from postings p where p.refund_id is not null group by p.company_id, p.refund_id) p
        on p.company_id = r.company_id and p.refund_id = r.id
      where coalesce(p.given, 0) <> case when r.state = 'SUCCEEDED' then r.amount_cents else 0 end`,
  },
  {
    invariant: 'M5: a succeeded attempt has its postings to the cent, and only it has',
    sql: `select m.id::text as subject from ${MOVED} m
      where (m.state = 'SUCCEEDED' and (
          m.cleared <> m.amount_cents + m.fee_cents - m.refunded - m.held
          or m.received <> m.amount_cents - m.credit_cents - m.principal))
        or (m.state = 'RETURNED' and (m.received <> 0 or m.fee <> 0
          or m.credited not between 0 and m.failed or m.returning > m.refunded or m.count = 0))
        or (m.state not in ('SUCCEEDED', 'RETURNED') and m.count > 0)`,
  },
  {
    invariant:
      'M5: an attempt is refunded by what its refunds add up to, and never more than it took',
    sql: `select m.id::text as subject from ${MOVED} m
      where m.refunded_cents <> m.listed or m.listed > m.amount_cents + m.fee_cents`,
  },
  {
    invariant: 'M5: what we refund of an attempt adds up to what it took, or less',
    sql: `select t.attempt_id::text as subject from (
        select r.attempt_id, a.amount_cents + a.fee_cents as taken, sum(r.amount_cents) as refunded
        from refunds r
        join attempts a on a.company_id = r.company_id and a.id = r.attempt_id
        where r.origin in ('OVERPAYMENT', 'PROVIDER', 'MANUAL') and r.state <> 'FAILED'
        group by r.company_id, r.attempt_id, a.amount_cents, a.fee_cents) t
      where t.refunded > t.taken`,
  },
  {
    invariant: 'M6: at most one open attempt per invoice',
    sql: `select a.invoice_id::text as subject from ${PAYS} a
      where a.state in ${OPEN}
      group by a.company_id, a.invoice_id having count(*) > 1`,
  },
  {
    invariant: 'M6: at most one open attempt per request',
    sql: `select a.request_id::text as subject from attempts a
      where a.state in ${OPEN} group by a.company_id, a.request_id having count(*) > 1`,
  },
  {
    invariant: 'M6: one attempt per occurrence and attempt number, and at most one open',
    sql: `select a.occurrence_of as subject from attempts a
      where a.occurrence_of is not null
      group by a.company_id, a.occurrence_of, a.occurrence_on
      having count(*) <> count(distinct a.try_number)
        or count(*) filter (where a.state in ${OPEN}) > 1`,
  },
  {
    invariant: 'M7: the installments of a plan add up to its amount and its fee',
    sql: `select t.id::text as subject from (
        select p.id, p.amount_cents, p.fee_cents, p.count, m.purpose,
          sum(i.principal_cents) as principal, sum(i.fee_cents) as fee, sum(i.cost_cents) as cost,
          count(*) as parts, max(i.cost_cents) - min(i.cost_cents) as spread
        from plans p
        join installments i on i.company_id = p.company_id and i.plan_id = p.id
        join mandates m on m.company_id = p.company_id and m.id = p.mandate_id
        group by p.company_id, p.id, p.amount_cents, p.fee_cents, p.count, m.purpose) t
      where t.principal <> t.amount_cents or t.fee <> t.fee_cents
        or t.cost <> t.amount_cents + t.fee_cents
        or t.parts <> t.count
        or (t.spread > 1 and t.purpose not in ('CHANGE_PM', 'CHANGE_PLAN'))`,
  },
  {
    invariant: 'M7: the paid installments of a plan were paid by its payments',
    sql: `select n.plan_id::text as subject from (
        select n.company_id, n.plan_id, sum(n.principal_cents) as paid from installments n
        where n.status = 'SUCCESS' group by n.company_id, n.plan_id) n
      left join (select a.company_id, a.plan_id,
          sum(case a.state when 'SUCCEEDED' then a.amount_cents else coalesce(r.principal, 0) end) as paid
        from attempts a
        left join ${REFUNDS} r on r.company_id = a.company_id and r.attempt_id = a.id
        where a.plan_id is not null and a.state in ('SUCCEEDED', 'RETURNED')
        group by a.company_id, a.plan_id) a on a.company_id = n.company_id and a.plan_id = n.plan_id
      where n.paid > coalesce(a.paid, 0)`,
  },
  {
    invariant: 'M8: settled attempts have a settlement time, open ones do not',
    sql: `select a.id::text as subject from attempts a
      where a.state <> 'CREATED' and (a.settled_at is null) <> (a.state in ${OPEN})`,
  },
  {
    invariant: 'M9: a payer is charged what was quoted, fee included',
    sql: `select a.id::text as subject from attempts a
      where a.quoted_cents is not null and a.quoted_cents <> a.amount_cents + a.fee_cents`,
  },
  {
    invariant: 'M10: money is stored in whole cents',
    sql: `select c.relname || '.' || t.attname as subject from pg_attribute t
      join pg_class c on c.oid = t.attrelid and c.relkind = 'r'
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where t.attname like '%\\_cents' and t.attnum > 0 and t.atttypid <> 'bigint'::regtype`,
  },
  {
    invariant: 'M11: the recorded changes of a balance add up to the invoices',
    sql: `select b.customer_id || ':' || b.status as subject from (
        select i.company_id, i.customer_id, i.status, i.total_cents, i.paid_cents from invoices i
        union all
        select c.company_id, c.customer_id, c.status, -c.total_cents, -c.paid_cents
        from balance_changes c) b
      group by b.company_id, b.customer_id, b.status
      having sum(b.total_cents) <> 0 or sum(b.paid_cents) <> 0`,
  },
];
