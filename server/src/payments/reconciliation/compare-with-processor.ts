/**
 * Our attempts beside a processor's own books (M4, M5, S9). It only compares; finding out about a
 * difference and mending it is the resolver's and the reconciler's work.
 */
import { type AttemptState, isOpen } from '@quittance/domain/status/payment-status';
import type { Database } from '../../storage/database.ts';
import type { Violation } from '../../storage/invariants/invariants.ts';

/** A charge as the processor has it. Declined ones and open challenges moved nothing. */
export type BookedCharge = {
  /** Our attempt's id, as the processor was told it. */
  reference: string;
  amountCents: number;
  state: 'pending' | 'succeeded' | 'returned';
  refundedCents: number;
  /** The processor's own mistake, or a challenge its payer finished after we had given it up. */
  isExcused: boolean;
};

export type ProcessorTruth = {
  charges: readonly BookedCharge[];
  /**
   * How much may be asked. 'busy': charges are under way. 'answered': the processor is well, and the
   * resolver has had its time. 'quiet': the books have been compared since, too.
   */
  stage: 'busy' | 'answered' | 'quiet';
};

type Row = {
  id: string;
  state: AttemptState;
  total: string;
  fee: string;
  invoice: string | null;
  invoice_total: string | null;
};

const ROWS = `select a.id, a.state, a.amount_cents + a.fee_cents as total, a.fee_cents as fee,
    a.invoice_id as invoice, i.total_cents as invoice_total
  from attempts a
  left join invoices i on i.company_id = a.company_id and i.id = a.invoice_id
  where a.processor <> 'manual'`;

const BOOKED_AS = {
  pending: 'PENDING',
  succeeded: 'SUCCEEDED',
  returned: 'RETURNED',
} as const satisfies Record<BookedCharge['state'], AttemptState>;

function isKept({ state, refundedCents, amountCents }: BookedCharge): boolean {
  return state !== 'returned' && refundedCents < amountCents;
}

/** M4: what the processor took for an invoice, less what it gave back, is no more than was owed. */
function doubleCharges(rows: readonly Row[], { charges }: ProcessorTruth): Violation[] {
  const taken = new Map<string, number>();
  const totals = new Map<string, number>();
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const charge of charges.filter((booked) => isKept(booked) && !booked.isExcused)) {
    const row = byId.get(charge.reference);
    if (!row?.invoice) continue;
    const principal = charge.amountCents - Number(row.fee) - charge.refundedCents;
    taken.set(row.invoice, (taken.get(row.invoice) ?? 0) + principal);
    totals.set(row.invoice, Number(row.invoice_total));
  }
  return [...taken]
    .filter(([invoice, cents]) => cents > (totals.get(invoice) ?? 0))
    .map(([subject]) => ({ invariant: 'M4: nobody pays for an invoice twice', subject }));
}

/** M5 from their side: every charge is one attempt of ours, and it ended the same way. */
function lostCharges(rows: readonly Row[], { charges }: ProcessorTruth): Violation[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const mistaken = new Set(charges.filter((each) => each.isExcused).map((each) => each.reference));
  const seen = new Set<string>();
  const found: Violation[] = [];
  for (const { reference, state, amountCents, isExcused } of charges) {
    const row = byId.get(reference);
    const isSame = row?.state === BOOKED_AS[state] && Number(row.total) === amountCents;
    // A mistake of theirs may wait for a person, but never pass for the charge we asked for.
    const isHeld = mistaken.has(reference) && row !== undefined && isOpen(row.state);
    const isWaiting = isHeld || (isExcused && seen.has(reference));
    const isSecond = seen.has(reference) && !isExcused;
    seen.add(reference);
    if (isWaiting || (isSame && !isSecond)) continue;
    const subject = `${reference}: ${state} there, ${row?.state ?? 'unknown'} here`;
    found.push({ invariant: 'M5: every charge is one attempt, in the same state', subject });
  }
  return found;
}

/** M5 from our side: what we count as paid was booked. */
function inventedCharges(rows: readonly Row[], { charges }: ProcessorTruth): Violation[] {
  const booked = new Set(charges.map(({ reference, state }) => `${reference} ${BOOKED_AS[state]}`));
  return rows
    .filter(({ state }) => ['PENDING', 'SUCCEEDED', 'RETURNED'].includes(state))
    .filter(({ id, state }) => !booked.has(`${id} ${state}`))
    .map(({ id, state }) => ({
      invariant: 'M5: what is paid here was booked there',
      subject: `${id}: ${state} here`,
    }));
}

/**
 * S9: with a processor that answers, nothing stays open, except what nobody can decide: an order that
 * never arrived where it may not be sent again, and a processor's own mistake.
 */
function stuckAttempts(rows: readonly Row[], { charges }: ProcessorTruth): Violation[] {
  return rows
    .filter(({ state }) => isOpen(state))
    .filter(({ id, state }) => {
      const booked = charges.filter(({ reference }) => reference === id);
      if (booked.length === 0) return state !== 'UNKNOWN';
      if (booked.some(({ isExcused }) => isExcused)) return false;
      return !(state === 'PENDING' && booked.every((charge) => charge.state === 'pending'));
    })
    .map(({ id, state }) => ({
      invariant: 'S9: nothing stays open for ever',
      subject: `${id}: ${state}`,
    }));
}

export async function compareWithProcessor(
  { pool }: Pick<Database, 'pool'>,
  truth: ProcessorTruth,
): Promise<Violation[]> {
  const { rows } = await pool.query<Row>(ROWS);
  const doubled = doubleCharges(rows, truth);
  if (truth.stage === 'busy') return doubled;
  const stuck = stuckAttempts(rows, truth);
  if (truth.stage === 'answered') return [...doubled, ...stuck];
  return [...doubled, ...stuck, ...lostCharges(rows, truth), ...inventedCharges(rows, truth)];
}
