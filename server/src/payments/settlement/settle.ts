/**
 * Transaction 2 of the charge protocol. settle() is the only function that moves an attempt to a new state, writes
 * postings or changes an invoice's balance. The processor's response, webhooks, the resolver and the jobs all
 * report through it. The rank rule makes their order irrelevant.
 */
import type { Instant } from '@quittance/contract/dates';
import { ERRORS } from '@quittance/contract/errors';
import type { EventType } from '@quittance/contract/webhooks/event-schemas';
import { assertNever, invariant } from '@quittance/domain/invariant';
import {
  type AttemptState,
  isOpen,
  nextState,
  type PaymentEvent,
  toEvents,
} from '@quittance/domain/status/payment-status';
import { findCompany } from '../../companies/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { announce } from '../../ledger/attempt-events.ts';
import { releaseParts } from '../../ledger/attempt-parts.ts';
import {
  type Attempt,
  type AttemptChange,
  type AttemptKey,
  appendMove,
  changeAttempt,
  findAttempt,
  lockAttempt,
  updateAttempt,
} from '../../ledger/attempts.ts';
import { refuseUsed } from '../../ledger/customer-credit.ts';
import { findPaymentHolds, type PaymentHolds } from '../../ledger/holds.ts';
import { isHeld, nextCheckAt } from '../../ledger/next-check.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { together } from '../../platform/database/transaction.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { Outcome } from '../../processors/processor.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { asSettled, toAttemptState } from '../core/attempt-state-of.ts';
import { lockPayable, type Payable, type PayableKey } from '../core/lock-payable.ts';
import { openOrder, sealOrder } from '../core/sealed-order.ts';
import { tellFailedDebit } from '../dunning/on-decline.ts';
import { bookDispute } from './book-dispute.ts';
import { bookRefunds } from './book-refund.ts';
import { confirmDebit, sendReceipt } from './send-receipt.ts';
import { settleByOwnCredit } from './settle-credit.ts';
import { settleEstimate } from './settle-estimate.ts';
import { settleInvoice } from './settle-invoice.ts';
import { saveChargedMethod } from './settle-method.ts';
import { settleOrders } from './settle-orders.ts';
import { settleParts } from './settle-parts.ts';
import { settlePlan } from './settle-plan.ts';
import { repostUncollectible } from './uncollectible.ts';
import { raiseUnexpectedRefunds } from './unexpected-refunds.ts';

export type SettleSource = 'answer' | 'resolver' | 'webhook' | 'expiry' | 'reconciler' | 'operator';

export type OutcomeReport = AttemptKey & {
  outcome: Outcome;
  source: SettleSource;
  /** The payable of the attempt, if the caller has it. It never changes. */
  pays?: PayableKey;
};

function toDetails(outcome: Outcome): AttemptChange {
  switch (outcome.kind) {
    case 'succeeded':
    case 'pending':
      return { processorReference: outcome.processorReference, ...toMethod(outcome) };
    case 'returned':
      return {
        processorReference: outcome.processorReference,
        responseCode: outcome.code,
        ...toMethod(outcome),
      };
    case 'action_required':
      return { processorReference: outcome.processorReference };
    case 'declined':
      return {
        processorReference: outcome.processorReference,
        responseCode: outcome.code,
        responseMessage: outcome.message,
        declineClass: outcome.class,
      };
    case 'not_sent':
      // No bank declined the charge, so it may be retried.
      return {
        responseCode: 'not_sent',
        responseMessage: ERRORS.PROCESSOR_UNAVAILABLE.message,
        declineClass: 'soft',
      };
    case 'unknown':
      return {};
    default:
      return assertNever(outcome);
  }
}

function toMethod({ method }: { method: { brand: string | null; last4: string } | null }) {
  return method ? { methodBrand: method.brand, methodLast4: method.last4 } : {};
}

function toCheck(state: AttemptState, checkCount: number, now: Instant) {
  return isOpen(state) ? nextCheckAt({ state, checkCount, now }) : null;
}

type LockedAttempt = {
  attempt: Attempt;
  payable: Payable;
  /** Null unless they were read with the locks, and nothing has changed since. */
  holds: PaymentHolds | null;
};

/**
 * Lock order: the payable, then the attempt. The locks on an invoice and its plan are sent together, followed by
 * this one and by the reads that a settlement depends on. With the beginning of the transaction, that is one round
 * trip.
 */
