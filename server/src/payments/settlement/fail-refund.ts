/**
 * Handles a refund that did not reach the payer (R80): it was refused, or failed while pending or after it counted
 * as made. Its postings are reversed, so the money is owed to the customer again. The company and the payer are
 * notified. If an invoice owes the amount again, the failed refund settles it.
 */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { addCents, maxCents, minCents, subtractCents, ZERO } from '@quittance/contract/money';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import {
  isReturnPosted,
  postingsForFailedRefund,
  refundPostings,
} from '@quittance/domain/failed-refund-postings';
import { receivable } from '@quittance/domain/ledger-accounts';
import { leftCents, type Part, type Posting, principalsIn } from '@quittance/domain/postings';
import { checkoutTexts } from '@quittance/domain/texts/en/checkout';
import { notify } from '../../customers/mail/notify.ts';
import { addRefunded } from '../../invoices/changed-balances.ts';
import { findInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { listParts, loadParts } from '../../ledger/attempt-parts.ts';
import { type Attempt, updateAttempt } from '../../ledger/attempts.ts';
import {
  type FailedPartRefund,
  lockPartRows,
  reversePartRefunds,
} from '../../ledger/failed-part-refunds.ts';
import { appendPostings, listPostings } from '../../ledger/postings.ts';
import {
  lockRefund,
  type RefundChange,
  type RefundRow,
  updateRefund,
} from '../../ledger/refunds.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { invoiceNames } from '../core/invoice-names.ts';
import { settleOwedAgain } from './reopen-refunded.ts';
import { creditOn, releaseReserved } from './reserved.ts';
import { settleByOwnCredit } from './settle-credit.ts';

export type RefundFailure = {
  attempt: Attempt;
  refund: RefundRow;
  refundReference: string | null;
  reason: string | null;
};

type FailedRefund = Pick<RefundFailure, 'attempt' | 'refund'>;

type OwedPart = Omit<FailedPartRefund, 'creditedCents'>;

/**
 * For a payment on several invoices. Returns the refunded amount per invoice and how much of it has become owed
 * again.
 */
async function lockParts(
  tx: Tx,
  { attempt: { companyId, id: attemptId }, refund }: FailedRefund,
  refunded: readonly Posting[],
): Promise<OwedPart[]> {
  const rows = await lockPartRows(tx, { companyId, attemptId });
  return principalsIn(refunded).map(({ invoiceId, amountCents: refundedCents }) => {
    const part = rows.find((row) => row.invoiceId === invoiceId);
    const owedAgainCents = part?.owedAgainCents ?? ZERO;
    const settledCents = subtractCents(part?.refundedCents ?? ZERO, owedAgainCents);
    const owedCents = refund.isOwedAgain
      ? minCents(refundedCents, owedAgainCents)
      : maxCents(ZERO, subtractCents(refundedCents, settledCents));
    return { invoiceId, refundedCents, owedCents };
  });
}

function owedInvoice({ refund }: FailedRefund, refunded: readonly Posting[]): OwedPart[] {
  return principalsIn(refunded).map(({ invoiceId, amountCents: refundedCents }) => {
    const part = { invoiceId, amountCents: refundedCents };
    const owedCents = refund.isOwedAgain ? refundedCents : creditOn(refund, part);
    return { invoiceId, refundedCents, owedCents };
  });
}

function lockOwed(tx: Tx, failed: FailedRefund, refunded: readonly Posting[]) {
  if (failed.attempt.purpose === 'INVOICES') return lockParts(tx, failed, refunded);
  return owedInvoice(failed, refunded);
}

/**
 * Credits amounts that became owed again after the refund back to their invoices. Returns the amounts that an
 * invoice does not take, because it has been paid since or is about to be.
 */
async function creditOwedAgain(
  tx: Tx,
  deps: Deps,
  { failed, owed }: { failed: FailedRefund; owed: readonly OwedPart[] },
): Promise<Part[]> {
  const { attempt, refund } = failed;
  const { companyId, id: attemptId } = attempt;
  const parts: FailedPartRefund[] = [];
  for (const part of owed) {
    const { invoiceId, owedCents } = part;
    // Credit that a refund paid out has settled the invoice: the money that came back is the customer's.
    const creditCents = creditOn(refund, { invoiceId, amountCents: owedCents });
    const amountCents = subtractCents(owedCents, creditCents);
    const settledCents = await settleOwedAgain(tx, deps, { companyId, invoiceId, amountCents });
    parts.push({ ...part, creditedCents: subtractCents(owedCents, settledCents) });
  }
  if (attempt.purpose === 'INVOICES') reversePartRefunds(tx, { companyId, attemptId }, parts);
  return parts
    .filter(({ owedCents }) => owedCents > 0)
    .map(({ invoiceId, creditedCents: amountCents }) => ({
      account: receivable(invoiceId),
      amountCents,
    }));
}

/** A failed refund gave nothing back, so nothing of it is refunded or owed again. */
function subtractRefunded(
  tx: Tx,
  { companyId, at }: { companyId: CompanyId; at: Instant },
  owed: readonly OwedPart[],
): void {
  const changes = owed.map(({ invoiceId, refundedCents, owedCents }) => ({
    invoiceId,
    amountCents: subtractCents(ZERO, refundedCents),
    owedAgainCents: subtractCents(ZERO, owedCents),
  }));
  addRefunded(tx, { companyId, at }, changes);
}

type RefundReversal = { attempt: Attempt; change: RefundChange };

/** Reverses a refund that counted as made. If its payment was returned, the refunded amount stays settled (R42). */
async function reverse(tx: Tx, deps: Deps, failed: FailedRefund): Promise<RefundReversal> {
  const { attempt, refund } = failed;
  const { companyId, id: attemptId, customerId, processor } = attempt;
  const { id: refundId, amountCents } = refund;
  const key = { companyId, attemptId };
  const posted = await listPostings(tx, key);
  const isReturned = isReturnPosted(posted);
  const refunded = refundPostings(refundId, posted);
  const owed = isReturned ? [] : await lockOwed(tx, failed, refunded);
  const at = deps.clock.now();
  subtractRefunded(tx, { companyId, at }, owed);
  const credited = await creditOwedAgain(tx, deps, { failed, owed });
  const entries = postingsForFailedRefund(
    { refundId, amountCents, processor, customerId, credited },
    posted,
  );
  await appendPostings(tx, { attempt, at }, entries);
  const creditedCents = addCents(...credited.map((part) => part.amountCents));
  const refundedCents = subtractCents(attempt.refundedCents, amountCents);
  const creditCents = addCents(attempt.creditCents, creditedCents);
  return {
    attempt: await updateAttempt(tx, key, { refundedCents, creditCents, updatedAt: at }),
    change: isReturned ? {} : { principalCents: ZERO, creditedCents },
  };
}

/** If the payment itself was returned and nothing is left of it, the customer already has the money. */
async function findResolution(
  tx: Tx,
  { companyId, id, state }: Attempt,
): Promise<'RETURNED' | null> {
  if (state !== 'RETURNED') return null;
  const posted = await listPostings(tx, { companyId, attemptId: id });
  return leftCents(posted) === 0 ? 'RETURNED' : null;
}

async function findInvoices(tx: Tx, { companyId, id, purpose, invoiceId }: Attempt) {
  if (purpose === 'INVOICES') return loadParts(tx, companyId, [id]);
  const invoice = invoiceId ? await findInvoice(tx, { companyId, invoiceId }) : null;
  return invoice ? [invoice] : [];
}

/** The returned payment is owed again: the credit that the refund gave back settles it. */
async function settleByCredit(tx: Tx, deps: Deps, { companyId, ...attempt }: Attempt) {
  const { id: attemptId, invoiceId: only } = attempt;
  const parts = only ? [{ invoiceId: only }] : await listParts(tx, { companyId, attemptId });
  for (const { invoiceId } of parts) await settleByOwnCredit(tx, deps, { companyId, invoiceId });
}

async function tellPayer(
  tx: Tx,
  { clock }: Deps,
  { attempt, refund }: FailedRefund,
): Promise<void> {
  const { companyId, customerId, method: kind, methodBrand: brand, methodLast4: last4 } = attempt;
  await notify(tx, {
    companyId,
    customerId,
    template: 'refund-failed',
    data: {
      paymentId: attempt.id,
      ...invoiceNames(await findInvoices(tx, attempt)),
      totalCents: refund.amountCents,
      method: last4 && methodLabel({ kind, brand, last4 }, checkoutTexts),
    },
    at: clock.now(),
  });
}

async function tell(tx: Tx, deps: Deps, { attempt, refund, reason }: RefundFailure): Promise<void> {
  const { companyId, id: attemptId } = attempt;
  const { id: refundId, amountCents } = refund;
  const at = deps.clock.now();
  deps.log.error(
    { event: 'refund.failed', companyId, attemptId, refundId, reason },
    'a refund did not reach the payer',
  );
  recordEvent(tx, { companyId, type: 'refund.failed', objectId: refundId, at });
  await appendAudit(tx, {
    companyId,
    actor: 'refunds',
    action: 'refund.failed',
    subject: `attempt:${attemptId}`,
    detail: { refundId, amountCents, reason },
    at,
  });
}

/** The caller holds the locks on the payable and on the attempt. */
export async function failRefund(tx: Tx, deps: Deps, failure: RefundFailure): Promise<Attempt> {
  const { refundReference, reason } = failure;
  // The `isOwedAgain` flag may have changed under the lock of the invoice.
  const refund = (await lockRefund(tx, failure.refund)) ?? failure.refund;
  const reference = refundReference ? { processorReference: refundReference } : {};
  if (refund.state === 'FAILED') {
    await updateRefund(tx, refund, reference);
    return failure.attempt;
  }
  await releaseReserved(tx, deps, refund);
  const failed = { ...failure, refund };
  const { attempt, change } =
    refund.state === 'SUCCEEDED'
      ? await reverse(tx, deps, failed)
      : { attempt: failure.attempt, change: {} };
  const failedAt = deps.clock.now();
  const resolution = await findResolution(tx, attempt);
  await updateRefund(tx, refund, {
    ...reference,
    ...change,
    state: 'FAILED',
    failureReason: reason,
    failedAt,
    ...(resolution ? { resolution, resolvedAt: failedAt } : {}),
  });
  if (refund.creditCents > 0 && attempt.state === 'RETURNED')
    await settleByCredit(tx, deps, attempt);
  await tell(tx, deps, { ...failed, attempt });
  if (!resolution) await tellPayer(tx, deps, failed);
  return attempt;
}
