/**
 * Compares the lines of a payout with the ledger and the agreed fees, and keeps its differences up to date. A
 * difference closes when later records resolve it.
 */
import type { AttemptId, CompanyId } from '@quittance/contract/ids';
import { addCents, type Cents, cents, subtractCents, ZERO } from '@quittance/contract/money';
import type {
  PayoutDifferenceKind,
  ProcessorFees,
} from '@quittance/contract/payouts/provider-schemas';
import { compareLine, type LedgerSide } from '@quittance/domain/payouts/compare-line';
import type { Deps } from '../kernel/deps.ts';
import { hashedUuid } from '../kernel/hashed-uuid.ts';
import type { Tx } from '../platform/database/database.ts';
import {
  closeFound,
  closeOtherDifferences,
  findLedgerRows,
  insertDifferences,
  type LedgerRows,
  type PayoutLineRow,
  type PayoutRow,
  updateLine,
  updatePayout,
} from './store.ts';

type Match = LedgerSide & { attemptId: AttemptId | null; refundId: string | null };

type Attempt = LedgerRows['attempts'] extends Map<string, infer Row> ? Row : never;

const toTotal = ({ amountCents, feeCents }: Attempt) => addCents(amountCents, feeCents);

/** The gross amount that the ledger has for the line. Null if it has none. */
function recordedCents(
  line: PayoutLineRow,
  attempt: Attempt,
  { refunds, disputes }: LedgerRows,
): Cents | null {
  const isTaken = line.grossCents < 0;
  const sign = isTaken ? -1 : 1;
  const refund = refunds.get(line.itemReference ?? '');
  const dispute = disputes.get(line.itemReference ?? '');
  const isReturned = attempt.state === 'RETURNED';
  switch (line.kind) {
    case 'CHARGE':
      return attempt.state === 'SUCCEEDED' || isReturned ? toTotal(attempt) : null;
    case 'REFUND':
      // A refund that failed comes back.
      if (!refund || (!isTaken && refund.state !== 'FAILED')) return null;
      return cents(sign * refund.amountCents);
    case 'DISPUTE':
      if (dispute) {
        return isTaken || dispute.state === 'WON' ? cents(sign * dispute.amountCents) : null;
      }
      // The dispute of a bank debit is recorded as a return.
      return isReturned && isTaken ? cents(-toTotal(attempt)) : null;
    case 'RETURN':
      return isReturned ? cents(-toTotal(attempt)) : null;
    default:
      return null;
  }
}

function toMatch(line: PayoutLineRow, ledger: LedgerRows): Match {
  // A line that went to another account of the journal stays there.
  const attempt = line.isOurs ? ledger.attempts.get(line.chargeReference ?? '') : undefined;
  const refundId = ledger.refunds.get(line.itemReference ?? '')?.id ?? null;
  const found = { attemptId: attempt?.id ?? null, refundId };
  if (!attempt) {
    // An unplaced charge is listed for a person already.
    const { isOurs, chargeReference } = line;
    const isMissing = isOurs && chargeReference !== null && !ledger.unplaced.has(chargeReference);
    return { ...found, side: isMissing ? 'missing' : 'none' };
  }
  const grossCents = recordedCents(line, attempt, ledger);
  if (grossCents === null) return { ...found, side: 'missing' };
  const kind = attempt.method === 'ACH' ? 'ach' : 'card';
  return { ...found, side: 'recorded', kind, grossCents };
}

type NewDifference = {
  kind: PayoutDifferenceKind;
  subject: string;
  attemptId: AttemptId | null;
  processorReference: string | null;
  expectedCents: Cents;
  foundCents: Cents;
};

type Found = NewDifference & { companyId: CompanyId; payoutId: string | null };

/** A difference with another amount is another difference, also if the earlier one was acknowledged. */
function toDifferenceId({ companyId, kind, subject, foundCents, expectedCents }: Found) {
  return hashedUuid(`${companyId} ${kind} ${subject} ${expectedCents} ${foundCents}`);
}

/** Stores differences and logs the new ones. Returns the ids of all. */
export async function recordDifferences(
  tx: Tx,
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  found: readonly Found[],
): Promise<string[]> {
  const rows = found.map(({ subject, ...difference }) => ({
    ...difference,
    id: toDifferenceId({ subject, ...difference }),
    createdAt: clock.now(),
  }));
  for (const row of await insertDifferences(tx, rows)) {
    const { companyId, kind, payoutId, processorReference, expectedCents, foundCents } = row;
    const about = { companyId, kind, payoutId, processorReference, expectedCents, foundCents };
    log.error(
      { event: 'payout.difference', ...about },
      'a payout of the processor differs from the ledger',
    );
  }
  return rows.map(({ id }) => id);
}

