/** Writes plans with their installments, and scheduled payments, each with its mandate. */
import type { Cents } from '@quittance/contract/money';
import { feeFor } from '@quittance/domain/checkout/fees';
import { buildInstallments } from '@quittance/domain/checkout/plan';
import type { InvoiceInsert } from './demo-rows.ts';
import { type CustomerRefs, lookUp, type SeedContext, timeOn, toDay } from './seed-context.ts';
import type { DemoCharge } from './write-charge.ts';
import { writeMandate } from './write-mandate.ts';

type Arrangement = { refs: CustomerRefs; invoice: InvoiceInsert; amountCents: Cents; by: string };

export type DemoPlan = Arrangement & { count: number; startedDaysAgo: number; paidCount: number };
export type DemoSchedule = Arrangement & { inDays: number };

const AGREED_AT = '19:40';
const CHARGED_AT = '10:15';
const SCHEDULED_DAYS_AGO = 4;

export function writePlan(context: SeedContext, plan: DemoPlan): DemoCharge[] {
  const { invoice, amountCents, count, paidCount } = plan;
  const method = lookUp(plan.refs.methods, plan.by);
  const feeCents = feeFor({ kind: method.kind, amountCents, company: context.company }).fee;
  const anchor = toDay(context, -plan.startedDaysAgo);
  const installments = buildInstallments({ amountCents, feeCents, count, anchor });
  const createdAt = timeOn(context, anchor, AGREED_AT);
  const terms = { purpose: 'PLAN', amountCents, feeCents, installments } as const;
  const mandateId = writeMandate(context, { terms, method, at: createdAt });
  const id = context.entropy.uuid();
  const { companyId, customerId, id: invoiceId } = invoice;
  context.rows.plans.push({
    companyId,
    id,
    customerId,
    invoiceId,
    methodId: method.id,
    mandateId,
    amountCents,
    feeCents,
    count,
    anchorOn: anchor,
    state: paidCount === count ? 'PAID_OFF' : 'LIVE',
    createdAt,
  });
  context.rows.installments.push(
    ...installments.map((part) => ({
      companyId,
      planId: id,
      customerId,
      ...part,
      status: part.index <= paidCount ? ('SUCCESS' as const) : ('OPEN' as const),
    })),
  );
  return installments.slice(0, paidCount).map((part) => ({
    at: part.index === 1 ? createdAt : timeOn(context, part.dueOn, CHARGED_AT),
    state: 'SUCCEEDED',
    amountCents: part.principalCents,
    feeCents: part.feeCents,
    method,
    purpose: 'PLAN',
    option: 'PAYMENT_PLAN',
    type: 'CHARGE',
    mandateId,
    installment: { planId: id, index: part.index },
    ...(part.index === 1 ? {} : { occurrence: { of: `plan:${id}:${part.index}`, on: part.dueOn } }),
  }));
}

export function writeSchedule(context: SeedContext, schedule: DemoSchedule): void {
  const { invoice, amountCents } = schedule;
  const method = lookUp(schedule.refs.methods, schedule.by);
  const feeCents = feeFor({ kind: method.kind, amountCents, company: context.company }).fee;
  const chargeOn = toDay(context, schedule.inDays);
  const createdAt = timeOn(context, toDay(context, -SCHEDULED_DAYS_AGO), AGREED_AT);
  const terms = { purpose: 'EXTENSION', amountCents, feeCents, date: chargeOn } as const;
  const mandateId = writeMandate(context, { terms, method, at: createdAt });
  const { companyId, customerId, id: invoiceId } = invoice;
  context.rows.schedules.push({
    companyId,
    id: context.entropy.uuid(),
    customerId,
    invoiceId,
    methodId: method.id,
    mandateId,
    amountCents,
    feeCents,
    chargeOn,
    state: 'LIVE',
    createdAt,
  });
}
