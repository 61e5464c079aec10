/** Books credit that the company has paid out itself (R90), on the notes it came from. */
import { type Cents, minCents, subtractCents, ZERO } from '@quittance/contract/money';
import { invariant } from '@quittance/domain/invariant';
import { changeCredit, lockCustomer } from '../../customers/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { lockNotes } from '../../ledger/credit-notes.ts';
import type { RefundRow } from '../../ledger/refunds.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { CustomerKey } from '../../platform/database/keys.ts';
import { bookUnsentRefund } from './book-refund.ts';

/** The oldest notes come first. */
export async function payOutCredit(
  tx: Tx,
  deps: Deps,
  { companyId, customerId, amountCents }: CustomerKey & { amountCents: Cents },
): Promise<RefundRow[]> {
  const notes = await lockNotes(tx, { companyId, customerId });
  const customer = await lockCustomer(tx, { companyId, customerId });
  if (!customer) throw new AppError('DEBTOR_NOT_FOUND');
  if (customer.creditCents < amountCents) throw new AppError('CREDIT_TOO_LARGE');
  const addedCents = subtractCents(ZERO, amountCents);
  await changeCredit(tx, { companyId, customerId }, { addedCents, at: deps.clock.now() });
  let restCents = amountCents;
  const booked: RefundRow[] = [];
  for (const { note, leftCents } of notes) {
    const partCents = minCents(restCents, leftCents);
    if (partCents === 0) continue;
    restCents = subtractCents(restCents, partCents);
    const refund = { attempt: note, origin: 'MANUAL', refundReference: null } as const;
    booked.push((await bookUnsentRefund(tx, deps, { ...refund, amountCents: partCents })).refund);
  }
  invariant(restCents === 0, 'credit comes from credit notes');
  return booked;
}
