/**
 * Changes a running plan at the payer's request (ADR 0092, 0093): moves one or all payments, skips one payment,
 * reduces the number of payments, or pauses. The totals of principal and fee stay the same. A pause may need the
 * company's approval.
 */
import { addCents } from '@quittance/contract/money';
import type { ChargeChange } from '@quittance/contract/statements/upcoming-charges';
import { moveWindow } from '@quittance/domain/charges/move-window';
import {
  changedInstallments,
  type PlanChange,
  type UnpaidInstallment,
} from '@quittance/domain/charges/plan-changes';
import { isWithinWindow } from '@quittance/domain/checkout/schedule';
import { invariant } from '@quittance/domain/invariant';
import { findOpenPause } from '../../arrangements/plan-pauses.ts';
import { toChargeRules } from '../../companies/charge-rules.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { useMethod } from '../../methods/chargeable-method.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { MethodRow } from '../../schema/customers.ts';
import { dayOfMonth, type LockedPlan, lockChangeablePlan } from './locked-plan.ts';
import {
  auditChange,
  type ChangeContext,
  consentTo,
  type PreparedChange,
  shownTerms,
  termsText,
} from './prepared-change.ts';
import { isCurrent, requestPause } from './request-pause.ts';
import { writePlanChange } from './write-plan-change.ts';

function refuseMove({ context, rows, unpaid }: LockedPlan, change: PlanChange): void {
  invariant(change.kind === 'move', 'one payment is moved');
  const row = unpaid.find(({ index }) => index === change.index);
  if (!row) throw new AppError('CHARGE_NOT_CHANGEABLE');
  const toDate = (index: number) => rows.find((each) => each.index === index)?.dueOn ?? null;
  const { dueOn: chargeOn, movedFromOn } = row;
  const between = { after: toDate(row.index - 1), before: toDate(row.index + 1) };
  const { today, company } = context;
  const rules = toChargeRules(company);
  const window = moveWindow({ today, chargeOn, movedFromOn, rules, ...between });
  if (!window) throw new AppError('CHANGE_NOT_ALLOWED');
  if (change.date === chargeOn || !isWithinWindow(change.date, window)) {
    throw new AppError('DATE_NOT_AVAILABLE', { details: window });
  }
}

function isAllowed(locked: LockedPlan, change: PlanChange): boolean {
  const { plan, unpaid, context } = locked;
  const rules = toChargeRules(context.company);
  switch (change.kind) {
    case 'move':
      return true;
    case 'skip': {
      const row = unpaid.find(({ index }) => index === change.index);
      return row !== undefined && row.skips === 0 && plan.skips < rules.maxSkips;
    }
    case 'day':
      return rules.isDayChangeAllowed && plan.dayChanges === 0 && change.day !== dayOfMonth(locked);
    case 'shorten':
      return rules.isShorteningAllowed;
    case 'pause':
      return rules.pause !== 'NEVER' && plan.pauses === 0 && change.months <= rules.maxPauseMonths;
  }
}

function findMethod(tx: Tx, { plan, context }: LockedPlan, first: UnpaidInstallment) {
  const { companyId, customerId, methodId } = plan;
  if (!methodId) throw new AppError('METHOD_NOT_USABLE');
  const own = { companyId, customerId, methodId };
  const use = { own, company: context.company, on: first.dueOn, attachedId: methodId };
  return useMethod(tx, use);
}

function leftTerms(after: readonly UnpaidInstallment[]) {
  return {
    purpose: 'CHANGE_PLAN',
    amountCents: addCents(...after.map((each) => each.principalCents)),
    feeCents: addCents(...after.map((each) => each.feeCents)),
    payments: after.map(({ dueOn, costCents }) => ({ dueOn, costCents })),
  } as const;
}

const shown = (rows: readonly UnpaidInstallment[]) =>
  rows.map(({ dueOn, principalCents, feeCents }) => shownTerms(dueOn, principalCents, feeCents));

type AgreedPlanChange = {
  locked: LockedPlan;
  change: PlanChange;
  after: UnpaidInstallment[];
  method: MethodRow;
};

function writeAtOnce(tx: Tx, deps: Deps, agreed: AgreedPlanChange): PreparedChange['write'] {
  const { locked, change, after, method } = agreed;
  const { context, plan } = locked;
  return async (evidence) => {
    const consent = { method, terms: leftTerms(after), evidence, replaces: plan.mandateId };
    const mandateId = await consentTo(tx, deps, { context, consent });
    await writePlanChange(tx, deps, { locked, change, after, mandateId });
    const action = { action: `plan.${change.kind}`, subject: `plan:${plan.id}`, detail: change };
    await auditChange(tx, deps, { context, action });
  };
}

function writeRequest(
  tx: Tx,
  deps: Deps,
  { agreed, months, note }: { agreed: AgreedPlanChange; months: number; note: string | null },
): PreparedChange['write'] {
  const { locked, after, method } = agreed;
  const { context } = locked;
  return async (evidence) => {
    const consent = { method, terms: leftTerms(after), evidence };
    const mandateId = await consentTo(tx, deps, { context, consent });
    await requestPause(tx, deps, { locked, months, note, mandateId });
  };
}

type PlanChangeAsked = Extract<ChargeChange, { kind: 'pause' }> | PlanChange;

export async function preparePlanChange(
  tx: Tx,
  deps: Deps,
  asked: { context: ChangeContext; change: PlanChangeAsked; planId: string },
): Promise<PreparedChange> {
  const { context, change } = asked;
  const locked = await lockChangeablePlan(tx, context, asked.planId);
  if (!isAllowed(locked, change)) throw new AppError('CHANGE_NOT_ALLOWED');
  // The payer chose from a plan with more open payments, of which some have been paid since.
  const isTooLong = change.kind === 'shorten' && change.count >= locked.unpaid.length;
  if (isTooLong) throw new AppError('PLAN_CHANGED');
  if (change.kind === 'move') refuseMove(locked, change);
  if (change.kind === 'pause') await refuseSecondRequest(tx, locked);
  const { unpaid } = locked;
  const question = { unpaid: unpaid.map(toTerms), change, today: context.today };
  const after = changedInstallments({ ...question, dayOfMonth: dayOfMonth(locked) });
  const [first] = after;
  invariant(first, 'a changed plan has an installment');
  const method = await findMethod(tx, locked, first);
  const agreed = { locked, change, after, method };
  const isRequest =
    change.kind === 'pause' && toChargeRules(context.company).pause === 'ON_REQUEST';
  const note = 'note' in change ? (change.note ?? null) : null;
  return {
    before: shown(unpaid),
    after: shown(after),
    method,
    text: termsText(context, { method, terms: leftTerms(after) }),
    ...(isRequest ? ({ needsAnswer: true } as const) : {}),
    write:
      isRequest && change.kind === 'pause'
        ? writeRequest(tx, deps, { agreed, months: change.months, note })
        : writeAtOnce(tx, deps, agreed),
  };
}

async function refuseSecondRequest(tx: Tx, { plan, unpaid }: LockedPlan): Promise<void> {
  const { companyId, id: planId } = plan;
  const open = await findOpenPause(tx, { companyId, planId });
  if (open && isCurrent(open, unpaid)) throw new AppError('CHANGE_NOT_ALLOWED');
}

export function toTerms(row: UnpaidInstallment): UnpaidInstallment {
  const { index, dueOn, principalCents, feeCents, costCents } = row;
  return { index, dueOn, principalCents, feeCents, costCents };
}
