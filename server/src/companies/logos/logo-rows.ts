import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { findRow } from '../../platform/database/rows.ts';
import { acrossCompanies } from '../../platform/database/sharding/across-companies.ts';
import { companies, companyLogos } from '../../schema/companies.ts';
import type { CompanyRow } from '../store.ts';

export type Logo = { wide: Buffer; wideWidth: number; wideHeight: number; icon: Buffer };

export async function findLogo(tx: Tx, companyId: CompanyId): Promise<Logo | null> {
  const row = await findRow(tx, companyLogos, { companyId });
  if (!row?.wide || !row.icon || !row.wideWidth || !row.wideHeight) return null;
  const { wide, wideWidth, wideHeight, icon } = row;
  return { wide, wideWidth, wideHeight, icon };
}

export type StoredLogo = Logo & {
  version: string;
  url: string | null;
  at: Instant;
};

/** Requires system scope. */
export async function storeLogo(tx: Tx, companyId: CompanyId, stored: StoredLogo): Promise<void> {
  const { version: logoVersion, url, at, ...logo } = stored;
  const row = { ...logo, triedUrl: url, failure: null, updatedAt: at };
  await tx
    .insert(companyLogos)
    .values({ companyId, ...row })
    .onConflictDoUpdate({ target: companyLogos.companyId, set: row });
  await tx
    .update(companies)
    .set({ logoVersion, logoUrl: url })
    .where(eq(companies.companyId, companyId));
}

/** Requires system scope. An earlier logo remains. */
export async function recordLogoFailure(
  tx: Tx,
  companyId: CompanyId,
  { url, failure, at }: { url: string; failure: string; at: Instant },
): Promise<void> {
  const row = { triedUrl: url, failure, updatedAt: at };
  await tx
    .insert(companyLogos)
    .values({ companyId, ...row })
    .onConflictDoUpdate({ target: companyLogos.companyId, set: row });
}

/** Requires system scope. Lists companies whose logo address has not been fetched yet. */
export async function listCompaniesWithNewLogo(tx: Tx, limit: number): Promise<CompanyRow[]> {
  const rows = await tx
    .select({ company: companies })
    .from(companies)
    .leftJoin(companyLogos, eq(companyLogos.companyId, companies.companyId))
    .where(
      and(
        isNotNull(companies.logoUrl),
        acrossCompanies('any company may have a new logo'),
        or(
          isNull(companyLogos.companyId),
          sql`${companyLogos.triedUrl} is distinct from ${companies.logoUrl}`,
        ),
      ),
    )
    .limit(limit);
  return rows.map(({ company }) => company);
}
