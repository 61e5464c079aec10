/**
 * Reads one arrangement to be charged under its lock, and updates the retry columns of R15. A job is only a hint: a
 * delayed worker finds the current state here.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { CompanyId, MandateId, MethodId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { Tx } from '../platform/database/database.ts';
import type { OwnMethod } from '../platform/database/keys.ts';
import { matching } from '../platform/database/keys.ts';
import { findRow, lockRow } from '../platform/database/rows.ts';
import { together } from '../platform/database/transaction.ts';
import { autoPayCharges, installments, schedules } from '../schema/arrangements.ts';
import { paymentMethods } from '../schema/customers.ts';
import type { Arrangement } from './due.ts';
import { updateInstallment } from './installments.ts';
import { lockPlan } from './plans.ts';
import { updateSchedule } from './schedules.ts';

export type LockedArrangement = {
  isLive: boolean;
  state: string;
  methodId: MethodId | null;
  mandateId: MandateId;
  /** Agreed amount. Null if the charge is for the invoice's balance on that day. */
  money: { amountCents: Cents; feeCents: Cents } | null;
  dueOn: IsoDate;
  agreedOn: IsoDate;
  tries: number;
};

export type ArrangementKey = { companyId: CompanyId; arrangement: Arrangement };

/** Lock order: invoice, then arrangement, then attempt. */
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
  const row = await lockRow(tx, schedules, { companyId, id });
  if (!row) return null;
  const { state, methodId, mandateId, amountCents, feeCents, tries, chargeOn: agreedOn } = row;
  const money = { amountCents, feeCents };
  const dueOn = row.nextTryOn ?? agreedOn;
  return { isLive: state === 'LIVE', state, methodId, mandateId, money, dueOn, agreedOn, tries };
}

async function lockInstallment(
  tx: Tx,
  companyId: CompanyId,
  { id: planId, index }: { id: string; index: number },
) {
  const [plan, row] = await together([
    lockPlan(tx, { companyId, planId }),
    findRow(tx, installments, { companyId, planId, index }),
  ]);
  if (!plan || !row) return null;
  const isUnpaid = row.status === 'OPEN' || row.status === 'FAILED';
  const { state, methodId, mandateId } = plan;
  const { tries, principalCents: amountCents, feeCents } = row;
  const money = { amountCents, feeCents };
  const isLive = state === 'LIVE' && isUnpaid && !row.isMissed;
  const { dueOn: agreedOn } = row;
  const dueOn = row.nextTryOn ?? agreedOn;
  return { isLive, state, methodId, mandateId, money, dueOn, agreedOn, tries };
}

async function lockAutoPayCharge(tx: Tx, companyId: CompanyId, id: string) {
  const row = await lockRow(tx, autoPayCharges, { companyId, id });
  if (!row) return null;
  const { state, methodId, mandateId, tries, chargeOn: agreedOn } = row;
  const dueOn = row.nextTryOn ?? agreedOn;
  const isLive = state === 'LIVE';
  return { isLive, state, methodId, mandateId, money: null, dueOn, agreedOn, tries };
}

export type RetryChange = { tries?: number; nextTryOn?: IsoDate | null };

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
      updateInstallment(tx, { companyId, planId: id, index: arrangement.index }, change);
      return;
    case 'autoPay':
      await tx
        .update(autoPayCharges)
        .set(change)
        .where(matching(autoPayCharges, { companyId, id }));
      return;
  }
}

type AutoPayState = (typeof autoPayCharges.$inferSelect)['state'];

export async function setAutoPayState(
  tx: Tx,
  { companyId, id }: { companyId: CompanyId; id: string },
  state: AutoPayState,
): Promise<void> {
  await tx.update(autoPayCharges).set({ state }).where(matching(autoPayCharges, { companyId, id }));
}

/** Changes only `active` methods: a removed method stays removed. */
export async function disableMethod(
  tx: Tx,
  { companyId, customerId, methodId }: OwnMethod,
): Promise<void> {
  await tx
    .update(paymentMethods)
    .set({ state: 'disabled' })
    .where(matching(paymentMethods, { companyId, customerId, id: methodId, state: 'active' }));
}
