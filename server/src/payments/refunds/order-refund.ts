/**
 * Orders a refund of a whole payment or a part of it (R39). The order is stored. The refund sweep sends it under
 * its own id, looks it up if the response is lost, and books it once.
 */

import type { AttemptId, InvoiceId } from '@quittance/contract/ids';
import {
  addCents,
  type Cents,
  cents,
  maxCents,
  minCents,
  subtractCents,
  ZERO,
} from '@quittance/contract/money';
import type {
  NewRefund,
  Refund,
  RefundPreview,
  RefundQuestion,
} from '@quittance/contract/payments/refund-schemas';
import { isPayment } from '@quittance/contract/vocabulary';
import { leftToGiveBack } from '@quittance/domain/billing/entitlement';
import {
  feeIn,
  invoicesIn,
  leftOfPart,
  leftOnInvoices,
  type Part,
  type Posting,
  postingsForCredit,
  postingsForRefund,
  principalIn,
  principalsIn,
} from '@quittance/domain/postings';
import { findCompany } from '../../companies/store.ts';
import { findCustomer } from '../../customers/store.ts';
import { addMs } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { findPart, namedPart, type PartAmount } from '../../ledger/attempt-parts.ts';
import { type Attempt, type AttemptKey, findAttempt, lockAttempt } from '../../ledger/attempts.ts';
import { listUnusedNotes, type UnusedNote } from '../../ledger/credit-notes.ts';
import { listPostings } from '../../ledger/postings.ts';
import { insertRefund, isOpenRefund, loadRefunds, type RefundRow } from '../../ledger/refunds.ts';
import {
  type Actor,
  type ProviderDeps,
  recordAction,
} from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { listRows } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { type InvoiceRow, invoices } from '../../schema/invoices.ts';
import type { ReservedPart } from '../../schema/refunds.ts';
import { lockPayable } from '../core/lock-payable.ts';
import { postingsOfRefund } from '../settlement/book-refund.ts';
import { reserve } from '../settlement/reserved.ts';

export function show(row: RefundRow): Refund {
  const { id, attemptId, origin, state, amountCents, principalCents, creditCents } = row;
  const { isOwedAgain, isFromCredit, keepsFee, createdAt, doneAt, invoiceId, heldAt } = row;
  const { failedAt, failureReason, resolution } = row;
  const amounts = { amount: amountCents, principal: principalCents, credit: creditCents };
  const refund = { id, paymentId: attemptId, origin, state, ...amounts, invoiceId };
  const failure = { failedAt, failureReason, resolution };
  const terms = { isOwedAgain, isFromCredit, keepsFee };
  return { ...refund, ...terms, createdAt, doneAt, heldAt, ...failure };
}

/** A lost dispute, or an amount that the company paid another way. `refundedCents` includes neither. */
const isUnlisted = ({ origin, state }: RefundRow) =>
  (origin === 'DISPUTE' || origin === 'MANUAL') && state === 'SUCCEEDED';

/** Excludes amounts that are already returned or will be. A stuck refund may still be made at the processor. */
export function computeRefundable(attempt: Attempt, refunds: readonly RefundRow[]): Cents {
  const gone = refunds.filter((row) => isOpenRefund(row) || isUnlisted(row));
  const ordered = gone.map(({ amountCents }) => amountCents);
  const paidCents = addCents(attempt.amountCents, attempt.feeCents);
  return subtractCents(paidCents, addCents(attempt.refundedCents, ...ordered));
}

/** Cash is reversed instead, because no processor can refund it. */
function isRefundable(attempt: Attempt): boolean {
  const { state, processor, disputeState } = attempt;
  const isCharge = isPayment(attempt) && processor !== 'manual';
  const isContested = disputeState === 'OPEN' || disputeState === 'LOST';
  return isCharge && state === 'SUCCEEDED' && !isContested;
}

type Refundable = { attempt: Attempt; refunds: readonly RefundRow[] };

