/** What the portal shows with invoices, read for a whole page at once. */
import type { AttemptId, CompanyId, InvoiceId, RequestId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import { and, asc, desc, eq } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { matching, references } from '../keys.ts';
import { installments, plans, schedules } from '../schema/arrangements.ts';
import { mandates, paymentMethods } from '../schema/customers.ts';
import { attempts } from '../schema/payments.ts';

type Invoices = { companyId: CompanyId; invoiceIds: readonly InvoiceId[] };

function selectSchedules(tx: Tx, { companyId, invoiceIds }: Invoices) {
  return tx
    .select({ schedule: schedules, method: paymentMethods, kind: mandates.kind })
    .from(schedules)
    .innerJoin(mandates, references(schedules.mandateId, mandates))
    .leftJoin(
      paymentMethods,
      and(references(schedules.methodId, paymentMethods), eq(paymentMethods.state, 'active')),
    )
    .where(matching(schedules, { companyId, invoiceId: invoiceIds, state: ['LIVE', 'SUSPENDED'] }));
}

export type ShownSchedule = Awaited<ReturnType<typeof selectSchedules>>[number];

function selectPlans(tx: Tx, { companyId, invoiceIds }: Invoices) {
  return tx
    .select({ plan: plans, method: paymentMethods, kind: mandates.kind })
    .from(plans)
    .innerJoin(mandates, references(plans.mandateId, mandates))
    .leftJoin(
      paymentMethods,
      and(references(plans.methodId, paymentMethods), eq(paymentMethods.state, 'active')),
    )
    .where(
      matching(plans, {
        companyId,
        invoiceId: invoiceIds,
        state: ['LIVE', 'SUSPENDED', 'PAID_OFF'],
      }),
    )
    .orderBy(asc(plans.createdAt));
}

export type ShownPlan = Awaited<ReturnType<typeof selectPlans>>[number];

export type InstallmentRow = typeof installments.$inferSelect;

function selectInstallments(tx: Tx, companyId: CompanyId, planIds: readonly string[]) {
  return tx
    .select()
    .from(installments)
    .where(matching(installments, { companyId, planId: planIds }))
    .orderBy(asc(installments.index));
}

/** A succeeded payment, with the installments it paid. */
export type ShownPayment = {
  id: AttemptId;
  requestId: RequestId;
  amountCents: Cents;
  feeCents: Cents;
  planId: string | null;
  installmentFrom: number | null;
  installmentTo: number | null;
};

type Requests = { companyId: CompanyId; requestIds: readonly RequestId[] };

export function findPayments(tx: Tx, { companyId, requestIds }: Requests): Promise<ShownPayment[]> {
  return tx
    .select({
      id: attempts.id,
      requestId: attempts.requestId,
      amountCents: attempts.amountCents,
      feeCents: attempts.feeCents,
      planId: attempts.planId,
      installmentFrom: attempts.installmentFrom,
      installmentTo: attempts.installmentTo,
    })
    .from(attempts)
    .where(matching(attempts, { companyId, requestId: requestIds, state: 'SUCCEEDED' }))
    .orderBy(desc(attempts.createdAt), desc(attempts.id));
}

export type Arrangements = {
  schedules: ReadonlyMap<InvoiceId, ShownSchedule>;
  /** The newest of an invoice: a returned payment can reopen a paid-off plan's invoice for a second plan. */
  plans: ReadonlyMap<InvoiceId, ShownPlan>;
  installments: ReadonlyMap<string, InstallmentRow[]>;
};

export async function findArrangements(tx: Tx, of: Invoices): Promise<Arrangements> {
  const scheduleRows = await selectSchedules(tx, of);
  const planRows = await selectPlans(tx, of);
  const planIds = planRows.map(({ plan }) => plan.id);
  const parts = planIds.length > 0 ? await selectInstallments(tx, of.companyId, planIds) : [];
  return {
    schedules: new Map(scheduleRows.map((row) => [row.schedule.invoiceId, row])),
    plans: new Map(planRows.map((row) => [row.plan.invoiceId, row])),
    installments: groupByPlan(parts),
  };
}

function groupByPlan(parts: readonly InstallmentRow[]): Map<string, InstallmentRow[]> {
  const groups = new Map<string, InstallmentRow[]>();
  for (const part of parts) groups.set(part.planId, [...(groups.get(part.planId) ?? []), part]);
  return groups;
}
