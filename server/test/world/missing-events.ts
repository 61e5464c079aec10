/**
 * Compares the events of a database with what happened in it. Every scenario and every simulated history ends with
 * this check.
 */
import type pg from 'pg';
import type { Violation } from '../../src/payments/invariants/invariants.ts';

const OF_OBJECT = `from provider_events e where e.company_id = o.company_id and e.object_id = o.id
    and e.type <> 'payment.held'`;
const TOLD = `(select coalesce(array_agg(e.data ->> 'state' order by e.sequence), '{}') ${OF_OBJECT})`;
/** Citus refuses a correlated subquery that selects from no table, such as one that unnests an array. */
const KINDS_TOLD = `(select coalesce(array_agg(distinct e.data ->> 'state' order by e.data ->> 'state'), '{}')
  ${OF_OBJECT})`;
const LAST_TOLD = `(select e.data ->> 'state' from provider_events e
  where e.company_id = o.company_id and e.object_id = o.id order by e.sequence desc limit 1)`;

const CREDIT = `('CREDIT_NOTE', 'CREDIT')`;

/** A waiver and credit are attempts but not payments. */
const EXPECTATIONS: Readonly<Record<string, string>> = {
  'every outcome of a payment has its event, in order': `select o.id from attempts o
    where o.method not in ${CREDIT} and o.method not in ('WRITE_OFF', 'UNCOLLECTIBLE') and ${TOLD} is distinct from (select coalesce(array_agg(m.to_state order by m.id), '{}')
      from attempt_moves m where m.company_id = o.company_id and m.attempt_id = o.id
        and m.source <> 'negotiation'
        and m.to_state in ('PENDING', 'SUCCEEDED', 'FAILED', 'RETURNED'))`,
  'a credit note and applied credit have one event each': `select o.id from attempts o
    where o.method in ${CREDIT} and 1 <> (select count(*) from provider_events e
      where e.company_id = o.company_id and e.object_id = o.id
        and e.type in ('credit_note.issued', 'credit.applied'))`,
  'a held payment has one event of it': `select o.id from attempts o
    where (o.held_at is not null)::int <> (select count(*) from provider_events e
      where e.company_id = o.company_id and e.object_id = o.id and e.type = 'payment.held')`,
  'a refund has an event when it is ordered, when it is made and when it fails': `select o.id from refunds o
    where o.origin <> 'DISPUTE' and ${KINDS_TOLD} <> array_remove(array[
      case when o.failed_at is not null then 'FAILED' end,
      case when o.origin in ('OVERPAYMENT', 'PROVIDER') then 'REQUESTED' end,
      case when o.done_at is not null then 'SUCCEEDED' end], null)`,
  'the last event of a refund that ended has its state': `select o.id from refunds o
    where o.origin <> 'DISPUTE' and o.state in ('SUCCEEDED', 'FAILED')
      and ${LAST_TOLD} is distinct from o.state`,
  'the last event of a dispute has its state': `select o.id from disputes o
    where ${LAST_TOLD} is distinct from o.state`,
  'the last event of a schedule that ended has its state': `select o.id from schedules o
    where o.state in ('DONE', 'CANCELED', 'GAVE_UP') and ${LAST_TOLD} is distinct from o.state`,
  'the last event of a plan that started and ended has its state': `select o.id from plans o
    where o.state in ('PAID_OFF', 'CANCELED', 'DEFAULTED') and cardinality(${TOLD}) > 0
      and ${LAST_TOLD} is distinct from o.state`,
  'a removed method has an event': `select o.id from payment_methods o
    where o.removed_at is not null and o.replaced_by is null and o.is_saved
      and ${LAST_TOLD} is distinct from 'removed'`,
  'an invoice is paid up if its last event of that kind says so': `select o.id from invoices o
    join lateral (select e.type from provider_events e where e.company_id = o.company_id
      and e.object_id = o.id and e.type in ('invoice.paid', 'invoice.reopened')
      order by e.sequence desc limit 1) last on true
    where (last.type = 'invoice.paid') <> (o.paid_cents = o.total_cents)`,
  'events of an object are counted without gaps': `select object_id as id from provider_events
    group by company_id, object_id having count(*) <> max(sequence)`,
};

const QUERY = Object.entries(EXPECTATIONS)
  .map(
    ([invariant, found]) =>
      `select '${invariant}' as invariant, id::text as subject from (${found}) f`,
  )
  .join(' union all ');

export async function missingEvents(pool: pg.Pool): Promise<Violation[]> {
  return (await pool.query<Violation>({ name: 'missing-events', text: QUERY })).rows;
}