/** Returns the postings as they will be once the open refunds are made. */
async function listExpectedPostings(tx: Tx, { attempt, refunds }: Refundable): Promise<Posting[]> {
  const posted = await listPostings(tx, { companyId: attempt.companyId, attemptId: attempt.id });
  for (const waiting of refunds.filter(isOpenRefund)) {
    posted.push(...(await postingsOfRefund(tx, { ...waiting, attempt }, posted)));
  }
  return posted;
}

/** Orders and estimates are not reopened. */
const isOnInvoices = ({ invoiceId, purpose }: Attempt) =>
  invoiceId !== null || purpose === 'INVOICES';

async function refuseKeptFee(tx: Tx, { companyId }: Attempt): Promise<void> {
  const company = await findCompany(tx, companyId);
  if (!company?.isFeeKeepable) throw new AppError('FEE_NOT_KEEPABLE');
}

type Facts = Refundable & {
  posted: readonly Posting[];
  /** The parts that the refund gives back first: the named invoice, or everything but the fee. */
  first: readonly Part[];
  invoices: ReadonlyMap<InvoiceId, InvoiceRow>;
  unused: readonly UnusedNote[];
  /** All credit of the customer. */
  creditCents: Cents;
};

async function findFirst(
  tx: Tx,
  { attempt, posted, input }: Pick<Facts, 'attempt' | 'posted'> & { input: RefundQuestion },
): Promise<Part[]> {
  const { invoiceId = null, keepsFee = false } = input;
  const key = { companyId: attempt.companyId, attemptId: attempt.id };
  const part = invoiceId ? await findPart(tx, key, invoiceId) : null;
  if (invoiceId && !part) throw new AppError('NOT_FOUND');
  if (keepsFee) return leftOnInvoices(posted, invoiceId);
  return part ? leftOfPart(namedPart(part), posted) : [];
}

/** Reads the facts that the decision depends on. An order holds the locks of the invoices and of the payment. */
async function readFacts(tx: Tx, attempt: Attempt, input: RefundQuestion): Promise<Facts> {
  const { companyId, id: attemptId, customerId } = attempt;
  const refunds = await loadRefunds(tx, { companyId, attemptId });
  const posted = await listExpectedPostings(tx, { attempt, refunds });
  const invoiceIds = invoicesIn(posted).filter((id) => !input.invoiceId || id === input.invoiceId);
  const rows = await listRows(tx, invoices, {
    values: { companyId, id: invoiceIds },
    orderedBy: ['id'],
  });
  const customer = await findCustomer(tx, { companyId, customerId });
  return {
    attempt,
    refunds,
    posted,
    first: await findFirst(tx, { attempt, posted, input }),
    invoices: new Map(rows.map((invoice) => [invoice.id, invoice])),
    unused: await listUnusedNotes(tx, { companyId, invoiceIds }),
    creditCents: customer?.creditCents ?? ZERO,
  };
}

const sumUnused = (unused: readonly UnusedNote[]) =>
  addCents(...unused.map(({ amountCents }) => amountCents));

/** How much of the principal on an invoice pays out credit, and how much the invoice must allow (R112, R113). */
function reservedOn(
  { unused }: Facts,
  { isFromCredit, isOwedAgain, credit }: RefundQuestion,
  { invoiceId, amountCents }: PartAmount,
): ReservedPart {
  const own = sumUnused(unused.filter((note) => note.invoiceId === invoiceId));
  const paidOutCents = credit === 'PAY_OUT' ? minCents(own, amountCents) : ZERO;
  const creditCents = isFromCredit ? amountCents : paidOutCents;
  const isOwed = isOwedAgain || isFromCredit;
  const refundingCents = isOwed ? ZERO : subtractCents(amountCents, creditCents);
  return { invoiceId, amountCents, creditCents, refundingCents };
}

type Planned = { entries: Posting[]; reserved: ReservedPart[]; creditCents: Cents };

