// The interface of every processor in the sandbox: its endpoints, its controls, its records. Each processor has its
// own folder and shares no code with the others.
import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { RefundStatus } from './issuer.ts';
import type { Journal } from './journal.ts';
import type { ReturnCode } from './scenarios.ts';
import type { Webhooks } from './webhooks.ts';

export type ProcessorOptions = {
  clock: Clock;
  journal: Journal;
  webhooks: Webhooks;
  faults: Faults;
};

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
  /** Masked: recognizable, but cannot be charged. */
  token: string;
  status: string;
  message: string;
  settled: boolean;
  refunded: string;
  refundedCents: number;
  returnCode: ReturnCode | null;
  threeDs: string | null;
  createdAt: string;
};

export type TestData = {
  title: string;
  origin: 'published' | 'invented' | 'partly';
  routingNumber: string;
  cards: readonly { number: string; brand: string; result: string }[];
  accounts: readonly { number: string; result: string }[];
};

/** The final outcome of a charge's newest refund, which is still pending or was reported as made. */
export type RefundEnd = {
  transactionId: string;
  status: Exclude<RefundStatus, 'pending'>;
  reason: string;
};

export type ManualRefund = { transactionId: string; amountCents?: number | undefined };

export type SandboxProcessor = {
  name: string;
  testData: TestData;
  registerEndpoints(app: FastifyInstance): void;
  registerControls(app: FastifyInstance): void;
  records(): ChargeRecord[];
  settle(transactionId: string | undefined): number;
  returnDebit(input: { transactionId: string; code: ReturnCode }): ChargeRecord;
  /** Makes a refund as a person would in the processor's dashboard. Without an amount, refunds the rest. */
  refundByHand(input: ManualRefund): ChargeRecord;
  endRefund(input: RefundEnd): ChargeRecord;
  reset(): void;
};
