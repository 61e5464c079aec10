/**
 * Handles refunds at the processor that were not ordered through the portal. They are booked, because the money is
 * gone. If a refund may be a duplicate of ours, it is flagged for a person to review.
 */
import type { Deps } from '../../kernel/deps.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import { markUnexpectedRefunds } from '../../ledger/refunds.ts';
import type { Tx } from '../../platform/database/database.ts';

export async function raiseUnexpectedRefunds(
  tx: Tx,
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  { companyId, id: attemptId }: Attempt,
): Promise<void> {
  for (const refund of await markUnexpectedRefunds(tx, { companyId, attemptId }, clock.now())) {
    const { id: refundId, processorReference, amountCents } = refund;
    log.fatal(
      {
        event: 'refund.unexpected',
        companyId,
        attemptId,
        refundId,
        processorReference,
        amountCents,
      },
      'a refund was found that may be a second copy of one of ours',
    );
  }
}
