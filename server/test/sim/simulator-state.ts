/** The profiles of the three processors, and the state that the parts of the simulator share. */
import { HOUR_MS } from '@quittance/contract/durations';
import type { TestProcessor } from '../world/merchant.ts';
import type { Keys } from './commands.ts';
import type { CallFault } from './faults.ts';
import type { ProcessorRecords } from './records.ts';

/** The differences between the three processors, as pessimistic as their documentation allows. */
export type ProcessorProfile = {
  name: TestProcessor;
  /** Lifetime of an idempotency key. Afterwards the same order is charged again. */
  keyLivesMs: number;
  resendWithinMs: number;
  hasSecondStep: boolean;
  hasWebhooks: boolean;
  hasList: boolean;
  hasIntents: boolean;
};

export const PROFILES: Readonly<Record<TestProcessor, ProcessorProfile>> = {
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
  /**
   * Returns the fault of the next call. Without one, the call succeeds. With wrong keys every call has the same
   * fault.
   */
  nextFault: () => CallFault;
  /** `hasMisled`: another account has responded to calls since the errors were last checked. */
  credentials: { used: Keys; hasMisled: boolean };
  pass: (ms: number) => void;
  /** Runs during a call, after the charge is recorded and before the response. */
  meanwhile: () => Promise<void>;
  /** Orders that are accepted but not executed yet. `reference` is the attempt of a charge. */
  later: { atMs: number; execute: () => void; reference?: string }[];
  keys: Map<string, number>;
  /** Deleted tokens, and the charges that were sent with one of them. */
  forgotten: { tokens: Set<string>; charged: string[] };
  count: { charges: number; faults: number };
};
