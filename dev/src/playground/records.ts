/** The two sides of a payment as the playground reads them: the portal's attempt and the processor's charge. */
import type { Instant } from '@quittance/contract/dates';
import type { Cents } from '@quittance/contract/money';
import type { AttemptState } from '@quittance/domain/status/payment-status';

export type Move = { to: AttemptState; source: string; at: Instant };

export type Posting = { source: string; destination: string; amountCents: Cents };

export type OurAttempt = {
  id: string;
  company: string;
  state: AttemptState;
  amountCents: Cents;
  feeCents: Cents;
  refundedCents: Cents;
  disputeState: string | null;
  method: string;
  last4: string | null;
  /** CIT: the payer was present. MIT: the charge was made without the payer. */
  initiator: 'CIT' | 'MIT';
  responseMessage: string | null;
  createdAt: Instant;
  nextCheckAt: Instant | null;
  moves: readonly Move[];
  postings: readonly Posting[];
  invoice: { reference: string; status: string; paidCents: Cents; totalCents: Cents } | null;
  pageToldAt: Instant | null;
  receiptAt: Instant | null;
};

export type TheirCharge = {
  processor: string;
  transactionId: string;
  internalTransactionID: string | null;
  merchantId: string;
  amountCents: number;
  refundedCents: number;
  method: 'card' | 'ach';
  last4: string;
  status: string;
  message: string;
  settled: boolean;
  returnCode: string | null;
  createdAt: string;
};
