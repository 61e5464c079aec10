/**
 * Computes the unsent charges of an arrangement after a change of its method (R36), and refuses a change whose
 * figures the payer has not seen.
 */
import { addCents, type Cents, subtractCents } from '@quittance/contract/money';
import type { BodyOf } from '@quittance/contract/portal-routes';
import {
  type LeftCharge,
  type MethodChangeTerms,
  methodChangeTerms,
} from '@quittance/domain/checkout/method-change';
import { invariant } from '@quittance/domain/invariant';
import { listInstallments, updateInstallment } from '../arrangements/installments.ts';
import { type PlanRow, updatePlan } from '../arrangements/plans.ts';
import { type Schedule, updateSchedule } from '../arrangements/schedules.ts';
import type { CompanyRow } from '../companies/store.ts';
import type { InstallmentRow } from '../invoices/store.ts';
import { AppError } from '../kernel/errors.ts';
import type { Tx } from '../platform/database/database.ts';
import type { MethodRow } from '../schema/customers.ts';
import { findMandate } from './mandates.ts';

/** A plan includes its unsent installments. Other installments keep their amounts. */
export type CurrentArrangement =
  | { kind: 'schedule'; row: Schedule }
  | { kind: 'plan'; row: PlanRow; unsent: InstallmentRow[] };

export async function findUnsentInstallments(tx: Tx, { companyId, id: planId }: PlanRow) {
  const rows = await listInstallments(tx, { companyId, planId });
  return rows.filter(({ status }) => status === 'OPEN' || status === 'FAILED');
}

function toCharges(current: CurrentArrangement): LeftCharge[] {
  if (current.kind === 'plan') {
    return current.unsent.map(({ dueOn, principalCents: amountCents, feeCents }) => ({
      dueOn,
      amountCents,
      feeCents,
    }));
  }
  const { chargeOn: dueOn, amountCents, feeCents } = current.row;
  return [{ dueOn, amountCents, feeCents }];
}

export type ChangedCharges = MethodChangeTerms & { isOtherKind: boolean };

/** The current fee comes from the kind on the current mandate, because its method may have been removed. */
export async function chargesAfterChange(
  tx: Tx,
  { current, method, company }: ArrangementChange,
): Promise<ChangedCharges> {
  const { companyId, mandateId } = current.row;
  const mandate = await findMandate(tx, { companyId, mandateId });
  invariant(mandate, 'an arrangement has its mandate');
  const { kind: from } = mandate;
  const { kind: to } = method;
  const terms = methodChangeTerms({ charges: toCharges(current), from, to, company });
  return { ...terms, isOtherKind: from !== to };
}

type ArrangementChange = { current: CurrentArrangement; method: MethodRow; company: CompanyRow };

/** Nothing changes without the payer's consent to these figures (R36). */
export function refuseUnseen(
  { before, after, charges }: ChangedCharges,
  seen: BodyOf<'changeInvoiceMethod'>['quote'],
): void {
  if (!seen || (seen.amount === after.amountCents && seen.fee === after.feeCents)) return;
  throw new AppError('AMOUNT_CHANGED', {
    details: {
      before: { amount: before.amountCents, fee: before.feeCents },
      after: { amount: after.amountCents, fee: after.feeCents },
      payments: charges.map((charge) => ({ date: charge.dueOn, cost: computeCost(charge) })),
    },
  });
}

export function computeCost({ amountCents, feeCents }: LeftCharge): Cents {
  return addCents(amountCents, feeCents);
}

export function feeAfter({ row }: CurrentArrangement, { before, after }: ChangedCharges): Cents {
  return addCents(subtractCents(row.feeCents, before.feeCents), after.feeCents);
}

export async function writeCharges(
  tx: Tx,
  current: CurrentArrangement,
  changed: ChangedCharges,
): Promise<void> {
  const { companyId, id } = current.row;
  const feeCents = feeAfter(current, changed);
  if (current.kind === 'schedule') {
    return updateSchedule(tx, { companyId, scheduleId: id }, { feeCents });
  }
  await updatePlan(tx, { companyId, planId: id }, { feeCents });
  for (const [position, { index }] of current.unsent.entries()) {
    const charge = changed.charges[position];
    invariant(charge, 'every installment has its charge');
    const { amountCents: principalCents, feeCents: fee } = charge;
    const change = { principalCents, feeCents: fee, costCents: computeCost(charge) };
    updateInstallment(tx, { companyId, planId: id, index }, change);
  }
}
