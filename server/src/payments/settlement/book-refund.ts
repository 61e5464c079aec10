/**
 * Books the refunds of a charge, both ours and those made at the processor, each exactly once (R39, R80). A refund
 * counts once the processor reports it as made. It returns money and leaves the paid amount settled: the invoice
 * balance does not change unless the company wants it paid again (R88).
 */
import { addCents, type Cents, subtractCents, ZERO } from '@quittance/contract/money';
import { leftToGiveBack } from '@quittance/domain/billing/entitlement';
import { invariant } from '@quittance/domain/invariant';
import { RETURNS } from '@quittance/domain/ledger-accounts';
import {
  leftAsOrdered,
  leftOfOverpayment,
  leftOfPart,
  leftOnInvoices,
  type Posting,
  postingsForRefund,
  principalIn,
  principalsIn,
} from '@quittance/domain/postings';
import { addRefunded } from '../../invoices/changed-balances.ts';
import { lockInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import {
  addPartRefunds,
  findPart,
  namedPart,
  type PartAmount,
} from '../../ledger/attempt-parts.ts';
import { type Attempt, updateAttempt } from '../../ledger/attempts.ts';
import { appendPostings, listPostings } from '../../ledger/postings.ts';
import {
  insertRefund,
  loadRefunds,
  type RefundRow,
  type RefundTerms,
  updateRefund,
} from '../../ledger/refunds.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { BookedRefund } from '../../processors/processor.ts';
import { refundedIn } from '../core/attempt-state-of.ts';
import { failRefund } from './fail-refund.ts';
import { type OwedPart, oweRefundAgain } from './reopen-refunded.ts';
import { creditOn, releaseReserved, reserve } from './reserved.ts';

/** `invoiceId` is the refunded invoice of a payment on several (R48). */
type PostedRefund = Pick<
  RefundRow,
  'amountCents' | 'origin' | 'invoiceId' | 'keepsFee' | 'reserved'
> & {
  attempt: Pick<Attempt, 'companyId' | 'id' | 'processor'>;
};

/**
 * Returns the postings of a refund after those in `posted`: as it was ordered, for the overpayment with its fee, or for
 * everything in proportion (R39).
 */
export async function postingsOfRefund(
  tx: Tx,
  { attempt, amountCents, origin, invoiceId, keepsFee, reserved }: PostedRefund,
  posted: readonly Posting[],
): Promise<Posting[]> {
  const { companyId, id: attemptId } = attempt;
  const processor = origin === 'MANUAL' ? 'manual' : attempt.processor;
  const money = { amountCents, processor };
  if (origin === 'OVERPAYMENT') {
    return postingsForRefund(money, posted, leftOfOverpayment(amountCents, posted));
  }
  if (reserved && reserved.length > 0) {
    return postingsForRefund(
      money,
      posted,
      leftAsOrdered({ amountCents, parts: reserved }, posted),
    );
  }
  if (keepsFee) return postingsForRefund(money, posted, leftOnInvoices(posted, invoiceId));
  const named = invoiceId ? await findPart(tx, { companyId, attemptId }, invoiceId) : null;
  return postingsForRefund(money, posted, named ? leftOfPart(namedPart(named), posted) : []);
}

type AttemptRefund = { attempt: Attempt; refund: RefundRow };

/** Posts the refund and returns its postings. An amount that was returned twice is raised for a decision (R42). */
async function post(tx: Tx, deps: Deps, { attempt, refund }: AttemptRefund): Promise<Posting[]> {
  const { companyId, id: attemptId } = attempt;
  const { id: refundId, amountCents } = refund;
  const key = { companyId, attemptId };
  const at = deps.clock.now();
  const posted = await listPostings(tx, key);
  const entries = await postingsOfRefund(tx, { ...refund, attempt }, posted);
  const ofRefund = entries.map((entry) => ({ ...entry, refundId }));
  await appendPostings(tx, { attempt, at }, ofRefund);
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

type ReportedRefund = AttemptRefund & { refundReference: string | null };

/**
 * Returns how much of the refund is owed again on each invoice: all of it if the company chose that (R88), what pays
 * out credit (R90), and all of it where it gives back more than the invoice allows (R112), as only a refund that was
 * not ordered here can.
 */
async function findOwedAgain(
  tx: Tx,
  { refund, principals }: { refund: RefundRow; principals: readonly PartAmount[] },
): Promise<OwedPart[]> {
  const parts: OwedPart[] = [];
  for (const part of principals) {
    const { companyId } = refund;
    const { invoiceId, amountCents } = part;
    const invoice = await lockInvoice(tx, { companyId, invoiceId });
    invariant(invoice, 'invoices are never deleted');
    const creditCents = creditOn(refund, part);
    const keptCents = subtractCents(amountCents, creditCents);
    const isOwed = refund.isOwedAgain || keptCents > leftToGiveBack(invoice);
    parts.push({ ...part, owedAgainCents: isOwed ? amountCents : creditCents, creditCents });
  }
  return parts;
}

const isExceeded = ({ amountCents, owedAgainCents, creditCents }: OwedPart) =>
  owedAgainCents === amountCents && creditCents < amountCents;

/**
 * Completes a refund that was made. The payable and the attempt must be locked. `refundedCents` includes only
 * refunds that the processor lists.
 */
export async function completeRefund(tx: Tx, deps: Deps, made: ReportedRefund): Promise<Attempt> {
  const { attempt, refund, refundReference: processorReference } = made;
  const { companyId, id: objectId, origin, amountCents } = refund;
  const entries = await post(tx, deps, made);
  const [principalCents, principals] = [principalIn(entries), principalsIn(entries)];
  const doneAt = deps.clock.now();
  const sourceIds = await releaseReserved(tx, deps, refund);
  const parts = await findOwedAgain(tx, { refund, principals });
  addRefunded(tx, { companyId, at: doneAt }, parts);
  // A payment on several invoices says per part what is owed again.
  const isOwedAgain =
    refund.isOwedAgain || (attempt.purpose !== 'INVOICES' && parts.some(isExceeded));
  const state = 'SUCCEEDED';
  const done = { state, principalCents, processorReference, doneAt, isOwedAgain } as const;
  await updateRefund(tx, refund, done);
  if (origin !== 'DISPUTE') {
    recordEvent(tx, { companyId, type: 'refund.succeeded', objectId, at: doneAt });
  }
  await oweRefundAgain(tx, deps, { attempt, refund, parts, sourceIds });
  if (origin === 'DISPUTE') return attempt;
  const refunded =
    origin === 'MANUAL' ? {} : { refundedCents: addCents(attempt.refundedCents, amountCents) };
  const key = { companyId, attemptId: attempt.id };
  return updateAttempt(tx, key, { ...refunded, updatedAt: doneAt });
}

/** The processor has accepted the refund but not made it yet, so nothing is posted. */
export async function awaitRefund(
  tx: Tx,
  { refund, refundReference: processorReference }: Omit<ReportedRefund, 'attempt'>,
): Promise<void> {
  await updateRefund(tx, refund, { state: 'PENDING', processorReference });
}

type UnsentRefund = {
  attempt: Attempt;
  origin: 'PROCESSOR' | 'DISPUTE' | 'MANUAL';
  refundReference: string | null;
  amountCents: Cents;
} & Partial<RefundTerms>;

/** Inserts a refund that we do not send, because the processor or the company is making it. */
async function insertUnsent(tx: Tx, deps: Deps, unsent: UnsentRefund): Promise<RefundRow> {
  const { attempt, refundReference, ...terms } = unsent;
  const { companyId, id: attemptId, customerId } = attempt;
  const at = deps.clock.now();
  return insertRefund(tx, {
    companyId,
    id: deps.entropy.uuid(),
    attemptId,
    customerId,
    ...terms,
    state: 'PENDING',
    processorReference: refundReference,
    nextTryAt: at,
    createdAt: at,
  });
}

/** Books a refund that was made without us: found at the processor, lost in a dispute, or paid another way. */
export async function bookUnsentRefund(
  tx: Tx,
  deps: Deps,
  unsent: UnsentRefund,
): Promise<{ attempt: Attempt; refund: RefundRow }> {
  const { refundReference } = unsent;
  const refund = await insertUnsent(tx, deps, unsent);
  await reserve(tx, deps, { refund });
  const attempt = await completeRefund(tx, deps, { ...unsent, refund, refundReference });
  return { attempt, refund };
}

const isOurs = ({ origin }: RefundRow) => origin === 'OVERPAYMENT' || origin === 'PROVIDER';

/** The refund has not been made, and no other refund replaces it. */
const isWaiting = ({ state, processorReference, resolvedAt }: RefundRow) =>
  state === 'REQUESTED' ||
  state === 'SENT' ||
  (state === 'FAILED' && processorReference === null && resolvedAt === null);

/**
 * Matches by the processor's id, or by ours. Otherwise, a waiting refund of the same amount is assumed to be the
 * reported one: PayEngine does not store our id, and a person who makes the refund manually uses that amount. A
 * refund that failed at the processor may be a different one, so ours remains open until a person decides.
 */
function findReported(rows: readonly RefundRow[], reported: BookedRefund): RefundRow | null {
  const { refundReference, reference, amountCents, state } = reported;
  const own = rows.filter(isOurs);
  return (
    rows.find((row) => row.processorReference === refundReference) ??
    own.find(({ id }) => id === reference) ??
    (state === 'failed'
      ? null
      : own.find((row) => isWaiting(row) && row.amountCents === amountCents)) ??
    null
  );
}

/** Progress of a refund. It never moves backward, so that an old report changes nothing. */
const RANKS = { pending: 1, succeeded: 2, failed: 3 } as const;

function toRank(refund: RefundRow | null, { refundReference }: BookedRefund): number {
  switch (refund?.state) {
    case 'PENDING':
      return RANKS.pending;
    case 'SUCCEEDED':
      return RANKS.succeeded;
    case 'FAILED':
      // Without the processor's id, the refund was only assumed to have failed.
      return refund.processorReference === refundReference ? RANKS.failed : 0;
    default:
      return 0;
  }
}

type Report = { attempt: Attempt; reported: BookedRefund; refund: RefundRow | null };

async function bookReported(tx: Tx, deps: Deps, report: Report): Promise<Attempt> {
  const { attempt, reported, refund } = report;
  const { refundReference, amountCents, state, reason } = reported;
  const unsent = { attempt, origin: 'PROCESSOR', refundReference, amountCents } as const;
  switch (state) {
    case 'failed':
      return refund ? failRefund(tx, deps, { attempt, refund, refundReference, reason }) : attempt;
    case 'pending':
      if (refund) await awaitRefund(tx, { refund, refundReference });
      else await insertUnsent(tx, deps, unsent);
      return attempt;
    case 'succeeded':
      if (!refund) return (await bookUnsentRefund(tx, deps, unsent)).attempt;
      return completeRefund(tx, deps, { attempt, refund, refundReference });
  }
}

/**
 * Books the new information that the report contains about each refund. The report lists all refunds, so the
 * completed ones never exceed its total: a refund known under another id is not booked again. Failures are booked
 * first, because they free up amounts.
 */
export async function bookRefunds(
  tx: Tx,
  deps: Deps,
  { attempt, refunds }: { attempt: Attempt; refunds: readonly BookedRefund[] },
): Promise<Attempt> {
  const madeCents = refundedIn({ refunds }) ?? ZERO;
  let booked = attempt;
  for (const reported of refunds.toSorted((one, other) => RANKS[other.state] - RANKS[one.state])) {
    const { amountCents, state } = reported;
    const isKnown = addCents(booked.refundedCents, amountCents) > madeCents;
    if (state === 'succeeded' && isKnown) continue;
    const rows = await loadRefunds(tx, { companyId: attempt.companyId, attemptId: attempt.id });
    const refund = findReported(rows, reported);
    if (toRank(refund, reported) >= RANKS[state]) continue;
    booked = await bookReported(tx, deps, { attempt: booked, reported, refund });
  }
  return booked;
}
