/** What hangs on invoices and is shown with them, read for a whole page at once. */
import type { AttemptId, CompanyId, InvoiceId, RequestId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { installments, plans, schedules } from '../schema/arrangements.ts';
import { paymentMethods } from '../schema/customers.ts';
import { attempts } from '../schema/payments.ts';

type Invoices = { companyId: CompanyId; invoiceIds: readonly InvoiceId[] };

function selectSchedules(tx: Tx, { companyId, invoiceIds }: Invoices) {
  return tx
    .select({ schedule: schedules, method: paymentMethods })
    .from(schedules)
    .leftJoin(
      paymentMethods,
      and(
        eq(paymentMethods.companyId, schedules.companyId),
        eq(paymentMethods.id, schedules.methodId),
        eq(paymentMethods.state, 'active'),
      ),
    )
    .where(
      and(
        eq(schedules.companyId, companyId),
        inArray(schedules.invoiceId, [...invoiceIds]),
        inArray(schedules.state, ['LIVE', 'SUSPENDED']),
      ),
    );
}

export type ShownSchedule = Awaited<ReturnType<typeof selectSchedules>>[number];

function selectPlans(tx: Tx, { companyId, invoiceIds }: Invoices) {
  return tx
    .select({ plan: plans, method: paymentMethods })
    .from(plans)
    .leftJoin(
      paymentMethods,
      and(
        eq(paymentMethods.companyId, plans.companyId),
        eq(paymentMethods.id, plans.methodId),
        eq(paymentMethods.state, 'active'),
      ),
    )
    .where(
      and(
        eq(plans.companyId, companyId),
        inArray(plans.invoiceId, [...invoiceIds]),
        inArray(plans.state, ['LIVE', 'SUSPENDED', 'PAID_OFF']),
      ),
    )
    .orderBy(asc(plans.createdAt));
}

export type ShownPlan = Awaited<ReturnType<typeof selectPlans>>[number];

export type InstallmentRow = typeof installments.$inferSelect;

function selectInstallments(tx: Tx, companyId: CompanyId, planIds: readonly string[]) {
  return tx
    .select()
    .from(installments)
    .where(and(eq(installments.companyId, companyId), inArray(installments.planId, [...planIds])))
    .orderBy(asc(installments.index));
}

/** A payment that stands, and which installments of which plan it paid. */
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
    .where(
      and(
        eq(attempts.companyId, companyId),
        inArray(attempts.requestId, [...requestIds]),
        eq(attempts.state, 'SUCCEEDED'),
      ),
    )
    .orderBy(desc(attempts.createdAt), desc(attempts.id));
}

export type Arrangements = {
  schedules: ReadonlyMap<InvoiceId, ShownSchedule>;
  /** The newest where an invoice had several: one that was paid off and undone, and its successor. */
  plans: ReadonlyMap<InvoiceId, ShownPlan>;
  installments: ReadonlyMap<string, InstallmentRow[]>;
};

export async function findArrangements(tx: Tx, whose: Invoices): Promise<Arrangements> {
  const scheduleRows = await selectSchedules(tx, whose);
  const planRows = await selectPlans(tx, whose);
  const planIds = planRows.map(({ plan }) => plan.id);
  const parts = planIds.length > 0 ? await selectInstallments(tx, whose.companyId, planIds) : [];
  return {
    schedules: new Map(scheduleRows.map((row) => [row.schedule.invoiceId, row])),
    plans: new Map(planRows.map((row) => [row.plan.invoiceId, row])),
    installments: groupByPlan(parts),
  };
}

function groupByPlan(parts: readonly InstallmentRow[]): Map<string, InstallmentRow[]> {
  const groups = new Map<string, InstallmentRow[]>();
  for (const part of parts) {
    const group = groups.get(part.planId);
    if (group) group.push(part);
    else groups.set(part.planId, [part]);
  }
  return groups;
}
