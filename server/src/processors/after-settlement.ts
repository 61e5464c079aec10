/** Reports and orders about money that was already charged: payouts to the company, and evidence against disputes. */
import type { Instant, IsoDate } from '@quittance/contract/dates';
import type { Cents } from '@quittance/contract/money';
import type { EvidenceFileKind, EvidenceTexts } from '@quittance/contract/payments/dispute-schemas';

/**
 * A transfer from the processor to the company's bank account. `lines`: whether the processor lists what it
 * contains; `later` if the list is not complete yet.
 */
export type ListedPayout = {
  payoutReference: string;
  /** Negative if money is withdrawn. */
  amountCents: Cents;
  state: 'pending' | 'paid' | 'failed';
  arrivesOn: IsoDate;
  createdAt: Instant;
  lines: 'complete' | 'later' | 'never';
};

/** An item of a payout. Amounts have the sign of the deposit; the fee is deducted from the gross amount. */
export type ListedPayoutLine = {
  lineReference: string;
  kind: 'charge' | 'refund' | 'dispute' | 'return' | 'fee' | 'adjustment';
  grossCents: Cents;
  feeCents: Cents;
  at: Instant;
  /** The charge, as in `Booked`, also for its refunds and disputes. */
  chargeReference: string | null;
  /** The refund, the dispute, or the payout that came back. */
  itemReference: string | null;
  /** Our attempt id, if the line is a charge that was made here. */
  reference: string | null;
};

export type Payouts = {
  /** Returns the payouts that were created within a time span. Throws if the list is incomplete. */
  list(span: { from: Instant; to: Instant }): Promise<ListedPayout[]>;
  lines(payoutReference: string): Promise<ListedPayoutLine[]>;
  /** Whether an error of these calls means that the key may not read payouts. */
  isNotPermitted(error: unknown): boolean;
};

export type EvidenceFile = {
  /** Our id, which identifies a repeated upload. */
  reference: string;
  name: string;
  type: string;
  content: Uint8Array;
};

/** Evidence that a charge was valid. `files` are the processor's references. */
export type DisputeEvidence = {
  reference: string;
  disputeReference: string;
  texts: EvidenceTexts;
  customerName: string;
  files: Readonly<Partial<Record<EvidenceFileKind, string>>>;
};

/** `deferred`: the processor did not look at it. */
type NotTaken =
  | { kind: 'refused'; message: string }
  | { kind: 'deferred'; reason: string }
  | { kind: 'unknown'; reason: string };

export type Disputes = {
  /** The same file may be uploaded again. At worst, the processor has an unused file. */
  upload(file: EvidenceFile): Promise<{ kind: 'uploaded'; fileReference: string } | NotTaken>;
  /** The same evidence may be submitted again after its response was lost. */
  submit(evidence: DisputeEvidence): Promise<{ kind: 'submitted' } | NotTaken>;
};
