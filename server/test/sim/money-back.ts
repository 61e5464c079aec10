/** Refunds and disputes, compared with the processor's records beyond the sums of M5. */
import type { Database } from '../../src/storage/database.ts';
import type { Violation } from '../../src/storage/invariants/invariants.ts';
import type { Entry, ProcessorRecords } from './records.ts';

/** R40: a dispute that is lost for all that was left of the charge is a return. */
export function isLost({ state, dispute, refundedCents, amountCents }: Entry): boolean {
  if (state !== 'succeeded' || dispute?.state !== 'lost') return false;
  return dispute.amountCents + refundedCents >= amountCents;
}

type Records = Pick<ProcessorRecords, 'entries'>;

/** A refund that was ordered here is made once, whatever was lost or sent again. */
export function doubledRefunds({ entries }: Records): Violation[] {
  const own = entries.flatMap(({ refunds }) => refunds.flatMap(({ reference }) => reference ?? []));
  return own
    .filter((reference, index) => own.indexOf(reference) !== index)
    .map((subject) => ({ invariant: 'M4: a refund of ours is made once', subject }));
}

type DisputeRow = { id: string; state: string | null };

/** M5: the last word of every dispute there is booked here. */
export async function otherDisputes(
  { pool }: Pick<Database, 'pool'>,
  { entries }: Records,
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

type RefusedRow = { id: string; processor_reference: string | null; amount: string };

const REFUSED = `select r.id, a.processor_reference, r.amount_cents as amount from refunds r
  join attempts a on a.company_id = r.company_id and a.id = r.attempt_id
  where r.state = 'REFUSED'`;

/** Only the processor refuses a refund; one that it did not look at is made later. */
export async function refusedRefunds(
  { pool }: Pick<Database, 'pool'>,
  { entries }: Records,
): Promise<Violation[]> {
  const { rows } = await pool.query<RefusedRow>({ name: 'refused', text: REFUSED });
  return rows
    .filter(({ processor_reference: name, amount }) => {
      const entry = entries.find((each) => each.processorReference === name);
      return entry && entry.refundedCents + Number(amount) <= entry.amountCents;
    })
    .map(({ id: subject }) => ({
      invariant: 'S9: a refund is refused only when it cannot be made',
      subject,
    }));
}
