/** Companies and their sealed secrets. */

import type { BrandPalette } from '@quittance/contract/companies/brand-palette';
import type { CompanyId } from '@quittance/contract/ids';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { brandPalette } from '@quittance/domain/brand/brand-palette';
import { and, type Column, eq, getTableColumns, isNotNull, or, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { readPrepared } from '../platform/database/prepared.ts';
import { findRow, firstRow, hasRows } from '../platform/database/rows.ts';
import { readOnce } from '../platform/database/transaction.ts';
import { companies, companySecrets } from '../schema/companies.ts';

export type CompanyRow = typeof companies.$inferSelect;
export type CompanySecretsRow = typeof companySecrets.$inferSelect;

/**
 * Returns the brand columns. Every writer of the colors uses this function, so that the palette stays consistent
 * with them.
 */
export function brandColumns(colors: { mainColor: string; secondaryColor: string }) {
  return { ...colors, palette: brandPalette(colors) };
}

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

/** Cached per transaction, so that every step of a transaction uses the same row. */
export async function findCompany(tx: Tx, companyId: CompanyId): Promise<CompanyRow | null> {
  return readOnce(tx, `company ${companyId}`, () => readCompany(tx, companyId));
}

/** Case-insensitive (R53). System scope only: no company scope exists before a link or session is identified. */
export async function findCompanyByDomain(tx: Tx, domain: string): Promise<CompanyRow | null> {
  return firstRow(
    tx.select().from(companies).where(sql`lower(${companies.domain}) = lower(${domain})`),
  );
}

/** Requires system scope. Lists every company whose customers may be charged, which excludes demo companies. */
export async function listChargingCompanies(tx: Tx): Promise<CompanyRow[]> {
  return tx.select().from(companies).where(eq(companies.isDemo, false)).orderBy(companies.domain);
}

/** Requires system scope. Includes demo companies. */
export async function listCompanies(tx: Tx): Promise<CompanyRow[]> {
  return tx.select().from(companies).orderBy(companies.domain);
}

/** Requires system scope. */
export async function listProcessorsInUse(tx: Tx): Promise<ProcessorName[]> {
  const rows = await tx
    .selectDistinct({ processor: companies.processor })
    .from(companies)
    .where(eq(companies.isDemo, false));
  return rows.map(({ processor }) => processor);
}

/** Requires system scope. */
export async function hasHeldCompanies(tx: Tx): Promise<boolean> {
  return hasRows(
    tx
      .select({ companyId: companies.companyId })
      .from(companies)
      .where(isNotNull(companies.chargesHeldSince))
      .limit(1),
  );
}

/** Requires system scope. Allows jobs to charge and refund again. Returns false if charges were not held. */
export async function releaseCharges(tx: Tx, companyId: CompanyId): Promise<boolean> {
  return hasRows(
    tx
      .update(companies)
      .set({ chargesHeldSince: null })
      .where(and(eq(companies.companyId, companyId), isNotNull(companies.chargesHeldSince)))
      .returning({ companyId: companies.companyId }),
  );
}

/** Requires system scope. Lists companies that remind their customers. A demo company sends nothing. */
export async function listRemindingCompanies(tx: Tx): Promise<CompanyRow[]> {
  return tx
    .select()
    .from(companies)
    .where(and(eq(companies.isDemo, false), isNotNull(companies.reminders)))
    .orderBy(companies.domain);
}

const ALIKE_MAX = 200;

/** Requires system scope. Returns candidates: companies whose name or domain begins with this text. */
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

/** Requires system scope: the portal's role may not read this table. */
export async function findSecrets(tx: Tx, companyId: CompanyId): Promise<CompanySecretsRow | null> {
  return findRow(tx, companySecrets, { companyId });
}

/** Requires system scope. Reads a company with its secrets in one statement. */
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

/** Requires system scope. */
export async function listCompaniesWithSecrets(tx: Tx) {
  return tx
    .select({ company: getTableColumns(companies), secrets: getTableColumns(companySecrets) })
    .from(companies)
    .innerJoin(companySecrets, eq(companySecrets.companyId, companies.companyId));
}

/** Requires system scope. Returns false if the company has no secrets to replace. */
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
