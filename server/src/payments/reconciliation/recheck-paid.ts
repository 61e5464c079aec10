/**
 * A settled bank debit can be returned for sixty days, and its webhook can get lost or may not exist. Settled
 * debits are therefore looked up again, daily at first and then less often: the first reconciliation after each age
 * below looks up the debit. If a processor cannot list charges, paid cards are looked up too: nothing else finds a
 * refund made in the processor's own tools.
 */

import type { Instant } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { addMs } from '../../kernel/clock.ts';
import { forEachAtMost } from '../../kernel/concurrency.ts';
import type { Deps } from '../../kernel/deps.ts';
import {
  type PaidCharge,
  type ProcessorScope,
  paidChargesSince,
} from '../../ledger/reconciliation-rows.ts';
import type { Processor } from '../../processors/processor.ts';
import { resolveAttempt } from './resolve.ts';

/** Most returns arrive within a week. Unauthorized returns may take sixty days. */
export const RECHECK_AGES_DAYS = [
  1, 2, 3, 4, 5, 6, 7, 9, 11, 14, 17, 21, 25, 30, 35, 40, 45, 50, 55, 60, 61,
] as const;

/**
 * Card schemes accept refunds for about 180 days, and disputes for 120. A later refund is given another way, and
 * has to be recorded by the company.
 */
const UNLISTED_AGES_DAYS = [7, 14, 21, 30, 45, 60, 75, 90, 105, 120, 150, 180, 181] as const;

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

type Recheck = { method: 'ACH' | 'CARD'; agesDays: readonly number[]; since: Instant | null };

async function recheck(
  deps: Deps,
  account: ProcessorScope,
  { method, agesDays, since }: Recheck,
): Promise<number> {
  const now = deps.clock.now();
  // A charge may have passed the last age after the last reconciliation.
  const oldest = since !== null && since < now ? since : now;
  const from = addMs(oldest, -Math.max(...agesDays) * DAY_MS);
  let returned = 0;
  let after: PaidCharge | null = null;
  for (;;) {
    const span = { method, from, after, limit: PAGE };
    const page: PaidCharge[] = await deps.database.inCompany(account, (tx) =>
      paidChargesSince(tx, account, span),
    );
    const due = page.filter(({ createdAt }) => isRecheckDue(createdAt, { since, now, agesDays }));
    await forEachAtMost(deps.concurrency.lookups, due, async ({ id: attemptId }) => {
      const key = { companyId: account.companyId, attemptId };
      const { state } = await resolveAttempt(deps, key, 'reconciler');
      if (state === 'RETURNED') returned += 1;
    });
    after = page.at(-1) ?? null;
    if (page.length < PAGE) return returned;
  }
}

/** Returns the number of payments that were returned. */
export async function recheckPaid(
  deps: Deps,
  account: ProcessorScope,
  { since, processor }: { since: Instant | null; processor: Processor },
): Promise<number> {
  const isListed = processor.charges.list !== undefined;
  const agesDays = isListed ? RECHECK_AGES_DAYS : [...RECHECK_AGES_DAYS, ...UNLISTED_AGES_DAYS];
  const returned = await recheck(deps, account, { method: 'ACH', agesDays, since });
  if (isListed) return returned;
  const cards = { method: 'CARD', agesDays: UNLISTED_AGES_DAYS, since } as const;
  return returned + (await recheck(deps, account, cards));
}
