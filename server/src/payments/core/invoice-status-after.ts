/**
 * The status of an invoice after a payment event, according to the status table, and after money was returned,
 * according to the facts (R42). The callers update balances. While another attempt is open on the invoice, its
 * status does not change.
 */

import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import type { EventType } from '@quittance/contract/webhooks/event-schemas';
import { invariant } from '@quittance/domain/invariant';
import {
  canMoveInvoice,
  type InvoiceEvent,
  isPaid,
  moveInvoice,
} from '@quittance/domain/status/invoice-status';
import { INSTALLMENT, isUnpaid } from '@quittance/domain/status/plan-status';
import { type StatusFacts, statusFromFacts } from '@quittance/domain/status/status-from-facts';
import { transition } from '@quittance/domain/status/transition';
import { listInstallments, updateInstallment } from '../../arrangements/installments.ts';
import { lockLivePlan, type PlanRow, updatePlan } from '../../arrangements/plans.ts';
import { findStandingSchedule } from '../../arrangements/schedules.ts';
import { findCompany } from '../../companies/store.ts';
import type { InstallmentRow, InvoiceChange } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type Attempt, hasOpenAttempt } from '../../ledger/attempts.ts';
import { type InvoiceHolds, isHeldByDispute, type PaymentHolds } from '../../ledger/holds.ts';
import type { Tx } from '../../platform/database/database.ts';
import { together } from '../../platform/database/transaction.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { resumeCharges } from './resume-charges.ts';

/** `invoice` includes its new balance. `holds` is set if they were read before. */
export type AfterEvent = {
  attempt: Attempt;
  invoice: InvoiceRow;
  holds?: PaymentHolds & Partial<InvoiceHolds>;
  /** The installments of its live plan as the event left them, if they are known. */
  installments?: readonly InstallmentRow[];
};

async function movedBy(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { invoice, event }: { invoice: InvoiceRow; event: InvoiceEvent },
): Promise<InvoiceChange> {
  const company = await findCompany(tx, invoice.companyId);
  invariant(company, 'an invoice has its company');
  const facts = { dueDate: invoice.dueOn, today: clock.today(company.timeZone) };
  const { status, statusBefore } = invoice;
  // On a late success, the invoice has already been reopened and must be started again.
  const isLate = status !== 'PENDING' && canMoveInvoice({ status, event: 'started' });
  const from = isLate ? moveInvoice({ status, event: 'started', statusBefore, ...facts }) : status;
  const to = moveInvoice({ status: from, event, statusBefore: statusBefore ?? status, ...facts });
  return { status: to, statusBefore: null };
}

function isClosed({ paidCents, totalCents }: InvoiceRow): boolean {
  return paidCents === totalCents;
}

/** A voided invoice stays a draft that is hidden from its customer, even if money arrives late. */
function isVoided({ voidedAt }: InvoiceRow): boolean {
  return voidedAt !== null;
}

async function hasOtherOpenAttempt(tx: Tx, after: AfterEvent): Promise<boolean> {
  const { attempt, invoice, holds } = after;
  if (holds) return holds.isBeingPaid;
  return hasOpenAttempt(tx, { companyId: invoice.companyId, invoiceId: invoice.id }, attempt.id);
}

export async function statusAfterPayment(
  tx: Tx,
  deps: Deps,
  after: AfterEvent & { isReceived: boolean },
): Promise<InvoiceChange> {
  const { invoice } = after;
  if (isPaid(invoice.status) || isVoided(invoice)) return {};
  const [isProcessing, isHeld] = await together([
    hasOtherOpenAttempt(tx, after),
    after.holds?.isDisputed ??
      isHeldByDispute(tx, { companyId: invoice.companyId, invoiceId: invoice.id }),
  ]);
  if (isProcessing) return {};
  const change = await movedByPayment(tx, deps, after);
  const { status = invoice.status } = change;
  if (!isHeld || status === 'DISPUTED') return change;
  return { status: 'DISPUTED', statusBefore: status };
}

async function movedByPayment(
  tx: Tx,
  deps: Deps,
  after: AfterEvent & { isReceived: boolean },
): Promise<InvoiceChange> {
  const { invoice, isReceived } = after;
  const { status } = invoice;
  if (status === 'PAYMENT_PLAN_IN_PROGRESS') return statusInPlan(tx, deps, after);
  if (status === 'PENDING') {
    const open = isReceived ? 'partlyPaid' : 'failed';
    return movedBy(tx, deps, { invoice, event: isClosed(invoice) ? 'succeeded' : open });
  }
  if (isClosed(invoice) && canMoveInvoice({ status, event: 'started' })) {
    return movedBy(tx, deps, { invoice, event: 'succeeded' });
  }
  // A late payment that leaves a balance: an arranged or disputed invoice keeps its status.
  return {};
}

/** A plan ends when its installments or the whole invoice are paid. */
async function statusInPlan(tx: Tx, deps: Deps, after: AfterEvent): Promise<InvoiceChange> {
  const { invoice, installments } = after;
  const { companyId, id: invoiceId } = invoice;
  if (!isClosed(invoice) && installments?.some(isUnpaid)) return {};
  const plan = await lockLivePlan(tx, { companyId, invoiceId });
  invariant(plan, 'an invoice in a plan has one');
  const rows = await listInstallments(tx, { companyId, planId: plan.id });
  if (!isClosed(invoice) && rows.some(isUnpaid)) return {};
  await endPlan(tx, deps, { plan, rows, state: 'PAID_OFF' });
  const event = isClosed(invoice) ? 'planPaidOff' : 'planCanceled';
  return movedBy(tx, deps, { invoice, event });
}

