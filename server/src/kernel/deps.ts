import type { Logger } from 'pino';
import type { Companies } from '../companies/company-cache.ts';
import type { AddressSuggestions } from '../customers/suggest-addresses.ts';
import type { Database } from '../platform/database/database.ts';
import type { Scan } from '../platform/files/scan-file.ts';
import type { BatchedCounters } from '../platform/limits/batched-counters.ts';
import type { Limits } from '../platform/limits/limit-config.ts';
import type { Slack } from '../platform/observability/slack.ts';
import type { Reach } from '../platform/outbound/reach.ts';
import type { Sealer } from '../platform/sealing/seal.ts';
import type { Processors } from '../processors/registry.ts';
import type { Clock } from './clock.ts';
import type { Concurrency } from './concurrency.ts';
import type { Entropy } from './entropy.ts';

export type Deps = {
  database: Database;
  /** For reads only. Code that moves money reads the company in its own transaction. */
  companies: Companies;
  clock: Clock;
  entropy: Entropy;
  processors: Processors;
  sealer: Sealer;
  log: Logger;
  limits: Limits;
  /** Told about each request that a rate limit refuses. */
  onLimited?: (limit: string) => void;
  batchedCounters: BatchedCounters;
  concurrency: Concurrency;
  slack?: Slack;
  addressSuggestions?: AddressSuggestions;
  /** Allowed webhook targets. If unset, only public addresses. */
  webhookReach?: Reach;
  /** Unset if the operator did not configure a virus scanner. */
  scan?: Scan;
  publicUrl: string;
};
