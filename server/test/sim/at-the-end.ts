/** What holds once a history has come to rest: every dispute is booked, and every arrangement has ended (R37). */
import type { Database } from '../../src/storage/database.ts';
import type { Violation } from '../../src/storage/invariants/invariants.ts';
import { OPEN } from '../../src/storage/invariants/query.ts';
import type { Entry, ProcessorRecords } from './records.ts';

/** R40: a dispute that is lost for all that was left of the charge is a return. */
export function isLost({ state, dispute, refundedCents, amountCents }: Entry): boolean {
  if (state !== 'succeeded' || dispute?.state !== 'lost') return false;
  return dispute.amountCents + refundedCents >= amountCents;
}

type DisputeRow = { id: string; state: string | null };

/** M5: the last word of every dispute there is booked here. */
export async function otherDisputes(
  { pool }: Pick<Database, 'pool'>,
  { entries }: Pick<ProcessorRecords, 'entries'>,
): Promise<Violation[]> {
  const disputed = entries.filter(({ dispute, isExcused }) => dispute && !isExcused);
  if (disputed.length === 0) return [];
  const { rows } = await pool.query<DisputeRow>({
    text: 'select id, dispute_state as state from attempts where id = any($1::uuid[])',
    values: [disputed.map(({ reference }) => reference)],
  });
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  return disputed
    .filter(({ reference, dispute }) => states.get(reference) !== dispute?.state.toUpperCase())
    .map(({ reference, dispute }) => ({
      invariant: 'M5: every dispute is booked, with its last state',
      subject: `${reference}: ${dispute?.state} there, ${states.get(reference)} here`,
    }));
}

/** An invoice with an open attempt waits for a person, and so do its arrangements. */
const STANDING = `select s.name, s.state from (
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

export async function standingArrangements({ pool }: Pick<Database, 'pool'>): Promise<Violation[]> {
  const { rows } = await pool.query<{ name: string; state: string }>(STANDING);
  return rows.map(({ name, state }) => ({
    invariant: 'R37: every arrangement ends',
    subject: `${name}: ${state}`,
  }));
}
