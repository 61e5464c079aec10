/**
 * After a restore, jobs charge and refund nothing for a company until its processor's records were compared (ADR 0082):
 * what was charged since the backup would be charged again. A reconciliation ends this, unless it found a charge that
 * it could not place, or the processor has no list of charges. Then a person decides.
 */
import type { Deps } from '../../deps.ts';
import { releaseCharges } from '../../storage/billing/companies.ts';
import type { Reconciliation } from '../../storage/payments/reconciliations.ts';
import { listOpenRefunds } from '../../storage/payments/refunds.ts';
import type { ReconciledCompany } from './reconcile-company.ts';
import { lookUpAndSettle } from './resolve.ts';

/** Each may be a charge of an arrangement that is still due here. */
const UNDECIDED = ['unplaced', 'unanswered', 'doubled', 'other_amount'] as const;

/** A refund that is open in the backup may have been made since: the lookup books it. */
async function areRefundsKnown(deps: Deps, { company }: ReconciledCompany): Promise<boolean> {
  const { companyId } = company;
  const open = await deps.database.inCompany({ companyId }, (tx) => listOpenRefunds(tx, companyId));
  let isKnown = true;
  for (const { attemptId } of open) {
    const { isAnswered } = await lookUpAndSettle(deps, { companyId, attemptId }, 'reconciler');
    isKnown &&= isAnswered;
  }
  return isKnown;
}

function reasonsToWait({ processor }: ReconciledCompany, { differences }: Reconciliation) {
  const undecided = UNDECIDED.filter((kind) => (differences[kind] ?? 0) > 0);
  return processor.charges.list ? undecided : [...undecided, 'no_list'];
}

export async function releaseAfterRestore(
  deps: Deps,
  reconciled: ReconciledCompany,
  done: Reconciliation,
): Promise<void> {
  const { companyId, chargesHeldSince } = reconciled.company;
  if (chargesHeldSince === null) return;
  const reasons: string[] = reasonsToWait(reconciled, done);
  if (!(await areRefundsKnown(deps, reconciled))) reasons.push('refunds_unanswered');
  if (reasons.length > 0) {
    deps.log.error(
      { event: 'charges.held', companyId, heldSince: chargesHeldSince, reasons },
      'charges by jobs wait since a restore; a person has to release them',
    );
    return;
  }
  await deps.database.asSystem((tx) => releaseCharges(tx, companyId));
  deps.log.info({ event: 'charges.released', companyId }, 'charges by jobs go on after a restore');
}
