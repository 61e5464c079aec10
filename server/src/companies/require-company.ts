/** Preconditions of a call to a processor: the company is not a demo (R51) and its processor can be called. */
import type { CompanyId } from '@quittance/contract/ids';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Processor } from '../processors/processor.ts';
import { findCompanyAndProcessor } from './processor-for-company.ts';
import { type CompanyRow, findCompany } from './store.ts';

/** Second line of defense behind http/demo-mode.ts: a demo company moves no money, not even in a job. */
export async function requireLiveCompany(tx: Tx, companyId: CompanyId): Promise<CompanyRow> {
  const company = await findCompany(tx, companyId);
  invariant(company, 'a principal belongs to a company');
  refuseDemo(company);
  return company;
}

function refuseDemo({ isDemo }: CompanyRow): void {
  if (isDemo) throw new AppError('DEMO_MODE');
}

/** `shown`: the processor whose fields the browser showed. A token from another processor cannot be charged. */
export async function requireProcessor(
  deps: Deps,
  { companyId, shown }: { companyId: CompanyId; shown: ProcessorName | null },
): Promise<Processor> {
  const { company, processor } = await findCompanyAndProcessor(deps, companyId);
  refuseDemo(company);
  if (shown !== null && shown !== company.processor) throw new AppError('INVALID_REQUEST');
  if (!processor) throw new AppError('PROCESSOR_UNAVAILABLE');
  return processor;
}
