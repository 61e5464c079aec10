// What every processor of the sandbox looks like from inside: its doors, its levers, its books.
// Names and types only; each processor lives in a folder of its own and shares nothing with others.
import type { FastifyInstance } from 'fastify';
import type { ReturnCode } from './scenarios.ts';

export const PROCESSOR_NAMES = ['payengine', 'stripe', 'fiserv'] as const;
export type ProcessorName = (typeof PROCESSOR_NAMES)[number];

/** One line of a processor's own books, as tests hold it against the portal's ledger. */
export type BookedCharge = {
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
  /** Masked: enough to recognise it, useless to charge it. */
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

/** What the page for people says can be typed into this processor's fields. */
export type TestData = {
  title: string;
  /** Where the numbers come from: the processor's own documentation, or us. */
  origin: 'published' | 'invented' | 'partly';
  routingNumber: string;
  cards: readonly { number: string; brand: string; result: string }[];
  accounts: readonly { number: string; result: string }[];
};

export type SandboxProcessor = {
  name: ProcessorName;
  testData: TestData;
  /** The processor's own HTTP interface, mounted under its name. */
  registerDoors(app: FastifyInstance): void;
  /** Its additions to the control plane. */
  registerLevers(app: FastifyInstance): void;
  books(): BookedCharge[];
  /** Settles one charge, or all that wait; says how many there were. */
  settle(transactionId: string | undefined): number;
  returnDebit(order: { transactionId: string; code: ReturnCode }): BookedCharge;
  reset(): void;
};
