/** Compares a line of a payout with the ledger and the agreed fees (R96). */
import {
  addCents,
  type Cents,
  cents,
  minCents,
  subtractCents,
  ZERO,
} from '@quittance/contract/money';
import type {
  PayoutDifferenceKind,
  PayoutLineKind,
  ProcessorFees,
} from '@quittance/contract/payouts/provider-schemas';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { computePercentage } from '../checkout/fees.ts';

export type ComparedLine = { kind: PayoutLineKind; grossCents: Cents; feeCents: Cents };

/**
 * `recorded`: the gross amount in the ledger, with the sign of the deposit. `missing`: the ledger should have it.
 * `none`: the ledger has nothing to compare with, as for a fee or a sale that was not made here.
 */
export type LedgerSide =
  | { side: 'recorded'; grossCents: Cents; kind: ChargeKind }
  | { side: 'missing' }
  | { side: 'none' };

export type LineDifference = {
  kind: Extract<PayoutDifferenceKind, 'MISSING_HERE' | 'OTHER_AMOUNT' | 'OTHER_FEE'>;
  expectedCents: Cents;
  foundCents: Cents;
};

/** Processors do not document how they round. */
const ROUNDING_CENTS = 1;

function feeOnCharge(fees: ProcessorFees, kind: ChargeKind, grossCents: Cents): Cents {
  if (kind === 'card') return addCents(computePercentage(grossCents, fees.card), fees.cardFixed);
  const fee = addCents(computePercentage(grossCents, fees.ach), fees.achFixed);
  return fees.achMax === null ? fee : minCents(fee, fees.achMax);
}

/** Null if the agreement says nothing about the fee. */
function agreedFee(
  { kind, grossCents }: ComparedLine,
  charge: ChargeKind,
  fees: ProcessorFees,
): Cents | null {
  if (kind === 'CHARGE') return feeOnCharge(fees, charge, grossCents);
  if (kind === 'REFUND') return ZERO;
  return kind === 'DISPUTE' && grossCents < 0 ? fees.dispute : null;
}

/** Returns the net amount that should have been deposited, and how the line differs from it. */
export function compareLine(
  line: ComparedLine,
  ledger: LedgerSide,
  fees: ProcessorFees | null,
): { expectedCents: Cents; differences: LineDifference[] } {
  const { grossCents, feeCents } = line;
  const netCents = subtractCents(grossCents, feeCents);
  if (ledger.side === 'none') return { expectedCents: netCents, differences: [] };
  if (ledger.side === 'missing') {
    const missing = { kind: 'MISSING_HERE', expectedCents: ZERO, foundCents: netCents } as const;
    return { expectedCents: ZERO, differences: [missing] };
  }
  const agreed = fees && agreedFee(line, ledger.kind, fees);
  const isAgreed = agreed === null || Math.abs(agreed - feeCents) <= ROUNDING_CENTS;
  const expectedFee = isAgreed ? feeCents : agreed;
  const differences: LineDifference[] = [];
  if (ledger.grossCents !== grossCents) {
    const amounts = { expectedCents: ledger.grossCents, foundCents: grossCents };
    differences.push({ kind: 'OTHER_AMOUNT', ...amounts });
  }
  if (!isAgreed) {
    differences.push({ kind: 'OTHER_FEE', expectedCents: agreed, foundCents: feeCents });
  }
  return { expectedCents: cents(ledger.grossCents - expectedFee), differences };
}
