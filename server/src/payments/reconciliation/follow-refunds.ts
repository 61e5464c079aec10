/**
 * Follows every refund until it is final (R80). The processor reports its end by webhook, which can be lost or not exist
 * at all, and a refund that was made can fail for weeks: the payer's bank sends it back. So a pending refund is looked up
 * by every reconciliation, and one that was made at first daily, then less often, for ninety days.
 */

import type { Instant } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { addMs } from '../../kernel/clock.ts';
import { forEachAtMost } from '../../kernel/concurrency.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ProcessorScope } from '../../ledger/reconciliation-rows.ts';
import {
  type FollowedRefund,
  lockRefund,
  refundsToFollow,
  updateRefund,
} from '../../ledger/refunds.ts';
import { isRecheckDue } from './recheck-debits.ts';
import { resolveAttempt } from './resolve.ts';

const FOLLOWED_DAYS = 90;

/** A card's bank sends a refund back within a month; ninety days cover all that is known. */
const AGES_DAYS = [
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  9,
  11,
  14,
  17,
  21,
  25,
  30,
  35,
  40,
  45,
  50,
  60,
  75,
  FOLLOWED_DAYS,
  FOLLOWED_DAYS + 1,
] as const;

const OLDEST_MS = (FOLLOWED_DAYS + 1) * DAY_MS;

type Since = { since: Instant | null; now: Instant };

function isDue({ state, createdAt }: FollowedRefund, { since, now }: Since): boolean {
  return state === 'PENDING' || isRecheckDue(createdAt, { since, now, agesDays: AGES_DAYS });
}

/** Pending for so long that a person has to ask the processor. It is still followed. */
async function holdIfLate(
  deps: Deps,
  account: ProcessorScope,
  { id, heldAt, createdAt }: FollowedRefund,
): Promise<void> {
  const now = deps.clock.now();
  if (heldAt !== null || addMs(createdAt, FOLLOWED_DAYS * DAY_MS) > now) return;
  const { companyId } = account;
  await deps.database.inCompany(account, async (tx) => {
    const refund = await lockRefund(tx, { companyId, id });
    if (refund?.state !== 'PENDING') return;
    await updateRefund(tx, refund, { heldAt: now });
    deps.log.error(
      { event: 'refund.late', companyId, refundId: id },
      'a refund has been pending for too long',
    );
  });
}

const PAGE = 1000;

/** `since`: the last reconciliation. */
export async function followRefunds(
  deps: Deps,
  account: ProcessorScope,
  since: Instant | null,
): Promise<void> {
  const now = deps.clock.now();
  // A refund may have passed the last age since the last reconciliation.
  const oldest = since !== null && since < now ? since : now;
  const from = addMs(oldest, -OLDEST_MS);
  let after: FollowedRefund | null = null;
  for (;;) {
    const span = { from, after, limit: PAGE };
    const page: FollowedRefund[] = await deps.database.inCompany(account, (tx) =>
      refundsToFollow(tx, account, span),
    );
    const due = page.filter((refund) => isDue(refund, { since, now }));
    await forEachAtMost(deps.concurrency.lookups, due, async (refund) => {
      const key = { companyId: account.companyId, attemptId: refund.attemptId };
      await resolveAttempt(deps, key, 'reconciler');
      if (refund.state === 'PENDING') await holdIfLate(deps, account, refund);
    });
    after = page.at(-1) ?? null;
    if (page.length < PAGE) return;
  }
}
