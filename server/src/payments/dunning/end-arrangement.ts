/**
 * Ends a scheduled payment or a plan that is not paid (R15, R37): the rest of the invoice can be paid
 * immediately, auto-pay does not pay it (R83), and the customer is notified. The invoice must be locked.
 */

import type { IsoDate } from '@quittance/contract/dates';
import { subtractCents } from '@quittance/contract/money';
import { canMoveInvoice, moveInvoice } from '@quittance/domain/status/invoice-status';
import { listInstallments } from '../../arrangements/installments.ts';
import type { PlanRow } from '../../arrangements/plans.ts';
import { updateSchedule } from '../../arrangements/schedules.ts';
import type { TextKey } from '../../customers/mail/en/keyed-texts.ts';
import { notify } from '../../customers/mail/notify.ts';
import { updateInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import { revokeMandate } from '../../methods/mandates.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import {
  type EndedArrangement,
  excludeFromAutoPay,
  isAutoPayOn,
} from '../core/exclude-from-auto-pay.ts';
import { endPlan, statusAfterPlan } from '../core/invoice-status-after.ts';
import { recoveryMail } from './recovery-link.ts';

/** `reason` is the recorded text of a decline. */
export type EndWords = { event: TextKey } | { reason: string | null };

type EndNotice = {
  invoice: InvoiceRow;
  template: 'schedule-ended' | 'plan-defaulted';
  words: EndWords;
  failed?: Attempt;
};

async function notifyEnd(
  tx: Tx,
  deps: Deps,
  { invoice, template, words, failed: attempt }: EndNotice,
): Promise<void> {
  const { companyId, customerId, accountRef: invoiceRef, totalCents, paidCents } = invoice;
  const recovery = attempt ? await recoveryMail(tx, deps, { attempt, invoice }) : null;
  const remainingCents = subtractCents(totalCents, paidCents);
  // After a lost dispute, only the payer can pay the invoice (R82).
  const isContested = 'event' in words && words.event === 'contested';
  const isLeftOut = !isContested && (await isAutoPayOn(tx, invoice));
  await notify(tx, {
    companyId,
    customerId,
    template,
    data: {
      invoiceRef,
      remainingCents,
      ...words,
      isLeftOut: isLeftOut ? 1 : 0,
      ...recovery?.data,
    },
    ...(recovery ? { secretSealed: recovery.secretSealed } : {}),
    at: deps.clock.now(),
  });
}

export type ScheduleEnd = {
  schedule: EndedArrangement & { id: string };
  invoice: InvoiceRow;
  today: IsoDate;
  words: EndWords;
  /** The last attempt. Set only if the arrangement ended because of it. */
  failed?: Attempt;
};

/**
 * The invoice becomes due or overdue, depending on its due date. A status other than 'scheduled' stays the same.
 */
export async function giveUpSchedule(
  tx: Tx,
  deps: Deps,
  { schedule, invoice, today, ...told }: ScheduleEnd,
): Promise<void> {
  const { id: scheduleId } = schedule;
  const { companyId, id: invoiceId, status, statusBefore, dueOn: dueDate } = invoice;
  await updateSchedule(tx, { companyId, scheduleId }, { state: 'GAVE_UP', nextTryOn: null });
  const at = deps.clock.now();
  recordEvent(tx, { companyId, type: 'schedule.canceled', objectId: scheduleId, at });
  if (canMoveInvoice({ status, event: 'gaveUp' })) {
    const open = moveInvoice({ status, event: 'gaveUp', statusBefore, dueDate, today });
    await updateInvoice(tx, { companyId, invoiceId }, { status: open, updatedAt: at });
  }
  await excludeFromAutoPay(tx, deps, { invoice, ended: schedule });
  await notifyEnd(tx, deps, { invoice, template: 'schedule-ended', ...told });
}

export type PlanEnd = Pick<ScheduleEnd, 'invoice' | 'words' | 'failed'> & { plan: PlanRow };

/** The plan's mandate is revoked, so nothing more is charged under it. */
export async function defaultPlan(
  tx: Tx,
  deps: Deps,
  { plan, invoice, ...told }: PlanEnd,
): Promise<void> {
  const { companyId, id: planId, mandateId, invoiceId } = plan;
  const rows = await listInstallments(tx, { companyId, planId });
  await endPlan(tx, deps, { plan, rows, state: 'DEFAULTED' });
  const status = await statusAfterPlan(tx, deps, { invoice, event: 'planDefaulted' });
  const at = deps.clock.now();
  await updateInvoice(tx, { companyId, invoiceId }, { ...status, updatedAt: at });
  await revokeMandate(tx, { companyId, mandateId }, at);
  await excludeFromAutoPay(tx, deps, { invoice, ended: plan });
  await notifyEnd(tx, deps, { invoice, template: 'plan-defaulted', ...told });
}
