/** Books credit that the company has paid out itself (R90), on the notes and payments that gave it. */
import type { Cents } from '@quittance/contract/money';
import type { Deps } from '../../kernel/deps.ts';
import { recordUses, takeCredit } from '../../ledger/customer-credit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { CustomerKey } from '../../platform/database/keys.ts';
import { bookUnsentRefund } from './book-refund.ts';

/** The oldest credit comes first. */
export async function payOutCredit(
  tx: Tx,
  deps: Deps,
  paidOut: CustomerKey & { amountCents: Cents },
): Promise<void> {
  for (const part of await takeCredit(tx, { ...paidOut, at: deps.clock.now() })) {
    const { source: attempt, amountCents } = part;
    const unsent = { attempt, origin: 'MANUAL', refundReference: null, amountCents } as const;
    const { refund } = await bookUnsentRefund(tx, deps, unsent);
    await recordUses(tx, deps, { user: { refundId: refund.id }, parts: [part] });
  }
}
