/** Runs work on behalf of a customer in one transaction that can see only the customer's rows. */
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import { type CompanyRow, findCompany } from '../companies/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { type CustomerPrincipal, principalName } from '../kernel/principal.ts';
import { appendAudit } from '../platform/audit/audit.ts';
import type { Scope, Tx } from '../platform/database/database.ts';

type Work<Result> = (tx: Tx, company: CompanyRow) => Promise<Result>;

async function withCompany<Result>(
  tx: Tx,
  companyId: CompanyId,
  work: Work<Result>,
): Promise<Result> {
  const company = await findCompany(tx, companyId);
  invariant(company, 'a session has its company');
  return work(tx, company);
}

export function asCustomer<Result>(
  { database }: Pick<Deps, 'database'>,
  { companyId, customerId }: Pick<CustomerPrincipal, 'companyId' | 'customerId'>,
  work: Work<Result>,
): Promise<Result> {
  return database.inCompany({ companyId, customerId }, (tx) => withCompany(tx, companyId, work));
}

type ReadScope = Pick<CustomerPrincipal, 'companyId' | 'customerId'> & Pick<Scope, 'isByKey'>;

export async function readAsCustomer<Result>(
  { database, companies }: Pick<Deps, 'database' | 'companies'>,
  { companyId, customerId, isByKey }: ReadScope,
  work: Work<Result>,
): Promise<Result> {
  const company = await companies.find(companyId);
  const scope = { companyId, customerId, ...(isByKey && { isByKey }) };
  return database.readForCompany(scope, (tx) => work(tx, company));
}

/** A customer id in the path must be the caller's own. Any other id gets a 404 response. */
export function requireSameCustomer(principal: CustomerPrincipal, customerId: CustomerId): void {
  if (principal.customerId !== customerId) throw new AppError('NOT_FOUND');
}

export type CustomerAction = {
  principal: CustomerPrincipal;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
};

export function auditAsCustomer(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { principal, ...entry }: CustomerAction,
): Promise<void> {
  const { companyId } = principal;
  const actor = principalName(principal);
  return appendAudit(tx, { companyId, actor, ...entry, at: clock.now() });
}
