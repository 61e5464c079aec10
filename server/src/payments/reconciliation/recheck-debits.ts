/**
 * A settled bank debit can be returned for sixty days, and its webhook can be lost or not exist at all.
 * So settled debits are looked up again, at first daily and then less often: the first reconciliation
 * after each age below looks it up.
 */
import type { Instant } from '@quittance/contract/dates';
import { addMs } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';
import { type ProcessorScope, paidDebitsSince } from '../../storage/payments/reconciliations.ts';
import { resolveAttempt } from './resolve.ts';

const DAY_MS = 86_400_000;

/** Most returns arrive within a week; unauthorized ones may take sixty days. */
export const RECHECK_AGES_DAYS = [
  1, 2, 3, 4, 5, 6, 7, 9, 11, 14, 17, 21, 25, 30, 35, 40, 45, 50, 55, 60, 61,
] as const;

const OLDEST_DAYS = RECHECK_AGES_DAYS[RECHECK_AGES_DAYS.length - 1] ?? 0;

/** Whether the debit reached one of the ages since the last reconciliation. */
export function isRecheckDue(
  createdAt: Instant,
  { since, now }: { since: Instant | null; now: Instant },
): boolean {
  return RECHECK_AGES_DAYS.some((days) => {
    const at = addMs(createdAt, days * DAY_MS);
    return at <= now && (since === null || at > since);
  });
}

/** Returns how many were returned. */
export async function recheckSettledDebits(
  deps: Deps,
  account: ProcessorScope,
  since: Instant | null,
): Promise<number> {
  const now = deps.clock.now();
  // A debit may have passed the last age since the last reconciliation.
  const oldest = since !== null && since < now ? since : now;
  const from = addMs(oldest, -OLDEST_DAYS * DAY_MS);
  const debits = await deps.database.inCompany(account, (tx) => paidDebitsSince(tx, account, from));
  let returned = 0;
  for (const { id: attemptId, createdAt } of debits) {
    if (!isRecheckDue(createdAt, { since, now })) continue;
    const checked: Attempt = await resolveAttempt(
      deps,
      { companyId: account.companyId, attemptId },
      'reconciler',
    );
    if (checked.state === 'RETURNED') returned += 1;
  }
  return returned;
}
