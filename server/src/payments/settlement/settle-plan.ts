/**
 * What a payment's event does to the installments it pays, to their plan and through them to the
 * invoice (R13). Called by settle() alone. When a failed one is tried again, and when a plan is given
 * up, is decided in after-failure.ts.
 */
import { addCents, minCents, subtractCents } from '@quittance/contract/money';
import { assertNever } from '@quittance/domain/invariant';
import { receivable } from '@quittance/domain/postings';
import type { PaymentEvent } from '@quittance/domain/status/payment-status';
import { INSTALLMENT, type InstallmentEvent } from '@quittance/domain/status/plan-status';
import { transition } from '@quittance/domain/status/transition';
import type { Deps } from '../../deps.ts';
import { listInstallments, updateInstallment } from '../../storage/arrangements/installments.ts';
import { isLivePlan, type PlanRow } from '../../storage/arrangements/plans.ts';
import {
  type InstallmentRow,
  type InvoiceRow,
  updateInvoice,
} from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { revokeMandate } from '../../storage/methods/mandates.ts';
import { type Attempt, isOnlyAttemptOfPlan } from '../../storage/payments/attempts.ts';
import { balanceAfter } from './compensate.ts';
import { onDecline, onReturn } from './dunning/dunning.ts';
import {
  endPlan,
  statusAfterPayment,
  statusAfterPlan,
  statusAfterReturn,
} from './invoice-status-after.ts';
import { bookReturn, bookSuccess } from './settle-money.ts';

export type OnPlan = { attempt: Attempt; invoice: InvoiceRow; plan: PlanRow };

/** Returns the attempt as it stands afterwards. */
export async function settlePlan(
  tx: Tx,
  deps: Deps,
  { event, ...on }: OnPlan & { event: PaymentEvent },
): Promise<Attempt> {
  switch (event) {
    case 'succeeded':
      return succeeded(tx, deps, on);
    case 'declined':
      return declined(tx, deps, on);
    case 'returned':
      return returned(tx, deps, on);
    default:
      return assertNever(event);
  }
}

/** The installments the attempt is for, whatever their status. */
async function coveredBy(tx: Tx, { attempt, plan }: OnPlan): Promise<InstallmentRow[]> {
  const { installmentFrom, installmentTo } = attempt;
  const rows = await listInstallments(tx, { companyId: plan.companyId, planId: plan.id });
  return rows.filter(
    ({ index }) => index >= (installmentFrom ?? 0) && index <= (installmentTo ?? 0),
  );
}

async function moveInstallment(tx: Tx, row: InstallmentRow, event: InstallmentEvent) {
  const { companyId, planId, index } = row;
  const status = transition(INSTALLMENT, row.status, event);
  const isDone = status === 'SUCCESS';
  const change = isDone ? { status, nextTryOn: null, isMissed: false } : { status };
  await updateInstallment(tx, { companyId, planId, index }, change);
}

/** An installment already paid by another attempt has no room: that money goes back. */
async function succeeded(tx: Tx, deps: Deps, on: OnPlan): Promise<Attempt> {
  const { attempt, invoice } = on;
  const { companyId, id: invoiceId } = invoice;
  const covered = (await coveredBy(tx, on)).filter(({ status }) => status !== 'SUCCESS');
  const roomCents = minCents(
    subtractCents(invoice.totalCents, invoice.paidCents),
    addCents(...covered.map((row) => row.principalCents)),
  );
  const rooms = [{ account: receivable(invoiceId), amountCents: roomCents }];
  const booked = await bookSuccess(tx, deps, { attempt, rooms });
  for (const row of covered) await moveInstallment(tx, row, 'succeeded');
  const paidCents = addCents(invoice.paidCents, ...booked.paid.map((part) => part.amountCents));
  const change = await balanceAfter(tx, deps, { attempt: booked.attempt, invoice, paidCents });
  const paid = await updateInvoice(tx, { companyId, invoiceId }, change);
  const after = { attempt: booked.attempt, invoice: paid, isReceived: true };
  const status = await statusAfterPayment(tx, deps, after);
  await updateInvoice(tx, { companyId, invoiceId }, status);
  return booked.attempt;
}

/** What a payer tried early stays due on its day; what is being retried has failed once more. */
function failureOf({ tries, isMissed }: InstallmentRow, { initiator }: Attempt): InstallmentEvent {
  return initiator === 'MIT' || tries > 0 || isMissed ? 'failed' : 'released';
}

async function declined(tx: Tx, deps: Deps, on: OnPlan): Promise<Attempt> {
  const { attempt, invoice, plan } = on;
  const { companyId, id: invoiceId } = invoice;
  const pending = (await coveredBy(tx, on)).filter(({ status }) => status === 'PENDING');
  for (const row of pending) await moveInstallment(tx, row, failureOf(row, attempt));
  const isFirst = isLivePlan(plan) && (await isOnlyAttemptOfPlan(tx, attempt));
  const status = isFirst
    ? await undoPlan(tx, deps, on)
    : await statusAfterPayment(tx, deps, { attempt, invoice, isReceived: false });
  await updateInvoice(tx, { companyId, invoiceId }, status);
  if (attempt.occurrenceOf) await onDecline(tx, deps, attempt);
  return attempt;
}

/** A plan whose very first payment fails has never begun. */
async function undoPlan(tx: Tx, deps: Deps, { invoice, plan }: OnPlan) {
  const { companyId, id: planId, mandateId } = plan;
  const rows = await listInstallments(tx, { companyId, planId });
  await endPlan(tx, { plan, rows, state: 'CANCELED' });
  await revokeMandate(tx, { companyId, mandateId }, deps.clock.now());
  return statusAfterPlan(tx, deps, { invoice, event: 'planCancelled' });
}

/**
 * Its installments are unpaid again. A plan that had been paid off does not come back to life: its
 * invoice reopens, and what was returned is payable at once.
 */
async function returned(tx: Tx, deps: Deps, on: OnPlan): Promise<Attempt> {
  const { attempt, invoice, plan } = on;
  const { companyId, id: invoiceId } = invoice;
  await bookReturn(tx, deps, attempt);
  const paid = (await coveredBy(tx, on)).filter(({ status }) => status === 'SUCCESS');
  for (const row of paid) await moveInstallment(tx, row, 'returned');
  if (!isLivePlan(plan)) {
    const rows = await listInstallments(tx, { companyId, planId: plan.id });
    const state = plan.state === 'PAID_OFF' ? 'CANCELED' : plan.state;
    await endPlan(tx, { plan, rows, state });
  }
  const principalCents = subtractCents(attempt.amountCents, attempt.creditCents);
  const change = { paidCents: subtractCents(invoice.paidCents, principalCents) };
  const owing = await updateInvoice(tx, { companyId, invoiceId }, change);
  const status = await statusAfterReturn(tx, deps, { attempt, invoice: owing });
  await updateInvoice(tx, { companyId, invoiceId }, status);
  await onReturn(tx, deps, attempt);
  return attempt;
}
