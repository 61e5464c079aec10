/**
 * One query per invariant of the ledger and the states; a healthy database answers no row to any.
 * Each reads a stored figure and recomputes it another way.
 */
import { ATTEMPT_STATES, OPEN_STATES, rankOf } from '@quittance/domain/payment-status';

const OPEN = `(${OPEN_STATES.map((state) => `'${state}'`).join(', ')})`;

function rank(column: string): string {
  const cases = ATTEMPT_STATES.map((state) => `when '${state}' then ${rankOf(state)}`);
  return `(case ${column} ${cases.join(' ')} end)`;
}

export type InvariantQuery = { invariant: string; sql: string };

export const INVARIANT_QUERIES: readonly InvariantQuery[] = [
  {
    invariant: 'M2: an invoice has been paid what its attempts succeeded with, less the returned',
    sql: `select i.account_ref as subject from invoices i
      where i.paid_cents <> (
        select coalesce(sum(a.amount_cents - a.credit_cents), 0) from attempts a
        where a.company_id = i.company_id and a.invoice_id = i.id and a.state = 'SUCCEEDED')`,
  },
  {
    invariant: 'M2: an invoice has been paid what left its receivable account',
    sql: `select i.account_ref as subject from invoices i
      where i.paid_cents <> (
        select coalesce(sum(case when p.source = 'receivable:' || i.id then p.amount_cents
                                 else -p.amount_cents end), 0)
        from postings p where p.company_id = i.company_id
          and (p.source = 'receivable:' || i.id or p.destination = 'receivable:' || i.id))`,
  },
  {
    invariant: 'M5: a succeeded attempt has its postings to the cent, and only it has',
    sql: `select a.id::text as subject from attempts a
      left join lateral (
        select coalesce(sum(case when p.destination like 'clearing:%' then p.amount_cents
                                 when p.source like 'clearing:%' then -p.amount_cents
                                 else 0 end), 0) as cleared,
               count(*) as count
        from postings p where p.company_id = a.company_id and p.attempt_id = a.id) posted on true
      where (
        (a.state = 'SUCCEEDED' and posted.cleared <> a.amount_cents + a.fee_cents)
        or (a.state = 'RETURNED' and (posted.cleared <> 0 or posted.count = 0))
        or (a.state not in ('SUCCEEDED', 'RETURNED') and posted.count > 0))`,
  },
  {
    invariant: 'M6: at most one open attempt per invoice',
    sql: `select a.invoice_id::text as subject from attempts a
      where a.state in ${OPEN} and a.invoice_id is not null
      group by a.company_id, a.invoice_id having count(*) > 1`,
  },
  {
    invariant: 'M7: the installments of a plan add up to its amount and its fee',
    sql: `select p.id::text as subject from plans p
      join installments i on i.company_id = p.company_id and i.plan_id = p.id
      group by p.company_id, p.id, p.amount_cents, p.fee_cents, p.count
      having sum(i.principal_cents) <> p.amount_cents or sum(i.fee_cents) <> p.fee_cents
        or count(*) <> p.count or max(i.cost_cents) - min(i.cost_cents) > 1`,
  },
  {
    invariant: 'S3: a pending invoice has an open attempt, and an open attempt a pending invoice',
    sql: `select i.account_ref as subject from invoices i
      left join attempts a on a.company_id = i.company_id and a.invoice_id = i.id
        and a.state in ${OPEN}
      where (i.status = 'PENDING' and a.id is null)
        or (a.id is not null and i.status not in ('PENDING', 'PAYMENT_PLAN_IN_PROGRESS'))`,
  },
  {
    invariant: 'S3: an invoice is collected exactly when nothing is left to pay',
    sql: `select i.account_ref as subject from invoices i
      where (i.status in ('COLLECTED', 'PAYMENT_PLAN_COLLECTED')) <> (i.paid_cents = i.total_cents)`,
  },
  {
    invariant: 'S3: a scheduled invoice has exactly one live schedule',
    sql: `select i.account_ref as subject from invoices i
      where i.status = 'PAYMENT_EXTENSION' and 1 <> (
        select count(*) from schedules s where s.company_id = i.company_id
          and s.invoice_id = i.id and s.state in ('LIVE', 'SUSPENDED'))`,
  },
  {
    invariant: 'S3: an invoice in a plan has a live plan with unpaid installments',
    sql: `select i.account_ref as subject from invoices i
      where i.status = 'PAYMENT_PLAN_IN_PROGRESS' and not exists (
        select 1 from plans p
        join installments n on n.company_id = p.company_id and n.plan_id = p.id
        where p.company_id = i.company_id and p.invoice_id = i.id
          and p.state in ('LIVE', 'SUSPENDED') and n.status in ('OPEN', 'PENDING', 'FAILED'))`,
  },
  {
    invariant: 'S1: the state of an attempt never falls in rank',
    sql: `select m.attempt_id::text as subject from attempt_moves m
      where ${rank('m.to_state')} < ${rank('m.from_state')}`,
  },
];
