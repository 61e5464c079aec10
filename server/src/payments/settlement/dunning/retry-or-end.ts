/**
 * What a failed or returned attempt means for its scheduled payment, installment or auto-pay charge
 * (R15): a retry on a later day, or its end. A plan defaults with its second missed installment.
 */
import { compareDates, dateIn, type IsoDate } from '@quittance/contract/dates';
import { subtractCents } from '@quittance/contract/money';
import {
  type FailedAttempt,
  isPlanDefaulted,
  type NextStep,
  nextStep,
} from '@quittance/domain/dunning/retries';
import { invariant } from '@quittance/domain/invariant';
import {
  canMoveInvoice,
  type InvoiceEvent,
  moveInvoice,
} from '@quittance/domain/status/invoice-status';
import type { Deps } from '../../../deps.ts';
import { notify } from '../../../mail/notify.ts';
import { type Arrangement, occurrenceOf } from '../../../storage/arrangements/due.ts';
import { listInstallments, updateInstallment } from '../../../storage/arrangements/installments.ts';
import {
  lockArrangement,
  setAutoPayState,
  updateRetries,
} from '../../../storage/arrangements/locked-arrangement.ts';
import { isLivePlan, lockPlan, type PlanRow } from '../../../storage/arrangements/plans.ts';
import { updateSchedule } from '../../../storage/arrangements/schedules.ts';
import type { CompanyRow } from '../../../storage/billing/companies.ts';
import { type InvoiceRow, updateInvoice } from '../../../storage/billing/invoices.ts';
import type { Tx } from '../../../storage/database.ts';
import { revokeMandate } from '../../../storage/methods/mandates.ts';
import { listAttemptsOfOccurrence } from '../../../storage/payments/attempt-history.ts';
import type { Attempt } from '../../../storage/payments/attempts.ts';
import { endPlan, statusAfterPlan } from '../invoice-status-after.ts';

export type DunningContext = {
  attempt: Attempt;
  /** Locked, as it is after the event. */
  invoice: InvoiceRow | null;
  company: CompanyRow;
  today: IsoDate;
};

export type RetryDecision =
  | { kind: 'retried'; on: IsoDate }
  | { kind: 'givenUp' }
  /** Given up, and the customer is notified that the schedule or plan has ended. */
  | { kind: 'ended' };

type On<Kind extends Arrangement['kind']> = DunningContext & {
  invoice: InvoiceRow;
  arrangement: Extract<Arrangement, { kind: Kind }>;
};

/** Codes of attempts that never reached a bank. */
const NEVER_REACHED_BANK: ReadonlySet<string | null> = new Set(['not_sent', 'never_seen']);

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
  const of = { companyId: attempt.companyId, occurrenceOf: occurrenceOf(arrangement) };
  const earlier = (await listAttemptsOfOccurrence(tx, of)).filter((each) => each.id !== attempt.id);
  const first = earlier[0] ?? attempt;
  return nextStep({
    attempts: [...earlier, attempt].flatMap(failedAttempt),
    firstAttemptOn: dateIn(company.timeZone, first.createdAt),
    failedOn: today,
  });
}

async function moveTo(tx: Tx, { invoice, today }: On<'schedule'>, event: InvoiceEvent) {
  const { companyId, id: invoiceId, status, statusBefore, dueOn: dueDate } = invoice;
  if (!canMoveInvoice({ status, event })) return;
  const to = moveInvoice({ status, event, statusBefore, dueDate, today });
  await updateInvoice(tx, { companyId, invoiceId }, { status: to });
}

type EndNotice = {
  on: DunningContext & { invoice: InvoiceRow };
  template: 'schedule-ended' | 'plan-defaulted';
};

async function notifyEnd(tx: Tx, { clock }: Deps, { on, template }: EndNotice): Promise<void> {
  const { companyId, customerId, responseMessage: reason } = on.attempt;
  const { accountRef: invoiceRef, totalCents, paidCents } = on.invoice;
  const data = { invoiceRef, remainingCents: subtractCents(totalCents, paidCents), reason };
  await notify(tx, { companyId, customerId, template, data, at: clock.now() });
}

