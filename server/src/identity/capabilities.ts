/** Public links, looked up only by the hash of their token. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, InvoiceId } from '@quittance/contract/ids';
import { and, desc, getTableColumns, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import {
  type InvoiceKey,
  matching,
  type RequestKey,
  references,
} from '../platform/database/keys.ts';
import { readPrepared, writePrepared } from '../platform/database/prepared.ts';
import { findRow, hasRows } from '../platform/database/rows.ts';
import { sendAhead } from '../platform/database/transaction.ts';
import { presentedToken, type TokenKey } from '../platform/sealing/token-key.ts';
import { capabilities } from '../schema/access.ts';
import { companies } from '../schema/companies.ts';
import { customers } from '../schema/customers.ts';
import { invoices, requests } from '../schema/invoices.ts';

export type CapabilityRow = typeof capabilities.$inferSelect &
  Pick<typeof companies.$inferSelect, 'domain' | 'isDemo'>;

/** An expression over the columns of a link that is read together with the link. Its name stands for its SQL. */
export type LinkVersion = { name: string; version: SQL<string | null> };

const WITHOUT_VERSION: LinkVersion = { name: 'link', version: sql<null>`null` };

/** Requires system scope: the link determines the company. */
export async function findCapability(
  tx: Tx,
  { tokenHash, companyId }: TokenKey,
  { name: what, version }: LinkVersion = WITHOUT_VERSION,
): Promise<(CapabilityRow & { version: string | null }) | null> {
  const name = companyId ? `${what}_by_token_of_company` : `${what}_by_token`;
  const values = companyId ? { tokenHash, companyId } : { tokenHash };
  const [row] = await readPrepared(tx, { name, values }, () => ({
    selection: {
      ...getTableColumns(capabilities),
      domain: companies.domain,
      isDemo: companies.isDemo,
      version,
    },
    source: sql`from ${capabilities}
      join ${companies} on ${companies.companyId} = ${capabilities.companyId}
      where ${presentedToken(capabilities, companyId)}`,
  }));
  return row ?? null;
}

/** Requires system scope. */
export async function markLinkUsed(
  tx: Tx,
  { companyId, id }: Pick<LinkRow, 'companyId' | 'id'>,
  at: Instant,
): Promise<void> {
  await tx
    .update(capabilities)
    .set({ lastUsedAt: at })
    .where(matching(capabilities, { companyId, id }));
}

export async function findCapabilityById(
  tx: Tx,
  key: { companyId: CompanyId; id: string },
): Promise<LinkRow | null> {
  return findRow(tx, capabilities, key);
}

export async function insertCapability(
  tx: Tx,
  link: typeof capabilities.$inferInsert,
): Promise<void> {
  await tx.insert(capabilities).values(link);
}

const LIST_MAX = 500;

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
    .innerJoin(requests, references(capabilities.requestId, requests))
    .innerJoin(customers, references(capabilities.customerId, customers))
    .leftJoin(invoices, references(requests.invoiceId, invoices))
    .where(matching(capabilities, { companyId, revokedAt: null }))
    .orderBy(desc(capabilities.createdAt))
    .limit(LIST_MAX);
}

export type LinkRow = typeof capabilities.$inferSelect;

export async function listLinksOfRequest(
  tx: Tx,
  { companyId, requestId }: RequestKey,
): Promise<LinkRow[]> {
  return tx
    .select()
    .from(capabilities)
    .where(matching(capabilities, { companyId, requestId }))
    .orderBy(desc(capabilities.createdAt))
    .limit(LIST_MAX);
}

/** Links that end earlier do not change. Does not wait for the write. */
export function endLinksOfInvoices(
  tx: Tx,
  { companyId, invoiceIds }: { companyId: CompanyId; invoiceIds: readonly InvoiceId[] },
  expiresAt: Instant,
): void {
  const values = { companyId, invoiceIds: [...invoiceIds], expiresAt };
  const company = sql.placeholder('companyId');
  const execute = () =>
    writePrepared(
      tx,
      { name: 'end_links_of_invoices', values },
      () => sql`update ${capabilities} set expires_at = ${sql.placeholder('expiresAt')}
        where ${capabilities.companyId} = ${company} and ${isNull(capabilities.revokedAt)}
          and ${capabilities.expiresAt} > ${sql.placeholder('expiresAt')}
          and ${capabilities.requestId} = any(array(select ${requests.id} from ${requests}
            where ${requests.companyId} = ${company}
              and ${requests.invoiceId} = any(${sql.placeholder('invoiceIds')}::uuid[])))`,
    );
  sendAhead(tx, { execute });
}

function revokeOpen(tx: Tx, which: SQL | undefined, at: Instant): Promise<boolean> {
  const isOpen = and(which, isNull(capabilities.revokedAt));
  const { id } = capabilities;
  return hasRows(tx.update(capabilities).set({ revokedAt: at }).where(isOpen).returning({ id }));
}

export async function revokeLinksOfInvoice(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
  at: Instant,
): Promise<void> {
  const ofInvoice = tx
    .select({ id: requests.id })
    .from(requests)
    .where(matching(requests, { companyId, invoiceId }));
  const isOwn = matching(capabilities, { companyId });
  await revokeOpen(tx, and(isOwn, inArray(capabilities.requestId, ofInvoice)), at);
}

export async function revokeLinksOfRequest(
  tx: Tx,
  { companyId, requestId }: RequestKey,
  at: Instant,
) {
  await revokeOpen(tx, matching(capabilities, { companyId, requestId }), at);
}

export async function revokeRecoveryLinks(
  tx: Tx,
  { companyId, requestId }: RequestKey,
  at: Instant,
) {
  const isOwn = matching(capabilities, { companyId, requestId });
  await revokeOpen(tx, and(isOwn, isNotNull(capabilities.recoversAttemptId)), at);
}

export function revokeCapability(
  tx: Tx,
  { companyId, id }: { companyId: CompanyId; id: string },
  at: Instant,
): Promise<boolean> {
  return revokeOpen(tx, matching(capabilities, { companyId, id }), at);
}
