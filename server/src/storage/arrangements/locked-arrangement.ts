/**
 * One arrangement that is to be charged, as it stands under its lock, and the bookkeeping of its
 * tries (R15). The row is the truth and a job only a hint: a worker that slept sees it here.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { CompanyId, MandateId, MethodId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import type { OwnMethod } from '../methods/methods.ts';
import { autoPayCharges, installments, plans, schedules } from '../schema/arrangements.ts';
import { paymentMethods } from '../schema/customers.ts';
import type { Arrangement } from './due.ts';
import { updateInstallment } from './installments.ts';
import { lockPlan } from './plans.ts';
import { updateSchedule } from './schedules.ts';

/** An arrangement as it stands under its lock. */
export type LockedArrangement = {
  /** Whether it may be charged when its day comes. */
  isLive: boolean;
  /** As its own table spells it; of an installment, its plan's. */
  state: string;
  methodId: MethodId | null;
  mandateId: MandateId;
  /** Fixed when it was agreed on; null where the invoice's balance decides on the day. */
  money: { amountCents: Cents; feeCents: Cents } | null;
  dueOn: IsoDate;
  tries: number;
};

export type ArrangementKey = { companyId: CompanyId; arrangement: Arrangement };

/** After the invoice, before the attempt: the order in which everybody locks. */
export async function lockArrangement(
  tx: Tx,
  { companyId, arrangement }: ArrangementKey,
): Promise<LockedArrangement | null> {
  switch (arrangement.kind) {
    case 'schedule':
      return lockSchedule(tx, companyId, arrangement.id);
    case 'installment':
      return lockInstallment(tx, companyId, arrangement);
    case 'autoPay':
      return lockAutoPayCharge(tx, companyId, arrangement.id);
  }
}

async function lockSchedule(tx: Tx, companyId: CompanyId, id: string) {
  const [row] = await tx
    .select()
    .from(schedules)
    .where(and(eq(schedules.companyId, companyId), eq(schedules.id, id)))
    .for('update');
  if (!row) return null;
  const { state, methodId, mandateId, amountCents, feeCents, tries } = row;
  const money = { amountCents, feeCents };
  const dueOn = row.nextTryOn ?? row.chargeOn;
  return { isLive: state === 'LIVE', state, methodId, mandateId, money, dueOn, tries };
}

async function lockInstallment(
  tx: Tx,
  companyId: CompanyId,
  { id: planId, index }: { id: string; index: number },
) {
  const plan = await lockPlan(tx, { companyId, planId });
  const [row] = await tx
    .select()
    .from(installments)
    .where(
      and(
        eq(installments.companyId, companyId),
        eq(installments.planId, planId),
        eq(installments.index, index),
      ),
    );
  if (!plan || !row) return null;
  const isUnpaid = row.status === 'OPEN' || row.status === 'FAILED';
  const { state, methodId, mandateId } = plan;
  const money = { amountCents: row.principalCents, feeCents: row.feeCents };
  const isLive = state === 'LIVE' && isUnpaid && !row.isMissed;
  return {
    isLive,
    state,
    methodId,
    mandateId,
    money,
    dueOn: row.nextTryOn ?? row.dueOn,
    tries: row.tries,
  };
}

async function lockAutoPayCharge(tx: Tx, companyId: CompanyId, id: string) {
  const [row] = await tx
    .select()
    .from(autoPayCharges)
    .where(and(eq(autoPayCharges.companyId, companyId), eq(autoPayCharges.id, id)))
    .for('update');
  if (!row) return null;
  const { state, methodId, mandateId, tries } = row;
  const dueOn = row.nextTryOn ?? row.chargeOn;
  return { isLive: state === 'LIVE', state, methodId, mandateId, money: null, dueOn, tries };
}

export type RetryChange = { tries?: number; nextTryOn?: IsoDate | null };

/** R15's bookkeeping, wherever the arrangement is kept. */
export async function updateRetries(
  tx: Tx,
  { companyId, arrangement }: ArrangementKey,
  change: RetryChange,
): Promise<void> {
  const { id } = arrangement;
  switch (arrangement.kind) {
    case 'schedule':
      await updateSchedule(tx, { companyId, scheduleId: id }, change);
      return;
    case 'installment':
      await updateInstallment(tx, { companyId, planId: id, index: arrangement.index }, change);
      return;
    case 'autoPay':
      await tx
        .update(autoPayCharges)
        .set(change)
        .where(and(eq(autoPayCharges.companyId, companyId), eq(autoPayCharges.id, id)));
      return;
  }
}

type AutoPayState = (typeof autoPayCharges.$inferSelect)['state'];

export async function setAutoPayState(
  tx: Tx,
  { companyId, id }: { companyId: CompanyId; id: string },
  state: AutoPayState,
): Promise<void> {
  await tx
    .update(autoPayCharges)
    .set({ state })
    .where(and(eq(autoPayCharges.companyId, companyId), eq(autoPayCharges.id, id)));
}

/** Only from active: one that was removed stays removed. */
export async function disableMethod(tx: Tx, own: OwnMethod): Promise<void> {
  await tx
    .update(paymentMethods)
    .set({ state: 'disabled' })
    .where(
      and(
        eq(paymentMethods.companyId, own.companyId),
        eq(paymentMethods.customerId, own.customerId),
        eq(paymentMethods.id, own.methodId),
        eq(paymentMethods.state, 'active'),
      ),
    );
}

/** Everything live that was authorised by it waits until it is authorised anew. */
export async function suspendUnderMandate(
  tx: Tx,
  { companyId, mandateId }: { companyId: CompanyId; mandateId: MandateId },
): Promise<void> {
  for (const table of [schedules, plans]) {
    await tx
      .update(table)
      .set({ state: 'SUSPENDED' })
      .where(
        and(
          eq(table.companyId, companyId),
          eq(table.mandateId, mandateId),
          eq(table.state, 'LIVE'),
        ),
      );
  }
}
