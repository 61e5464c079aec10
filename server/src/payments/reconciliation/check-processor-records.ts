/**
 * Checks our attempts against a processor's records (M4, M5, S9). It only compares; the resolver and reconciliation
 * find and repair differences.
 */
import { type AttemptState, isOpen } from '@quittance/domain/status/payment-status';
import type { Database } from '../../platform/database/database.ts';
import { toAttemptState } from '../core/attempt-state-of.ts';
import type { Violation } from '../invariants/invariants.ts';

/** A charge in the processor's records. Declined charges and open challenges are not listed. */
export type RecordedCharge = {
  reference: string;
  amountCents: number;
  state: 'pending' | 'succeeded' | 'returned';
  refundedCents: number;
  /** Amount of completed refunds that later failed. It may be owed again and paid again (R88). */
  cameBackCents?: number;
  /** The processor's own error, or a challenge that the payer completed after it had expired in our records. */
  isExcused: boolean;
};

export type ProcessorRecords = {
  charges: readonly RecordedCharge[];
  /**
   * Selects the checks that apply. 'busy': charges are open. 'answered': the processor responds and the resolver
   * has run. 'quiet': reconciliation has also run since.
   */
  stage: 'busy' | 'answered' | 'quiet';
};

type Row = {
  id: string;
  state: AttemptState;
  total: string;
  fee: string;
  refunded: string;
  invoice: string | null;
  invoice_total: string | null;
};

const ROWS = `select a.id, a.state, a.amount_cents + a.fee_cents as total, a.fee_cents as fee,
    a.refunded_cents as refunded, a.invoice_id as invoice, i.total_cents as invoice_total
  from attempts a
  left join invoices i on i.company_id = a.company_id and i.id = a.invoice_id
  where a.processor <> 'manual'`;

/** One row for each part of a payment on several invoices (R48). */
type PartOf = {
  id: string;
  invoice: string;
  amount: string;
  credit: string;
  refunded: string;
  invoice_total: string;
};

const PARTS = `select p.attempt_id as id, p.invoice_id as invoice, p.amount_cents as amount,
    p.credit_cents as credit, p.refunded_cents as refunded, i.total_cents as invoice_total
  from attempt_parts p
  join invoices i on i.company_id = p.company_id and i.id = p.invoice_id`;

type TakenCharge = { invoice: string; cents: number; total: number };

function takenAlone(row: Row, charge: RecordedCharge): TakenCharge[] {
  if (!row.invoice) return [];
  const { amountCents, refundedCents, cameBackCents = 0 } = charge;
  const cents = amountCents - Number(row.fee) - refundedCents - cameBackCents;
  return [{ invoice: row.invoice, cents, total: Number(row.invoice_total) }];
}

/** An overpayment is refunded first. */
function takenTogether(
  parts: readonly PartOf[],
  { refundedCents, cameBackCents = 0 }: RecordedCharge,
): TakenCharge[] {
  const creditCents = parts.reduce((sum, { credit }) => sum + Number(credit), 0);
  const isCreditBack = refundedCents >= creditCents;
  return parts.map(({ invoice, amount, credit, refunded, invoice_total: total }) => ({
    invoice,
    cents: Number(amount) - Number(refunded) - cameBackCents - (isCreditBack ? Number(credit) : 0),
    total: Number(total),
  }));
}

function isHeld({ state, refundedCents, amountCents }: RecordedCharge): boolean {
  return state !== 'returned' && refundedCents < amountCents;
}

/** M4: the amount charged for an invoice at the processor, minus refunds, does not exceed its total. */
function doubleCharges(
  { rows, parts }: { rows: readonly Row[]; parts: readonly PartOf[] },
  { charges }: ProcessorRecords,
): Violation[] {
  const taken = new Map<string, number>();
  const totals = new Map<string, number>();
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const charge of charges.filter((each) => isHeld(each) && !each.isExcused)) {
    const row = byId.get(charge.reference);
    const own = parts.filter(({ id }) => id === charge.reference);
    const alone = row ? takenAlone(row, charge) : [];
    for (const { invoice, cents, total } of [...alone, ...takenTogether(own, charge)]) {
      taken.set(invoice, (taken.get(invoice) ?? 0) + cents);
      totals.set(invoice, total);
    }
  }
  return [...taken]
    .filter(([invoice, cents]) => cents > (totals.get(invoice) ?? 0))
    .map(([subject]) => ({ invariant: 'M4: no invoice is charged twice', subject }));
}