/** A returned debit is rescheduled for its next presentment. */
async function retrySchedule(tx: Tx, deps: Deps, on: On<'schedule'>): Promise<RetryDecision> {
  const { attempt, arrangement } = on;
  const { companyId } = attempt;
  const key = { companyId, scheduleId: arrangement.id };
  const locked = await lockArrangement(tx, { companyId, arrangement });
  if (!locked || locked.state === 'CANCELED') return { kind: 'givenUp' };
  const step = await stepAfter(tx, on, arrangement);
  if (step.kind === 'retry' && (await reschedule(tx, on, locked.state))) {
    await updateSchedule(tx, key, { nextTryOn: step.on });
    return { kind: 'retried', on: step.on };
  }
  await updateSchedule(tx, key, { state: 'GAVE_UP', nextTryOn: null });
  await moveTo(tx, on, 'gaveUp');
  await notifyEnd(tx, deps, { on, template: 'schedule-ended' });
  return { kind: 'ended' };
}

async function reschedule(tx: Tx, on: On<'schedule'>, state: string): Promise<boolean> {
  const { attempt, invoice, arrangement } = on;
  if (state === 'LIVE' || state === 'SUSPENDED') return true;
  if (!canMoveInvoice({ status: invoice.status, event: 'scheduled' })) return false;
  const key = { companyId: attempt.companyId, scheduleId: arrangement.id };
  await updateSchedule(tx, key, { state: 'LIVE' });
  await moveTo(tx, on, 'scheduled');
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
  await updateInstallment(tx, { companyId, planId, index }, { isMissed: true, nextTryOn: null });
  const missedBefore = rows.filter((each) => each.isMissed && each.index !== index).length;
  if (!isPlanDefaulted(missedBefore + 1)) return { kind: 'givenUp' };
  await defaultPlan(tx, deps, { on, plan });
  return { kind: 'ended' };
}

/** The rest of the invoice is payable at once, and the plan's mandate is revoked. */
async function defaultPlan(
  tx: Tx,
  deps: Deps,
  { on, plan }: { on: On<'installment'>; plan: PlanRow },
): Promise<void> {
  const { companyId, id: planId, mandateId, invoiceId } = plan;
  const rows = await listInstallments(tx, { companyId, planId });
  await endPlan(tx, { plan, rows, state: 'DEFAULTED' });
  const { invoice } = on;
  const status = await statusAfterPlan(tx, deps, { invoice, event: 'planDefaulted' });
  await updateInvoice(tx, { companyId, invoiceId }, status);
  await revokeMandate(tx, { companyId, mandateId }, deps.clock.now());
  await notifyEnd(tx, deps, { on, template: 'plan-defaulted' });
}

/** A canceled auto-pay charge stays canceled. */
async function retryAutoPay(tx: Tx, on: On<'autoPay'>): Promise<RetryDecision> {
  const { attempt, arrangement, invoice } = on;
  const { companyId } = attempt;
  const key = { companyId, id: arrangement.id };
  const locked = await lockArrangement(tx, { companyId, arrangement });
  if (!locked || locked.state === 'CANCELED') return { kind: 'givenUp' };
  const step = await stepAfter(tx, on, arrangement);
  const isOpen = invoice.status === 'DUE' || invoice.status === 'IN_COLLECTION';
  if (step.kind === 'giveUp' || !isOpen) {
    await setAutoPayState(tx, key, 'GAVE_UP');
    return { kind: 'givenUp' };
  }
  await setAutoPayState(tx, key, 'LIVE');
  await updateRetries(tx, { companyId, arrangement }, { nextTryOn: step.on });
  return { kind: 'retried', on: step.on };
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
      return retryAutoPay(tx, { ...context, invoice, arrangement });
  }
}
