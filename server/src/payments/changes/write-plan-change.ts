/** Writes the payer's change to a plan: its installments, its mandate, and the notice to the payer. */

import type { MandateId } from '@quittance/contract/ids';
import { addCents } from '@quittance/contract/money';
import type { PlanChange, UnpaidInstallment } from '@quittance/domain/charges/plan-changes';
import { invariant } from '@quittance/domain/invariant';
import { deleteInstallmentsBehind, updateInstallment } from '../../arrangements/installments.ts';
import { updatePlan } from '../../arrangements/plans.ts';
import { notify } from '../../customers/mail/notify.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { LockedPlan } from './locked-plan.ts';

export type ChangedPlan = {
  locked: Pick<LockedPlan, 'plan' | 'invoice' | 'rows' | 'unpaid'>;
  change: PlanChange;
  after: readonly UnpaidInstallment[];
  mandateId: MandateId;
};

function computeCount({ plan }: ChangedPlan['locked'], change: PlanChange) {
  switch (change.kind) {
    case 'skip':
      return { skips: plan.skips + 1 };
    case 'day':
      return { dayChanges: plan.dayChanges + 1, dayOfMonth: change.day };
    case 'pause':
      return { pauses: plan.pauses + 1 };
    default:
      return {};
  }
}

/** A moved installment keeps a record of its agreed date. A later agreement on all dates clears it. */
function toRowMarks(row: LockedPlan['unpaid'][number], change: PlanChange) {
  if (change.kind === 'move') {
    return change.index === row.index ? { movedFromOn: row.movedFromOn ?? row.dueOn } : {};
  }
  if (change.kind === 'skip') {
    if (row.index < change.index) return {};
    const skips = change.index === row.index ? row.skips + 1 : row.skips;
    return { movedFromOn: null, skips };
  }
  return { movedFromOn: null };
}

async function writeInstallments(tx: Tx, changed: ChangedPlan): Promise<void> {
  const { locked, change, after } = changed;
  const { companyId, id: planId } = locked.plan;
  for (const { index, ...terms } of after) {
    const row = locked.unpaid.find((each) => each.index === index);
    invariant(row, 'a changed installment was there before');
    updateInstallment(tx, { companyId, planId, index }, { ...terms, ...toRowMarks(row, change) });
  }
  if (after.length === locked.unpaid.length) return;
  const last = after.at(-1);
  invariant(last, 'a plan keeps an installment');
  await deleteInstallmentsBehind(tx, { companyId, planId, index: last.index });
}

async function tellPayer(tx: Tx, { clock }: Deps, changed: ChangedPlan): Promise<void> {
  const { invoice } = changed.locked;
  const { companyId, customerId, accountRef: invoiceRef } = invoice;
  const amountCents = addCents(...changed.after.map((each) => each.principalCents));
  const feeCents = addCents(...changed.after.map((each) => each.feeCents));
  const totalCents = addCents(amountCents, feeCents);
  await notify(tx, {
    companyId,
    customerId,
    template: 'plan-changed',
    agreement: changed.mandateId,
    data: { event: changed.change.kind, invoiceRef, amountCents, feeCents, totalCents },
    at: clock.now(),
  });
}

export async function writePlanChange(tx: Tx, deps: Deps, changed: ChangedPlan): Promise<void> {
  const { locked, change, after, mandateId } = changed;
  const { companyId, id: planId } = locked.plan;
  const removed = locked.unpaid.length - after.length;
  await writeInstallments(tx, changed);
  await updatePlan(
    tx,
    { companyId, planId },
    {
      mandateId,
      endsOn: after.at(-1)?.dueOn ?? null,
      count: locked.rows.length - removed,
      ...computeCount(locked, change),
    },
  );
  const at = deps.clock.now();
  recordEvent(tx, { companyId, type: 'plan.changed', objectId: planId, at });
  await tellPayer(tx, deps, changed);
}
