/**
 * Cancels a scheduled payment (R17). Whichever commits first wins: a charge that is already open
 * refuses the cancel, and a cancel that came first leaves the job nothing to charge.
 */
import { invariant } from '@quittance/domain/invariant';
import { moveInvoice } from '@quittance/domain/status/invoice-status';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { requireLiveCompany } from '../../methods/require-company.ts';
import { type CustomerPrincipal, principalName } from '../../principal.ts';
import {
  findNewestSchedule,
  findStandingSchedule,
  type Schedule,
  updateSchedule,
} from '../../storage/arrangements/schedules.ts';
import type { CompanyRow } from '../../storage/billing/companies.ts';
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

export type CancelCommand = { principal: CustomerPrincipal; internalRef: string };

type Standing = { invoice: InvoiceRow; company: CompanyRow; schedule: Schedule };

async function end(tx: Tx, deps: Deps, { invoice, company, schedule }: Standing): Promise<void> {
  const { companyId, id: invoiceId, status, dueOn: dueDate } = invoice;
  const today = deps.clock.today(company.timeZone);
  const open = moveInvoice({ status, event: 'unscheduled', dueDate, today, statusBefore: null });
  await updateSchedule(tx, { companyId, scheduleId: schedule.id }, { state: 'CANCELED' });
  await updateInvoice(tx, { companyId, invoiceId }, { status: open, statusBefore: null });
  await revokeMandate(tx, { companyId, mandateId: schedule.mandateId }, deps.clock.now());
}

async function cancel(tx: Tx, deps: Deps, { principal, internalRef }: CancelCommand) {
  const { companyId, customerId } = principal;
  const company = await requireLiveCompany(tx, companyId);
  const found = await findInvoiceByInternalRef(tx, { companyId, customerId, internalRef });
  if (!found) throw new AppError('ACCOUNT_NOT_FOUND');
  const key = { companyId, invoiceId: found.id };
  const invoice = await lockInvoice(tx, key);
  invariant(invoice, 'invoices are never deleted');
  if (await hasOpenAttempt(tx, key)) throw new AppError('ACCOUNT_IS_PROCESSING');
  const schedule = await findStandingSchedule(tx, key);
  if (!schedule) return refuseUnlessCanceled(await findNewestSchedule(tx, key));
  await end(tx, deps, { invoice, company, schedule });
  await appendAudit(tx, {
    companyId,
    actor: principalName(principal),
    action: 'payment.unscheduled',
    subject: `schedule:${schedule.id}`,
    detail: { chargeOn: schedule.chargeOn },
    at: deps.clock.now(),
  });
}

/** Asked for twice is done once; what was charged or given up meanwhile is no longer there. */
function refuseUnlessCanceled(newest: Schedule | null): void {
  if (newest?.state !== 'CANCELED') throw new AppError('NOT_FOUND');
}

export async function cancelScheduled(deps: Deps, command: CancelCommand): Promise<void> {
  const { companyId, customerId } = command.principal;
  await deps.database.inCompany({ companyId, customerId }, (tx) => cancel(tx, deps, command));
}
