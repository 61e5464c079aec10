/**
 * A refund reserves the customer's credit that it pays out (R90) and its amounts on the invoices (R112), from its order
 * until it is made or fails. Nothing else can use them meanwhile.
 */
import type { AttemptId, InvoiceId } from '@quittance/contract/ids';
import { type Cents, minCents, subtractCents, ZERO } from '@quittance/contract/money';
import { leftToGiveBack } from '@quittance/domain/billing/entitlement';
import { invariant } from '@quittance/domain/invariant';
import { addRefunded } from '../../invoices/changed-balances.ts';
import { findInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { giveCreditBack, useCredit } from '../../ledger/customer-credit.ts';
import { isOpenRefund, type RefundRow } from '../../ledger/refunds.ts';
import type { Tx } from '../../platform/database/database.ts';

const toReserved = ({ reserved }: RefundRow, sign: 1 | -1) =>
  (reserved ?? [])
    .filter(({ refundingCents }) => refundingCents > 0)
    .map(({ invoiceId, refundingCents }) => ({
      invoiceId,
      refundingCents: sign === 1 ? refundingCents : subtractCents(ZERO, refundingCents),
    }));

/** The invoices must be locked. `sourceIds` limits the credit to that of these notes. @throws REFUND_TOO_LARGE */
export async function reserve(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'entropy'>,
  { refund, sourceIds }: { refund: RefundRow; sourceIds?: readonly AttemptId[] },
): Promise<void> {
  const { companyId, customerId, id: refundId, creditCents: amountCents } = refund;
  const at = deps.clock.now();
  const parts = toReserved(refund, 1);
  for (const { invoiceId, refundingCents } of parts) {
    const invoice = await findInvoice(tx, { companyId, invoiceId });
    invariant(invoice, 'invoices are never deleted');
    if (refundingCents > leftToGiveBack(invoice)) throw new AppError('REFUND_TOO_LARGE');
  }
  addRefunded(tx, { companyId, at }, parts);
  if (amountCents === 0) return;
  const of = sourceIds ? { sourceIds } : {};
  await useCredit(tx, deps, { companyId, customerId, user: { refundId }, amountCents, at, ...of });
}

/** Must be called before the refund is marked as made or failed. Returns what gave the credit. */
export async function releaseReserved(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  refund: RefundRow,
): Promise<AttemptId[]> {
  if (!isOpenRefund(refund)) return [];
  const { companyId, customerId, id: refundId } = refund;
  const at = clock.now();
  addRefunded(tx, { companyId, at }, toReserved(refund, -1));
  const back = await giveCreditBack(tx, { companyId, customerId, user: { refundId }, at });
  return back.sourceIds;
}

/** How much of what the refund gives back on the invoice is credit. */
export function creditOn(
  { creditCents, reserved }: RefundRow,
  { invoiceId, amountCents }: { invoiceId: InvoiceId; amountCents: Cents },
): Cents {
  const planned = reserved?.find((part) => part.invoiceId === invoiceId);
  return minCents(amountCents, reserved ? (planned?.creditCents ?? ZERO) : creditCents);
}