function plan(facts: Facts, input: RefundQuestion, amountCents: Cents): Planned {
  const { attempt, posted, first } = facts;
  const { processor } = attempt;
  const entries = postingsForRefund({ amountCents, processor }, posted, first);
  const reserved = principalsIn(entries).map((part) => reservedOn(facts, input, part));
  return { entries, reserved, creditCents: addCents(...reserved.map((part) => part.creditCents)) };
}

function isAllowed(facts: Facts, input: RefundQuestion, amountCents: Cents): boolean {
  const { reserved, creditCents } = plan(facts, input, amountCents);
  const isWithin = reserved.every(({ invoiceId, refundingCents }) => {
    const invoice = facts.invoices.get(invoiceId);
    if (refundingCents === 0) return true;
    return invoice !== undefined && refundingCents <= leftToGiveBack(invoice);
  });
  return isWithin && (!input.isFromCredit || creditCents <= facts.creditCents);
}

/** The largest amount up to the limit that the invoices allow. More always gives back more on each of them. */
function findLargest(facts: Facts, input: RefundQuestion, limitCents: Cents): Cents {
  let [least, most] = [0, Number(limitCents)];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (isAllowed(facts, input, cents(middle))) least = middle;
    else most = middle - 1;
  }
  return cents(least);
}

export type RefundPlan = Planned & {
  refunds: readonly RefundRow[];
  sourceIds: readonly AttemptId[] | undefined;
  amountCents: Cents;
  leftCents: Cents;
};

/**
 * Decides how much is refunded: the given amount, or as much as the payment and its invoices allow, which may be
 * nothing.
 */
export async function planRefund(
  tx: Tx,
  attempt: Attempt,
  input: RefundQuestion,
): Promise<RefundPlan> {
  if (!isRefundable(attempt)) throw new AppError('PAYMENT_NOT_REFUNDABLE');
  const { isFromCredit = false, isOwedAgain = false, keepsFee = false, credit } = input;
  if ((isFromCredit || isOwedAgain) && !isOnInvoices(attempt)) {
    throw new AppError('ACCOUNT_NOT_PAYABLE');
  }
  if (keepsFee) await refuseKeptFee(tx, attempt);
  const facts = await readFacts(tx, attempt, input);
  const { refunds, first, unused } = facts;
  const unusedCents = sumUnused(unused);
  if (unusedCents > 0 && !isFromCredit && !isOwedAgain && credit === undefined) {
    throw new AppError('REFUND_CREDIT_UNDECIDED', { details: { credit: unusedCents } });
  }
  const ofPayment = computeRefundable(attempt, refunds);
  const ofParts = addCents(...first.map(({ amountCents }) => amountCents));
  const isInPart = keepsFee || input.invoiceId !== undefined;
  const limitCents = maxCents(ZERO, isInPart ? minCents(ofPayment, ofParts) : ofPayment);
  const leftCents = findLargest(facts, input, limitCents);
  const { amount: amountCents = leftCents } = input;
  if (amountCents > leftCents) {
    throw new AppError(
      isFromCredit && amountCents <= limitCents ? 'CREDIT_TOO_LARGE' : 'REFUND_TOO_LARGE',
    );
  }
  const sourceIds = isFromCredit ? undefined : unused.map(({ id }) => id);
  return { ...plan(facts, input, amountCents), refunds, sourceIds, amountCents, leftCents };
}

function refuseEmpty({ amountCents }: RefundPlan, { isFromCredit }: RefundQuestion): void {
  if (amountCents < 1) throw new AppError(isFromCredit ? 'CREDIT_TOO_LARGE' : 'REFUND_TOO_LARGE');
}

/** The same amount once more is usually a second click, or the work of a colleague. */
function refuseRepeated(
  { refunds, amountCents }: RefundPlan,
  { invoiceId, isAgain }: NewRefund,
): void {
  const isSame = (row: RefundRow) =>
    row.origin === 'PROVIDER' &&
    row.state !== 'FAILED' &&
    row.amountCents === amountCents &&
    row.invoiceId === (invoiceId ?? null);
  if (!isAgain && refunds.some(isSame)) throw new AppError('REFUND_ALREADY_ORDERED');
}

