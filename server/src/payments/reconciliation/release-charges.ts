/**
 * After a restore, jobs do not charge or refund anything for a company until its processor's records have been
 * compared (ADR 0082). Otherwise, charges made since the backup would be made again. A reconciliation ends the hold
 * once every charge it found has been placed, however old it is (R84). If the processor has no list of charges, a
 * person ends the hold.
 */

import type { CompanyId } from '@quittance/contract/ids';
import { and, isNotNull } from 'drizzle-orm';
import { type CompanyRow, releaseCharges } from '../../companies/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Reconciliation, reconciledUntil } from '../../ledger/reconciliation-rows.ts';
import { listOpenRefunds } from '../../ledger/refunds.ts';
import { hasUnplaced } from '../../ledger/unplaced-charges.ts';
import type { Tx } from '../../platform/database/database.ts';
import { matching } from '../../platform/database/keys.ts';
import { hasRows } from '../../platform/database/rows.ts';
import { customers } from '../../schema/customers.ts';
import type { ReconciledCompany } from './reconcile-company.ts';
import { lookUpAndSettle } from './resolve.ts';

/** Each of these may be a charge for an arrangement that is still due in our records. */
const UNDECIDED = ['unanswered', 'doubled', 'other_amount'] as const;

/** A refund that is open in the backup may have been made since. The lookup books it. */
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

const hasErasureToRepeat = (tx: Tx, companyId: CompanyId) =>
  hasRows(
    tx
      .select({ id: customers.id })
      .from(customers)
      .where(and(matching(customers, { companyId }), isNotNull(customers.eraseAgainAt)))
      .limit(1),
  );

async function releaseIfPlaced(tx: Tx, { companyId }: CompanyRow): Promise<boolean> {
  if (await hasUnplaced(tx, companyId)) return false;
  await releaseCharges(tx, companyId);
  return true;
}

export async function releaseAfterRestore(
  deps: Deps,
  reconciled: ReconciledCompany,
  done: Reconciliation,
): Promise<void> {
  const { company } = reconciled;
  const { companyId, chargesHeldSince } = company;
  if (chargesHeldSince === null) return;
  const reasons: string[] = reasonsToWait(reconciled, done);
  if (!(await areRefundsKnown(deps, reconciled))) reasons.push('refunds_unanswered');
  if (await deps.database.asSystem((tx) => hasErasureToRepeat(tx, companyId))) {
    reasons.push('erasures_not_repeated');
  }
  const isReleased =
    reasons.length === 0 && (await deps.database.asSystem((tx) => releaseIfPlaced(tx, company)));
  if (isReleased) {
    deps.log.info(
      { event: 'charges.released', companyId },
      'charges by jobs go on after a restore',
    );
    return;
  }
  deps.log.error(
    {
      event: 'charges.held',
      companyId,
      heldSince: chargesHeldSince,
      reasons: reasons.length > 0 ? reasons : ['unplaced'],
    },
    'automatic charges have been on hold since a restore; a person has to release them',
  );
}

/** Used after a person has compared the charges with the processor's own report. */
export async function releaseByPerson(tx: Tx, company: CompanyRow): Promise<void> {
  const { companyId, processor, chargesHeldSince } = company;
  if (chargesHeldSince === null) throw new AppError('CHARGES_NOT_HELD');
  const { comparedUntil } = await reconciledUntil(tx, { companyId, processor });
  if (comparedUntil === null || comparedUntil < chargesHeldSince) {
    throw new AppError('CHARGES_NOT_COMPARED');
  }
  if (await hasErasureToRepeat(tx, companyId)) throw new AppError('ERASURES_NOT_REPEATED');
  if (!(await releaseIfPlaced(tx, company))) throw new AppError('CHARGES_NOT_PLACED');
}
