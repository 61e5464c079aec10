/**
 * Transaction 1 of an off-session charge. It takes the locks first, then reads everything that the decision depends
 * on again under them (R81): the company's hold and fee, the invoice's status, due date and disputes, the
 * arrangement with its method and mandate, and the customer's daily limit (S5, S6, S8). Sends nothing.
 */
import { compareDates, type Instant } from '@quittance/contract/dates';
import { addCents } from '@quittance/contract/money';
import { notSentPauseMs } from '@quittance/domain/dunning/retries';
import { isNoticeOldEnough, postponedOn } from '@quittance/domain/off-session/auto-pay';
import { mayChargeToday } from '@quittance/domain/off-session/catch-up';
import { hourIn, isWithinRunWindow } from '@quittance/domain/off-session/run-window';
import { postponeAutoPayCharge } from '../../arrangements/auto-pay-charges.ts';
import { toOccurrence } from '../../arrangements/due.ts';
import { updateRetries } from '../../arrangements/locked-arrangement.ts';
import { findNoticedAt } from '../../arrangements/notices.ts';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { NOT_SENT } from '../../ledger/attempts.ts';
import { isTakenByOther, type Tx, violatedConstraint } from '../../platform/database/database.ts';
import { writeAttempt } from '../charge/write-attempt.ts';
import type { StartedCharge } from '../core/charge-terms.ts';
import { sendChargeNotice } from '../core/send-charge-notice.ts';
import { lockContext, type OffSessionContext } from './off-session-context.ts';
import { type Refusal, writeRefusal } from './off-session-refusal.ts';
import { type OffSessionTerms, offSessionTerms } from './off-session-terms.ts';
import type { Due } from './sweep-companies.ts';

export type OffSessionStart = { kind: 'started'; started: StartedCharge } | Refusal;

const ACTOR = 'job:charge-due';

const CHARGEABLE_STATUSES = {
  schedule: ['PAYMENT_EXTENSION'],
  installment: ['PAYMENT_PLAN_IN_PROGRESS'],
  autoPay: ['DUE', 'IN_COLLECTION'],
} as const;

/** Charges pause briefly after attempts that did not reach the processor. */
function isPausing({ tried }: OffSessionContext, now: Instant) {
  const attempts = tried.toReversed();
  const reachedAt = attempts.findIndex(({ responseCode }) => responseCode !== NOT_SENT);
  const inARow = reachedAt === -1 ? attempts.length : reachedAt;
  const [last] = attempts;
  return inARow > 0 && last && now < addMs(last.createdAt, notSentPauseMs(inARow));
}

function refusalOfTime({ clock }: Deps, context: OffSessionContext): Refusal | null {
  const { company, item, invoice, locked, today, underWay, chargedToday } = context;
  const { timeZone } = company;
  if (company.chargesHeldSince !== null) return { kind: 'waits', reason: 'held' };
  if (!isWithinRunWindow({ timeZone, at: clock.now() })) return { kind: 'waits', reason: 'hours' };
  const isMoved = locked.agreedOn !== item.occurrenceOn;
  const isStale = !locked.isLive || locked.tries !== item.tries || isMoved;
  if (isStale || compareDates(locked.dueOn, today) > 0) return { kind: 'waits', reason: 'notDue' };
  const isProcessing = underWay.hasAttempt || invoice.status === 'PENDING';
  if (isProcessing) return { kind: 'waits', reason: 'processing' };
  if (invoice.status === 'DISPUTED') return { kind: 'waits', reason: 'disputed' };
  if (isPausing(context, clock.now())) return { kind: 'waits', reason: 'processor' };
  const { occurrenceOn, arrangement } = item;
  const isInstallment = arrangement.kind === 'installment';
  const isLimitReached = !mayChargeToday({ isInstallment, occurrenceOn, today }, chargedToday);
  return isLimitReached ? { kind: 'waits', reason: 'enoughToday' } : null;
}

function refusalOfState(context: OffSessionContext): Refusal | null {
  const { kind } = context.item.arrangement;
  const statuses: readonly string[] = CHARGEABLE_STATUSES[kind];
  if (!statuses.includes(context.invoice.status)) return { kind: 'ended', reason: 'notPayable' };
  // An open dispute was already handled above as waiting. A lost dispute is never lifted (R82).
  if (context.isContested) return { kind: 'ended', reason: 'contested' };
  return kind === 'autoPay' ? refusalOfAutoPay(context) : null;
}

function refusalOfAutoPay(context: OffSessionContext): Refusal | null {
  const { invoice, customer, locked, today } = context;
  const isUnchanged =
    customer.isAutoPayActive &&
    customer.autoPayMandateId === locked.mandateId &&
    customer.autoPayMethodId === locked.methodId;
  if (!isUnchanged) return { kind: 'ended', reason: 'autoPayOff' };
  // If the company moved the due date, plan-auto-pay.ts plans the charge again, with a new notice (R81).
  const isDue = compareDates(invoice.dueOn, today) <= 0;
  return isDue ? null : { kind: 'ended', reason: 'dueDateMoved' };
}

