/**
 * The ledger entries of a settlement: the postings of a success and a return, and the credit and refund of an
 * overpayment. The callers update the balances of the payables.
 */
import {
  addCents,
  type Cents,
  maxCents,
  minCents,
  subtractCents,
  ZERO,
} from '@quittance/contract/money';
import { computeProportion } from '@quittance/domain/apportion';
import { RETURNS, receivable } from '@quittance/domain/ledger-accounts';
import {
  leftCents,
  type Part,
  postingsForReturn,
  postingsForSuccess,
} from '@quittance/domain/postings';
import type { PaymentEvent } from '@quittance/domain/status/payment-status';
import { changeCredit } from '../../customers/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { creditedFee, listParts } from '../../ledger/attempt-parts.ts';
import { type Attempt, type AttemptKey, updateAttempt } from '../../ledger/attempts.ts';
import { loadDisputes } from '../../ledger/disputes.ts';
import { appendPostings, listPostings } from '../../ledger/postings.ts';
import { insertRefund, loadRefunds, updateRefund } from '../../ledger/refunds.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { releaseReserved } from './reserved.ts';

/** The effect of each payment event on its payable. Every handler returns the updated attempt. */
export type Settlement<Payable> = Record<
  PaymentEvent,
  (tx: Tx, deps: Deps, paid: Payable & { attempt: Attempt }) => Promise<Attempt>
>;

export type PostedSuccess = {
  attempt: Attempt;
  paid: Part[];
};

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
 * `receivables` are the accounts the payment may pay, each with the amount still owed. What exceeds them becomes the
 * customer's credit, never dropped (M3): a processor refunds it, and of a payment that staff recorded it stays (R116).
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
  const at = deps.clock.now();
  await appendPostings(tx, { attempt, at }, entries);
  if (creditCents > 0) {
    if (processor === 'manual') await changeCredit(tx, attempt, { addedCents: creditCents, at });
    else await openRefund(tx, deps, { attempt: posted, paid });
  }
  return { attempt: posted, paid };
}

/**
 * Returns the share of the fee that was charged on the amount not owed. Each part of a payment has its own share
 * (R48).
 */
async function feeOnCredit(tx: Tx, { attempt, paid }: PostedSuccess): Promise<Cents> {
  const { companyId, id: attemptId, amountCents, feeCents, creditCents } = attempt;
  if (attempt.purpose !== 'INVOICES') return computeProportion(feeCents, creditCents, amountCents);
  const paidOn = new Map(paid.map((part) => [part.account, part.amountCents]));
  const parts = await listParts(tx, { companyId, attemptId });
  const shares = parts.map((part) => {
    const paidCents = paidOn.get(receivable(part.invoiceId)) ?? ZERO;
    return creditedFee({ ...part, creditCents: subtractCents(part.amountCents, paidCents) });
  });
  return addCents(...shares);
}

/** The amount that was not owed is refunded with its share of the fee (R39). */
async function openRefund(tx: Tx, deps: Deps, posted: PostedSuccess): Promise<void> {
  const { companyId, id: attemptId, customerId, creditCents } = posted.attempt;
  const feeCents = await feeOnCredit(tx, posted);
  const at = deps.clock.now();
  deps.log.error(
    { event: 'charge.overpaid', companyId, attemptId, creditCents },
    'a charge took more than was owed',
  );
  const id = deps.entropy.uuid();
  await insertRefund(tx, {
    companyId,
    id,
    attemptId,
    customerId,
    origin: 'OVERPAYMENT',
    amountCents: addCents(creditCents, feeCents),
    state: 'REQUESTED',
    nextTryAt: at,
    createdAt: at,
  });
  recordEvent(tx, { companyId, type: 'refund.requested', objectId: id, at });
}

/** Stops our own open refunds: the money was returned another way, and nothing is owed anymore. */
async function stopRefunds(tx: Tx, deps: Deps, key: AttemptKey): Promise<void> {
  const at = deps.clock.now();
  const resolved = { resolution: 'RETURNED', resolvedAt: at } as const;
  for (const refund of await loadRefunds(tx, key)) {
    const { companyId, id: objectId, state, resolvedAt } = refund;
    if (state === 'FAILED' && resolvedAt === null) await updateRefund(tx, refund, resolved);
    if (state !== 'REQUESTED' && state !== 'SENT') continue;
    await releaseReserved(tx, deps, refund);
    await updateRefund(tx, refund, { state: 'FAILED', failedAt: at, ...resolved });
    recordEvent(tx, { companyId, type: 'refund.failed', objectId, at });
  }
}

async function findLostCents(tx: Tx, key: AttemptKey): Promise<Cents | null> {
  const [disputes, refunds] = [await loadDisputes(tx, key), await loadRefunds(tx, key)];
  const booked = new Set(refunds.map(({ processorReference }) => processorReference));
  const lost = disputes.filter(({ state }) => state === 'LOST');
  const unbooked = lost.filter(({ processorReference }) => !booked.has(processorReference));
  return lost.length > 0 ? addCents(...unbooked.map(({ amountCents }) => amountCents)) : null;
}

/** The credit that a recorded payment gave, which is unused: the money never arrived. */
async function takeCreditBack(tx: Tx, { clock }: Deps, attempt: Attempt): Promise<void> {
  const { creditCents, processor } = attempt;
  if (processor !== 'manual' || creditCents === 0) return;
  const addedCents = subtractCents(ZERO, creditCents);
  await changeCredit(tx, attempt, { addedCents, at: clock.now() });
}

/**
 * Reverses the remaining amount of the payment and returns the reversed parts. The bank takes back the whole
 * payment, or the amount of the lost disputes.
 */
export async function postReturn(tx: Tx, deps: Deps, attempt: Attempt): Promise<Part[]> {
  const { companyId, id: attemptId, processor, amountCents, feeCents } = attempt;
  const key = { companyId, attemptId };
  const posted = await listPostings(tx, key);
  const leftOfPayment = leftCents(posted);
  const lostCents = await findLostCents(tx, key);
  const takenCents =
    lostCents === null ? addCents(amountCents, feeCents) : maxCents(lostCents, leftOfPayment);
  const entries = postingsForReturn({ amountCents: takenCents, processor }, posted);
  await appendPostings(tx, { attempt, at: deps.clock.now() }, entries);
  await takeCreditBack(tx, deps, attempt);
  await stopRefunds(tx, deps, key);
  if (takenCents > leftOfPayment) {
    deps.log.error(
      { event: 'ach_return.after_refund', ...key, twiceCents: takenCents - leftOfPayment },
      'a charge was returned after its refund',
    );
  }
  return entries
    .filter(({ source }) => source === RETURNS)
    .map(({ destination, amountCents: partCents }) => ({
      account: destination,
      amountCents: partCents,
    }));
}
