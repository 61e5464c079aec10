/**
 * Work in the name of a signed-in customer: one transaction that sees only what is theirs. Changes
 * are refused to customers of a demonstration (R22).
 */
import type { CustomerId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import type { CustomerPrincipal } from '../principal.ts';
import { type CompanyRow, findCompany } from '../storage/billing/companies.ts';
import type { Tx } from '../storage/database.ts';

type Work<Result> = (tx: Tx, company: CompanyRow) => Promise<Result>;

export function readOwn<Result>(
  { database }: Pick<Deps, 'database'>,
  { companyId, customerId }: Pick<CustomerPrincipal, 'companyId' | 'customerId'>,
  work: Work<Result>,
): Promise<Result> {
  return database.inCompany({ companyId, customerId }, async (tx) => {
    const company = await findCompany(tx, companyId);
    invariant(company, 'a session has its company');
    return work(tx, company);
  });
}

export function changeOwn<Result>(
  deps: Pick<Deps, 'database'>,
  principal: Pick<CustomerPrincipal, 'companyId' | 'customerId'>,
  work: Work<Result>,
): Promise<Result> {
  return readOwn(deps, principal, (tx, company) => {
    if (company.isDemo) throw new AppError('DEMO_MODE');
    return work(tx, company);
  });
}

/** Where a path names the customer it must be the one who calls; any other does not exist. */
export function refuseOthers(principal: CustomerPrincipal, customerId: CustomerId): void {
  if (principal.customerId !== customerId) throw new AppError('NOT_FOUND');
}
