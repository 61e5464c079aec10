/** R11: once the negotiated amount is paid, a compensation closes the rest of the invoice. */
import { attemptIdSchema } from '@quittance/contract/ids';
import { addCents, type Cents, subtractCents, ZERO } from '@quittance/contract/money';
import { payableAmount } from '@quittance/domain/checkout/amounts';
import { postingsForSuccess, receivable } from '@quittance/domain/postings';
import type { Deps } from '../../deps.ts';
import type { InvoiceChange, InvoiceRow } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { type Attempt, insertAttempt } from '../../storage/payments/attempts.ts';
import { appendPostings } from '../../storage/payments/postings.ts';

type Paid = { attempt: Attempt; invoice: InvoiceRow; paidCents: Cents };

async function waive(
  tx: Tx,
  { clock, entropy }: Deps,
  { attempt, invoice, restCents }: Paid & { restCents: Cents },
): Promise<void> {
  const at = clock.now();
  const { companyId, id: invoiceId, customerId } = invoice;
  const { id: attemptId, processor } = await insertAttempt(tx, {
    companyId,
    id: attemptIdSchema.parse(entropy.uuid()),
    requestId: attempt.requestId,
    invoiceId,
    customerId,
    purpose: attempt.purpose,
    type: 'COMPENSATION',
    initiator: 'CIT',
    processor: 'manual',
    method: 'NEGOTIATION',
    state: 'SUCCEEDED',
    amountCents: restCents,
    feeCents: ZERO,
    creditCents: ZERO,
    createdAt: at,
    settledAt: at,
  });
  const principals = [{ account: receivable(invoiceId), amountCents: restCents }];
  const money = { principals, customerId, processor, feeCents: ZERO, creditCents: ZERO };
  await appendPostings(tx, { companyId, attemptId, at }, postingsForSuccess(money));
}

/** The invoice's balance after a payment, including a compensation for its negotiation. */
export async function balanceAfter(tx: Tx, deps: Deps, paid: Paid): Promise<InvoiceChange> {
  const { invoice, paidCents } = paid;
  const { negotiation, totalCents } = invoice;
  const restCents = subtractCents(totalCents, paidCents);
  const isNegotiated = negotiation?.isActive && !negotiation.isApplied;
  const isSettled = payableAmount({ totalCents, paidCents, negotiation }) === 0;
  if (!isNegotiated || !isSettled || restCents <= 0) return { paidCents };
  await waive(tx, deps, { ...paid, restCents });
  return {
    paidCents: addCents(paidCents, restCents),
    negotiation: { ...negotiation, isApplied: true },
  };
}
