/**
 * The end of a scheduled payment or a plan that is not paid (R15, R37): the rest of the invoice is payable
 * at once, and the customer is notified. The invoice is locked.
 */
import type { IsoDate } from '@quittance/contract/dates';
import { subtractCents } from '@quittance/contract/money';
import { canMoveInvoice, moveInvoice } from '@quittance/domain/status/invoice-status';
import type { Deps } from '../../../deps.ts';
import { notify } from '../../../mail/notify.ts';
import { listInstallments } from '../../../storage/arrangements/installments.ts';
import type { PlanRow } from '../../../storage/arrangements/plans.ts';
import { updateSchedule } from '../../../storage/arrangements/schedules.ts';
import { type InvoiceRow, updateInvoice } from '../../../storage/billing/invoices.ts';
import type { Tx } from '../../../storage/database.ts';
import { revokeMandate } from '../../../storage/methods/mandates.ts';
import { recordEvent } from '../../../storage/provider/record-event.ts';
import { endPlan, statusAfterPlan } from '../invoice-status-after.ts';

/** For the customer: what happened, or the bank's reason. */
export type EndWords = { change: string } | { reason: string | null };

type EndNotice = {
  invoice: InvoiceRow;
  template: 'schedule-ended' | 'plan-defaulted';
  words: EndWords;
};

async function notifyEnd(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { invoice, template, words }: EndNotice,
): Promise<void> {
  const { companyId, customerId, accountRef: invoiceRef, totalCents, paidCents } = invoice;
  const data = { invoiceRef, remainingCents: subtractCents(totalCents, paidCents), ...words };
  await notify(tx, { companyId, customerId, template, data, at: clock.now() });
}

export type ScheduleEnd = {
  scheduleId: string;
  invoice: InvoiceRow;
  today: IsoDate;
  words: EndWords;
};

/** The invoice is due or overdue by its date; another status than 'scheduled' stays as it is. */
export async function giveUpSchedule(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { scheduleId, invoice, today, words }: ScheduleEnd,
): Promise<void> {
  const { companyId, id: invoiceId, status, statusBefore, dueOn: dueDate } = invoice;
  await updateSchedule(tx, { companyId, scheduleId }, { state: 'GAVE_UP', nextTryOn: null });
  const at = deps.clock.now();
  recordEvent(tx, { companyId, type: 'schedule.canceled', objectId: scheduleId, at });
  if (canMoveInvoice({ status, event: 'gaveUp' })) {
    const open = moveInvoice({ status, event: 'gaveUp', statusBefore, dueDate, today });
    await updateInvoice(tx, { companyId, invoiceId }, { status: open });
  }
  await notifyEnd(tx, deps, { invoice, template: 'schedule-ended', words });
}

/** Its mandate is revoked: nothing more is charged under it. */
export async function defaultPlan(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { plan, invoice, words }: { plan: PlanRow; invoice: InvoiceRow; words: EndWords },
): Promise<void> {
  const { companyId, id: planId, mandateId, invoiceId } = plan;
  const rows = await listInstallments(tx, { companyId, planId });
  await endPlan(tx, deps, { plan, rows, state: 'DEFAULTED' });
  const status = await statusAfterPlan(tx, deps, { invoice, event: 'planDefaulted' });
  await updateInvoice(tx, { companyId, invoiceId }, status);
  await revokeMandate(tx, { companyId, mandateId }, deps.clock.now());
  await notifyEnd(tx, deps, { invoice, template: 'plan-defaulted', words });
}
