/** Public links, found only by the hash of their secret. */
import { eq } from 'drizzle-orm';
import type { Tx } from './database.ts';
import { capabilities } from './schema/access.ts';
import { companies } from './schema/companies.ts';

export type CapabilityRow = typeof capabilities.$inferSelect & { domain: string };

/** System scope only: the link itself tells which company it belongs to. */
export async function findCapability(tx: Tx, tokenHash: string): Promise<CapabilityRow | null> {
  const [row] = await tx
    .select({ capability: capabilities, domain: companies.domain })
    .from(capabilities)
    .innerJoin(companies, eq(companies.companyId, capabilities.companyId))
    .where(eq(capabilities.tokenHash, tokenHash));
  return row ? { ...row.capability, domain: row.domain } : null;
}

export async function insertCapability(
  tx: Tx,
  link: typeof capabilities.$inferInsert,
): Promise<void> {
  await tx.insert(capabilities).values(link);
}