async function lock(tx: Tx, key: AttemptKey, known?: PayableKey): Promise<LockedAttempt> {
  const pays = known ?? (await findAttempt(tx, key));
  invariant(pays, 'an outcome belongs to a stored attempt');
  const { companyId, attemptId: except } = key;
  const { invoiceId } = pays;
  const [payable, attempt, holds] = invoiceId
    ? await together([
        lockPayable(tx, pays),
        lockAttempt(tx, key),
        findPaymentHolds(tx, { companyId, invoiceId, except }),
        findCompany(tx, companyId),
      ])
    : [await lockPayable(tx, pays), await lockAttempt(tx, key), null];
  invariant(attempt, 'attempts are never deleted');
  return { attempt, payable, holds };
}

async function applyEvent(
  tx: Tx,
  deps: Deps,
  { attempt, payable, holds, event }: LockedAttempt & { event: PaymentEvent },
): Promise<Attempt> {
  switch (payable.kind) {
    case 'invoice': {
      const { plan, installments } = payable;
      const on = { attempt, invoice: payable.invoice, ...(holds ? { holds } : {}) };
      if (plan) return settlePlan[event](tx, deps, { ...on, plan, installments });
      return settleInvoice[event](tx, deps, on);
    }
    case 'orders':
      return settleOrders[event](tx, deps, { attempt, requested: payable.requested });
    case 'invoices':
      return settleParts[event](tx, deps, { attempt, parts: payable.parts });
    case 'estimate':
      return settleEstimate[event](tx, deps, { attempt, estimate: payable.estimate });
    default:
      return assertNever(payable);
  }
}

/** The attempt has had no outcome for so long that a person may decide it. The company is notified once. */
function hold(tx: Tx, attempt: Attempt, at: Instant): AttemptChange {
  const { companyId, id: objectId, heldAt } = attempt;
  if (heldAt !== null || !isHeld(attempt, at)) return {};
  recordEvent(tx, { companyId, type: 'payment.held', objectId, at });
  return { heldAt: at, updatedAt: at };
}

async function scheduleNextCheck(tx: Tx, { clock }: Deps, attempt: Attempt): Promise<Attempt> {
  if (!isOpen(attempt.state)) return attempt;
  const [now, checkCount] = [clock.now(), attempt.checkCount + 1];
  return updateAttempt(
    tx,
    { companyId: attempt.companyId, attemptId: attempt.id },
    {
      checkCount,
      nextCheckAt: toCheck(attempt.state, checkCount, now),
      ...hold(tx, attempt, now),
    },
  );
}

/** Keeps what the payer's browser needs to open the challenge again, until the attempt is final (R43). */
function keepChallenge({ sealer }: Deps, attempt: Attempt, outcome: Outcome): AttemptChange {
  const { companyId, id, orderSealed } = attempt;
  const threeDSData = outcome.kind === 'action_required' ? outcome.threeDSData : null;
  if (threeDSData === null || orderSealed === null) return {};
  const opened = openOrder(sealer, { companyId, id, orderSealed });
  return { orderSealed: sealOrder(sealer, companyId, { ...opened, threeDSData }) };
}

async function write(
  tx: Tx,
  deps: Deps,
  { attempt, report, to }: { attempt: Attempt; report: OutcomeReport; to: AttemptState },
): Promise<Attempt> {
  const at = deps.clock.now();
  const { state: fromState } = attempt;
  await appendMove(tx, attempt, { fromState, toState: to, source: report.source, at });
  if (!isOpen(to) && attempt.purpose === 'INVOICES') {
    releaseParts(tx, { companyId: attempt.companyId, attemptId: attempt.id });
  }
  return changeAttempt(tx, attempt, {
    state: to,
    ...toDetails(report.outcome),
    // Each state starts a new series of checks.
    checkCount: 0,
    nextCheckAt: toCheck(to, 0, at),
    settledAt: isOpen(to) ? null : at,
    updatedAt: at,
    ...(isOpen(to) ? keepChallenge(deps, attempt, report.outcome) : { orderSealed: null }),
  });
}

function toInvoices(payable: Payable): InvoiceRow[] {
  if (payable.kind === 'invoices') return payable.parts.map(({ invoice }) => invoice);
  return payable.kind === 'invoice' ? [payable.invoice] : [];
}

/** Books refunds and disputes reported in the outcome, each once. They do not change the attempt's state. */
async function bookMoneyBack(
  tx: Tx,
  deps: Deps,
  { attempt, outcome, isReturning }: { attempt: Attempt; outcome: Outcome; isReturning: boolean },
): Promise<Attempt> {
  const isReported = outcome.kind === 'succeeded' || outcome.kind === 'returned';
  if (!isReported || (attempt.state !== 'SUCCEEDED' && attempt.state !== 'RETURNED')) {
    return attempt;
  }
  const { refunds = [], disputes = [] } = outcome;
  let booked = await bookRefunds(tx, deps, { attempt, refunds });
  if (booked.refundedCents > attempt.refundedCents) {
    await raiseUnexpectedRefunds(tx, deps, attempt);
  }
  for (const dispute of disputes) {
    booked = await bookDispute(tx, deps, { attempt: booked, dispute, isReturning });
  }
  return booked;
}

