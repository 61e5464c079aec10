/** The company in whose portal something is about to change: demonstrations change nothing (R22). */
import type { CompanyId } from '@quittance/contract/ids';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { processorOf } from '../payments/core/processor-for-company.ts';
import type { Processor } from '../processors/processor.ts';
import { type CompanyRow, findCompany } from '../storage/billing/companies.ts';
import type { Tx } from '../storage/database.ts';

export async function requireLiveCompany(tx: Tx, companyId: CompanyId): Promise<CompanyRow> {
  const company = await findCompany(tx, companyId);
  invariant(company, 'whoever calls belongs to a company');
  if (company.isDemo) throw new AppError('DEMO_MODE');
  return company;
}

/** The browser names the processor whose fields it showed; another one's token is worth nothing. */
export async function reachProcessor(
  deps: Deps,
  { companyId, named }: { companyId: CompanyId; named: ProcessorName },
): Promise<Processor> {
  const company = await deps.database.inCompany({ companyId }, (tx) =>
    requireLiveCompany(tx, companyId),
  );
  if (named !== company.processor) throw new AppError('INVALID_REQUEST');
  const processor = await processorOf(deps, company);
  if (!processor) throw new AppError('PROCESSOR_UNAVAILABLE');
  return processor;
}
