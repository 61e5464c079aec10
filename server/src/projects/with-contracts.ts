/** Runs work about contracts; a company that hides them (product §2.4) answers as if there were none. */

import type { CompanyRow } from '../companies/store.ts';
import { asCustomer } from '../customers/customer-scope.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import type { Tx } from '../platform/database/database.ts';

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
