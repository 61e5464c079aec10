/**
 * The ledger entries of a settlement: what a success and a return post, and the credit and refund of an
 * overpayment. The callers update the balances of what is paid.
 */
import { addCents, type Cents, minCents, subtractCents, ZERO } from '@quittance/contract/money';
import {
  type Part,
  type Posting,
  postingsForReturn,
  postingsForSuccess,
} from '@quittance/domain/postings';
import type { PaymentEvent } from '@quittance/domain/status/payment-status';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../storage/database.ts';
import { type Attempt, updateAttempt } from '../../storage/payments/attempts.ts';
import { appendPostings, listReceived } from '../../storage/payments/postings.ts';
import { insertRefund, lockRefundOf, updateRefund } from '../../storage/payments/refunds.ts';

/** What each event of a payment does to its payable. Every handler returns the updated attempt. */
export type Settlement<Payable> = Record<
  PaymentEvent,
  (tx: Tx, deps: Deps, paid: Payable & { attempt: Attempt }) => Promise<Attempt>
>;

export type PostedSuccess = {
  attempt: Attempt;
  /** What was paid on each receivable, in their order, zero amounts included. */
  paid: Part[];
};

/** Pays the receivables one after the other; the rest is an overpayment. */
function allocate(amountCents: Cents, receivables: readonly Part[]) {
  let restCents = amountCents;
  const paid = receivables.map(({ account, amountCents: owedCents }) => {
    const partCents = minCents(restCents, owedCents);
    restCents = subtractCents(restCents, partCents);
    return { account, amountCents: partCents };
  });
  return { paid, restCents };
}

/**
 * `receivables`: the accounts it may pay, each with the amount still owed. An overpayment becomes the
 * customer's credit and is refunded, never dropped (M3).
 */
export async function postSuccess(
  tx: Tx,
  deps: Deps,
  { attempt, receivables }: { attempt: Attempt; receivables: readonly Part[] },
): Promise<PostedSuccess> {
  const { companyId, id: attemptId, customerId, processor, feeCents } = attempt;
  const { paid, restCents: creditCents } = allocate(attempt.amountCents, receivables);
  const key = { companyId, attemptId };
  const posted = creditCents > 0 ? await updateAttempt(tx, key, { creditCents }) : attempt;
  const entries = postingsForSuccess({
    principals: paid,
    customerId,
    processor,
    feeCents,
    creditCents,
  });
  await appendPostings(tx, { ...key, at: deps.clock.now() }, entries);
  if (creditCents > 0) await openRefund(tx, deps, posted);
  return { attempt: posted, paid };
}

/** The fee is refunded too when nothing of the payment was owed. */
export function refundableCents({ amountCents, feeCents, creditCents }: Attempt): {
  creditCents: Cents;
  feeCents: Cents;
} {
  return { creditCents, feeCents: creditCents === amountCents ? feeCents : ZERO };
}

async function openRefund(tx: Tx, deps: Deps, attempt: Attempt): Promise<void> {
  const { companyId, id: attemptId } = attempt;
  const { creditCents, feeCents } = refundableCents(attempt);
  deps.log.error(
    { event: 'charge.overpaid', companyId, attemptId, creditCents },
    'a charge took more than was owed',
  );
  await insertRefund(tx, {
    companyId,
    id: deps.entropy.uuid(),
    attemptId,
    amountCents: addCents(creditCents, feeCents),
    state: 'OPEN',
    createdAt: deps.clock.now(),
  });
}

/** Reverses everything the payment posted; returns the reversed postings. */
export async function postReturn(tx: Tx, deps: Deps, attempt: Attempt): Promise<Posting[]> {
  const { companyId, id: attemptId } = attempt;
  const key = { companyId, attemptId };
  const received = await listReceived(tx, key);
  await appendPostings(tx, { ...key, at: deps.clock.now() }, postingsForReturn(received));
  const refund = await lockRefundOf(tx, key);
  if (refund?.state === 'OPEN') await updateRefund(tx, refund, { state: 'REFUSED' });
  if (refund?.state === 'DONE') {
    deps.log.error(
      { event: 'ach_return.after_refund', ...key },
      'a charge was returned after its refund',
    );
  }
  return received;
}

/** What the payment paid on its payable: without the credit. */
export function principalCents({ amountCents, creditCents }: Attempt): Cents {
  return subtractCents(amountCents, creditCents);
}
