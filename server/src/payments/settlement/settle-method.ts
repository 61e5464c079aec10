/**
 * Saves the method of an accepted charge, for the customer or attached to the invoice, and sets it as the plan's
 * method if the charge started a plan. Called only by settle().
 */
import { mandateIdSchema } from '@quittance/contract/ids';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { invariant } from '@quittance/domain/invariant';
import { checkoutTexts } from '@quittance/domain/texts/en/checkout';
import { type PlanRow, updatePlan } from '../../arrangements/plans.ts';
import { suspendPlan } from '../../arrangements/suspend-arrangement.ts';
import { notifyAgreement } from '../../customers/mail/notify.ts';
import { changeInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { announceMethod } from '../../ledger/attempt-events.ts';
import { type Attempt, updateAttempt } from '../../ledger/attempts.ts';
import { findMandate, insertMandate, revokeMandate } from '../../methods/mandates.ts';
import { lockMethod } from '../../methods/methods.ts';
import { refreshMethod, storeMethod } from '../../methods/store-method.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Outcome, SavedMethod } from '../../processors/processor.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { lockPayable, type Payable } from '../core/lock-payable.ts';

type AcceptedCharge = { attempt: Attempt; payable: Payable; outcome: Outcome };

/** The payable is null if it may have changed and must be read again. */
type ChargeWithMethod = { attempt: Attempt; payable: Payable | null };

async function save(
  tx: Tx,
  deps: Deps,
  { attempt, saved }: { attempt: Attempt; saved: SavedMethod },
): Promise<Attempt> {
  const { companyId, customerId, processor, savesMethodAs, mandateId, planId } = attempt;
  invariant(processor !== 'manual', 'only a processor saves methods');
  const isSaved = savesMethodAs === 'saved';
  const row = { companyId, customerId, processor, isSaved };
  const { method } = await storeMethod(tx, deps, { row, method: saved });
  const { id: methodId } = method;
  const at = deps.clock.now();
  if (isSaved) await announceMethod(tx, attempt, at);
  // The email about a plan or a bank debit carries the text itself.
  if (isSaved && mandateId && planId === null && method.kind === 'card') {
    const data = { method: methodLabel(method, checkoutTexts) };
    const agreement = mandateId;
    await notifyAgreement(tx, { companyId, customerId, about: 'method', agreement, data, at });
  }
  return updateAttempt(tx, { companyId, attemptId: attempt.id }, { methodId });
}

/** Replaces the plan's mandate with a copy that names the saved method. The text does not change. */
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

/** The plan is charged with the method of its first payment, which is shown on its invoice. */
async function attach(tx: Tx, deps: Deps, on: OnPlan): Promise<Pick<OnPlan, 'plan' | 'invoice'>> {
  const { plan, attempt, invoice } = on;
  const { companyId } = invoice;
  const { methodId } = attempt;
  invariant(methodId, 'a saved method has an id');
  const isFirst = plan.methodId === null;
  const bound = isFirst ? { methodId, mandateId: await bindMandate(tx, deps, on) } : null;
  const charged = bound ? await updatePlan(tx, { companyId, planId: plan.id }, bound) : plan;
  const isShown = invoice.attachedMethodId === methodId || charged.methodId !== methodId;
  const attached = { attachedMethodId: methodId, updatedAt: deps.clock.now() };
  const shown = isShown ? invoice : changeInvoice(tx, invoice, attached);
  return { invoice: shown, plan: charged };
}

/** The charge succeeded, but its method was not saved, so the plan waits for another method. */
async function suspend(tx: Tx, deps: Deps, { plan, invoice }: OnPlan): Promise<void> {
  const { accountRef } = invoice;
  await suspendPlan(tx, deps, { ...plan, accountRef, reason: 'methodNotSaved' });
}

/** A processor without events about methods reports a new number or expiry with the charge. */
async function refresh(tx: Tx, deps: Deps, { attempt, outcome }: Omit<AcceptedCharge, 'payable'>) {
  const { companyId, customerId, methodId } = attempt;
  const reported = 'method' in outcome ? outcome.method : null;
  if (methodId === null || !reported?.expiresMonth || !reported.expiresYear) return;
  const row = await lockMethod(tx, { companyId, customerId, methodId });
  if (row?.kind === 'card') await refreshMethod(tx, deps, { row, reported });
}

export async function saveChargedMethod(
  tx: Tx,
  deps: Deps,
  { attempt, payable, outcome }: AcceptedCharge,
): Promise<ChargeWithMethod> {
  const saved = 'saved' in outcome ? outcome.saved : null;
  const isRequested = attempt.savesMethodAs !== null && attempt.methodId === null;
  const isSaving = isRequested && saved;
  if (!isSaving) await refresh(tx, deps, { attempt, outcome });
  const updated = isSaving ? await save(tx, deps, { attempt, saved }) : attempt;
  // If the card was saved before, its arrangements move to the new method (R46).
  const current = isSaving ? await lockPayable(tx, updated) : payable;
  if (current.kind !== 'invoice' || !current.plan) return { attempt: updated, payable: current };
  const { plan, invoice } = current;
  const on = { plan, attempt: updated, invoice };
  if (updated.methodId !== null) {
    return { attempt: updated, payable: { ...current, ...(await attach(tx, deps, on)) } };
  }
  if (outcome.kind !== 'succeeded' || plan.state !== 'LIVE') {
    return { attempt: updated, payable: current };
  }
  await suspend(tx, deps, on);
  return { attempt: updated, payable: null };
}
