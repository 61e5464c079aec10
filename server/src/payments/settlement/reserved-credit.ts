/**
 * The credit that a refund pays out (R90). It is taken from the customer when the refund is ordered, so that it cannot
 * be applied meanwhile, and given back if the refund fails.
 */
import type { Instant } from '@quittance/contract/dates';
import { addCents, type Cents, minCents, subtractCents, ZERO } from '@quittance/contract/money';
import { changeCredit, lockCustomer } from '../../customers/store.ts';
import { AppError } from '../../kernel/errors.ts';
import { isOpenRefund, type RefundRow } from '../../ledger/refunds.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { CustomerKey } from '../../platform/database/keys.ts';

export async function reserveCredit(
  tx: Tx,
  { companyId, customerId, amountCents, at }: CustomerKey & { amountCents: Cents; at: Instant },
): Promise<void> {
  const customer = await lockCustomer(tx, { companyId, customerId });
  if (!customer || customer.creditCents < amountCents) throw new AppError('CREDIT_TOO_LARGE');
  const addedCents = subtractCents(ZERO, amountCents);
  await changeCredit(tx, { companyId, customerId }, { addedCents, at });
}

/** Must be called before the refund is marked as failed. */
export async function releaseCredit(tx: Tx, refund: RefundRow, at: Instant): Promise<void> {
  if (!refund.isFromCredit || !isOpenRefund(refund)) return;
  await changeCredit(tx, refund, { addedCents: refund.amountCents, at });
}

/**
 * Returns the credit that settles what the refund made owed again. A refund that was given up has nothing reserved:
 * if it was made after all, it takes the credit that the customer still has.
 */
export async function takeReserved(
  tx: Tx,
  refund: RefundRow,
  { owedCents, at }: { owedCents: Cents; at: Instant },
): Promise<Cents> {
  if (!refund.isFromCredit) return ZERO;
  const reservedCents = isOpenRefund(refund) ? refund.amountCents : ZERO;
  const customer = await lockCustomer(tx, refund);
  const takenCents = minCents(owedCents, addCents(reservedCents, customer?.creditCents ?? ZERO));
  await changeCredit(tx, refund, { addedCents: subtractCents(reservedCents, takenCents), at });
  return takenCents;
}
