/**
 * Saves the method of an accepted charge, for the customer or attached to the invoice, and sets it as
 * the plan's method where the charge started one. Called by settle() alone.
 */
import { mandateIdSchema } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../../deps.ts';
import type { Outcome, SavedMethod } from '../../processors/processor.ts';
import { lockPlan, type PlanRow, updatePlan } from '../../storage/arrangements/plans.ts';
import { type InvoiceRow, updateInvoice } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { findMandate, insertMandate, revokeMandate } from '../../storage/methods/mandates.ts';
import { type Attempt, updateAttempt } from '../../storage/payments/attempts.ts';
import { announceMethod } from '../core/events.ts';
import { storeMethod } from '../core/store-method.ts';
import { suspendPlan } from '../core/suspend-arrangement.ts';

type AcceptedCharge = { attempt: Attempt; invoice: InvoiceRow | null; outcome: Outcome };

async function save(
  tx: Tx,
  deps: Deps,
  { attempt, saved }: { attempt: Attempt; saved: SavedMethod },
): Promise<Attempt> {
  const { companyId, customerId, processor, savesMethodAs } = attempt;
  invariant(processor !== 'manual', 'only a processor saves methods');
  const isSaved = savesMethodAs === 'saved';
  const row = { companyId, customerId, processor, isSaved };
  const { method } = await storeMethod(tx, deps, { row, method: saved });
  const { id: methodId } = method;
  if (isSaved) await announceMethod(tx, attempt, deps.clock.now());
  return updateAttempt(tx, { companyId, attemptId: attempt.id }, { methodId });
}

/** Replaces the plan's mandate by a copy that names the saved method; its text does not change. */
async function bindMandate(tx: Tx, deps: Deps, { plan, attempt }: OnPlan) {
  const { companyId, mandateId } = plan;
  const mandate = await findMandate(tx, { companyId, mandateId });
  invariant(mandate, 'a plan has its mandate');
  const id = mandateIdSchema.parse(deps.entropy.uuid());
  await insertMandate(tx, { ...mandate, id, methodId: attempt.methodId });
  await revokeMandate(tx, { companyId, mandateId }, deps.clock.now());
  return id;
}

type OnPlan = { plan: PlanRow; attempt: Attempt; invoice: InvoiceRow };

/** The plan is charged with the method of its first payment, which its invoice shows. */
async function attach(tx: Tx, deps: Deps, on: OnPlan): Promise<void> {
  const { plan, attempt, invoice } = on;
  const { companyId, id: invoiceId } = invoice;
  const { methodId } = attempt;
  invariant(methodId, 'a saved method has an id');
  if (plan.methodId === null) {
    const mandateId = await bindMandate(tx, deps, on);
    await updatePlan(tx, { companyId, planId: plan.id }, { methodId, mandateId });
  } else if (plan.methodId !== methodId) {
    return;
  }
  if (invoice.attachedMethodId !== methodId) {
    await updateInvoice(tx, { companyId, invoiceId }, { attachedMethodId: methodId });
  }
}

/** The charge succeeded, but its method was not saved: the plan waits for another one. */
async function suspend(tx: Tx, deps: Deps, { plan, invoice }: OnPlan): Promise<void> {
  const reason =
    "We received your first payment but couldn't save your payment method for the next ones.";
  await suspendPlan(tx, deps, { ...plan, accountRef: invoice.accountRef, reason });
}

/** For an accepted charge; returns the updated attempt. */
export async function saveChargedMethod(
  tx: Tx,
  deps: Deps,
  { attempt, invoice, outcome }: AcceptedCharge,
): Promise<Attempt> {
  const saved = 'saved' in outcome ? outcome.saved : null;
  const isRequested = attempt.savesMethodAs !== null && attempt.methodId === null;
  const updated = isRequested && saved ? await save(tx, deps, { attempt, saved }) : attempt;
  const { companyId, planId } = updated;
  if (!planId || !invoice) return updated;
  const plan = await lockPlan(tx, { companyId, planId });
  invariant(plan, 'a payment on a plan has one');
  const on = { plan, attempt: updated, invoice };
  if (updated.methodId !== null) await attach(tx, deps, on);
  else if (outcome.kind === 'succeeded' && plan.state === 'LIVE') await suspend(tx, deps, on);
  return updated;
}
