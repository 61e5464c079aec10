/**
 * Facts that change after an off-session charge was decided (R81 to R85): the due date, a cancellation, a
 * write-off, and charges that a restore has lost. No charge may ignore these changes.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { Violation } from '../../src/payments/invariants/invariants.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { type ProcessorRecords, toRefundedCents } from './records.ts';

/** The date was set between two checks: after `notBefore` and not after `since`. */
type DueDate = { dueOn: IsoDate; notBefore: string; since: string };

/**
 * Facts that the rows no longer contain: the due dates of each invoice, oldest first, the time of their last check, and
 * the time of the last restore.
 */
export type Facts = {
  dueDates: Map<string, DueDate[]>;
  checkedAt: string;
  restoredAt: string | null;
};

export const newFacts = (): Facts => ({ dueDates: new Map(), checkedAt: '', restoredAt: null });

/**
 * The schedule or plan was canceled or has ended, so auto-pay does not take over until the payer includes the
 * invoice again.
 */
const AFTER_CANCEL = `select a.id::text as subject from attempts a
  join (select company_id, invoice_id, 'schedule:' || id as name from schedules
    union all select company_id, invoice_id, 'plan:' || id from plans) s
    on s.company_id = a.company_id and s.invoice_id = a.invoice_id
  join audit c on c.company_id = a.company_id and c.subject = s.name
    and c.action in ('payment.unscheduled', 'plan.cancelled', 'arrangement.ended') and c.at < a.created_at
  where a.occurrence_of like 'auto-pay:%' and not exists (
    select 1 from audit i where i.company_id = a.company_id and i.at >= c.at
      and i.action = 'auto_pay.included' and i.subject = 'invoice:' || a.invoice_id)`;

const AFTER_WRITE_OFF = `select a.id::text as subject from attempts a
  join audit w on w.company_id = a.company_id and w.action = 'invoice.written_off'
    and w.subject = 'invoice:' || a.invoice_id and w.at < a.created_at
  where a.initiator = 'MIT' and not exists (
    select 1 from audit r where r.company_id = a.company_id and r.at >= w.at
      and r.action = 'reopening.reason' and r.subject = w.subject and r.at <= a.created_at)`;

/** The amount matches a notice, even after the company or the fee has changed it. */
const UNANNOUNCED = `select a.id::text as subject from attempts a
  where a.occurrence_of like 'auto-pay:%' and a.initiator = 'MIT' and not exists (
    select 1 from charge_notices n where n.company_id = a.company_id
      and n.occurrence_of = a.occurrence_of and n.created_at <= a.created_at
      and n.amount_cents = a.amount_cents + a.fee_cents)`;

const REPLACED = `select m.id::text as subject from mandates m
  where m.purpose in ('PLAN', 'EXTENSION', 'CHANGE_PLAN', 'CHANGE_PM', 'AUTO_PAY')
    and m.revoked_at is null
    and not exists (select 1 from schedules s where s.mandate_id = m.id)
    and not exists (select 1 from plans p where p.mandate_id = m.id)
    and not exists (select 1 from plan_pauses r where r.mandate_id = m.id)
    and not exists (select 1 from customers c where c.auto_pay_mandate_id = m.id)`;

/**
 * With a link, a payer can charge only a method entered for the invoice, not one the customer saved. A method
 * entered in order to be saved may turn out to be the same card.
 */
const SAVED_BY_LINK = `select a.id::text as subject from attempts a
  join idempotency_keys k on k.company_id = a.company_id and k.attempt_id = a.id
  join payment_methods m on m.company_id = a.company_id and m.id = a.method_id
  where k.scope like 'link:%' and m.is_saved and m.created_at < a.created_at
    and a.keeps_method_as is null`;

/**
 * When one payment covers several invoices, an amount that was not owed is refunded, including its fee if none of
 * the amount was owed.
 */
const FEE_KEPT = `select a.id::text as subject from attempts a
  where a.purpose = 'INVOICES' and a.credit_cents > 0 and a.credit_cents + (
    select sum(p.fee_cents) filter (where p.credit_cents = p.amount_cents) from attempt_parts p
    where p.company_id = a.company_id and p.attempt_id = a.id) > (
    select sum(r.amount_cents) from refunds r where r.company_id = a.company_id
      and r.attempt_id = a.id and r.origin = 'OVERPAYMENT')`;

/** The fee goes back in proportion, or not at all (R104). Cents of each invoice are rounded. */
const FEE_OUT_OF_PROPORTION = `select r.id::text as subject from refunds r
  join attempts a on a.company_id = r.company_id and a.id = r.attempt_id
  where r.origin = 'PROVIDER' and r.state = 'SUCCEEDED' and r.invoice_id is null
    and a.state = 'SUCCEEDED' and a.credit_cents = 0 and a.dispute_state is null
    and not exists (select 1 from refunds o where o.company_id = r.company_id
      and o.attempt_id = r.attempt_id and o.id <> r.id)
    and case when r.keeps_fee then r.principal_cents <> r.amount_cents
      else abs((r.amount_cents - r.principal_cents) * (a.amount_cents + a.fee_cents)
        - r.amount_cents * a.fee_cents) > (a.amount_cents + a.fee_cents) * (2 + (select count(*)
          from attempt_parts p where p.company_id = a.company_id and p.attempt_id = a.id)) end`;

