/** Public links, found only by the hash of their secret. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { capabilities } from '../schema/access.ts';
import { companies } from '../schema/companies.ts';
import { customers } from '../schema/customers.ts';
import { invoices, requests } from '../schema/invoices.ts';

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

const LIST_MAX = 500;

/** A company's links that have not been revoked, newest first; never their secrets. */
export async function listCapabilities(tx: Tx, companyId: CompanyId) {
  return tx
    .select({
      id: capabilities.id,
      invoiceRef: invoices.accountRef,
      customerRef: customers.customerRef,
      createdAt: capabilities.createdAt,
      expiresAt: capabilities.expiresAt,
    })
    .from(capabilities)
    .innerJoin(
      requests,
      and(eq(requests.companyId, capabilities.companyId), eq(requests.id, capabilities.requestId)),
    )
    .innerJoin(
      customers,
      and(
        eq(customers.companyId, capabilities.companyId),
        eq(customers.id, capabilities.customerId),
      ),
    )
    .leftJoin(
      invoices,
      and(eq(invoices.companyId, requests.companyId), eq(invoices.id, requests.invoiceId)),
    )
    .where(and(eq(capabilities.companyId, companyId), isNull(capabilities.revokedAt)))
    .orderBy(desc(capabilities.createdAt))
    .limit(LIST_MAX);
}

/** False when there is no such link, or it was revoked before. */
export async function revokeCapability(
  tx: Tx,
  { companyId, id }: { companyId: CompanyId; id: string },
  at: Instant,
): Promise<boolean> {
  const revoked = await tx
    .update(capabilities)
    .set({ revokedAt: at })
    .where(
      and(
        eq(capabilities.companyId, companyId),
        eq(capabilities.id, id),
        isNull(capabilities.revokedAt),
      ),
    )
    .returning({ id: capabilities.id });
  return revoked.length > 0;
}
