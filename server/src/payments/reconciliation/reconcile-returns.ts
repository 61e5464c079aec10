/**
 * Bank debits that were paid can come back for sixty days, and the news of it can be lost or, at a
 * processor without webhooks, never be sent: so they are asked about again, often at first and ever
 * less. Each age below is asked at once by the first comparison after it.
 */
import type { Instant } from '@quittance/contract/dates';
import { addMs } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';
import { type ProcessorScope, paidDebitsSince } from '../../storage/payments/reconciliations.ts';
import { resolveAttempt } from './resolve.ts';

const DAY_MS = 86_400_000;

/** Most returns come within a week; unauthorised ones may take sixty days. */
export const ASKED_AT_DAYS = [
  1, 2, 3, 4, 5, 6, 7, 9, 11, 14, 17, 21, 25, 30, 35, 40, 45, 50, 55, 60, 61,
] as const;

const NEWEST_DAYS = ASKED_AT_DAYS[ASKED_AT_DAYS.length - 1] ?? 0;

/** Whether one of the ages was reached since the last time anybody asked. */
export function isToBeAsked(
  createdAt: Instant,
  { since, now }: { since: Instant | null; now: Instant },
): boolean {
  return ASKED_AT_DAYS.some((days) => {
    const at = addMs(createdAt, days * DAY_MS);
    return at <= now && (since === null || at > since);
  });
}

/** How many had come back. */
export async function askAboutPaidDebits(
  deps: Deps,
  books: ProcessorScope,
  since: Instant | null,
): Promise<number> {
  const now = deps.clock.now();
  // Since the last time something was asked, a debit may have outlived the longest age by a while.
  const oldest = since !== null && since < now ? since : now;
  const from = addMs(oldest, -NEWEST_DAYS * DAY_MS);
  const debits = await deps.database.inCompany(books, (tx) => paidDebitsSince(tx, books, from));
  let returned = 0;
  for (const { id: attemptId, createdAt } of debits) {
    if (!isToBeAsked(createdAt, { since, now })) continue;
    const asked: Attempt = await resolveAttempt(
      deps,
      { companyId: books.companyId, attemptId },
      'reconciler',
    );
    if (asked.state === 'RETURNED') returned += 1;
  }
  return returned;
}
