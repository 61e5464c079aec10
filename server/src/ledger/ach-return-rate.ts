/**
 * Keeps a company's ACH return rate within the network's limits. Once the rate reaches a limit, no new bank account
 * is saved or used for later debits. Existing arrangements continue.
 */

import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { RETURN_CODES } from '@quittance/domain/dunning/return-codes';
import {
  ADMINISTRATIVE_CODES,
  type DebitCounts,
  RETURN_WINDOW_DAYS,
  returnRates,
} from '@quittance/domain/dunning/return-rate';
import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { acrossCompanies } from '../platform/database/sharding/across-companies.ts';
import { companies } from '../schema/companies.ts';
import { attempts } from '../schema/payments.ts';

function countWhere(condition: SQL | undefined) {
  return sql<number>`(count(*) filter (where ${condition}))::int`;
}

type CompanyDebits = DebitCounts & { domain: string };

/**
 * Counts a company's bank debits and returns over a span of days. Requires system scope. Covers one company, or all
 * companies with debits in that span.
 */
async function countDebits(
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
        companyId
          ? eq(attempts.companyId, companyId)
          : acrossCompanies('the operator sees the rate of each company'),
        eq(attempts.method, 'ACH'),
        matching(attempts, { state: ['PENDING', 'SUCCEEDED', 'RETURNED'] }),
        gt(attempts.createdAt, since),
      ),
    )
    .groupBy(companies.domain);
}

const WINDOW_MS = RETURN_WINDOW_DAYS * 24 * 60 * 60 * 1000;

type RateDeps = Pick<Deps, 'database' | 'clock'>;

export async function readReturnRates(
  { database, clock }: RateDeps,
  which: { companyId?: CompanyId } = {},
) {
  const since = addMs(clock.now(), -WINDOW_MS);
  const counted = await database.asSystem((tx) => countDebits(tx, { since, ...which }));
  return counted.map(({ domain, ...counts }) => ({ domain, rates: returnRates(counts) }));
}

export async function refuseNewBankAccounts(
  deps: Pick<Deps, 'database' | 'clock' | 'log'>,
  { companyId, kind }: { companyId: CompanyId; kind: ChargeKind },
): Promise<void> {
  if (kind !== 'ach') return;
  const companies = await readReturnRates(deps, { companyId });
  const over = companies.flatMap(({ rates }) => rates.filter(({ isOver }) => isOver));
  if (over.length === 0) return;
  const kinds = over.map((rate) => rate.kind);
  deps.log.error(
    { event: 'ach_return_rate.limit_reached', companyId, kinds },
    'the ACH return rate is at the limit: a new bank account was refused',
  );
  throw new AppError('METHOD_RESTRICTED');
}
