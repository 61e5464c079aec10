/**
 * Effects of a payment event on the installments it pays, on their plan and on the invoice (R13). Called only by
 * settle(). dunning/ decides on retries and on the default of a plan.
 */

import { addCents, minCents } from '@quittance/contract/money';
import { INSTALLMENT, type InstallmentEvent } from '@quittance/domain/status/plan-status';
import { transition } from '@quittance/domain/status/transition';
import { listInstallments, updateInstallment } from '../../arrangements/installments.ts';
import { isLivePlan, type PlanRow } from '../../arrangements/plans.ts';
import { notifyAgreement } from '../../customers/mail/notify.ts';
import { type InstallmentRow, updateInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type Attempt, isOnlyAttemptOfPlan } from '../../ledger/attempts.ts';
import { revokeMandate } from '../../methods/mandates.ts';
import type { Tx } from '../../platform/database/database.ts';
import { hasEvents, recordEvent } from '../../platform/events/record-event.ts';
import { endPlan, statusAfterPayment, statusAfterPlan } from '../core/invoice-status-after.ts';
import { onDecline } from '../dunning/on-decline.ts';
import { onReturn } from '../dunning/on-return.ts';
import { postReturn, type Settlement } from './ledger.ts';
import {
  creditInvoice,
  type HeldInvoice,
  type OnInvoice,
  owedOn,
  reversedOn,
  reverseOnInvoice,
} from './settle-invoice.ts';

type Planned = { plan: PlanRow; installments: readonly InstallmentRow[] };

type OnPlan = OnInvoice & Planned;

export const settlePlan: Settlement<HeldInvoice & Planned> = {
  succeeded,
  declined,
  returned,
};

const onInvoice = ({ plan: _, installments: __, ...on }: OnPlan): OnInvoice => on;

function coveredBy({ attempt, installments }: OnPlan): InstallmentRow[] {
  const { installmentFrom, installmentTo } = attempt;
  return installments.filter(
    ({ index }) => index >= (installmentFrom ?? 0) && index <= (installmentTo ?? 0),
  );
}

function moveInstallment(tx: Tx, row: InstallmentRow, event: InstallmentEvent): InstallmentRow {
  const { companyId, planId, index } = row;
  const status = transition(INSTALLMENT, row.status, event);
  const isDone = status === 'SUCCESS';
  const change = isDone ? { status, nextTryOn: null, isMissed: false } : { status };
  updateInstallment(tx, { companyId, planId, index }, change);
  return { ...row, ...change };
}

/** A plan begins with its first payment (ADR 0029). */
async function announceStart(tx: Tx, { clock }: Deps, { plan, invoice }: OnPlan): Promise<void> {
  const { companyId, id: objectId, mandateId: agreement } = plan;
  const { customerId, accountRef: invoiceRef } = invoice;
  const at = clock.now();
  recordEvent(tx, { companyId, type: 'plan.started', objectId, at });
  const data = { invoiceRef };
  await notifyAgreement(tx, { companyId, customerId, about: 'plan', agreement, data, at });
}

/** An installment already paid by another attempt is not owed, so that money is refunded. */
async function succeeded(tx: Tx, deps: Deps, on: OnPlan): Promise<Attempt> {
  const { attempt, invoice, plan } = on;
  const isFirst = await isOnlyAttemptOfPlan(tx, attempt);
  const covered = coveredBy(on).filter(({ status }) => status !== 'SUCCESS');
  const payableCents = minCents(
    owedOn(invoice),
    addCents(...covered.map((row) => row.principalCents)),
  );
  const paid = covered.map((row) => moveInstallment(tx, row, 'succeeded'));
  const others = on.installments.filter((row) => !covered.includes(row));
  if (isFirst && isLivePlan(plan)) await announceStart(tx, deps, on);
  const after = isLivePlan(plan) ? { installments: [...others, ...paid] } : {};
  const credited = { ...onInvoice(on), ...after, payableCents };
  return (await creditInvoice(tx, deps, credited)).attempt;
}

/**
 * If an early payment is declined, the installment stays due on its date. A declined retry counts as another
 * failure.
 */
function toFailure({ tries, isMissed }: InstallmentRow, { initiator }: Attempt): InstallmentEvent {
  return initiator === 'MIT' || tries > 0 || isMissed ? 'failed' : 'released';
}

async function declined(tx: Tx, deps: Deps, on: OnPlan): Promise<Attempt> {
  const { attempt, invoice, plan } = on;
  const { companyId, id: invoiceId } = invoice;
  const pending = coveredBy(on).filter(({ status }) => status === 'PENDING');
  for (const row of pending) moveInstallment(tx, row, toFailure(row, attempt));
  const isFirst = isLivePlan(plan) && (await isOnlyAttemptOfPlan(tx, attempt));
  const status = isFirst
    ? await undoPlan(tx, deps, on)
    : await statusAfterPayment(tx, deps, { ...onInvoice(on), isReceived: false });
  const change = { ...status, updatedAt: deps.clock.now() };
  await updateInvoice(tx, { companyId, invoiceId }, change);
  if (attempt.occurrenceOf) await onDecline(tx, deps, attempt);
  return attempt;
}

/**
 * A plan whose first payment fails never starts. If its method was removed in the meantime, that event was already
 * published.
 */
async function undoPlan(tx: Tx, deps: Deps, { invoice, plan }: OnPlan) {
  const { companyId, id: planId, mandateId } = plan;
  const rows = await listInstallments(tx, { companyId, planId });
  const isAnnounced = await hasEvents(tx, { companyId, objectId: planId });
  await endPlan(tx, deps, { plan, rows, state: 'CANCELED', isAnnounced });
  await revokeMandate(tx, { companyId, mandateId }, deps.clock.now());
  return statusAfterPlan(tx, deps, { invoice, event: 'planCanceled' });
}

/** The installments become unpaid again, unless the company had refunded the whole payment. */
async function reopenInstallments(tx: Tx, deps: Deps, on: OnPlan): Promise<void> {
  const { plan } = on;
  const { companyId, id: planId } = plan;
  const paid = coveredBy(on).filter(({ status }) => status === 'SUCCESS');
  for (const row of paid) moveInstallment(tx, row, 'returned');
  if (isLivePlan(plan)) return;
  const rows = await listInstallments(tx, { companyId, planId });
  const state = plan.state === 'PAID_OFF' ? 'CANCELED' : plan.state;
  await endPlan(tx, deps, { plan, rows, state });
}

/**
 * A plan that was paid off is not restored: its invoice reopens, and the returned amount is payable immediately.
 */
async function returned(tx: Tx, deps: Deps, on: OnPlan): Promise<Attempt> {
  const { attempt, invoice } = on;
  const reversed = await postReturn(tx, deps, attempt);
  if (reversedOn(invoice, reversed) > 0) await reopenInstallments(tx, deps, on);
  await reverseOnInvoice(tx, deps, { attempt, invoice, reversed });
  await onReturn(tx, deps, attempt);
  return attempt;
}
