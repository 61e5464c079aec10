/**
 * What a failed or returned try means for its scheduled payment, installment or automatic payment
 * (R15): a day for the next try, or the end of it. Two installments given up end the whole plan.
 */
import { compareDates, dateIn, type IsoDate } from '@quittance/contract/dates';
import { subtractCents } from '@quittance/contract/money';
import {
  type FailedTry,
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

export type After = {
  attempt: Attempt;
  /** Locked, and as it is after the event. */
  invoice: InvoiceRow | null;
  company: CompanyRow;
  today: IsoDate;
};

export type Followed =
  | { kind: 'triedAgain'; on: IsoDate }
  | { kind: 'givenUp' }
  /** Given up, and the customer has been told that the arrangement ended with it. */
  | { kind: 'over' };

type On<Kind extends Arrangement['kind']> = After & {
  invoice: InvoiceRow;
  arrangement: Extract<Arrangement, { kind: Kind }>;
};

/** Codes of attempts that no bank has judged. */
const NEVER_JUDGED: ReadonlySet<string | null> = new Set(['not_sent', 'never_seen']);

function failedTry({ state, responseCode, declineClass }: Attempt): FailedTry[] {
  if (state === 'RETURNED') return [{ kind: 'returned', code: responseCode ?? '' }];
  if (state !== 'FAILED') return [];
  if (NEVER_JUDGED.has(responseCode)) return [{ kind: 'notSent' }];
  return [{ kind: 'declined', class: declineClass ?? 'hard' }];
}

async function stepAfter(tx: Tx, after: After, arrangement: Arrangement): Promise<NextStep> {
  const { attempt, company, today } = after;
  const of = { companyId: attempt.companyId, occurrenceOf: occurrenceOf(arrangement) };
  const earlier = (await listAttemptsOfOccurrence(tx, of)).filter((each) => each.id !== attempt.id);
  const first = earlier[0] ?? attempt;
  return nextStep({
    tries: [...earlier, attempt].flatMap(failedTry),
    firstTriedOn: dateIn(company.timeZone, first.createdAt),
    failedOn: today,
  });
}

async function moveTo(tx: Tx, { invoice, today }: On<'schedule'>, event: InvoiceEvent) {
  const { companyId, id: invoiceId, status, statusBefore, dueOn: dueDate } = invoice;
  if (!canMoveInvoice({ status, event })) return;
  const to = moveInvoice({ status, event, statusBefore, dueDate, today });
  await updateInvoice(tx, { companyId, invoiceId }, { status: to });
}

type Ending = {
  template: 'schedule-ended' | 'plan-defaulted';
  /** Left out where the template has its own words. */
  change?: string;
};

async function tellOfEnd(
  tx: Tx,
  { clock }: Deps,
  { after, ending }: { after: After & { invoice: InvoiceRow }; ending: Ending },
) {
  const { companyId, customerId, responseMessage: reason } = after.attempt;
  const { accountRef: invoiceRef, totalCents, paidCents } = after.invoice;
  const { template, ...words } = ending;
  const remainingCents = subtractCents(totalCents, paidCents);
  const data = { invoiceRef, remainingCents, reason, ...words };
  await notify(tx, { companyId, customerId, template, data, at: clock.now() });
}

/** A debit that came back is scheduled anew for its next presentment. */
async function followSchedule(tx: Tx, deps: Deps, on: On<'schedule'>): Promise<Followed> {
  const { attempt, arrangement } = on;
  const { companyId } = attempt;
  const key = { companyId, scheduleId: arrangement.id };
  const locked = await lockArrangement(tx, { companyId, arrangement });
  if (!locked || locked.state === 'CANCELED') return { kind: 'givenUp' };
  const step = await stepAfter(tx, on, arrangement);
  if (step.kind === 'tryAgain' && (await isScheduledAgain(tx, on, locked.state))) {
    await updateSchedule(tx, key, { nextTryOn: step.on });
    return { kind: 'triedAgain', on: step.on };
  }
  await updateSchedule(tx, key, { state: 'GAVE_UP', nextTryOn: null });
  await moveTo(tx, on, 'gaveUp');
  await tellOfEnd(tx, deps, { after: on, ending: { template: 'schedule-ended' } });
  return { kind: 'over' };
}

async function isScheduledAgain(tx: Tx, on: On<'schedule'>, state: string): Promise<boolean> {
  const { attempt, invoice, arrangement } = on;
  if (state === 'LIVE' || state === 'SUSPENDED') return true;
  if (!canMoveInvoice({ status: invoice.status, event: 'scheduled' })) return false;
  const key = { companyId: attempt.companyId, scheduleId: arrangement.id };
  await updateSchedule(tx, key, { state: 'LIVE' });
  await moveTo(tx, on, 'scheduled');
  return true;
}

/** What is not yet due waits for its own day. */
async function followInstallment(tx: Tx, deps: Deps, on: On<'installment'>): Promise<Followed> {
  const { attempt, arrangement } = on;
  const { companyId } = attempt;
  const { id: planId, index } = arrangement;
  const plan = await lockPlan(tx, { companyId, planId });
  invariant(plan, 'an installment belongs to a plan');
  const rows = await listInstallments(tx, { companyId, planId });
  const row = rows.find((each) => each.index === index);
  if (!isLivePlan(plan) || row?.status !== 'FAILED') return { kind: 'givenUp' };
  const step = await stepAfter(tx, on, arrangement);
  if (step.kind === 'tryAgain') {
    const nextTryOn = compareDates(step.on, row.dueOn) < 0 ? row.dueOn : step.on;
    await updateRetries(tx, { companyId, arrangement }, { nextTryOn });
    return { kind: 'triedAgain', on: nextTryOn };
  }
  await updateInstallment(tx, { companyId, planId, index }, { isMissed: true, nextTryOn: null });
  const missedBefore = rows.filter((each) => each.isMissed && each.index !== index).length;
  if (!isPlanDefaulted(missedBefore + 1)) return { kind: 'givenUp' };
  await defaultPlan(tx, deps, { on, plan });
  return { kind: 'over' };
}

/** The rest of the invoice is payable at once, and the authorisation for the plan ends with it. */
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
  await tellOfEnd(tx, deps, { after: on, ending: { template: 'plan-defaulted' } });
}

/** Switched off meanwhile, it stays so. */
async function followAutoPay(tx: Tx, on: On<'autoPay'>): Promise<Followed> {
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
  return { kind: 'triedAgain', on: step.on };
}

export async function follow(
  tx: Tx,
  deps: Deps,
  { arrangement, ...after }: After & { arrangement: Arrangement },
): Promise<Followed> {
  const { invoice } = after;
  invariant(invoice, 'what is arranged is arranged for an invoice');
  switch (arrangement.kind) {
    case 'schedule':
      return followSchedule(tx, deps, { ...after, invoice, arrangement });
    case 'installment':
      return followInstallment(tx, deps, { ...after, invoice, arrangement });
    case 'autoPay':
      return followAutoPay(tx, { ...after, invoice, arrangement });
  }
}
