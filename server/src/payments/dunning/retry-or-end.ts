/**
 * Decides the consequence of a failed or returned attempt for its scheduled payment, installment or auto-pay charge
 * (R15): a retry on a later day, or its end. A plan defaults with its second missed installment.
 */
import { compareDates, type IsoDate } from '@quittance/contract/dates';
import { dateIn } from '@quittance/contract/local-time';
import { addCents } from '@quittance/contract/money';
import {
  type FailedAttempt,
  isPlanDefaulted,
  type NextStep,
  nextStep,
} from '@quittance/domain/dunning/retries';
import { invariant } from '@quittance/domain/invariant';
import { postponedOn } from '@quittance/domain/off-session/auto-pay';
import { hourIn } from '@quittance/domain/off-session/run-window';
import { canMoveInvoice, moveInvoice } from '@quittance/domain/status/invoice-status';
import { type Arrangement, toOccurrence } from '../../arrangements/due.ts';
import { listInstallments, updateInstallment } from '../../arrangements/installments.ts';
import {
  lockArrangement,
  setAutoPayState,
  updateRetries,
} from '../../arrangements/locked-arrangement.ts';
import { isLivePlan, lockPlan } from '../../arrangements/plans.ts';
import { updateSchedule } from '../../arrangements/schedules.ts';
import type { CompanyRow } from '../../companies/store.ts';
import { updateInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { listAttemptsOfOccurrence } from '../../ledger/attempt-history.ts';
import { type Attempt, NOT_SENT } from '../../ledger/attempts.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { sendChargeNotice } from '../core/send-charge-notice.ts';
import { defaultPlan, giveUpSchedule } from './end-arrangement.ts';

export type DunningContext = {
  attempt: Attempt;
  /** Locked, in its state after the event. */
  invoice: InvoiceRow | null;
  company: CompanyRow;
  today: IsoDate;
};

export type RetryDecision =
  | { kind: 'retried'; on: IsoDate }
  | { kind: 'givenUp' }
  | { kind: 'ended' };

type RetryStep = Extract<NextStep, { kind: 'retry' }>;

type On<Kind extends Arrangement['kind']> = DunningContext & {
  invoice: InvoiceRow;
  arrangement: Extract<Arrangement, { kind: Kind }>;
};

/** Response codes of attempts that never reached a bank. */
const NEVER_REACHED_BANK: ReadonlySet<string | null> = new Set([NOT_SENT, 'never_seen']);

function failedAttempt({ state, responseCode, declineClass }: Attempt): FailedAttempt[] {
  if (state === 'RETURNED') return [{ kind: 'returned', code: responseCode ?? '' }];
  if (state !== 'FAILED') return [];
  if (NEVER_REACHED_BANK.has(responseCode)) return [{ kind: 'notSent' }];
  return [{ kind: 'declined', class: declineClass ?? 'hard' }];
}

async function stepAfter(
  tx: Tx,
  { attempt, company, today }: DunningContext,
  arrangement: Arrangement,
): Promise<NextStep> {
  const of = { companyId: attempt.companyId, occurrenceOf: toOccurrence(arrangement) };
  const earlier = (await listAttemptsOfOccurrence(tx, of)).filter((each) => each.id !== attempt.id);
  const first = earlier.find((each) => !NEVER_REACHED_BANK.has(each.responseCode)) ?? attempt;
  return nextStep({
    attempts: [...earlier, attempt].flatMap(failedAttempt),
    firstAttemptOn: dateIn(company.timeZone, first.createdAt),
    failedOn: today,
  });
}

/** A returned debit is rescheduled for its next presentment. */
async function retrySchedule(tx: Tx, deps: Deps, on: On<'schedule'>): Promise<RetryDecision> {
  const { attempt, arrangement } = on;
  const { companyId } = attempt;
  const key = { companyId, scheduleId: arrangement.id };
  const locked = await lockArrangement(tx, { companyId, arrangement });
  if (!locked || locked.state === 'CANCELED') return { kind: 'givenUp' };
  const step = await stepAfter(tx, on, arrangement);
  if (step.kind === 'retry' && (await reschedule(tx, deps, { ...on, state: locked.state }))) {
    await updateSchedule(tx, key, { nextTryOn: step.on });
    return { kind: 'retried', on: step.on };
  }
  const { invoice, today } = on;
  const words = { reason: attempt.responseMessage };
  const end = { schedule: { ...locked, id: arrangement.id }, invoice, today, words };
  await giveUpSchedule(tx, deps, { ...end, failed: attempt });
  return { kind: 'ended' };
}

async function reschedule(
  tx: Tx,
  { clock }: Deps,
  { invoice, arrangement, today, state }: On<'schedule'> & { state: string },
): Promise<boolean> {
  if (state === 'LIVE' || state === 'SUSPENDED') return true;
  const { companyId, id: invoiceId, status, statusBefore, dueOn: dueDate } = invoice;
  const event = 'scheduled';
  if (!canMoveInvoice({ status, event })) return false;
  await updateSchedule(tx, { companyId, scheduleId: arrangement.id }, { state: 'LIVE' });
  const to = moveInvoice({ status, event, statusBefore, dueDate, today });
  await updateInvoice(tx, { companyId, invoiceId }, { status: to, updatedAt: clock.now() });
  return true;
}

/** An installment is not retried before its due date. */
async function retryInstallment(tx: Tx, deps: Deps, on: On<'installment'>): Promise<RetryDecision> {
  const { attempt, arrangement } = on;
  const { companyId } = attempt;
  const { id: planId, index } = arrangement;
  const plan = await lockPlan(tx, { companyId, planId });
  invariant(plan, 'an installment belongs to a plan');
  const rows = await listInstallments(tx, { companyId, planId });
  const row = rows.find((each) => each.index === index);
  if (!isLivePlan(plan) || row?.status !== 'FAILED') return { kind: 'givenUp' };
  const step = await stepAfter(tx, on, arrangement);
  if (step.kind === 'retry') {
    const nextTryOn = compareDates(step.on, row.dueOn) < 0 ? row.dueOn : step.on;
    await updateRetries(tx, { companyId, arrangement }, { nextTryOn });
    return { kind: 'retried', on: nextTryOn };
  }
  updateInstallment(tx, { companyId, planId, index }, { isMissed: true, nextTryOn: null });
  const missedBefore = rows.filter((each) => each.isMissed && each.index !== index).length;
  if (!isPlanDefaulted(missedBefore + 1)) return { kind: 'givenUp' };
  const words = { reason: attempt.responseMessage };
  await defaultPlan(tx, deps, { plan, invoice: on.invoice, words, failed: attempt });
  return { kind: 'ended' };
}

/** An auto-pay charge that was canceled, or that the payer excluded, stays that way. */
async function retryAutoPay(tx: Tx, deps: Deps, on: On<'autoPay'>): Promise<RetryDecision> {
  const { attempt, arrangement, invoice } = on;
  const { companyId } = attempt;
  const key = { companyId, id: arrangement.id };
  const locked = await lockArrangement(tx, { companyId, arrangement });
  if (!locked || ['CANCELED', 'EXCLUDED'].includes(locked.state)) return { kind: 'givenUp' };
  const step = await stepAfter(tx, on, arrangement);
  const isOpen = invoice.status === 'DUE' || invoice.status === 'IN_COLLECTION';
  if (step.kind === 'giveUp' || !isOpen) {
    await setAutoPayState(tx, key, 'GAVE_UP');
    return { kind: 'givenUp' };
  }
  await setAutoPayState(tx, key, 'LIVE');
  const isReturned = attempt.state === 'RETURNED';
  const nextTryOn = isReturned ? await announceAgain(tx, deps, { ...on, step }) : step.on;
  await updateRetries(tx, { companyId, arrangement }, { nextTryOn });
  return { kind: 'retried', on: nextTryOn };
}

/** The return reopened the invoice, so that its payer gets another notice (R103). Returns the day of the charge. */
async function announceAgain(
  tx: Tx,
  deps: Deps,
  { attempt, invoice, arrangement, company, today, step }: On<'autoPay'> & { step: RetryStep },
): Promise<IsoDate> {
  const { companyId, customerId, amountCents, feeCents } = attempt;
  const { methodBrand: brand, methodLast4: last4 } = attempt;
  const hour = hourIn(company.timeZone, deps.clock.now());
  const kind = attempt.method === 'ACH' ? 'ach' : 'card';
  const earliest = postponedOn({ kind, isReopened: true, today, hour });
  const chargeOn = compareDates(step.on, earliest) < 0 ? earliest : step.on;
  const { id: invoiceId, accountRef } = invoice;
  const upcoming = { companyId, customerId, invoiceId, accountRef, arrangement, chargeOn };
  const totalCents = addCents(amountCents, feeCents);
  await sendChargeNotice(tx, deps, { ...upcoming, totalCents, kind, brand, last4: last4 ?? '' });
  return chargeOn;
}

export async function retryOrEnd(
  tx: Tx,
  deps: Deps,
  { arrangement, ...context }: DunningContext & { arrangement: Arrangement },
): Promise<RetryDecision> {
  const { invoice } = context;
  invariant(invoice, 'an arrangement belongs to an invoice');
  switch (arrangement.kind) {
    case 'schedule':
      return retrySchedule(tx, deps, { ...context, invoice, arrangement });
    case 'installment':
      return retryInstallment(tx, deps, { ...context, invoice, arrangement });
    case 'autoPay':
      return retryAutoPay(tx, deps, { ...context, invoice, arrangement });
  }
}