const ACCEPTED: readonly Outcome['kind'][] = ['succeeded', 'pending', 'returned'];

/** A charge with an already saved method and no plan changes neither, unless a new expiry is reported with it. */
function maySaveMethod({ savesMethodAs, planId }: Attempt, outcome: Outcome): boolean {
  const hasExpiry = 'method' in outcome && outcome.method?.expiresYear !== undefined;
  return (
    ACCEPTED.includes(outcome.kind) && (savesMethodAs !== null || planId !== null || hasExpiry)
  );
}

const EVENT_OF: Partial<Record<AttemptState, EventType>> = {
  PENDING: 'payment.pending',
  SUCCEEDED: 'payment.succeeded',
  FAILED: 'payment.failed',
  RETURNED: 'payment.returned',
};

async function move(
  tx: Tx,
  deps: Deps,
  { attempt, report, to, ...locked }: LockedAttempt & { report: OutcomeReport; to: AttemptState },
): Promise<Attempt> {
  const { payable } = locked;
  let { holds } = locked;
  const { companyId, id: attemptId, state: from } = attempt;
  if (to === 'RETURNED') await refuseUsed(tx, [attempt], 'payment');
  let settled = await write(tx, deps, { attempt, report, to });
  const { outcome } = report;
  // The payable is read again after each step that may have changed it.
  let current: Payable | null = payable;
  if (maySaveMethod(settled, outcome)) {
    const saved = await saveChargedMethod(tx, deps, { attempt: settled, payable, outcome });
    [settled, current] = [saved.attempt, saved.payable];
  }
  for (const event of toEvents({ from, to })) {
    // Amounts that were returned earlier are not part of this return.
    if (event === 'returned') {
      settled = await bookMoneyBack(tx, deps, { attempt: settled, outcome, isReturning: true });
      [current, holds] = [null, null];
    }
    const paid: Payable = current ?? (await lockPayable(tx, settled));
    settled = await applyEvent(tx, deps, { attempt: settled, payable: paid, holds, event });
    [current, holds] = [null, null];
    if (event !== 'returned') continue;
    for (const { id: invoiceId } of toInvoices(payable)) {
      await settleByOwnCredit(tx, deps, { companyId, invoiceId });
    }
  }
  const mailed = { attempt: settled, invoices: toInvoices(payable) };
  if (to === 'SUCCEEDED') await sendReceipt(tx, deps, mailed);
  if (to === 'PENDING' && settled.method === 'ACH' && !settled.occurrenceOf) {
    await confirmDebit(tx, deps, mailed);
  }
  if (from === 'PENDING' && to === 'FAILED' && !settled.occurrenceOf) {
    await tellFailedDebit(tx, deps, settled);
  }
  const at = deps.clock.now();
  await announce(tx, settled, at);
  const type = EVENT_OF[to];
  if (type) recordEvent(tx, { companyId, type, objectId: attemptId, at });
  await appendAudit(tx, {
    companyId,
    actor: report.source,
    action: `payment.${to.toLowerCase()}`,
    subject: `attempt:${attemptId}`,
    detail: { from, to, code: settled.responseCode },
    at,
  });
  return settled;
}

/** For callers that write and settle in one transaction. */
export async function settleIn(tx: Tx, deps: Deps, report: OutcomeReport): Promise<Attempt> {
  const { companyId, attemptId } = report;
  const outcome = asSettled(report.outcome);
  const locked = await lock(tx, { companyId, attemptId }, report.pays);
  const { attempt } = locked;
  const to = nextState(attempt.state, toAttemptState(outcome.kind));
  const settled =
    to === null
      ? await scheduleNextCheck(tx, deps, attempt)
      : await move(tx, deps, { ...locked, report: { ...report, outcome }, to });
  const booked = await bookMoneyBack(tx, deps, { attempt: settled, outcome, isReturning: false });
  for (const invoice of toInvoices(locked.payable)) await repostUncollectible(tx, deps, invoice);
  return booked;
}

export async function settle(deps: Deps, report: OutcomeReport): Promise<Attempt> {
  const { companyId } = report;
  return deps.database.inCompany({ companyId, isByKey: true }, (tx) => settleIn(tx, deps, report));
}
