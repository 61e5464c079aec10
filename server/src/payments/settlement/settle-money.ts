/**
 * The ledger's part of the door: what a success and a return post, and the credit and the refund of
 * what was too much. Whose balance changes by it is written beside it, by the files that call this.
 */
import { addCents, type Cents, minCents, subtractCents, ZERO } from '@quittance/contract/money';
import {
  type Part,
  type Posting,
  postingsForReturn,
  postingsForSuccess,
} from '@quittance/domain/postings';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../storage/database.ts';
import { type Attempt, updateAttempt } from '../../storage/payments/attempts.ts';
import { appendPostings, listReceived } from '../../storage/payments/postings.ts';
import { insertRefund, lockRefundOf, updateRefund } from '../../storage/payments/refunds.ts';

export type Booked = {
  attempt: Attempt;
  /** What was paid on each account; in the order of the rooms, parts of zero included. */
  paid: Part[];
};

/** Fills the rooms one after the other; what does not fit is left over. */
function fill(amountCents: Cents, rooms: readonly Part[]): { paid: Part[]; restCents: Cents } {
  let restCents = amountCents;
  const paid = rooms.map(({ account, amountCents: roomCents }) => {
    const partCents = minCents(restCents, roomCents);
    restCents = subtractCents(restCents, partCents);
    return { account, amountCents: partCents };
  });
  return { paid, restCents };
}

/**
 * `rooms`: the accounts it may pay, each with what is still owed there. What no longer fits anywhere
 * is the customer's credit and goes back to them: never dropped (M3).
 */
export async function bookSuccess(
  tx: Tx,
  deps: Deps,
  { attempt, rooms }: { attempt: Attempt; rooms: readonly Part[] },
): Promise<Booked> {
  const { companyId, id: attemptId, customerId, processor, feeCents } = attempt;
  const { paid, restCents: creditCents } = fill(attempt.amountCents, rooms);
  const key = { companyId, attemptId };
  const booked = creditCents > 0 ? await updateAttempt(tx, key, { creditCents }) : attempt;
  const entries = postingsForSuccess({
    principals: paid,
    customerId,
    processor,
    feeCents,
    creditCents,
  });
  await appendPostings(tx, { ...key, at: deps.clock.now() }, entries);
  if (creditCents > 0) await oweBack(tx, deps, booked);
  return { attempt: booked, paid };
}

/** The fee goes back with the rest when nothing of the payment was owed. */
export function refundableCents({ amountCents, feeCents, creditCents }: Attempt): {
  creditCents: Cents;
  feeCents: Cents;
} {
  return { creditCents, feeCents: creditCents === amountCents ? feeCents : ZERO };
}

async function oweBack(tx: Tx, deps: Deps, attempt: Attempt): Promise<void> {
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

/** Nothing was received after all: everything it posted goes back to where it came from. */
export async function bookReturn(tx: Tx, deps: Deps, attempt: Attempt): Promise<Posting[]> {
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
