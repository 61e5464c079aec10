// The interface of every processor of the sandbox: its endpoints, its controls, its records.
// Each processor has a folder of its own and shares no code with the others.
import type { FastifyInstance } from 'fastify';
import type { RefundStatus } from './issuer.ts';
import type { ReturnCode } from './scenarios.ts';

export const PROCESSOR_NAMES = ['payengine', 'stripe', 'fiserv'] as const;
export type ProcessorName = (typeof PROCESSOR_NAMES)[number];

/** One charge in a processor's records; tests reconcile the portal's ledger against it. */
export type ChargeRecord = {
  processor: string;
  id: string;
  transactionId: string;
  merchantId: string;
  internalTransactionID: string | null;
  orderNumber: string | null;
  description: string | null;
  amount: string;
  amountCents: number;
  currency: string;
  method: 'card' | 'ach';
  brand: string | null;
  last4: string;
  /** Masked: recognizable, but not chargeable. */
  token: string;
  status: string;
  message: string;
  settled: boolean;
  refunded: string;
  /** Refunds that succeeded; neither pending nor failed ones. */
  refundedCents: number;
  returnCode: ReturnCode | null;
  threeDs: string | null;
  createdAt: string;
};

/** The test numbers that the page for people lists for this processor. */
export type TestData = {
  title: string;
  /** Whether the processor publishes the numbers or the sandbox invents them. */
  origin: 'published' | 'invented' | 'partly';
  routingNumber: string;
  cards: readonly { number: string; brand: string; result: string }[];
  accounts: readonly { number: string; result: string }[];
};

/** What becomes of the newest refund of a charge, which is pending or counted as made. */
export type RefundEnd = {
  transactionId: string;
  status: Exclude<RefundStatus, 'pending'>;
  reason: string;
};

export type ManualRefund = { transactionId: string; amountCents?: number | undefined };

export type SandboxProcessor = {
  name: ProcessorName;
  testData: TestData;
  /** The processor's HTTP API, mounted under its name. */
  registerEndpoints(app: FastifyInstance): void;
  /** Its routes of the control plane. */
  registerControls(app: FastifyInstance): void;
  records(): ChargeRecord[];
  /** Settles one open charge or all of them; returns their number. */
  settle(transactionId: string | undefined): number;
  returnDebit(input: { transactionId: string; code: ReturnCode }): ChargeRecord;
  /** What a person does in the processor's dashboard; without an amount, refunds what is left. */
  refundByHand(input: ManualRefund): ChargeRecord;
  endRefund(input: RefundEnd): ChargeRecord;
  reset(): void;
};
