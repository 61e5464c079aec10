/** Company rows: operators create them, and companies change their own settings. */
import type { CompanyId } from '@quittance/contract/ids';
import { asc } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { hasRows, insertRow, lockRow, updateRow } from '../platform/database/rows.ts';
import { companies, companySecrets } from '../schema/companies.ts';
import type { CompanyRow } from './store.ts';

/** Requires system scope, like the secrets. */
export async function insertCompany(
  tx: Tx,
  row: typeof companies.$inferInsert,
): Promise<CompanyRow> {
  return insertRow(tx, companies, row);
}

export async function listCompanyRows(tx: Tx): Promise<CompanyRow[]> {
  return tx.select().from(companies).orderBy(asc(companies.domain));
}

export async function hasCompanies(tx: Tx): Promise<boolean> {
  return hasRows(tx.select({ companyId: companies.companyId }).from(companies).limit(1));
}

export async function insertSecrets(
  tx: Tx,
  row: typeof companySecrets.$inferInsert,
): Promise<void> {
  await insertRow(tx, companySecrets, row);
}

export async function lockCompany(tx: Tx, companyId: CompanyId): Promise<CompanyRow | null> {
  return lockRow(tx, companies, { companyId });
}

export async function updateCompany(
  tx: Tx,
  companyId: CompanyId,
  change: Partial<CompanyRow>,
): Promise<CompanyRow> {
  return updateRow(tx, companies, { key: { companyId }, change });
}
