/** Processors for programs other than the server, such as a command. */
import type { Clock } from '../kernel/clock.ts';
import type { Config } from '../kernel/config.ts';
import type { Database } from '../platform/database/database.ts';
import { readPostgresFacts } from '../platform/database/postgres-facts.ts';
import { createHttpClient } from '../platform/outbound/http-client.ts';
import { createProcessors, type Processors } from '../processors/registry.ts';
import { toBaseUrls } from '../processors/servers.ts';

/** The embedded database takes no live keys, whichever program stores them. */
export async function openProcessors(
  config: Config,
  { database, clock }: { database: Database; clock: Clock },
): Promise<Processors> {
  const { isEmbedded } = await readPostgresFacts(database.pool, clock.now);
  return createProcessors({
    http: createHttpClient(),
    clock,
    baseUrls: toBaseUrls(config),
    sandboxUrl: config.sandboxUrl,
    acceptsLiveKeys: !isEmbedded,
  });
}
