/** Refunds and disputes, compared with the processor's records beyond the totals of M5. */

import type { Violation } from '../../src/payments/invariants/invariants.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { computeRemaining, type Entry, type ProcessorRecords, toRefundedCents } from './records.ts';

function lostCents({ disputes }: Pick<Entry, 'disputes'>): number {
  return disputes
    .filter(({ state }) => state === 'lost')
    .reduce((total, { amountCents }) => total + amountCents, 0);
}

/** R40: disputes lost for the full remaining amount of the charge count as a return. */
export function isLost(entry: Entry): boolean {
  const { state, amountCents } = entry;
  const lost = lostCents(entry);
  return state === 'succeeded' && lost > 0 && lost + toRefundedCents(entry) >= amountCents;
}

type Records = Pick<ProcessorRecords, 'entries'>;

/** A refund ordered here is made once, regardless of lost responses and retries. */
export function doubledRefunds({ entries }: Records): Violation[] {
  const own = entries.flatMap(({ refunds }) => refunds.flatMap(({ reference }) => reference ?? []));
  return own
    .filter((reference, index) => own.indexOf(reference) !== index)
    .map((subject) => ({ invariant: 'M4: a refund of ours is made once', subject }));
}

type DisputeRow = { name: string; state: string };

/** M5: the final state of every dispute at the processor is booked here. */
export async function otherDisputes(
  { pool }: Pick<Database, 'pool'>,
  { entries }: Records,
): Promise<Violation[]> {
  const there = entries.filter(({ isExcused }) => !isExcused).flatMap(({ disputes }) => disputes);
  if (there.length === 0) return [];
  const { rows } = await pool.query<DisputeRow>({
    name: 'disputes',
    text: 'select processor_reference as name, state from disputes',
  });
  const states = new Map(rows.map(({ name, state }) => [name, state]));
  return there
    .filter(({ disputeReference, state }) => states.get(disputeReference) !== state.toUpperCase())
    .map(({ disputeReference, state }) => ({
      invariant: 'M5: every dispute is booked, with its last state',
      subject: `${disputeReference}: ${state} there, ${states.get(disputeReference)} here`,
    }));
}

type RefusedRow = { id: string; processor_reference: string | null; amount: string };

const REFUSED = `select r.id, a.processor_reference, r.amount_cents as amount from refunds r
  join attempts a on a.company_id = r.company_id and a.id = r.attempt_id
  where r.state = 'FAILED' and r.processor_reference is null
    and r.resolution is distinct from 'RETURNED'`;

/** Only the processor can refuse a refund. A refund it has not processed is made later. */
export async function refusedRefunds(
  { pool }: Pick<Database, 'pool'>,
  { entries }: Records,
): Promise<Violation[]> {
  const { rows } = await pool.query<RefusedRow>({ name: 'refused', text: REFUSED });
  return rows
    .filter(({ processor_reference: name, amount }) => {
      const entry = entries.find((each) => each.processorReference === name);
      return entry && Number(amount) <= computeRemaining(entry);
    })
    .map(({ id: subject }) => ({
      invariant: 'S9: a refund is refused only when it cannot be made',
      subject,
    }));
}

type RefundRow = { reference: string; state: string };

const MADE = `select processor_reference as reference from refunds where state = 'SUCCEEDED'
  and processor_reference = any($1)`;

/** R80: a refund that the processor has only accepted does not count as made. */
export async function refundsMadeTooEarly(
  { pool }: Pick<Database, 'pool'>,
  { entries }: Records,
): Promise<Violation[]> {
  const pending = entries
    .flatMap(({ refunds }) => refunds)
    .filter(({ state }) => state === 'pending')
    .map(({ refundReference }) => refundReference);
  if (pending.length === 0) return [];
  const { rows } = await pool.query<{ reference: string }>({ text: MADE, values: [pending] });
  return rows.map(({ reference: subject }) => ({
    invariant: 'R80: a refund counts when the processor has made it',
    subject,
  }));
}

/**
 * R80: every refund at the processor is recorded here with its last state, except failed refunds that were not
 * ours.
 */
export async function otherRefundStates(
  { pool }: Pick<Database, 'pool'>,
  { entries }: Records,
): Promise<Violation[]> {
  const recorded = entries.filter(({ isExcused }) => !isExcused).flatMap(({ refunds }) => refunds);
  if (recorded.length === 0) return [];
  const { rows } = await pool.query<RefundRow>({
    text: 'select processor_reference as reference, state from refunds where processor_reference = any($1)',
    values: [recorded.map(({ refundReference }) => refundReference)],
  });
  const states = new Map(rows.map(({ reference, state }) => [reference, state]));
  return recorded
    .filter(({ refundReference, state }) => {
      const known = states.get(refundReference);
      return known === undefined ? state !== 'failed' : known !== state.toUpperCase();
    })
    .map(({ refundReference, state }) => ({
      invariant: 'R80: a refund has the state that the processor reports',
      subject: `${refundReference}: ${state} there, ${states.get(refundReference)} here`,
    }));
}

const ON_THEIR_WAY = `select processor_reference as subject from unplaced_charges
  where closed_at is null and refund_sent_at is not null`;

/**
 * R80: once every refund has ended at the processor, no refund of a charge without an invoice is still pending
 * here.
 */
export async function unfollowedRefunds({ pool }: Pick<Database, 'pool'>): Promise<Violation[]> {
  const { rows } = await pool.query<{ subject: string }>(ON_THEIR_WAY);
  return rows.map(({ subject }) => ({
    invariant: 'R80: the refund of a charge without an invoice is followed to its end',
    subject,
  }));
}