/** Marks the lines that concern charges made here, and payouts that came back: the journal clears them (R92). */
export async function markOurs(
  tx: Tx,
  account: Pick<PayoutRow, 'companyId' | 'processor'>,
  lines: readonly PayoutLineRow[],
): Promise<PayoutLineRow[]> {
  const ledger = await findLedgerRows(tx, account, lines);
  const charges = new Set(
    lines.flatMap((line) => (line.isOurs ? (line.chargeReference ?? []) : [])),
  );
  return lines.map((line) => {
    const [charge, item] = [line.chargeReference ?? '', line.itemReference ?? ''];
    const isKnown =
      charges.has(charge) || ledger.attempts.has(charge) || ledger.unplaced.has(charge);
    return { ...line, isOurs: isKnown || ledger.payouts.has(item) };
  });
}

export type MatchedLine = PayoutLineRow & { differences: readonly NewDifference[] };

export async function matchLines(
  tx: Tx,
  { companyId, processor }: Pick<PayoutRow, 'companyId' | 'processor'>,
  { lines, fees }: { lines: readonly PayoutLineRow[]; fees: ProcessorFees | null },
): Promise<MatchedLine[]> {
  const ledger = await findLedgerRows(tx, { companyId, processor }, lines);
  return lines.map((line) => {
    const match = toMatch(line, ledger);
    const { attemptId, refundId } = match;
    const { expectedCents, differences } = compareLine(line, match, fees);
    const { processorReference } = line;
    const about = { subject: processorReference, processorReference, attemptId };
    const found = differences.map((difference) => ({ ...about, ...difference }));
    return { ...line, attemptId, refundId, expectedCents, differences: found };
  });
}

const total = (amounts: readonly Cents[]) =>
  amounts.reduce((sum, each) => addCents(sum, each), ZERO);

/** The lines add up to the payout, unless the processor's list is incomplete. */
function totalDifference(payout: PayoutRow, lines: readonly MatchedLine[]): NewDifference[] {
  const { processorReference, amountCents } = payout;
  const expectedCents = total(lines.map((line) => subtractCents(line.grossCents, line.feeCents)));
  if (expectedCents === amountCents) return [];
  const about = { subject: processorReference, processorReference, attemptId: null };
  return [{ ...about, kind: 'OTHER_TOTAL', expectedCents, foundCents: amountCents }];
}

/** Stores the result of a comparison. Lines that were stored before are changed only if their result has. */
export async function writeMatch(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'log'>,
  {
    payout,
    before,
    lines,
  }: {
    payout: PayoutRow;
    before: readonly PayoutLineRow[];
    lines: readonly MatchedLine[];
  },
): Promise<void> {
  const { companyId, id: payoutId } = payout;
  const at = deps.clock.now();
  const known = new Map(before.map((line) => [line.id, line]));
  for (const line of lines) {
    const old = known.get(line.id);
    const { attemptId, refundId, expectedCents } = line;
    const isSame =
      !old ||
      (old.attemptId === attemptId &&
        old.refundId === refundId &&
        old.expectedCents === expectedCents);
    if (!isSame) await updateLine(tx, line, { attemptId, refundId, expectedCents });
  }
  await updatePayout(tx, payout, {
    itemizedAt: payout.itemizedAt ?? at,
    expectedCents: total(lines.map((line) => line.expectedCents)),
    feeCents: total(
      lines.map(({ kind, feeCents, grossCents }) =>
        kind === 'FEE' ? subtractCents(feeCents, grossCents) : feeCents,
      ),
    ),
    lineCount: lines.length,
  });
  const differences = [
    ...lines.flatMap((line) => line.differences),
    ...totalDifference(payout, lines),
  ];
  const found = differences.map((difference) => ({ ...difference, companyId, payoutId }));
  const existing = await recordDifferences(tx, deps, found);
  await closeOtherDifferences(tx, payout, { existing, at });
  const attemptIds = lines.flatMap(({ attemptId }) => attemptId ?? []);
  await closeFound(tx, companyId, { attemptIds, at });
}
