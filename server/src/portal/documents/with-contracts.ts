/** Runs work about contracts; a company that hides them (product §2.4) answers as if there were none. */
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { CustomerPrincipal } from '../../principal.ts';
import type { CompanyRow } from '../../storage/billing/companies.ts';
import type { Tx } from '../../storage/database.ts';
import { asCustomer } from '../customer-scope.ts';

export function withContracts<Result>(
  deps: Pick<Deps, 'database'>,
  customer: Pick<CustomerPrincipal, 'companyId' | 'customerId'>,
  work: (tx: Tx, company: CompanyRow) => Promise<Result>,
): Promise<Result> {
  return asCustomer(deps, customer, async (tx, company) => {
    if (!company.preference.isContractsVisible) throw new AppError('NOT_FOUND');
    return work(tx, company);
  });
}
