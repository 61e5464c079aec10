/**
 * A settled bank debit can be returned for sixty days, and its webhook can get lost or may not exist. Settled
 * debits are therefore looked up again, daily at first and then less often: the first reconciliation after each age
 * below looks up the debit.
 */

import type { Instant } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { addMs } from '../../kernel/clock.ts';
import { forEachAtMost } from '../../kernel/concurrency.ts';
import type { Deps } from '../../kernel/deps.ts';
import {
  type PaidDebit,
  type ProcessorScope,
  paidDebitsSince,
} from '../../ledger/reconciliation-rows.ts';
import { resolveAttempt } from './resolve.ts';

/** Most returns arrive within a week. Unauthorized returns may take sixty days. */
export const RECHECK_AGES_DAYS = [
  1, 2, 3, 4, 5, 6, 7, 9, 11, 14, 17, 21, 25, 30, 35, 40, 45, 50, 55, 60, 61,
] as const;

const OLDEST_DAYS = RECHECK_AGES_DAYS[RECHECK_AGES_DAYS.length - 1] ?? 0;

export function isRecheckDue(
  createdAt: Instant,
  {
    since,
    now,
    agesDays = RECHECK_AGES_DAYS,
  }: { since: Instant | null; now: Instant; agesDays?: readonly number[] },
): boolean {
  return agesDays.some((days) => {
    const at = addMs(createdAt, days * DAY_MS);
    return at <= now && (since === null || at > since);
  });
}

const PAGE = 1000;

export async function recheckSettledDebits(
  deps: Deps,
  account: ProcessorScope,
  since: Instant | null,
): Promise<number> {
  const now = deps.clock.now();
  // A debit may have passed the last age after the last reconciliation.
  const oldest = since !== null && since < now ? since : now;
  const from = addMs(oldest, -OLDEST_DAYS * DAY_MS);
  let returned = 0;
  let after: PaidDebit | null = null;
  for (;;) {
    const span = { from, after, limit: PAGE };
    const page: PaidDebit[] = await deps.database.inCompany(account, (tx) =>
      paidDebitsSince(tx, account, span),
    );
    const due = page.filter(({ createdAt }) => isRecheckDue(createdAt, { since, now }));
    await forEachAtMost(deps.concurrency.lookups, due, async ({ id: attemptId }) => {
      const key = { companyId: account.companyId, attemptId };
      const { state } = await resolveAttempt(deps, key, 'reconciler');
      if (state === 'RETURNED') returned += 1;
    });
    after = page.at(-1) ?? null;
    if (page.length < PAGE) return returned;
  }
}
