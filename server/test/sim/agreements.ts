/** Rules that can be violated only over time: every arrangement ends (R37), and agreed terms do not change. */

import type { Violation } from '../../src/payments/invariants/invariants.ts';
import { OPEN } from '../../src/payments/invariants/query.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { FACTS } from './facts.ts';
import { RECORDED_FACTS } from './recorded-facts.ts';

/** Excludes invoices with an open attempt: they and their arrangements wait for a person. */
const STANDING = `select s.name || ': ' || s.state as subject from (
    select 'schedule ' || id as name, company_id, invoice_id, state from schedules
    where state in ('LIVE', 'SUSPENDED')
    union all
    select 'plan ' || id, company_id, invoice_id, state from plans
    where state in ('LIVE', 'SUSPENDED')
    union all
    select 'auto-pay ' || id, company_id, invoice_id, state from auto_pay_charges
    where state = 'LIVE') s
  where not exists (select 1 from attempts a where a.company_id = s.company_id
    and a.invoice_id = s.invoice_id and a.state in ${OPEN})`;

/** R82: no charge without the payer while a payment that covers the invoice is disputed, nor after the dispute is lost. */
const DISPUTED = `select a.id::text as subject from attempts a
  join (select company_id, invoice_id, id from attempts
    union all select company_id, invoice_id, attempt_id from attempt_parts) p
    on p.company_id = a.company_id and p.invoice_id = a.invoice_id
  join disputes d on d.company_id = p.company_id and d.attempt_id = p.id
  where a.initiator = 'MIT' and d.created_at < a.created_at
    and (a.created_at < coalesce(d.closed_at, 'infinity') or d.state = 'LOST')`;

/** R40: no charge without the payer while the company has not replied to a dispute. */
const OBJECTED = `select a.id::text as subject from attempts a
  join inquiries q on q.company_id = a.company_id and q.invoice_id = a.invoice_id
  where q.kind = 'DISPUTE' and a.initiator = 'MIT' and q.created_at < a.created_at
    and a.created_at < coalesce(q.answered_at, 'infinity')`;

/**
 * R41: a waiver requires payments of the negotiated amount, or applied credit (R90). R42: amounts refunded before a return count, and so
 * does the credit left by a refund that failed: its amount is owed again (R88).
 */
const UNEARNED = `select i.account_ref as subject from invoices i
  join attempts w on w.company_id = i.company_id and w.invoice_id = i.id
    and w.method = 'NEGOTIATION' and w.state = 'SUCCEEDED'
  where (i.negotiation ->> 'amountCents')::bigint > (
    select coalesce(sum(paid.cents), 0) from attempts a
    join (select company_id, id, invoice_id, amount_cents - credit_cents + (
        select coalesce(sum(r.credited_cents), 0) from refunds r
        where r.company_id = c.company_id and r.attempt_id = c.id) as cents
      from attempts c where method not in ('NEGOTIATION', 'CREDIT_NOTE')
      union all select company_id, attempt_id, invoice_id, amount_cents - credit_cents
      from attempt_parts) paid
      on paid.company_id = a.company_id and paid.id = a.id and paid.invoice_id = i.id
    where a.company_id = i.company_id and (a.state = 'SUCCEEDED'
      or (a.state = 'RETURNED' and a.refunded_cents = a.amount_cents + a.fee_cents)))`;

/** A charge that did not reach the processor is retried on the same day. */
const POSTPONED = `select a.occurrence_of as subject from attempts a
  join companies c on c.company_id = a.company_id
  join (
    select company_id, 'schedule:' || id as name, next_try_on from schedules where state = 'LIVE'
    union all
    select company_id, 'auto-pay:' || id, next_try_on from auto_pay_charges where state = 'LIVE'
    union all
    select i.company_id, 'plan:' || i.plan_id || ':' || i.index, i.next_try_on from installments i
    join plans p on p.company_id = i.company_id and p.id = i.plan_id
    where p.state = 'LIVE' and i.status = 'FAILED') s
    on s.company_id = a.company_id and s.name = a.occurrence_of
  where a.state = 'FAILED' and a.response_code = 'not_sent'
    and s.next_try_on > (a.settled_at at time zone c.time_zone)::date
    and not exists (select 1 from attempts b where b.company_id = a.company_id
      and b.occurrence_of = a.occurrence_of and b.try_number > a.try_number)`;

/** R71: the text that the payer agreed to lists every charge of a changed plan, with its amount and day. */
const NOT_NAMED = `select a.id::text as subject from attempts a
  join mandates m on m.company_id = a.company_id and m.id = a.mandate_id
  where a.initiator = 'MIT' and m.purpose = 'CHANGE_PLAN' and position(
    to_char((a.amount_cents + a.fee_cents) / 100.0, 'FM$999,999,990.00') || ' on '
      || to_char(a.occurrence_on, 'FMMonth FMDD, YYYY') in m.text) = 0`;

/** R70: auto-pay does not charge an invoice that the payer excluded. */
const EXCLUDED = `select a.id::text as subject from attempts a
  join auto_pay_charges c on c.company_id = a.company_id and c.invoice_id = a.invoice_id
  where c.state = 'EXCLUDED' and a.occurrence_of like 'auto-pay:%'
    and a.occurrence_of <> 'auto-pay:' || c.id`;

const ALWAYS = [
  { invariant: 'R71: a charge of a changed plan is named in its consent', sql: NOT_NAMED },
  { invariant: 'R70: what was taken out of auto-pay is not charged', sql: EXCLUDED },
  { invariant: 'R82: what is contested is not charged without the payer', sql: DISPUTED },
  { invariant: 'R40: what the payer objects to is not charged', sql: OBJECTED },
  { invariant: 'R41: a waiver stands on the payments that earned it', sql: UNEARNED },
  { invariant: 'R15: what was not sent is tried again on the same day', sql: POSTPONED },
  ...FACTS,
  ...RECORDED_FACTS,
]
  .map(({ invariant, sql }) => `select '${invariant}' as invariant, q.subject from (${sql}) q`)
  .join(' union all ');

export async function brokenAgreements({ pool }: Pick<Database, 'pool'>): Promise<Violation[]> {
  return (await pool.query<Violation>({ name: 'agreements', text: ALWAYS })).rows;
}

/** Checked at the end, once nothing is due anymore. */
export async function standingArrangements({ pool }: Pick<Database, 'pool'>): Promise<Violation[]> {
  const { rows } = await pool.query<{ subject: string }>(STANDING);
  return rows.map(({ subject }) => ({ invariant: 'R37: every arrangement ends', subject }));
}
