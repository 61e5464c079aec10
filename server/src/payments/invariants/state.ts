/**
 * The state invariants, S1 to S10, as far as the tables allow: ranks of states, derived statuses and the guards of
 * off-session charges. S9 (every open attempt is settled) needs the processor's records.
 */
import { ATTEMPTS_MAX } from '@quittance/domain/dunning/declines';
import {
  REPRESENTMENT_DAYS_MAX,
  REPRESENTMENTS_MAX,
  RETURN_CODES,
} from '@quittance/domain/dunning/return-codes';
import { ATTEMPT_STATES, toRank } from '@quittance/domain/status/payment-status';
import { OPEN_INTENT_STATES } from '../../schema/intents.ts';
import { type InvariantQuery, OPEN } from './query.ts';

function rank(column: string): string {
  const cases = ATTEMPT_STATES.map((state) => `when '${state}' then ${toRank(state)}`);
  return `(case ${column} ${cases.join(' ')} end)`;
}

const REPRESENTABLE = `(${RETURN_CODES.representable.map((code) => `'${code}'`).join(', ')})`;

const OPEN_INTENT = `(${OPEN_INTENT_STATES.map((state) => `'${state}'`).join(', ')})`;

const HISTORY: readonly InvariantQuery[] = [
  {
    invariant: 'S1: the state of an attempt never falls in rank, and nothing follows a return',
    sql: `select m.attempt_id::text as subject from attempt_moves m
      where ${rank('m.to_state')} < ${rank('m.from_state')} or m.from_state = 'RETURNED'`,
  },
  {
    invariant: 'S1: each move of an attempt begins where the one before it ended',
    sql: `select n.attempt_id::text as subject from (
        select m.attempt_id, m.from_state, lag(m.to_state) over (
          partition by m.company_id, m.attempt_id order by m.id) as was
        from attempt_moves m) n
      where n.was is not null and n.was <> n.from_state`,
  },
  {
    invariant: 'S1: an attempt is where its last move left it',
    sql: `select a.id::text as subject from attempts a
      join (select m.company_id, m.attempt_id, max(m.id) as id from attempt_moves m
        group by m.company_id, m.attempt_id) newest
        on newest.company_id = a.company_id and newest.attempt_id = a.id
      join attempt_moves last on last.company_id = newest.company_id and last.id = newest.id
      where last.to_state <> a.state`,
  },
];

/** Open payments on each invoice, including parts of a payment on several (R48). */
const BEING_PAID = `(
  select a.company_id, a.invoice_id, a.id from attempts a
  where a.state in ${OPEN} and a.invoice_id is not null
  union all
  select p.company_id, p.invoice_id, a.id from attempt_parts p
  join attempts a on a.company_id = p.company_id and a.id = p.attempt_id
  where a.state in ${OPEN})`;

const DISPUTED = `(
  select a.company_id, a.invoice_id from disputes d
  join attempts a on a.company_id = d.company_id and a.id = d.attempt_id
  where d.state = 'OPEN' and a.invoice_id is not null
  union all
  select p.company_id, p.invoice_id from disputes d
  join attempt_parts p on p.company_id = d.company_id and p.attempt_id = d.attempt_id
  where d.state = 'OPEN')`;

/** Per attempt: open while any of its disputes is open, otherwise lost if any was lost. */
const DISPUTE_SUMMARY = `(
  select d.company_id, d.attempt_id, case when bool_or(d.state = 'OPEN') then 'OPEN'
    when bool_or(d.state = 'LOST') then 'LOST' else 'WON' end as state
  from disputes d group by d.company_id, d.attempt_id)`;

