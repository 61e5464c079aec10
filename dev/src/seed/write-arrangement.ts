/** Plans with their installments and scheduled payments, each with the mandate it stands on. */
import type { Cents } from '@quittance/contract/money';
import { feeFor } from '@quittance/domain/checkout/fees';
import { buildInstallments } from '@quittance/domain/checkout/plan';
import type { InvoiceInsert } from './demo-rows.ts';
import { dayOf, type Folder, named, type Pen, timeOn } from './seed-context.ts';
import type { DemoCharge } from './write-charge.ts';
import { writeMandate } from './write-mandate.ts';

type Arrangement = { folder: Folder; invoice: InvoiceInsert; amountCents: Cents; by: string };

export type DemoPlan = Arrangement & { count: number; startedDaysAgo: number; paidCount: number };
export type DemoSchedule = Arrangement & { inDays: number };

const AGREED_AT = '19:40';
const CHARGED_AT = '10:15';
/** A payment is scheduled some days before the demonstration begins. */
const SCHEDULED_DAYS_AGO = 4;

/** The charges that the paid installments were, the first by the payer and the rest as agreed. */
export function writePlan(pen: Pen, plan: DemoPlan): DemoCharge[] {
  const { invoice, amountCents, count, paidCount } = plan;
  const method = named(plan.folder.methods, plan.by);
  const feeCents = feeFor({ kind: method.kind, amountCents, company: pen.company }).fee;
  const anchor = dayOf(pen, -plan.startedDaysAgo);
  const installments = buildInstallments({ amountCents, feeCents, count, anchor });
  const createdAt = timeOn(pen, anchor, AGREED_AT);
  const terms = { purpose: 'PLAN', amountCents, feeCents, installments } as const;
  const mandateId = writeMandate(pen, { terms, method, at: createdAt });
  const id = pen.entropy.uuid();
  const { companyId, customerId, id: invoiceId } = invoice;
  pen.rows.plans.push({
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
  pen.rows.installments.push(
    ...installments.map((part) => ({
      companyId,
      planId: id,
      ...part,
      status: part.index <= paidCount ? ('SUCCESS' as const) : ('OPEN' as const),
    })),
  );
  return installments.slice(0, paidCount).map((part) => ({
    at: part.index === 1 ? createdAt : timeOn(pen, part.dueOn, CHARGED_AT),
    end: 'SUCCEEDED',
    amountCents: part.principalCents,
    feeCents: part.feeCents,
    way: method,
    purpose: 'PLAN',
    option: 'PAYMENT_PLAN',
    type: 'CHARGE',
    mandateId,
    installment: { planId: id, index: part.index },
    ...(part.index === 1 ? {} : { occurrence: { of: `plan:${id}:${part.index}`, on: part.dueOn } }),
  }));
}

export function writeSchedule(pen: Pen, schedule: DemoSchedule): void {
  const { invoice, amountCents } = schedule;
  const method = named(schedule.folder.methods, schedule.by);
  const feeCents = feeFor({ kind: method.kind, amountCents, company: pen.company }).fee;
  const chargeOn = dayOf(pen, schedule.inDays);
  const createdAt = timeOn(pen, dayOf(pen, -SCHEDULED_DAYS_AGO), AGREED_AT);
  const terms = { purpose: 'EXTENSION', amountCents, feeCents, date: chargeOn } as const;
  const mandateId = writeMandate(pen, { terms, method, at: createdAt });
  const { companyId, customerId, id: invoiceId } = invoice;
  pen.rows.schedules.push({
    companyId,
    id: pen.entropy.uuid(),
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
