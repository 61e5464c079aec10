/** Companies and their sealed secrets. */

import type { BrandPalette } from '@quittance/contract/companies/brand-palette';
import type { CompanyId } from '@quittance/contract/ids';
import { brandPalette } from '@quittance/domain/brand/brand-palette';
import { and, type Column, eq, getTableColumns, isNotNull, or, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { readPrepared } from '../platform/database/prepared.ts';
import { findRow, firstRow, hasRows } from '../platform/database/rows.ts';
import { readOnce } from '../platform/database/transaction.ts';
import { companies, companySecrets } from '../schema/companies.ts';

export type CompanyRow = typeof companies.$inferSelect;
export type CompanySecretsRow = typeof companySecrets.$inferSelect;

/** The columns of a brand. Every writer of the colors uses this, so that the palette follows them. */
export function brandColumns(colors: { mainColor: string; secondaryColor: string }) {
  return { ...colors, palette: brandPalette(colors) };
}

/** The stored palette; rows from before the column have none. */
export function toPalette(company: CompanyRow): BrandPalette {
  return company.palette ?? brandPalette(company);
}

function readCompany(tx: Tx, companyId: CompanyId): Promise<CompanyRow | null> {
  return firstRow(
    readPrepared(tx, { name: 'company_by_id', values: { companyId } }, () => ({
      selection: getTableColumns(companies),
      source: sql`from ${companies} where ${companies.companyId} = ${sql.placeholder('companyId')}`,
    })),
  );
}

/** Every step of a transaction decides by the same row. */
export async function findCompany(tx: Tx, companyId: CompanyId): Promise<CompanyRow | null> {
  return readOnce(tx, `company ${companyId}`, () => readCompany(tx, companyId));
}

/** In any case (R53). System scope only: there is no company scope before a link or session is known. */
export async function findCompanyByDomain(tx: Tx, domain: string): Promise<CompanyRow | null> {
  return firstRow(
    tx.select().from(companies).where(sql`lower(${companies.domain}) = lower(${domain})`),
  );
}

/** System scope: every company whose customers may be charged, which excludes demo companies. */
export async function listChargingCompanies(tx: Tx): Promise<CompanyRow[]> {
  return tx.select().from(companies).where(eq(companies.isDemo, false)).orderBy(companies.domain);
}

/** System scope: every company, demo companies included. */
export async function listCompanies(tx: Tx): Promise<CompanyRow[]> {
  return tx.select().from(companies).orderBy(companies.domain);
}

/** System scope. */
export async function hasHeldCompanies(tx: Tx): Promise<boolean> {
  return hasRows(
    tx
      .select({ companyId: companies.companyId })
      .from(companies)
      .where(isNotNull(companies.chargesHeldSince))
      .limit(1),
  );
}

/** System scope: jobs may charge and refund again. False when they were not held. */
export async function releaseCharges(tx: Tx, companyId: CompanyId): Promise<boolean> {
  return hasRows(
    tx
      .update(companies)
      .set({ chargesHeldSince: null })
      .where(and(eq(companies.companyId, companyId), isNotNull(companies.chargesHeldSince)))
      .returning({ companyId: companies.companyId }),
  );
}

/** System scope: companies that remind their customers; a demo company sends nothing. */
export async function listRemindingCompanies(tx: Tx): Promise<CompanyRow[]> {
  return tx
    .select()
    .from(companies)
    .where(and(eq(companies.isDemo, false), isNotNull(companies.reminders)))
    .orderBy(companies.domain);
}

const ALIKE_MAX = 200;

/** System scope only. Companies whose name or domain begins with this text: candidates, not answers. */
export async function findCompaniesLike(tx: Tx, beginning: string): Promise<CompanyRow[]> {
  const begins = (column: Column) => sql`starts_with(lower(${column}), ${beginning.toLowerCase()})`;
  return tx
    .select()
    .from(companies)
    .where(
      or(
        begins(companies.name),
        begins(companies.dba),
        begins(companies.legalName),
        begins(companies.domain),
      ),
    )
    .orderBy(companies.name)
    .limit(ALIKE_MAX);
}

/** System scope only: the portal's role may not read this table at all. */
export async function findSecrets(tx: Tx, companyId: CompanyId): Promise<CompanySecretsRow | null> {
  return findRow(tx, companySecrets, { companyId });
}

/** System scope only: a company with its secrets, by one statement. */
export async function findCompanyWithSecrets(tx: Tx, companyId: CompanyId) {
  return firstRow(
    readPrepared(tx, { name: 'company_with_secrets', values: { companyId } }, () => ({
      selection: { company: getTableColumns(companies), secrets: getTableColumns(companySecrets) },
      source: sql`from ${companies}
        join ${companySecrets} on ${eq(companySecrets.companyId, companies.companyId)}
        where ${companies.companyId} = ${sql.placeholder('companyId')}`,
    })),
  );
}

/** System scope only. */
export async function listCompaniesWithSecrets(tx: Tx) {
  return tx
    .select({ company: getTableColumns(companies), secrets: getTableColumns(companySecrets) })
    .from(companies)
    .innerJoin(companySecrets, eq(companySecrets.companyId, companies.companyId));
}

/** System scope only. False when the company has no secrets to replace. */
export async function replaceSecrets(
  tx: Tx,
  companyId: CompanyId,
  sealed: Partial<Omit<CompanySecretsRow, 'companyId'>>,
): Promise<boolean> {
  return hasRows(
    tx
      .update(companySecrets)
      .set(sealed)
      .where(eq(companySecrets.companyId, companyId))
      .returning({ companyId: companySecrets.companyId }),
  );
}