const STATUSES: readonly InvariantQuery[] = [
  {
    invariant: 'S3: an attempt is disputed as its disputes are',
    sql: `select a.id::text as subject from attempts a
      left join ${DISPUTE_SUMMARY} d on d.company_id = a.company_id and d.attempt_id = a.id
      where a.dispute_state is distinct from d.state`,
  },
  {
    invariant: 'S3: a pending invoice has an open attempt, and an open attempt a pending invoice',
    sql: `select i.account_ref as subject from invoices i
      left join ${BEING_PAID} a on a.company_id = i.company_id and a.invoice_id = i.id
      where (i.status = 'PENDING' and a.id is null)
        or (a.id is not null and i.status not in ('PENDING', 'PAYMENT_PLAN_IN_PROGRESS'))`,
  },
  {
    // A late success can pay the invoice while another payment is open. The other payment then becomes a credit.
    invariant:
      'S3: an invoice is collected exactly when nothing is left to pay and no payment is open',
    sql: `select i.account_ref as subject from invoices i
      left join ${BEING_PAID} a on a.company_id = i.company_id and a.invoice_id = i.id
      where (i.status in ('COLLECTED', 'PAYMENT_PLAN_COLLECTED')) <> (i.paid_cents = i.total_cents)
        and i.status <> 'DISPUTED' and a.id is null`,
  },
  {
    invariant: 'S3: what is paid is never due or overdue',
    sql: `select i.account_ref as subject from invoices i
      where i.paid_cents = i.total_cents
        and i.status in ('DUE', 'IN_COLLECTION', 'DEFAULTED', 'PAYMENT_EXTENSION')`,
  },
  {
    invariant:
      'S3: an invoice whose money is held by a dispute is disputed, unless a payment is open',
    sql: `select i.account_ref as subject from invoices i
      join ${DISPUTED} a on a.company_id = i.company_id and a.invoice_id = i.id
      where i.status <> 'DISPUTED' and i.voided_at is null and not exists (
        select 1 from ${BEING_PAID} o where o.company_id = i.company_id and o.invoice_id = i.id)`,
  },
  {
    invariant: 'S3: an invoice whose payer waits for an answer to a dispute is disputed',
    sql: `select i.account_ref as subject from inquiries q
      join invoices i on i.company_id = q.company_id and i.id = q.invoice_id
      where q.kind = 'DISPUTE' and q.answered_at is null and i.status <> 'DISPUTED'`,
  },
  {
    invariant: 'S3: nothing of a voided invoice is being paid or offered',
    sql: `select i.account_ref as subject from invoices i
      where i.voided_at is not null and (
        exists (select 1 from ${BEING_PAID} a where a.company_id = i.company_id
          and a.invoice_id = i.id)
        or exists (select 1 from intents t where t.company_id = i.company_id
          and t.invoice_id = i.id and t.state in ${OPEN_INTENT}))`,
  },
  {
    invariant: 'S3: a scheduled invoice has exactly one live schedule',
    sql: `select i.account_ref as subject from invoices i
      left join schedules s on s.company_id = i.company_id and s.invoice_id = i.id
        and s.state in ('LIVE', 'SUSPENDED')
      where i.status = 'PAYMENT_EXTENSION'
      group by i.company_id, i.id having count(s.id) <> 1`,
  },
  {
    invariant: 'S3: the invoice of a live schedule is scheduled or pending',
    sql: `select s.id::text as subject from schedules s
      join invoices i on i.company_id = s.company_id and i.id = s.invoice_id
      where s.state in ('LIVE', 'SUSPENDED')
        and i.status not in ('PAYMENT_EXTENSION', 'PENDING', 'DISPUTED')`,
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
    invariant: 'S3: a live plan is of an invoice in a plan',
    sql: `select p.id::text as subject from plans p
      join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
      where p.state in ('LIVE', 'SUSPENDED')
        and i.status not in ('PAYMENT_PLAN_IN_PROGRESS', 'DISPUTED')`,
  },
  {
    invariant: 'S3: a pending installment has an open attempt, and only it has',
    sql: `select n.plan_id || ':' || n.index as subject from installments n
      left join (
        select distinct a.company_id, a.plan_id, number.index from attempts a
        cross join generate_series(a.installment_from, a.installment_to) as number (index)
        where a.plan_id is not null and a.state in ${OPEN}) paying
        on paying.company_id = n.company_id and paying.plan_id = n.plan_id
          and paying.index = n.index
      where (n.status = 'PENDING') <> (paying.plan_id is not null)`,
  },
];

