/**
 * Cancels a scheduled payment (R17), which excludes its invoice from auto-pay (R83). The first commit wins: an open
 * charge refuses the cancellation, and after a cancellation the job finds nothing to charge.
 */

import { moveInvoice } from '@quittance/domain/status/invoice-status';
import {
  findNewestSchedule,
  findStandingSchedule,
  type Schedule,
  updateSchedule,
} from '../../arrangements/schedules.ts';
import { requireLiveCompany } from '../../companies/require-company.ts';
import type { CompanyRow } from '../../companies/store.ts';
import { updateInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { revokeMandate } from '../../methods/mandates.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { excludeFromAutoPay } from '../core/exclude-from-auto-pay.ts';
import { type Cancel, type CancelCommand, lockIdleInvoice, toCancel } from './lock-idle-invoice.ts';

type Cancellation = { invoice: InvoiceRow; company: CompanyRow; schedule: Schedule };

async function end(
  tx: Tx,
  deps: Deps,
  { invoice, company, schedule }: Cancellation,
): Promise<void> {
  const { companyId, id: invoiceId, status, dueOn: dueDate } = invoice;
  const today = deps.clock.today(company.timeZone);
  const open = moveInvoice({ status, event: 'unscheduled', dueDate, today, statusBefore: null });
  const { id: scheduleId } = schedule;
  const at = deps.clock.now();
  await updateSchedule(tx, { companyId, scheduleId }, { state: 'CANCELED' });
  recordEvent(tx, { companyId, type: 'schedule.canceled', objectId: scheduleId, at });
  const change = { status: open, statusBefore: null, updatedAt: at };
  await updateInvoice(tx, { companyId, invoiceId }, change);
  await revokeMandate(tx, { companyId, mandateId: schedule.mandateId }, at);
  await excludeFromAutoPay(tx, deps, { invoice, ended: schedule });
}

/** For callers that already run in a transaction. */
export async function cancelScheduledIn(tx: Tx, deps: Deps, command: Cancel): Promise<void> {
  const { companyId, actor } = command;
  const company = await requireLiveCompany(tx, companyId);
  const invoice = await lockIdleInvoice(tx, command);
  const key = { companyId, invoiceId: invoice.id };
  const schedule = await findStandingSchedule(tx, key);
  if (!schedule) return refuseUnlessCanceled(await findNewestSchedule(tx, key));
  await end(tx, deps, { invoice, company, schedule });
  await appendAudit(tx, {
    companyId,
    actor,
    action: 'payment.unscheduled',
    subject: `schedule:${schedule.id}`,
    detail: { chargeOn: schedule.chargeOn },
    at: deps.clock.now(),
  });
}

/** Canceling twice has no effect. A schedule that was charged or has ended cannot be canceled. */
function refuseUnlessCanceled(newest: Schedule | null): void {
  if (newest?.state !== 'CANCELED') throw new AppError('NOT_FOUND');
}

export async function cancelScheduled(deps: Deps, command: CancelCommand): Promise<void> {
  const { companyId, customerId } = command.principal;
  await deps.database.inCompany({ companyId, customerId }, (tx) =>
    cancelScheduledIn(tx, deps, toCancel(command)),
  );
}
