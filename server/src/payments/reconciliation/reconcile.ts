/**
 * Daily reconciliation with every processor, and at a start when the last one is older than a day: only it
 * finds charges whose attempts were lost with the last commits. A failing company does not stop the others.
 */

import { DAY_MS } from '@quittance/contract/durations';
import { processorForCompany } from '../../companies/processor-for-company.ts';
import { type CompanyRow, listChargingCompanies } from '../../companies/store.ts';
import { addMs } from '../../kernel/clock.ts';
import { forEachCompany } from '../../kernel/concurrency.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type Reconciliation, reconciledUntil } from '../../ledger/reconciliation-rows.ts';
import { isOtherAccount } from '../core/other-account.ts';
import { followRefunds } from './follow-refunds.ts';
import { closeNotFoundAtProcessor } from './not-found-at-processor.ts';
import { recheckSettledDebits } from './recheck-debits.ts';
import { reconcileCompany } from './reconcile-company.ts';
import { followUnplacedCharges } from './refund-charge.ts';
import { releaseAfterRestore } from './release-charges.ts';

class OtherAccount extends Error {}

/**
 * Null when there is no adapter for the company's processor.
 * @throws when the processor's list is not available, or is that of another account: nothing is compared, closed or released
 */
export async function reconcileOne(
  deps: Deps,
  company: CompanyRow,
): Promise<Reconciliation | null> {
  const processor = await processorForCompany(deps, company);
  if (!processor) return null;
  if (await isOtherAccount(deps, { company, processor })) {
    throw new OtherAccount("the processor does not find the company's newest charges");
  }
  const { companyId, processor: name } = company;
  const account = { companyId, processor: name };
  const { comparedUntil } = await deps.database.inCompany(account, (tx) =>
    reconciledUntil(tx, account),
  );
  const done = await reconcileCompany(deps, { company, processor });
  const returned = await recheckSettledDebits(deps, account, comparedUntil);
  await followRefunds(deps, account, comparedUntil);
  await followUnplacedCharges(deps, processor, account);
  const notFound = await closeNotFoundAtProcessor(deps, { company, processor });
  await releaseAfterRestore(deps, { company, processor }, done);
  const { differences, coversFrom, coversTo, isClean } = done;
  deps.log.info(
    {
      event: 'reconciliation.completed',
      companyId,
      coversFrom,
      coversTo,
      isClean,
      differences,
      returned,
      notFound,
    },
    'a company was reconciled with its processor',
  );
  return done;
}

/** False for a company that was reconciled within the last day, and not restored since. */
async function isStale(deps: Deps, company: CompanyRow): Promise<boolean> {
  const { companyId, processor, chargesHeldSince } = company;
  if (chargesHeldSince !== null) return true;
  const account = { companyId, processor };
  const { comparedUntil } = await deps.database.inCompany(account, (tx) =>
    reconciledUntil(tx, account),
  );
  return comparedUntil === null || comparedUntil <= addMs(deps.clock.now(), -DAY_MS);
}

export type ReconcileWhich = { onlyStale?: boolean; onlyHeld?: boolean };

async function isWanted(deps: Deps, company: CompanyRow, which: ReconcileWhich): Promise<boolean> {
  if (which.onlyHeld) return company.chargesHeldSince !== null;
  return which.onlyStale ? isStale(deps, company) : true;
}

/**
 * All companies, or those whose last reconciliation is older than a day, or those whose charges wait since a restore. A company whose processor does
 * not respond is logged and left out of the result; it delays companies of its own processor only.
 */
export async function reconcile(deps: Deps, which: ReconcileWhich = {}): Promise<Reconciliation[]> {
  const companies = await deps.database.asSystem((tx) => listChargingCompanies(tx));
  const done: Reconciliation[] = [];
  await forEachCompany(deps, companies, async (company) => {
    try {
      if (!(await isWanted(deps, company, which))) return;
      const row = await reconcileOne(deps, company);
      if (row) done.push(row);
    } catch (error) {
      const { companyId } = company;
      deps.log.error(
        { event: 'reconciliation.failed', companyId, err: error },
        'a company could not be reconciled',
      );
    }
  });
  return done;
}
