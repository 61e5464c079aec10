/**
 * Reasons why a due charge is not made, and the resulting writes. A waiting charge changes nothing, an arrangement
 * that cannot be charged is suspended, and one with nothing left to charge ends. The customer is notified. Runs
 * inside transaction 1, under its locks.
 */
import { invariant } from '@quittance/domain/invariant';
import { canMoveInvoice, isPaid, moveInvoice } from '@quittance/domain/status/invoice-status';
import { toOccurrence } from '../../arrangements/due.ts';
import { setAutoPayState } from '../../arrangements/locked-arrangement.ts';
import { lockPlan } from '../../arrangements/plans.ts';
import { updateSchedule } from '../../arrangements/schedules.ts';
import { suspendPlan, suspendSchedule } from '../../arrangements/suspend-arrangement.ts';
import type { TextKey } from '../../customers/mail/en/keyed-texts.ts';
import { notify } from '../../customers/mail/notify.ts';
import { updateInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { excludeFromAutoPay, isAutoPayOn } from '../core/exclude-from-auto-pay.ts';
import { defaultPlan } from '../dunning/end-arrangement.ts';
import { stopAutoPay } from '../dunning/stop-auto-pay.ts';
import type { OffSessionContext } from './off-session-context.ts';

export type Refusal =
  | {
      kind: 'waits';
      reason:
        | 'held'
        | 'hours'
        | 'notDue'
        | 'notLeased'
        | 'processing'
        | 'disputed'
        | 'processor'
        | 'enoughToday'
        | 'notice';
    }
  /** The arrangement can be charged again once the customer has chosen a method or confirmed the mandate. */
  | { kind: 'suspended'; reason: 'methodGone' | 'notAuthorized' }
  | {
      kind: 'ended';
      reason: 'notPayable' | 'contested' | 'autoPayOff' | 'dueDateMoved' | 'amountChanged';
    };

type RefusedCharge = { context: OffSessionContext; refusal: Refusal };

function toReason({ refusal }: RefusedCharge): TextKey {
  invariant(refusal.kind !== 'waits', 'a waiting charge has no reason');
  return refusal.reason;
}

async function notifyEnded(tx: Tx, { clock }: Deps, refused: RefusedCharge): Promise<void> {
  const { item, invoice } = refused.context;
  const { companyId, customerId } = item;
  const isLeftOut = refused.refusal.reason !== 'contested' && (await isAutoPayOn(tx, invoice));
  const data = {
    invoiceRef: invoice.accountRef,
    event: toReason(refused),
    isLeftOut: isLeftOut ? 1 : 0,
  };
  await notify(tx, { companyId, customerId, template: 'schedule-ended', data, at: clock.now() });
}

async function suspend(tx: Tx, deps: Deps, refused: RefusedCharge): Promise<void> {
  const { item, invoice } = refused.context;
  const { companyId, customerId, arrangement, occurrenceOn } = item;
  const reason = toReason(refused);
  const { accountRef } = invoice;
  const suspended = { companyId, customerId, id: arrangement.id, accountRef, reason };
  switch (arrangement.kind) {
    case 'schedule':
      return suspendSchedule(tx, deps, { ...suspended, chargeOn: occurrenceOn });
    case 'installment':
      return suspendPlan(tx, deps, suspended);
    case 'autoPay':
      return stopAutoPay(tx, deps, { companyId, customerId, reason });
  }
}

async function endSchedule(tx: Tx, deps: Deps, refused: RefusedCharge): Promise<void> {
  const { item, invoice, today, locked } = refused.context;
  const { companyId, arrangement, invoiceId } = item;
  const { status, statusBefore, dueOn: dueDate } = invoice;
  const key = { companyId, scheduleId: arrangement.id };
  const event = { companyId, objectId: arrangement.id, at: deps.clock.now() };
  if (isPaid(status)) {
    await updateSchedule(tx, key, { state: 'DONE' });
    return recordEvent(tx, { ...event, type: 'schedule.done' });
  }
  await updateSchedule(tx, key, { state: 'CANCELED' });
  recordEvent(tx, { ...event, type: 'schedule.canceled' });
  if (canMoveInvoice({ status, event: 'unscheduled' })) {
    const open = moveInvoice({ status, event: 'unscheduled', dueDate, today, statusBefore });
    await updateInvoice(tx, { companyId, invoiceId }, { status: open, updatedAt: event.at });
  }
  await excludeFromAutoPay(tx, deps, { invoice, ended: locked });
  return notifyEnded(tx, deps, refused);
}

async function endInstallment(
  tx: Tx,
  deps: Deps,
  { planId, ...refused }: RefusedCharge & { planId: string },
): Promise<void> {
  const { invoice, item } = refused.context;
  const { companyId, arrangement } = item;
  const plan = await lockPlan(tx, { companyId, planId });
  if (plan && refused.refusal.reason === 'contested') {
    return defaultPlan(tx, deps, { plan, invoice, words: { event: toReason(refused) } });
  }
  // The plan is live, but its invoice does not have a plan status. Only a person can decide which of the two is
  // wrong.
  deps.log.error(
    { event: 'plan.not_chargeable', companyId, arrangement, ...refused.refusal },
    'a plan cannot be charged',
  );
}

async function end(tx: Tx, deps: Deps, refused: RefusedCharge): Promise<void> {
  const { companyId, arrangement } = refused.context.item;
  switch (arrangement.kind) {
    case 'schedule':
      return endSchedule(tx, deps, refused);
    case 'installment':
      return endInstallment(tx, deps, { ...refused, planId: arrangement.id });
    case 'autoPay':
      return setAutoPayState(tx, { companyId, id: arrangement.id }, 'CANCELED');
  }
}

export async function writeRefusal(tx: Tx, deps: Deps, refused: RefusedCharge): Promise<Refusal> {
  const { context, refusal } = refused;
  if (refusal.kind === 'waits') return refusal;
  const { companyId, arrangement } = context.item;
  await (refusal.kind === 'suspended' ? suspend : end)(tx, deps, refused);
  await appendAudit(tx, {
    companyId,
    actor: 'job:charge-due',
    action: `charge.${refusal.kind}`,
    subject: toOccurrence(arrangement),
    detail: { reason: refusal.reason },
    at: deps.clock.now(),
  });
  return refusal;
}
