/** The invariants of payments on several invoices (R48): the parts are the payment, to the cent. */
import { type InvariantQuery, OPEN } from './query.ts';

/** Per attempt: the sums of its parts. */
const SUMS = `(
  select p.company_id, p.attempt_id, sum(p.amount_cents) as amount, sum(p.fee_cents) as fee,
    sum(p.credit_cents) as credit, sum(p.refunded_cents) as refunded
  from attempt_parts p group by p.company_id, p.attempt_id)`;

export const PARTS: readonly InvariantQuery[] = [
  {
    invariant:
      'M12: a payment on several invoices is the sum of its parts, fee and credit included',
    sql: `select a.id::text as subject from attempts a
      left join ${SUMS} s on s.company_id = a.company_id and s.attempt_id = a.id
      where (a.purpose = 'INVOICES') <> (s.attempt_id is not null)
        or (s.attempt_id is not null and (s.amount <> a.amount_cents or s.fee <> a.fee_cents
          or s.credit <> a.credit_cents or a.invoice_id is not null))`,
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
