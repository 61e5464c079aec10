/**
 * A method that a charge was to keep: once the processor has accepted it, it becomes the customer's
 * own or the invoice's, and the plan's where it began one. Called by settle() alone.
 */
import { mandateIdSchema, methodIdSchema } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../../deps.ts';
import { notify } from '../../mail/notify.ts';
import type { KeptMethod, Outcome } from '../../processors/processor.ts';
import { lockPlan, type PlanRow, updatePlan } from '../../storage/arrangements/plans.ts';
import { type InvoiceRow, updateInvoice } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { findMandate, insertMandate, revokeMandate } from '../../storage/methods/mandates.ts';
import { insertMethod } from '../../storage/methods/methods.ts';
import { type Attempt, updateAttempt } from '../../storage/payments/attempts.ts';
import { sealContext } from '../../storage/seal.ts';
import { announceMethod } from '../core/events.ts';

type Accepted = { attempt: Attempt; invoice: InvoiceRow | null; outcome: Outcome };

function keptBy(outcome: Outcome): KeptMethod | null {
  return 'kept' in outcome ? outcome.kept : null;
}

async function keep(
  tx: Tx,
  deps: Deps,
  { attempt, kept }: { attempt: Attempt; kept: KeptMethod },
): Promise<Attempt> {
  const { companyId, customerId, processor, keepsMethodAs } = attempt;
  invariant(processor !== 'manual', 'only a processor keeps methods');
  const { token, ...look } = kept;
  const methodId = methodIdSchema.parse(deps.entropy.uuid());
  const createdAt = deps.clock.now();
  await insertMethod(tx, {
    ...look,
    companyId,
    id: methodId,
    customerId,
    processor,
    tokenSealed: deps.sealer.seal(token.reveal(), sealContext.methodToken({ companyId, methodId })),
    isSaved: keepsMethodAs === 'saved',
    createdAt,
  });
  if (keepsMethodAs === 'saved') await announceMethod(tx, attempt, createdAt);
  return updateAttempt(tx, { companyId, attemptId: attempt.id }, { methodId });
}

/** The payer's words stay as they were given; from now on they name the method they were given for. */
async function nameInMandate(tx: Tx, deps: Deps, { plan, attempt }: OnPlan) {
  const { companyId, mandateId } = plan;
  const mandate = await findMandate(tx, { companyId, mandateId });
  invariant(mandate, 'a plan has its mandate');
  const id = mandateIdSchema.parse(deps.entropy.uuid());
  await insertMandate(tx, { ...mandate, id, methodId: attempt.methodId });
  await revokeMandate(tx, { companyId, mandateId }, deps.clock.now());
  return id;
}

type OnPlan = { plan: PlanRow; attempt: Attempt; invoice: InvoiceRow };

/** The plan goes on with the method of its first payment, and its invoice shows it. */
async function attach(tx: Tx, deps: Deps, on: OnPlan): Promise<void> {
  const { plan, attempt, invoice } = on;
  const { companyId, id: invoiceId } = invoice;
  const { methodId } = attempt;
  invariant(methodId, 'a kept method has an id');
  if (plan.methodId === null) {
    const mandateId = await nameInMandate(tx, deps, on);
    await updatePlan(tx, { companyId, planId: plan.id }, { methodId, mandateId });
  } else if (plan.methodId !== methodId) {
    return;
  }
  if (invoice.attachedMethodId !== methodId) {
    await updateInvoice(tx, { companyId, invoiceId }, { attachedMethodId: methodId });
  }
}

/** The money came, the method did not: the plan waits until the customer attaches one. */
async function suspend(tx: Tx, deps: Deps, { plan, invoice }: OnPlan): Promise<void> {
  const { companyId, customerId } = plan;
  await updatePlan(tx, { companyId, planId: plan.id }, { state: 'SUSPENDED' });
  await notify(tx, {
    companyId,
    customerId,
    template: 'plan-changed',
    data: {
      change:
        'We received your first payment, but your payment method could not be kept for the next ' +
        'ones. Please add a payment method to go on with your plan.',
      invoiceRef: invoice.accountRef,
    },
    at: deps.clock.now(),
  });
}

/** For an outcome that says the charge was accepted; the attempt as it stands afterwards. */
export async function keepMethod(tx: Tx, deps: Deps, accepted: Accepted): Promise<Attempt> {
  const { attempt, invoice, outcome } = accepted;
  const kept = keptBy(outcome);
  const isWanted = attempt.keepsMethodAs !== null && attempt.methodId === null;
  const keeping = isWanted && kept ? await keep(tx, deps, { attempt, kept }) : attempt;
  const { companyId, planId } = keeping;
  if (!planId || !invoice) return keeping;
  const plan = await lockPlan(tx, { companyId, planId });
  invariant(plan, 'a payment on a plan has one');
  const on = { plan, attempt: keeping, invoice };
  if (keeping.methodId !== null) await attach(tx, deps, on);
  else if (outcome.kind === 'succeeded' && plan.state === 'LIVE') await suspend(tx, deps, on);
  return keeping;
}