/** The invoices of the payment are locked first, then the payment. */
async function lockRefunded(tx: Tx, key: AttemptKey): Promise<Attempt> {
  const found = await findAttempt(tx, key);
  if (found) await lockPayable(tx, found);
  const attempt = found && (await lockAttempt(tx, key));
  if (!attempt) throw new AppError('NOT_FOUND');
  return attempt;
}

export async function orderRefund(
  tx: Tx,
  deps: ProviderDeps,
  { actor, attemptId, input }: { actor: Actor; attemptId: AttemptId; input: NewRefund },
): Promise<Refund> {
  const { companyId } = actor;
  const key = { companyId, attemptId };
  const attempt = await lockRefunded(tx, key);
  const planned = await planRefund(tx, attempt, input);
  refuseEmpty(planned, input);
  refuseRepeated(planned, input);
  const { amountCents, creditCents, reserved, sourceIds } = planned;
  const { invoiceId = null, isOwedAgain = false, keepsFee = false, reason } = input;
  const [id, at] = [deps.entropy.uuid(), deps.clock.now()];
  const isFromCredit = creditCents > 0;
  const terms = { invoiceId, isOwedAgain, isFromCredit, creditCents, keepsFee, reserved };
  const { customerId } = attempt;
  const refund = await insertRefund(tx, {
    ...key,
    customerId,
    id,
    origin: 'PROVIDER',
    amountCents,
    ...terms,
    state: 'REQUESTED',
    nextTryAt: at,
    createdAt: at,
  });
  await reserve(tx, deps, { refund, ...(sourceIds ? { sourceIds } : {}) });
  recordEvent(tx, { companyId, type: 'refund.requested', objectId: id, at });
  const choice = { invoiceId, isOwedAgain, keepsFee, creditCents, reason };
  const detail = { refundId: id, amountCents, ...choice };
  const subject = `attempt:${attemptId}`;
  await recordAction(tx, deps, { actor, action: 'refund.ordered', subject, detail });
  return show(refund);
}

/** During this time, a person may not have noticed yet that the refund was already ordered. */
const RECENT_MS = 10 * 60_000;

type RefundPreviewRequest = { actor: Actor; attemptId: AttemptId; input: RefundQuestion };

/** Computes the same postings as the refund itself, which is posted after the refunds that are still open. */
export async function previewRefund(
  tx: Tx,
  { clock }: Pick<ProviderDeps, 'clock'>,
  { actor, attemptId, input }: RefundPreviewRequest,
): Promise<RefundPreview> {
  const recentFrom = addMs(clock.now(), -RECENT_MS);
  const attempt = await findAttempt(tx, { companyId: actor.companyId, attemptId });
  if (!attempt) throw new AppError('NOT_FOUND');
  const planned = await planRefund(tx, attempt, input);
  refuseEmpty(planned, input);
  const { refunds, amountCents, leftCents, entries, creditCents } = planned;
  const { customerId } = attempt;
  const settled = planned.reserved
    .filter((part) => part.creditCents > 0)
    .flatMap(({ invoiceId, creditCents: paidOut }) =>
      postingsForCredit({ invoiceId, amountCents: paidOut, customerId }),
    );
  return {
    amount: amountCents,
    principal: principalIn(entries),
    fee: feeIn(entries),
    credit: creditCents,
    left: subtractCents(leftCents, amountCents),
    postings: [...entries, ...settled].map(({ source, destination, amountCents: amount }) => ({
      source,
      destination,
      amount,
    })),
    recent: refunds.filter(({ createdAt }) => createdAt >= recentFrom).map(show),
  };
}

export async function listRefunds(tx: Tx, { companyId }: Actor, attemptId: AttemptId) {
  const key = { companyId, attemptId };
  if (!(await findAttempt(tx, key))) throw new AppError('NOT_FOUND');
  return { data: (await loadRefunds(tx, key)).map(show) };
}
