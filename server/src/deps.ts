/** The dependencies of use cases; built in composition.ts and by the tests. */
import type { Logger } from 'pino';
import type { AddressSuggestions } from './address/suggest-addresses.ts';
import type { Clock } from './clock.ts';
import type { Concurrency } from './concurrency.ts';
import type { Entropy } from './entropy.ts';
import type { BatchedCounters } from './limits/batched-counters.ts';
import type { Limits } from './limits/limit-config.ts';
import type { Slack } from './operations/slack.ts';
import type { Reach } from './outbound/reach.ts';
import type { Processors } from './processors/registry.ts';
import type { Companies } from './storage/billing/company-cache.ts';
import type { Database } from './storage/database.ts';
import type { Sealer } from './storage/seal.ts';

export type Deps = {
  database: Database;
  /** For reads; what moves money reads the company in its transaction. */
  companies: Companies;
  clock: Clock;
  entropy: Entropy;
  processors: Processors;
  sealer: Sealer;
  log: Logger;
  /** Rate limits (R23), and the counters of those that reads count. */
  limits: Limits;
  batchedCounters: BatchedCounters;
  /** How much jobs do at the same time. */
  concurrency: Concurrency;
  /** Receives browser errors besides the log, if configured. */
  slack?: Slack;
  /** Without it, addresses are typed without suggestions. */
  addressSuggestions?: AddressSuggestions;
  /** Where webhooks may be sent to; without it, to the public internet only. */
  webhookReach?: Reach;
  /** The portal's URL as payers see it. */
  publicUrl: string;
};
