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
import {
  feeIn,
  leftOfPart,
  leftOnInvoices,
  type Posting,
  postingsForCredit,
  principalIn,
  principalsIn,
} from '@quittance/domain/postings';
import { findCustomer } from '../../customers/store.ts';
import { addMs } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { findPart, namedPart } from '../../ledger/attempt-parts.ts';
import { type Attempt, findAttempt, lockAttempt } from '../../ledger/attempts.ts';
import { listPostings } from '../../ledger/postings.ts';
import { insertRefund, isOpenRefund, loadRefunds, type RefundRow } from '../../ledger/refunds.ts';
import {
  type Actor,
  type ProviderDeps,
  recordAction,
} from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { postingsOfRefund } from '../settlement/book-refund.ts';
import { reserveCredit } from '../settlement/reserved-credit.ts';

export function show(row: RefundRow): Refund {
  const { id, attemptId, origin, state, amountCents, principalCents, isOwedAgain, isFromCredit } =
    row;
  const { createdAt, doneAt, invoiceId, heldAt, failedAt, failureReason, resolution } = row;
  const amounts = { amount: amountCents, principal: principalCents };
  const refund = { id, paymentId: attemptId, origin, state, ...amounts, invoiceId };
  const failure = { failedAt, failureReason, resolution };
  return { ...refund, isOwedAgain, isFromCredit, createdAt, doneAt, heldAt, ...failure };
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
function isRefundable({ state, type, processor, disputeState }: Attempt): boolean {
  const isCharge = type !== 'COMPENSATION' && processor !== 'manual';
  const isContested = disputeState === 'OPEN' || disputeState === 'LOST';
  return isCharge && state === 'SUCCEEDED' && !isContested;
}

async function leftOfNamed(
  tx: Tx,
  {
    attempt,
    refunds,
    invoiceId,
  }: { attempt: Attempt; refunds: readonly RefundRow[]; invoiceId: InvoiceId },
): Promise<Cents> {
  const key = { companyId: attempt.companyId, attemptId: attempt.id };
  const part = await findPart(tx, key, invoiceId);
  if (!part) throw new AppError('NOT_FOUND');
  const left = leftOfPart(namedPart(part), await listPostings(tx, key));
  const waiting = refunds.filter((row) => row.invoiceId === invoiceId && isOpenRefund(row));
  return subtractCents(
    addCents(...left.map(({ amountCents }) => amountCents)),
    addCents(...waiting.map(({ amountCents }) => amountCents)),
  );
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

/** The customer's credit was paid without a fee, so the fee of the payment is not refunded with it (R90). */
async function leftForCredit(
  tx: Tx,
  { invoiceId, ...of }: Refundable & { invoiceId: InvoiceId | null },
): Promise<Cents> {
  const parts = leftOnInvoices(await listExpectedPostings(tx, of), invoiceId);
  return addCents(...parts.map(({ amountCents }) => amountCents));
}

/** Returns how much credit can be refunded to a payment on the invoice. */
export async function findLeftForCredit(
  tx: Tx,
  attempt: Attempt,
  invoiceId: InvoiceId,
): Promise<Cents> {
  if (!isRefundable(attempt)) return ZERO;
  const { companyId, id: attemptId } = attempt;
  const refunds = await loadRefunds(tx, { companyId, attemptId });
  const left = await leftForCredit(tx, { attempt, refunds, invoiceId });
  return minCents(left, computeRefundable(attempt, refunds));
}

/** Orders and estimates are not reopened. */
const isOnInvoices = ({ invoiceId, purpose }: Attempt) =>
  invoiceId !== null || purpose === 'INVOICES';

async function refundable(tx: Tx, attempt: Attempt, input: RefundQuestion) {
  if (!isRefundable(attempt)) throw new AppError('PAYMENT_NOT_REFUNDABLE');
  const { companyId, id: attemptId, customerId } = attempt;
  const refunds = await loadRefunds(tx, { companyId, attemptId });
  const { invoiceId = null, isFromCredit = false } = input;
  if (isFromCredit && !isOnInvoices(attempt)) throw new AppError('ACCOUNT_NOT_PAYABLE');
  const named = invoiceId ? await leftOfNamed(tx, { attempt, refunds, invoiceId }) : null;
  const leftCents = minCents(
    computeRefundable(attempt, refunds),
    named ?? computeRefundable(attempt, refunds),
    ...(isFromCredit ? [await leftForCredit(tx, { attempt, refunds, invoiceId })] : []),
  );
  const customer = isFromCredit ? await findCustomer(tx, { companyId, customerId }) : null;
  const amountCents = input.amount ?? minCents(leftCents, customer?.creditCents ?? leftCents);
  if (customer && customer.creditCents < maxCents(amountCents, cents(1))) {
    throw new AppError('CREDIT_TOO_LARGE');
  }
  if (amountCents < 1 || amountCents > leftCents) throw new AppError('REFUND_TOO_LARGE');
  return { refunds, invoiceId, isFromCredit, amountCents, leftCents };
}

export async function orderRefund(
  tx: Tx,
  deps: ProviderDeps,
  { actor, attemptId, input }: { actor: Actor; attemptId: AttemptId; input: NewRefund },
): Promise<Refund> {
  const key = { companyId: actor.companyId, attemptId };
  const attempt = await lockAttempt(tx, key);
  if (!attempt) throw new AppError('NOT_FOUND');
  const { customerId } = attempt;
  const { invoiceId, amountCents, isFromCredit } = await refundable(tx, attempt, input);
  const { reason } = input;
  const isOwedAgain = isFromCredit || (input.isOwedAgain ?? false);
  if (isOwedAgain && !isOnInvoices(attempt)) throw new AppError('ACCOUNT_NOT_PAYABLE');
  const [id, at] = [deps.entropy.uuid(), deps.clock.now()];
  if (isFromCredit) {
    await reserveCredit(tx, { companyId: actor.companyId, customerId, amountCents, at });
  }
  const ordered = await insertRefund(tx, {
    ...key,
    customerId,
    id,
    origin: 'PROVIDER',
    amountCents,
    invoiceId,
    isOwedAgain,
    isFromCredit,
    state: 'REQUESTED',
    nextTryAt: at,
    createdAt: at,
  });
  recordEvent(tx, { companyId: actor.companyId, type: 'refund.requested', objectId: id, at });
  const detail = { refundId: id, amountCents, invoiceId, isOwedAgain, isFromCredit, reason };
  const subject = `attempt:${attemptId}`;
  await recordAction(tx, deps, { actor, action: 'refund.ordered', subject, detail });
  return show(ordered);
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
  const key = { companyId: actor.companyId, attemptId };
  const recentFrom = addMs(clock.now(), -RECENT_MS);
  const attempt = await findAttempt(tx, key);
  if (!attempt) throw new AppError('NOT_FOUND');
  const { refunds, amountCents, leftCents, ...asked } = await refundable(tx, attempt, input);
  const posted = await listExpectedPostings(tx, { attempt, refunds });
  const order = { attempt, amountCents, origin: 'PROVIDER', ...asked } as const;
  const entries = await postingsOfRefund(tx, order, posted);
  const { customerId } = attempt;
  const settled = (asked.isFromCredit ? principalsIn(entries) : []).flatMap((part) =>
    postingsForCredit({ ...part, customerId }),
  );
  return {
    amount: amountCents,
    principal: principalIn(entries),
    fee: feeIn(entries),
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
