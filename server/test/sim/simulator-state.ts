/** The profiles of the three processors, and the state that the parts of the simulator share. */
import { HOUR_MS } from '@quittance/contract/durations';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import type { Keys } from './commands.ts';
import type { CallFault } from './faults.ts';
import type { ProcessorRecords } from './records.ts';

/** How the three processors differ, as pessimistic as their documentation allows. */
export type ProcessorProfile = {
  name: ProcessorName;
  /** How long it remembers an idempotency key; afterwards the same order is charged again. */
  keyLivesMs: number;
  /** How long the product may send the same order again. */
  resendWithinMs: number;
  /** After a passed challenge the server must request the charge again. */
  hasSecondStep: boolean;
  hasWebhooks: boolean;
  /** Charges can be listed, not only looked up one by one. */
  hasList: boolean;
  /** A browser can confirm what the portal offered. */
  hasIntents: boolean;
};

export const PROFILES: Readonly<Record<ProcessorName, ProcessorProfile>> = {
  stripe: {
    name: 'stripe',
    keyLivesMs: 24 * HOUR_MS,
    resendWithinMs: 20 * HOUR_MS,
    hasSecondStep: false,
    hasWebhooks: true,
    hasList: true,
    hasIntents: true,
  },
  fiserv: {
    name: 'fiserv',
    keyLivesMs: 5 * 60_000,
    resendWithinMs: 4 * 60_000,
    hasSecondStep: true,
    hasWebhooks: false,
    hasList: false,
    hasIntents: false,
  },
  payengine: {
    name: 'payengine',
    keyLivesMs: 0,
    resendWithinMs: 0,
    hasSecondStep: false,
    hasWebhooks: true,
    hasList: true,
    hasIntents: false,
  },
};

export type SimulatorState = {
  profile: ProcessorProfile;
  records: ProcessorRecords;
  nowMs: () => number;
  /** The fault of the next call; without one it succeeds. With wrong keys every call has the same. */
  nextFault: () => CallFault;
  /** `hasMisled`: calls were answered by another account since the last look at the errors. */
  credentials: { used: Keys; hasMisled: boolean };
  /** Time that passes while a call is under way. */
  pass: (ms: number) => void;
  /** Runs during a call, after the charge is recorded and before the answer. */
  meanwhile: () => Promise<void>;
  /** Orders that are accepted and not executed yet; `reference` is the attempt of a charge. */
  later: { atMs: number; execute: () => void; reference?: string }[];
  /** When an order was first received, by its reference. */
  keys: Map<string, number>;
  /** Tokens that were deleted, and the charges that were sent with one of them. */
  forgotten: { tokens: Set<string>; charged: string[] };
  count: { charges: number; faults: number };
};