/**
 * Attempts that stay open for manual review because of the processor's own error. Nothing is booked for them yet.
 */
function underReview(rows: readonly Row[], { charges }: ProcessorRecords): Set<string> {
  const mistaken = new Set(charges.filter((each) => each.isExcused).map((each) => each.reference));
  const held = rows.filter(({ id, state }) => mistaken.has(id) && isOpen(state));
  return new Set(held.map(({ id }) => id));
}

/** M5: every recorded charge corresponds to one attempt in the same state. */
function lostCharges(rows: readonly Row[], records: ProcessorRecords): Violation[] {
  const { charges } = records;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const reviewed = underReview(rows, records);
  const seen = new Set<string>();
  const found: Violation[] = [];
  for (const { reference, state, amountCents, isExcused } of charges) {
    const row = byId.get(reference);
    const isSame = row?.state === toAttemptState(state) && Number(row.total) === amountCents;
    // The processor's own error may wait for manual review, but is never booked as our charge.
    const isWaiting = reviewed.has(reference) || (isExcused && seen.has(reference));
    const isSecond = seen.has(reference) && !isExcused;
    seen.add(reference);
    if (isWaiting || (isSame && !isSecond)) continue;
    const subject = `${reference}: ${state} there, ${row?.state ?? 'unknown'} here`;
    found.push({ invariant: 'M5: every charge is one attempt, in the same state', subject });
  }
  return found;
}

/** M5: every refund in the records is booked, and no others are. */
function otherRefunds(rows: readonly Row[], records: ProcessorRecords): Violation[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const reviewed = underReview(rows, records);
  return records.charges.flatMap(({ reference, refundedCents, isExcused }) => {
    const refunded = byId.get(reference)?.refunded;
    const isSame = refunded === undefined || Number(refunded) === refundedCents;
    if (isSame || isExcused || reviewed.has(reference)) return [];
    const subject = `${reference}: ${refundedCents} there, ${refunded} here`;
    return [{ invariant: 'M5: what was refunded there is booked here', subject }];
  });
}

/** M5: every attempt that counts as paid is in the processor's records. */
function inventedCharges(rows: readonly Row[], { charges }: ProcessorRecords): Violation[] {
  const recorded = new Set(
    charges.map(({ reference, state }) => `${reference} ${toAttemptState(state)}`),
  );
  return rows
    .filter(({ state }) => ['PENDING', 'SUCCEEDED', 'RETURNED'].includes(state))
    .filter(({ id, state }) => !recorded.has(`${id} ${state}`))
    .map(({ id, state }) => ({
      invariant: 'M5: what is paid here was booked there',
      subject: `${id}: ${state} here`,
    }));
}

/**
 * S9: if the processor responds, the only open attempts are those that need manual review: an order that was not
 * found and may not be sent again, or a processor's own error.
 */
function stuckAttempts(rows: readonly Row[], { charges }: ProcessorRecords): Violation[] {
  return rows
    .filter(({ state }) => isOpen(state))
    .filter(({ id, state }) => {
      const recorded = charges.filter(({ reference }) => reference === id);
      if (recorded.length === 0) return state !== 'UNKNOWN';
      if (recorded.some(({ isExcused }) => isExcused)) return false;
      return !(state === 'PENDING' && recorded.every((charge) => charge.state === 'pending'));
    })
    .map(({ id, state }) => ({
      invariant: 'S9: nothing stays open for ever',
      subject: `${id}: ${state}`,
    }));
}

export async function checkProcessorRecords(
  { pool }: Pick<Database, 'pool'>,
  records: ProcessorRecords,
): Promise<Violation[]> {
  const { rows } = await pool.query<Row>({ name: 'recorded', text: ROWS });
  const { rows: parts } = await pool.query<PartOf>({ name: 'recorded-parts', text: PARTS });
  const doubled = doubleCharges({ rows, parts }, records);
  if (records.stage === 'busy') return doubled;
  const stuck = stuckAttempts(rows, records);
  if (records.stage === 'answered') return [...doubled, ...stuck];
  return [
    ...doubled,
    ...stuck,
    ...lostCharges(rows, records),
    ...otherRefunds(rows, records),
    ...inventedCharges(rows, records),
  ];
}
