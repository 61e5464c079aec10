/** Rules of payments as they arrive (R101, R102), and of auto-pay after an invoice was reopened (R103). */

const WRITTEN_OFF_BEYOND = `select w.request_id::text as subject from attempts w
  join companies c on c.company_id = w.company_id
  where w.method = 'WRITE_OFF'
  group by w.company_id, w.request_id, c.shortfall_max_cents
  having sum(w.amount_cents) > c.shortfall_max_cents`;

const NUMBERED_TWICE = `select min(a.reference) as subject from attempts a
  where a.type = 'PAYMENT' and a.processor = 'manual' and a.state <> 'RETURNED'
  group by a.company_id, a.customer_id, a.method, lower(a.reference)
  having count(*) > 1 and min(a.reference) is not null`;

/** Derived from what was returned or undone. What was refunded or exceeded the balance may leave the invoice paid. */
const NOT_ANNOUNCED_AGAIN = `select a.id::text as subject from attempts a
  join (select company_id, invoice_id, id from attempts
    union all select company_id, invoice_id, attempt_id from attempt_parts) p
    on p.company_id = a.company_id and p.invoice_id = a.invoice_id
  join attempts r on r.company_id = p.company_id and r.id = p.id and r.method <> 'UNCOLLECTIBLE'
    and r.credit_cents = 0 and r.refunded_cents = 0
  join attempt_moves m on m.company_id = r.company_id and m.attempt_id = r.id
    and m.from_state = 'SUCCEEDED' and m.to_state = 'RETURNED' and m.at < a.created_at
  where a.occurrence_of like 'auto-pay:%' and a.initiator = 'MIT' and not exists (
    select 1 from charge_notices n where n.company_id = a.company_id
      and n.occurrence_of = a.occurrence_of and n.created_at between m.at and a.created_at
        - case a.method when 'ACH' then interval '10 days' else interval '3 days' end)`;

/** Parts of the statement that runs after every step (`agreements.ts`). */
export const RECORDED_FACTS = [
  { invariant: 'R101: what is written off with a payment is limited', sql: WRITTEN_OFF_BEYOND },
  { invariant: 'R102: a customer uses a number once', sql: NUMBERED_TWICE },
  {
    invariant: 'R103: after an invoice was reopened, auto-pay waits for another notice',
    sql: NOT_ANNOUNCED_AGAIN,
  },
];
