/**
 * Books the refunds of a charge, ours and those made at the processor, each once (R39). A refund gives money back
 * and leaves what was paid settled: the balance of the invoice does not change, unless the company wants it paid again (R88).
 */
import type { InvoiceId } from '@quittance/contract/ids';
import { addCents, type Cents } from '@quittance/contract/money';
import {
  leftOfOverpayment,
  leftOfPart,
  type Posting,
  postingsForRefund,
  principalIn,
  principalsIn,
  RETURNS,
} from '@quittance/domain/postings';
import type { Deps } from '../../deps.ts';
import type { BookedRefund } from '../../processors/processor.ts';
import type { Tx } from '../../storage/database.ts';
import { appendAudit } from '../../storage/ops/audit.ts';
import { addPartRefunds, findPart, namedPart } from '../../storage/payments/attempt-parts.ts';
import { type Attempt, updateAttempt } from '../../storage/payments/attempts.ts';
import { appendPostings, listPostings } from '../../storage/payments/postings.ts';
import {
  insertRefund,
  listRefundsOf,
  type RefundRow,
  updateRefund,
} from '../../storage/payments/refunds.ts';
import { recordEvent } from '../../storage/provider/record-event.ts';
import { oweRefundAgain } from './reopen-refunded.ts';

/** `invoiceId`: the invoice it falls on, of a payment on several (R48). */
type RefundOrder = {
  amountCents: Cents;
  origin: RefundRow['origin'];
  invoiceId: InvoiceId | null;
};
type PostedRefund = RefundOrder & { attempt: Attempt };

/** What a refund posts after `posted`: on its invoice, or the overpayment with its fee, or all in proportion (R39). */
export async function postingsOfRefund(
  tx: Tx,
  { attempt, amountCents, origin, invoiceId }: PostedRefund,
  posted: readonly Posting[],
): Promise<Posting[]> {
  const { companyId, id: attemptId, processor } = attempt;
  const money = { amountCents, processor };
  if (origin === 'OVERPAYMENT') {
    return postingsForRefund(money, posted, leftOfOverpayment(amountCents, posted));
  }
  const named = invoiceId ? await findPart(tx, { companyId, attemptId }, invoiceId) : null;
  return postingsForRefund(money, posted, named ? leftOfPart(namedPart(named), posted) : []);
}

/** Posts the refund and returns its postings. What went back twice is raised for a decision (R42). */
async function post(tx: Tx, deps: Deps, refund: PostedRefund): Promise<Posting[]> {
  const { attempt, amountCents } = refund;
  const { companyId, id: attemptId } = attempt;
  const key = { companyId, attemptId };
  const at = deps.clock.now();
  const entries = await postingsOfRefund(tx, refund, await listPostings(tx, key));
  await appendPostings(tx, { attempt, at }, entries);
  if (attempt.purpose === 'INVOICES') addPartRefunds(tx, key, principalsIn(entries));
  const twice = entries.find(({ destination }) => destination === RETURNS);
  if (twice) {
    deps.log.error(
      { event: 'refund.after_return', ...key, twiceCents: twice.amountCents },
      'a charge was refunded after its money had gone back',
    );
  }
  await appendAudit(tx, {
    companyId,
    actor: 'refunds',
    action: 'refund.refunded',
    subject: `attempt:${attemptId}`,
    detail: { amountCents },
    at,
  });
  return entries;
}

async function addRefunded(tx: Tx, attempt: Attempt, amountCents: Cents): Promise<Attempt> {
  const refundedCents = addCents(attempt.refundedCents, amountCents);
  const key = { companyId: attempt.companyId, attemptId: attempt.id };
  return updateAttempt(tx, key, { refundedCents });
}

type OwnRefund = { attempt: Attempt; refund: RefundRow; refundReference: string };

/** The processor made our refund. Its payable and its attempt are locked. */
export async function completeRefund(tx: Tx, deps: Deps, own: OwnRefund): Promise<Attempt> {
  const { attempt, refund, refundReference: processorReference } = own;
  const { amountCents } = refund;
  const entries = await post(tx, deps, { ...refund, attempt });
  const principalCents = principalIn(entries);
  const doneAt = deps.clock.now();
  await updateRefund(tx, refund, { state: 'DONE', principalCents, processorReference, doneAt });
  const { companyId, id: objectId } = refund;
  recordEvent(tx, { companyId, type: 'refund.succeeded', objectId, at: doneAt });
  if (refund.isOwedAgain) {
    await oweRefundAgain(tx, deps, { attempt, principals: principalsIn(entries) });
  }
  return addRefunded(tx, attempt, amountCents);
}

type ForeignRefund = {
  attempt: Attempt;
  origin: 'PROCESSOR' | 'DISPUTE';
  refundReference: string;
  amountCents: Cents;
};

/** A refund that was not ordered here. A lost dispute is not among the processor's refunds. */
export async function bookForeignRefund(
  tx: Tx,
  deps: Deps,
  { attempt, origin, refundReference, amountCents }: ForeignRefund,
): Promise<Attempt> {
  const { companyId, id: attemptId, customerId } = attempt;
  const [id, at] = [deps.entropy.uuid(), deps.clock.now()];
  const entries = await post(tx, deps, { attempt, amountCents, origin, invoiceId: null });
  await insertRefund(tx, {
    companyId,
    id,
    attemptId,
    customerId,
    origin,
    amountCents,
    principalCents: principalIn(entries),
    state: 'DONE',
    processorReference: refundReference,
    nextTryAt: at,
    createdAt: at,
    doneAt: at,
  });
  if (origin === 'DISPUTE') return attempt;
  recordEvent(tx, { companyId, type: 'refund.succeeded', objectId: id, at });
  return addRefunded(tx, attempt, amountCents);
}

/**
 * Ours, by its id. Otherwise a refund of the same amount that waits here is taken for it: PayEngine does not store
 * our id, and a person who makes the refund by hand makes it for that amount.
 */
function ownAmong(rows: readonly RefundRow[], { reference, amountCents }: BookedRefund) {
  const own = rows.filter(({ origin }) => origin === 'OVERPAYMENT' || origin === 'PROVIDER');
  const isWaiting = (row: RefundRow) => row.state !== 'DONE' && row.amountCents === amountCents;
  return own.find(({ id }) => id === reference) ?? own.find(isWaiting) ?? null;
}

/**
 * Books those of the reported refunds that are not booked yet. The report names all refunds, so together they are
 * never more: one that is known under another name is not booked again.
 */
export async function bookRefunds(
  tx: Tx,
  deps: Deps,
  { attempt, refunds }: { attempt: Attempt; refunds: readonly BookedRefund[] },
): Promise<Attempt> {
  const reportedCents = addCents(...refunds.map(({ amountCents }) => amountCents));
  let booked = attempt;
  for (const reported of refunds) {
    const { refundReference, amountCents } = reported;
    if (addCents(booked.refundedCents, amountCents) > reportedCents) continue;
    const rows = await listRefundsOf(tx, { companyId: attempt.companyId, attemptId: attempt.id });
    if (rows.some((row) => row.processorReference === refundReference)) continue;
    const refund = ownAmong(rows, reported);
    if (refund?.state === 'DONE') continue;
    booked = refund
      ? await completeRefund(tx, deps, { attempt: booked, refund, refundReference })
      : await bookForeignRefund(tx, deps, {
          attempt: booked,
          origin: 'PROCESSOR',
          refundReference,
          amountCents,
        });
  }
  return booked;
}