/** The second of two decisions about a held payment is refused. */
const DECIDED_TWICE = `select subject from audit where action = 'payment.decided'
  group by company_id, subject having count(*) > 1`;

/** Parts of the statement that runs after every step (`agreements.ts`). */
export const FACTS = [
  { invariant: 'R81: auto-pay charges an amount that it announced', sql: UNANNOUNCED },
  { invariant: 'S6: a consent that was replaced is revoked', sql: REPLACED },
  { invariant: 'R86: a link charges no saved method', sql: SAVED_BY_LINK },
  { invariant: 'R39: what was not owed goes back with its fee', sql: FEE_KEPT },
  {
    invariant: 'R83: what was canceled or has ended is not taken over by auto-pay',
    sql: AFTER_CANCEL,
  },
  { invariant: 'R85: what is written off is not charged', sql: AFTER_WRITE_OFF },
  { invariant: 'R104: the fee goes back in proportion, or is kept', sql: FEE_OUT_OF_PROPORTION },
  { invariant: 'S1: a held payment is decided once', sql: DECIDED_TWICE },
];

const DUE = 'select id, due_on::text as "dueOn" from invoices';

/** A day chosen by the payer may differ from the due date. */
const AUTO_PAID = `select a.id, a.invoice_id as "invoiceId", a.created_at as at,
    (a.created_at at time zone c.time_zone)::date::text as "on"
  from attempts a
  join companies c on c.company_id = a.company_id
  join auto_pay_charges p on p.company_id = a.company_id
    and a.occurrence_of = 'auto-pay:' || p.id and p.moved_from_on is null
  where a.initiator = 'MIT'`;

type AutoPaid = { id: string; invoiceId: string; at: Date; on: IsoDate };

async function noteDueDates(
  { pool }: Pick<Database, 'pool'>,
  facts: Facts,
  now: string,
): Promise<void> {
  const { rows } = await pool.query<{ id: string; dueOn: IsoDate }>({ name: 'due', text: DUE });
  for (const { id, dueOn } of rows) {
    const known = facts.dueDates.get(id) ?? [];
    if (known.at(-1)?.dueOn === dueOn) continue;
    facts.dueDates.set(id, [...known, { dueOn, notBefore: facts.checkedAt, since: now }]);
  }
  facts.checkedAt = now;
}

/** A step can change a due date and charge, in either order: then both dates may have been valid. */
function wasValid(at: string) {
  return ({ notBefore }: DueDate, index: number, known: readonly DueDate[]): boolean => {
    const next = known[index + 1];
    return notBefore < at && (next === undefined || at <= next.since);
  };
}

/** R81: auto-pay charges on or after the due date that was valid when the charge was made. */
export async function chargedBeforeDue(
  database: Pick<Database, 'pool'>,
  facts: Facts,
  now: string,
): Promise<Violation[]> {
  await noteDueDates(database, facts, now);
  const { rows } = await database.pool.query<AutoPaid>({ name: 'auto-paid', text: AUTO_PAID });
  const early = rows.filter(({ invoiceId, at, on }) => {
    const valid = (facts.dueDates.get(invoiceId) ?? []).filter(wasValid(at.toISOString()));
    return valid.length > 0 && valid.every(({ dueOn }) => on < dueOn);
  });
  return early.map(({ id: subject }) => ({
    invariant: 'R81: auto-pay charges nothing before its due date',
    subject,
  }));
}

const CHARGED = 'select id, initiator, created_at as at from attempts';

/** R84: after a restore, no off-session charge is made while a charge at the processor has no payment here. */
export async function chargedWhileUnplaced(
  { pool }: Pick<Database, 'pool'>,
  { restoredAt }: Facts,
  { entries }: Pick<ProcessorRecords, 'entries'>,
): Promise<Violation[]> {
  if (restoredAt === null) return [];
  type Row = { id: string; initiator: string; at: Date };
  const { rows } = await pool.query<Row>({ name: 'charged', text: CHARGED });
  const here = new Set(rows.map(({ id }) => id));
  const isUnplaced = entries.some(
    ({ reference, state, recordedAtMs, amountCents, refunds }) =>
      (state === 'pending' || state === 'succeeded') &&
      recordedAtMs <= Date.parse(restoredAt) &&
      toRefundedCents({ refunds }) < amountCents &&
      !here.has(reference),
  );
  return rows
    .filter(
      ({ initiator, at }) => isUnplaced && initiator === 'MIT' && at.toISOString() > restoredAt,
    )
    .map(({ id: subject }) => ({
      invariant: 'R84: nothing is charged while a charge from before a restore is unplaced',
      subject,
    }));
}