const PLAN_EVENTS: Partial<Record<PlanRow['state'], EventType>> = {
  PAID_OFF: 'plan.paid_off',
  CANCELED: 'plan.canceled',
  DEFAULTED: 'plan.defaulted',
};

type PlanEnd = {
  plan: PlanRow;
  rows: InstallmentRow[];
  state: PlanRow['state'];
  /** False if the plan was never announced, so that its end is not announced either. */
  isAnnounced?: boolean;
};

/** Cancels the unpaid installments, so that nothing more is charged on the plan. */
export async function endPlan(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { plan, rows, state, isAnnounced = true }: PlanEnd,
): Promise<void> {
  const { companyId, id: planId } = plan;
  for (const { index, status } of rows.filter(isUnpaid)) {
    const canceled = transition(INSTALLMENT, status, 'canceled');
    const change = { status: canceled, nextTryOn: null };
    updateInstallment(tx, { companyId, planId, index }, change);
  }
  await updatePlan(tx, { companyId, planId }, { state });
  const type = PLAN_EVENTS[state];
  if (!type || !isAnnounced || state === plan.state) return;
  recordEvent(tx, { companyId, type, objectId: planId, at: clock.now() });
}

export function statusAfterPlan(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { invoice, event }: { invoice: InvoiceRow; event: 'planCanceled' | 'planDefaulted' },
): Promise<InvoiceChange> {
  return movedBy(tx, deps, { invoice, event });
}

async function lockStatusFacts(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { invoice, isResolved, holds }: Omit<AfterEvent, 'attempt'> & { isResolved: boolean },
): Promise<StatusFacts> {
  const { companyId, id: invoiceId, status, dueOn: dueDate } = invoice;
  const key = { companyId, invoiceId };
  const company = await findCompany(tx, companyId);
  invariant(company, 'an invoice has its company');
  const plan = holds?.hasPlan === false ? null : await lockLivePlan(tx, key);
  if (plan && isClosed(invoice)) {
    const rows = await listInstallments(tx, { companyId, planId: plan.id });
    await endPlan(tx, { clock }, { plan, rows, state: 'PAID_OFF' });
  }
  const before = undisputed(invoice);
  const hasNoSchedule = plan !== null || holds?.hasSchedule === false;
  const schedule = hasNoSchedule ? null : await findStandingSchedule(tx, key);
  const isHeld = holds?.isDisputed ?? (await isHeldByDispute(tx, key));
  const paidPlan = before === 'PAYMENT_PLAN_COLLECTED' ? 'paidPlan' : null;
  return {
    isClosed: isClosed(invoice),
    isDisputed: isHeld || (status === 'DISPUTED' && !isResolved),
    arrangement: plan ? 'plan' : schedule ? 'schedule' : paidPlan,
    isWrittenOff: invoice.writtenOffAt !== null || before === 'DEFAULTED',
    dueDate,
    today: clock.today(company.timeZone),
  };
}

function undisputed({ status, statusBefore }: InvoiceRow) {
  return status === 'DISPUTED' ? statusBefore : status;
}

async function statusByFacts(
  tx: Tx,
  deps: Deps,
  after: AfterEvent & { isResolved: boolean },
): Promise<InvoiceChange> {
  const { invoice } = after;
  if (isVoided(invoice) || (await hasOtherOpenAttempt(tx, after))) return {};
  const status = statusFromFacts(await lockStatusFacts(tx, deps, after));
  return leavingDispute(tx, deps, { invoice, status });
}

/** An invoice that is no longer disputed is charged again as arranged, after a new notice. */
async function leavingDispute(
  tx: Tx,
  deps: Deps,
  { invoice, status }: { invoice: InvoiceRow; status: InvoiceStatus },
): Promise<InvoiceChange> {
  if (status === 'DISPUTED') return { status, statusBefore: undisputed(invoice) };
  if (invoice.status === 'DISPUTED' && !isPaid(status)) await resumeCharges(tx, deps, invoice);
  return { status, statusBefore: null };
}

export async function reopenedStatus(
  tx: Tx,
  deps: Deps,
  invoice: InvoiceRow,
): Promise<InvoiceChange> {
  const { companyId, id: invoiceId } = invoice;
  if (await hasOpenAttempt(tx, { companyId, invoiceId })) return {};
  const status = statusFromFacts(await lockStatusFacts(tx, deps, { invoice, isResolved: false }));
  return leavingDispute(tx, deps, { invoice, status });
}

/** Status after the company has resolved its customer's dispute. A dispute at the processor continues. */
export async function resolvedStatus(
  tx: Tx,
  deps: Deps,
  invoice: InvoiceRow,
): Promise<InvoiceChange> {
  const status = statusFromFacts(await lockStatusFacts(tx, deps, { invoice, isResolved: true }));
  return leavingDispute(tx, deps, { invoice, status });
}

/** A lost dispute ends with the return. A dispute over another payment continues. */
export async function statusAfterReturn(
  tx: Tx,
  deps: Deps,
  after: AfterEvent,
): Promise<InvoiceChange> {
  const isResolved = after.attempt.disputeState === 'LOST';
  return statusByFacts(tx, deps, { ...after, isResolved });
}

export async function statusAfterDispute(
  tx: Tx,
  deps: Deps,
  after: AfterEvent,
): Promise<InvoiceChange> {
  return statusByFacts(tx, deps, { ...after, isResolved: true });
}
