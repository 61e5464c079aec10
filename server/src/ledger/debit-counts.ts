/** Bank debits of a company and how many of them came back, over a span of days. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { RETURN_CODES } from '@quittance/domain/dunning/return-codes';
import { ADMINISTRATIVE_CODES, type DebitCounts } from '@quittance/domain/dunning/return-rate';
import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { companies } from '../schema/companies.ts';
import { attempts } from '../schema/payments.ts';

function countWhere(condition: SQL | undefined) {
  return sql<number>`(count(*) filter (where ${condition}))::int`;
}

export type CompanyDebits = DebitCounts & { domain: string };

/** System scope: all companies with debits since then, or the one. */
export async function countDebits(
  tx: Tx,
  { since, companyId }: { since: Instant; companyId?: CompanyId },
): Promise<CompanyDebits[]> {
  const isReturned = matching(attempts, { state: 'RETURNED' });
  const hasCode = (codes: readonly string[]) =>
    and(isReturned, inArray(attempts.responseCode, [...codes]));
  return tx
    .select({
      domain: companies.domain,
      debits: sql<number>`count(*)::int`,
      unauthorized: countWhere(hasCode(RETURN_CODES.unauthorized)),
      administrative: countWhere(hasCode(ADMINISTRATIVE_CODES)),
      overall: countWhere(isReturned),
    })
    .from(attempts)
    .innerJoin(companies, eq(companies.companyId, attempts.companyId))
    .where(
      and(
        companyId ? eq(attempts.companyId, companyId) : undefined,
        eq(attempts.method, 'ACH'),
        matching(attempts, { state: ['PENDING', 'SUCCEEDED', 'RETURNED'] }),
        gt(attempts.createdAt, since),
      ),
    )
    .groupBy(companies.domain);
}
