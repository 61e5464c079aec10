/**
 * Cancels a payment plan: what is unpaid becomes payable at once, without the plan's fee (R17).
 * Whichever commits first wins: a charge that is already open refuses the cancel.
 */
import { subtractCents } from '@quittance/contract/money';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { notify } from '../../mail/notify.ts';
import { requireLiveCompany } from '../../methods/require-company.ts';
import { type CustomerPrincipal, principalName } from '../../principal.ts';
import { listInstallments } from '../../storage/arrangements/installments.ts';
import { findNewestPlan, lockLivePlan, type PlanRow } from '../../storage/arrangements/plans.ts';
import {
  findInvoiceByInternalRef,
  type InvoiceRow,
  lockInvoice,
  updateInvoice,
} from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { revokeMandate } from '../../storage/methods/mandates.ts';
import { appendAudit } from '../../storage/ops/audit.ts';
import { hasOpenAttempt } from '../../storage/payments/attempts.ts';
import { endPlan, statusAfterPlan } from '../settlement/invoice-status-after.ts';

export type CancelPlanCommand = { principal: CustomerPrincipal; internalRef: string };

async function lockOwnInvoice(
  tx: Tx,
  { principal, internalRef }: CancelPlanCommand,
): Promise<InvoiceRow> {
  const { companyId, customerId } = principal;
  const found = await findInvoiceByInternalRef(tx, { companyId, customerId, internalRef });
  if (!found) throw new AppError('ACCOUNT_NOT_FOUND');
  const invoice = await lockInvoice(tx, { companyId, invoiceId: found.id });
  invariant(invoice, 'invoices are never deleted');
  return invoice;
}

/** Asked for twice is done once; a plan that is paid off or given up is no longer there. */
function refuseUnlessCanceled(newest: PlanRow | null): void {
  if (newest?.state === 'PAID_OFF') throw new AppError('ACCOUNT_ALREADY_CLOSED');
  if (newest?.state !== 'CANCELED') throw new AppError('NOT_FOUND');
}

async function tell(tx: Tx, { clock }: Deps, invoice: InvoiceRow): Promise<void> {
  const { companyId, customerId, accountRef: invoiceRef, totalCents, paidCents } = invoice;
  await notify(tx, {
    companyId,
    customerId,
    template: 'plan-changed',
    data: {
      change: 'You have cancelled your payment plan. The remaining unpaid balance is open now.',
      invoiceRef,
      remainingCents: subtractCents(totalCents, paidCents),
    },
    at: clock.now(),
  });
}

type Ending = { invoice: InvoiceRow; plan: PlanRow };

async function end(tx: Tx, deps: Deps, { invoice, plan }: Ending): Promise<void> {
  const { companyId, id: planId, mandateId } = plan;
  const rows = await listInstallments(tx, { companyId, planId });
  await endPlan(tx, { plan, rows, state: 'CANCELED' });
  await revokeMandate(tx, { companyId, mandateId }, deps.clock.now());
  const status = await statusAfterPlan(tx, deps, { invoice, event: 'planCancelled' });
  await updateInvoice(tx, { companyId, invoiceId: invoice.id }, status);
  await tell(tx, deps, invoice);
}

async function cancel(tx: Tx, deps: Deps, command: CancelPlanCommand): Promise<void> {
  await requireLiveCompany(tx, command.principal.companyId);
  const invoice = await lockOwnInvoice(tx, command);
  const key = { companyId: invoice.companyId, invoiceId: invoice.id };
  if (await hasOpenAttempt(tx, key)) throw new AppError('ACCOUNT_IS_PROCESSING');
  const plan = await lockLivePlan(tx, key);
  if (!plan) return refuseUnlessCanceled(await findNewestPlan(tx, key));
  await end(tx, deps, { invoice, plan });
  await appendAudit(tx, {
    companyId: key.companyId,
    actor: principalName(command.principal),
    action: 'plan.cancelled',
    subject: `plan:${plan.id}`,
    detail: { paidCents: invoice.paidCents },
    at: deps.clock.now(),
  });
}

export async function cancelPlan(deps: Deps, command: CancelPlanCommand): Promise<void> {
  const { companyId, customerId } = command.principal;
  await deps.database.inCompany({ companyId, customerId }, (tx) => cancel(tx, deps, command));
}
