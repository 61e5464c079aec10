/** What use cases are given; built once in composition.ts and by the tests' world. */
import type { Logger } from 'pino';
import type { Places } from './address/suggest-addresses.ts';
import type { Clock } from './clock.ts';
import type { Entropy } from './entropy.ts';
import type { Limits } from './limits/limit-config.ts';
import type { Slack } from './operations/slack.ts';
import type { Processors } from './processors/registry.ts';
import type { Database } from './storage/database.ts';
import type { Sealer } from './storage/seal.ts';

export type Deps = {
  database: Database;
  clock: Clock;
  entropy: Entropy;
  processors: Processors;
  sealer: Sealer;
  log: Logger;
  /** How often is too often (R23). */
  limits: Limits;
  /** Where errors of browsers are told besides the log; nowhere unless configured. */
  slack?: Slack;
  /** Suggests addresses; without it they are typed. */
  places?: Places;
  /** Our own address as payers see it. */
  publicUrl: string;
};