const GUARDS: readonly InvariantQuery[] = [
  {
    invariant: 'S5: a charge uses a method of its own customer that was not removed before it',
    sql: `select a.id::text as subject from attempts a
      join payment_methods m on m.company_id = a.company_id and m.id = a.method_id
      where m.customer_id <> a.customer_id or m.removed_at < a.created_at`,
  },
  {
    invariant: 'S6: an off-session charge has a live mandate for its method, amount and day',
    sql: `select a.id::text as subject from attempts a
      join companies c on c.company_id = a.company_id
      left join mandates m on m.company_id = a.company_id and m.id = a.mandate_id
      where a.initiator = 'MIT' and (m.id is null or m.customer_id <> a.customer_id
        or (m.method_id is not null and m.method_id is distinct from a.method_id)
        or m.cap_cents < a.amount_cents + a.fee_cents
        or m.authorised_from_on > (a.created_at at time zone c.time_zone)::date
        or m.revoked_at < a.created_at)`,
  },
  {
    invariant: 'S6: a bank debit has a mandate',
    sql: `select a.id::text as subject from attempts a
      where a.method = 'ACH' and a.processor <> 'manual' and a.mandate_id is null
        and not a.is_orphan`,
  },
  {
    invariant: 'S6: auto-pay debits a bank account only ten days after its notice',
    sql: `select a.id::text as subject from attempts a
      where a.occurrence_of like 'auto-pay:%' and a.method = 'ACH' and not exists (
        select 1 from charge_notices n where n.company_id = a.company_id
          and n.occurrence_of = a.occurrence_of
          and n.amount_cents = a.amount_cents + a.fee_cents
          and n.created_at <= a.created_at - interval '10 days'
          and (n.failed_at is null or n.failed_at > a.created_at))`,
  },
  {
    invariant: 'S7: a card is charged a limited number of times, and never after a hard decline',
    sql: `select a.occurrence_of as subject from attempts a
      where a.occurrence_of is not null
      group by a.company_id, a.occurrence_of, a.occurrence_on
      having max(a.try_number) filter (where a.initiator = 'MIT' and a.method = 'CARD')
          > min(a.try_number) filter (where a.decline_class = 'hard' and a.state = 'FAILED')
        or (bool_or(a.initiator = 'MIT' and a.method = 'CARD') and count(*) filter (
          where a.response_code is distinct from 'not_sent'
            and a.response_code is distinct from 'never_seen') > ${ATTEMPTS_MAX})`,
  },
  {
    invariant:
      'S7: a returned debit is presented again twice, in time, for the same amount, or never',
    sql: `select a.occurrence_of as subject from attempts a
      join attempts b on b.company_id = a.company_id and b.occurrence_of = a.occurrence_of
        and b.occurrence_on = a.occurrence_on and b.try_number < a.try_number
      where a.initiator = 'MIT' and a.method = 'ACH' and b.state = 'RETURNED'
      group by a.company_id, a.id, a.occurrence_of
      having count(*) > ${REPRESENTMENTS_MAX}
        or bool_or(b.response_code not in ${REPRESENTABLE})
        or bool_or(b.mandate_id = a.mandate_id
          and b.amount_cents + b.fee_cents <> a.amount_cents + a.fee_cents)
        or bool_or(b.created_at < a.created_at - interval '${REPRESENTMENT_DAYS_MAX + 1} days')`,
  },
  {
    invariant: 'S8: at most three off-session charges per customer and day',
    sql: `select a.customer_id::text as subject from attempts a
      join companies c on c.company_id = a.company_id
      where a.initiator = 'MIT' and a.response_code is distinct from 'not_sent'
      group by a.company_id, a.customer_id, (a.created_at at time zone c.time_zone)::date
      having count(*) > 3`,
  },
  {
    invariant:
      'S10: installments fall due month by month from the first, at the end of short months',
    sql: `select n.plan_id || ':' || n.index as subject from installments n
      join plans p on p.company_id = n.company_id and p.id = n.plan_id
      where p.ends_on is null
        and n.due_on <> (p.anchor_on + make_interval(months => n.index - 1))::date`,
  },
  {
    invariant:
      'S10: changed dates keep the order of the installments, and the last one ends the plan',
    sql: `select p.id::text as subject from plans p
      join lateral (
        select max(n.due_on) as last_on,
          bool_or(n.due_on <= before.due_on) as is_disordered
        from installments n
        left join installments before on before.company_id = n.company_id
          and before.plan_id = n.plan_id and before.index = n.index - 1
        where n.company_id = p.company_id and n.plan_id = p.id) dates on true
      where p.ends_on is not null and (dates.last_on <> p.ends_on or dates.is_disordered)`,
  },
];

/** R44: an intent is an offer. Once it has moved, it is an attempt for the offered amount. */
const INTENTS: readonly InvariantQuery[] = [
  {
    invariant: 'M6: what has an open payment has no open intent',
    sql: ['request_id', 'invoice_id']
      .map(
        (column) => `select i.id::text as subject from intents i
      join attempts a on a.company_id = i.company_id and a.${column} = i.${column}
      where i.state in ${OPEN_INTENT} and a.state in ${OPEN} and not a.is_orphan`,
      )
      .join(' union '),
  },
  {
    invariant: 'M6: an invoice that is paid with others has no open intent',
    sql: `select i.id::text as subject from intents i
      join attempt_parts p on p.company_id = i.company_id and p.invoice_id = i.invoice_id
      where i.state in ${OPEN_INTENT} and p.is_open`,
  },
  {
    invariant: 'M5: an intent that moved is an attempt, for an amount that was offered',
    sql: `select i.id::text as subject from intents i
      left join attempts a on a.company_id = i.company_id and a.id = i.id
      where (i.state = 'MOVED') <> (a.id is not null)
        or (a.id is not null and not exists (
          select from jsonb_array_elements(i.quotes) q
          where (q ->> 'amountCents')::bigint = a.amount_cents
            and (q ->> 'feeCents')::bigint = a.fee_cents))`,
  },
];

export const STATE: readonly InvariantQuery[] = [...HISTORY, ...STATUSES, ...GUARDS, ...INTENTS];