/**
 * R14: auto-pay charges only an amount that was announced, and a bank debit only after the full notice period. A
 * changed amount gets a new notice and is charged later.
 */
async function refusalOfNotice(
  tx: Tx,
  deps: Deps,
  { context, terms }: { context: OffSessionContext; terms: OffSessionTerms },
): Promise<Refusal | null> {
  const { company, item, today, invoice } = context;
  if (item.arrangement.kind !== 'autoPay') return null;
  const { companyId, arrangement } = item;
  const { reopenedAt } = invoice;
  const charged = { kind: terms.method.kind, isReopened: reopenedAt !== null };
  const totalCents = addCents(terms.amountCents, terms.feeCents);
  const occurrenceOf = toOccurrence(arrangement);
  const named = { companyId, occurrenceOf, amountCents: totalCents, since: reopenedAt };
  const noticedAt = await findNoticedAt(tx, named);
  const now = deps.clock.now();
  if (noticedAt && isNoticeOldEnough({ ...charged, noticedAt, now })) return null;
  if (!noticedAt) {
    const hour = hourIn(company.timeZone, now);
    const chargeOn = postponedOn({ ...charged, today, hour });
    await postponeAutoPayCharge(tx, { companyId, id: arrangement.id }, chargeOn);
    const { accountRef, customerId, id: invoiceId } = invoice;
    const { kind, brand, last4 } = terms.method;
    const upcoming = { customerId, invoiceId, accountRef, arrangement, chargeOn };
    await sendChargeNotice(tx, deps, { companyId, ...upcoming, totalCents, kind, brand, last4 });
  }
  return { kind: 'waits', reason: 'notice' };
}

async function write(
  tx: Tx,
  deps: Deps,
  { context, terms }: { context: OffSessionContext; terms: OffSessionTerms },
): Promise<StartedCharge> {
  const { company, item, invoice, locked, request, underWay, installments } = context;
  const { customerId, arrangement } = item;
  const payer = { ...context.payer, reference: customerId };
  const { method, mandate, source, amountCents, feeCents } = terms;
  const { kind, id } = arrangement;
  const tryNumber = locked.tries + 1;
  await updateRetries(tx, item, { tries: tryNumber, nextTryOn: null });
  return writeAttempt(tx, deps, {
    context: { request, invoice, company, payer, underWay, installments },
    terms: {
      ...PURPOSES[kind],
      amountCents,
      feeCents,
      quotedCents: null,
      kind: method.kind,
      initiator: 'MIT',
      source,
      method,
      mandateId: mandate.id,
      savesMethodAs: null,
      plan:
        kind === 'installment'
          ? { planId: id, from: arrangement.index, to: arrangement.index }
          : null,
      scheduleId: kind === 'schedule' ? id : null,
      occurrence: { of: toOccurrence(arrangement), on: item.occurrenceOn, tryNumber },
    },
    origin: { actor: ACTOR, evidence: mandate.evidence },
  });
}

const PURPOSES = {
  schedule: { purpose: 'EXTENSION', paymentOption: 'PAYMENT_EXTENSION', series: 'single' },
  installment: { purpose: 'PLAN', paymentOption: 'PAYMENT_PLAN', series: 'installment' },
  autoPay: { purpose: 'FULL_AMOUNT', paymentOption: 'PAY_IN_FULL', series: 'recurring' },
} as const;

/** The customer's row holds the lease and is locked by now (ADR 0107). */
function isLeaseHeld({ clock }: Deps, { leasedBy }: Due, { customer }: OffSessionContext) {
  if (leasedBy === undefined) return true;
  const { leasedBy: owner, chargesClaimedUntil: until } = customer;
  return owner === leasedBy && until !== null && clock.now() < until;
}

async function decide(tx: Tx, deps: Deps, due: Due): Promise<OffSessionStart> {
  const context = await lockContext(tx, deps, due);
  if (!context) return { kind: 'waits', reason: 'notDue' };
  if (!isLeaseHeld(deps, due, context)) return { kind: 'waits', reason: 'notLeased' };
  const early = refusalOfTime(deps, context) ?? refusalOfState(context);
  if (early) return writeRefusal(tx, deps, { context, refusal: early });
  const terms = offSessionTerms(deps, context);
  if ('reason' in terms) return writeRefusal(tx, deps, { context, refusal: terms });
  const missingNotice = await refusalOfNotice(tx, deps, { context, terms });
  if (missingNotice) return missingNotice;
  return { kind: 'started', started: await write(tx, deps, { context, terms }) };
}

/** If two workers start the same charge, only one of them makes it. */
function isChargedByOther(error: unknown): boolean {
  return (
    isTakenByOther(error) || violatedConstraint(error) === 'one_attempt_per_occurrence_and_try'
  );
}

export async function beginOffSession(deps: Deps, due: Due): Promise<OffSessionStart> {
  const { companyId } = due.item;
  try {
    return await deps.database.inCompany({ companyId, isByKey: true }, (tx) =>
      decide(tx, deps, due),
    );
  } catch (error) {
    if (isChargedByOther(error)) return { kind: 'waits', reason: 'processing' };
    throw error;
  }
}
