/** Companies and their sealed secrets. */
import type { CompanyDomain, CompanyId } from '@quittance/contract/ids';
import { eq, or, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { companies, companySecrets } from '../schema/companies.ts';

export type CompanyRow = typeof companies.$inferSelect;
export type CompanySecretsRow = typeof companySecrets.$inferSelect;

export async function findCompany(tx: Tx, companyId: CompanyId): Promise<CompanyRow | null> {
  const [row] = await tx.select().from(companies).where(eq(companies.companyId, companyId));
  return row ?? null;
}

/** System scope only: before a link or session is known there is no company to act for. */
export async function findCompanyByDomain(tx: Tx, domain: string): Promise<CompanyRow | null> {
  const [row] = await tx
    .select()
    .from(companies)
    .where(eq(companies.domain, domain as CompanyDomain)); // because an unknown text finds nothing
  return row ?? null;
}

const ALIKE_MAX = 200;

/**
 * System scope only. Companies whose names begin like this text, or whose domain it is: enough to look
 * for the one that is meant, too many to show anybody.
 */
export async function findCompaniesLike(tx: Tx, beginning: string): Promise<CompanyRow[]> {
  const begins = (column: typeof companies.name | typeof companies.dba) =>
    sql`starts_with(lower(${column}), ${beginning.toLowerCase()})`;
  return tx
    .select()
    .from(companies)
    .where(
      or(
        begins(companies.name),
        begins(companies.dba),
        sql`starts_with(lower(${companies.legalName}), ${beginning.toLowerCase()})`,
        sql`starts_with(${companies.domain}, ${beginning.toLowerCase()})`,
      ),
    )
    .orderBy(companies.name)
    .limit(ALIKE_MAX);
}

/** System scope only: the portal's role may not read this table at all. */
export async function findSecrets(tx: Tx, companyId: CompanyId): Promise<CompanySecretsRow | null> {
  const [row] = await tx
    .select()
    .from(companySecrets)
    .where(eq(companySecrets.companyId, companyId));
  return row ?? null;
}

/** System scope only. False when the company has no secrets to replace. */
export async function replaceSecrets(
  tx: Tx,
  companyId: CompanyId,
  sealed: Partial<Omit<CompanySecretsRow, 'companyId'>>,
): Promise<boolean> {
  const rows = await tx
    .update(companySecrets)
    .set(sealed)
    .where(eq(companySecrets.companyId, companyId))
    .returning({ companyId: companySecrets.companyId });
  return rows.length > 0;
}
