/**
 * Cancels a payment plan. The rest can be paid at once, without the plan's fee (R17, R108), and
 * auto-pay does not pay it (R83). The first commit wins: an open charge refuses the cancellation.
 */

import { subtractCents } from '@quittance/contract/money';
import { listInstallments } from '../../arrangements/installments.ts';
import { findNewestPlan, lockLivePlan, type PlanRow } from '../../arrangements/plans.ts';
import { requireLiveCompany } from '../../companies/require-company.ts';
import { notify } from '../../customers/mail/notify.ts';
import { updateInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { revokeMandate } from '../../methods/mandates.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { excludeFromAutoPay, isAutoPayOn } from '../core/exclude-from-auto-pay.ts';
import { endPlan, statusAfterPlan } from '../core/invoice-status-after.ts';
import { type Cancel, type CancelCommand, lockIdleInvoice, toCancel } from './lock-idle-invoice.ts';

/** Canceling twice has no effect. A plan that is paid off or defaulted cannot be canceled. */
function refuseUnlessCanceled(newest: PlanRow | null): void {
  if (newest?.state === 'PAID_OFF') throw new AppError('ACCOUNT_ALREADY_CLOSED');
  if (newest?.state !== 'CANCELED') throw new AppError('NOT_FOUND');
}

type Cancellation = { invoice: InvoiceRow; plan: PlanRow; isByCompany: boolean };

async function notifyCanceled(
  tx: Tx,
  { clock }: Deps,
  { invoice, isByCompany }: Cancellation,
): Promise<void> {
  const { companyId, customerId, accountRef: invoiceRef, totalCents, paidCents, dueOn } = invoice;
  const event = isByCompany ? 'canceledByCompany' : 'canceledByPayer';
  const isLeftOut = (await isAutoPayOn(tx, invoice)) ? 1 : 0;
  await notify(tx, {
    companyId,
    customerId,
    template: 'plan-changed',
    data: {
      event,
      isLeftOut,
      invoiceRef,
      remainingCents: subtractCents(totalCents, paidCents),
      dueOn,
    },
    at: clock.now(),
  });
}

async function end(tx: Tx, deps: Deps, canceled: Cancellation): Promise<void> {
  const { invoice, plan } = canceled;
  const { companyId, id: planId, mandateId } = plan;
  const rows = await listInstallments(tx, { companyId, planId });
  await endPlan(tx, deps, { plan, rows, state: 'CANCELED' });
  const at = deps.clock.now();
  await revokeMandate(tx, { companyId, mandateId }, at);
  const status = await statusAfterPlan(tx, deps, { invoice, event: 'planCanceled' });
  await updateInvoice(tx, { companyId, invoiceId: invoice.id }, { ...status, updatedAt: at });
  await excludeFromAutoPay(tx, deps, { invoice, ended: plan });
  await notifyCanceled(tx, deps, canceled);
}

/** For callers that already run in a transaction. */
export async function cancelPlanIn(tx: Tx, deps: Deps, command: Cancel): Promise<void> {
  await requireLiveCompany(tx, command.companyId);
  const invoice = await lockIdleInvoice(tx, command);
  const key = { companyId: invoice.companyId, invoiceId: invoice.id };
  const plan = await lockLivePlan(tx, key);
  if (!plan) return refuseUnlessCanceled(await findNewestPlan(tx, key));
  await end(tx, deps, { invoice, plan, isByCompany: command.isByCompany === true });
  await appendAudit(tx, {
    companyId: key.companyId,
    actor: command.actor,
    action: 'plan.cancelled',
    subject: `plan:${plan.id}`,
    detail: { paidCents: invoice.paidCents },
    at: deps.clock.now(),
  });
}

export async function cancelPlan(deps: Deps, command: CancelCommand): Promise<void> {
  const { companyId, customerId } = command.principal;
  await deps.database.inCompany({ companyId, customerId }, (tx) =>
    cancelPlanIn(tx, deps, toCancel(command)),
  );
}
