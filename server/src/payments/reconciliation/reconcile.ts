/**
 * The daily comparison with every processor, also made at every start (it is the only thing that
 * finds money again after our own last commits were lost). One company's trouble is not another's.
 */
import type { Deps } from '../../deps.ts';
import { type CompanyRow, listChargingCompanies } from '../../storage/billing/companies.ts';
import { type Reconciliation, reconciledUntil } from '../../storage/payments/reconciliations.ts';
import { processorOf } from '../core/processor-for-company.ts';
import { closeNeverSeen } from './not-found-at-processor.ts';
import { reconcileCompany } from './reconcile-company.ts';
import { askAboutPaidDebits } from './reconcile-returns.ts';

/** One company alone; null where there is no adapter for its processor. */
export async function reconcileOne(
  deps: Deps,
  company: CompanyRow,
): Promise<Reconciliation | null> {
  const processor = await processorOf(deps, company);
  if (!processor) return null;
  const { companyId, processor: name } = company;
  const books = { companyId, processor: name };
  const { comparedUntil } = await deps.database.inCompany(books, (tx) =>
    reconciledUntil(tx, books),
  );
  const done = await reconcileCompany(deps, { company, processor });
  const returned = await askAboutPaidDebits(deps, books, comparedUntil);
  const neverSeen = await closeNeverSeen(deps, { company, processor });
  const { differences, coversFrom, coversTo, isClean } = done;
  deps.log.info(
    { companyId, coversFrom, coversTo, isClean, differences, returned, neverSeen },
    'the books were compared with the processor',
  );
  return done;
}

/** What was compared; a company whose processor does not answer is missing, and told in the log. */
export async function reconcile(deps: Deps): Promise<Reconciliation[]> {
  const companies = await deps.database.asSystem((tx) => listChargingCompanies(tx));
  const done: Reconciliation[] = [];
  for (const company of companies) {
    try {
      const row = await reconcileOne(deps, company);
      if (row) done.push(row);
    } catch (error) {
      const { companyId } = company;
      deps.log.error({ companyId, err: error }, 'the books could not be compared');
    }
  }
  return done;
}
