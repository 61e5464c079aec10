/** What the portal shows with invoices, read for a whole page at once. */
import type { AttemptId, CompanyId, InvoiceId, RequestId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import {
  and,
  asc,
  type Column,
  desc,
  eq,
  getTableColumns,
  inArray,
  type Placeholder,
  type SQL,
} from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { matching, references } from '../keys.ts';
import { installments, plans, schedules } from '../schema/arrangements.ts';
import { mandates, paymentMethods } from '../schema/customers.ts';
import { attempts } from '../schema/payments.ts';

export const SHOWN_SCHEDULES = ['LIVE', 'SUSPENDED'] as const;
export const SHOWN_PLANS = ['LIVE', 'SUSPENDED', 'PAID_OFF'] as const;

/** Which invoices: a condition on a column that refers to them, in a company. */
export type OfInvoices = { companyId: CompanyId | Placeholder; invoiceIs: (column: Column) => SQL };

type Invoices = { companyId: CompanyId; invoiceIds: readonly InvoiceId[] };

const ofInvoices = ({ companyId, invoiceIds }: Invoices): OfInvoices => ({
  companyId,
  invoiceIs: (column) => inArray(column, [...invoiceIds]),
});

export function selectSchedules(tx: Tx, { companyId, invoiceIs }: OfInvoices) {
  return tx
    .select({ schedule: schedules, method: paymentMethods, kind: mandates.kind })
    .from(schedules)
    .innerJoin(mandates, references(schedules.mandateId, mandates))
    .leftJoin(
      paymentMethods,
      and(references(schedules.methodId, paymentMethods), eq(paymentMethods.state, 'active')),
    )
    .where(
      and(
        eq(schedules.companyId, companyId),
        invoiceIs(schedules.invoiceId),
        inArray(schedules.state, [...SHOWN_SCHEDULES]),
      ),
    );
}

export type ShownSchedule = Awaited<ReturnType<typeof selectSchedules>>[number];

const arePlans = ({ companyId, invoiceIs }: OfInvoices) =>
  and(
    eq(plans.companyId, companyId),
    invoiceIs(plans.invoiceId),
    inArray(plans.state, [...SHOWN_PLANS]),
  );

export function selectPlans(tx: Tx, of: OfInvoices) {
  return tx
    .select({ plan: plans, method: paymentMethods, kind: mandates.kind })
    .from(plans)
    .innerJoin(mandates, references(plans.mandateId, mandates))
    .leftJoin(
      paymentMethods,
      and(references(plans.methodId, paymentMethods), eq(paymentMethods.state, 'active')),
    )
    .where(arePlans(of))
    .orderBy(asc(plans.createdAt));
}

export type ShownPlan = Awaited<ReturnType<typeof selectPlans>>[number];

export type InstallmentRow = typeof installments.$inferSelect;

export function selectInstallments(tx: Tx, of: OfInvoices) {
  return tx
    .select(getTableColumns(installments))
    .from(installments)
    .innerJoin(plans, references(installments.planId, plans))
    .where(arePlans(of))
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

export function selectPayments(tx: Tx, isOfRequests: SQL | undefined) {
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
    .where(and(isOfRequests, eq(attempts.state, 'SUCCEEDED')))
    .orderBy(desc(attempts.createdAt), desc(attempts.id));
}

type Requests = { companyId: CompanyId; requestIds: readonly RequestId[] };

export function findPayments(tx: Tx, { companyId, requestIds }: Requests): Promise<ShownPayment[]> {
  return selectPayments(tx, matching(attempts, { companyId, requestId: requestIds }));
}

export type Arrangements = {
  schedules: ReadonlyMap<InvoiceId, ShownSchedule>;
  /** The newest of an invoice: a returned payment can reopen a paid-off plan's invoice for a second plan. */
  plans: ReadonlyMap<InvoiceId, ShownPlan>;
  installments: ReadonlyMap<string, InstallmentRow[]>;
};

type ArrangementRows = {
  schedules: readonly ShownSchedule[];
  /** Oldest first. */
  plans: readonly ShownPlan[];
  installments: readonly InstallmentRow[];
};

export function arrangementsOf(rows: ArrangementRows): Arrangements {
  return {
    schedules: new Map(rows.schedules.map((row) => [row.schedule.invoiceId, row])),
    plans: new Map(rows.plans.map((row) => [row.plan.invoiceId, row])),
    installments: groupByPlan(rows.installments),
  };
}

export const NO_ARRANGEMENTS = arrangementsOf({ schedules: [], plans: [], installments: [] });

export async function findArrangements(tx: Tx, invoices: Invoices): Promise<Arrangements> {
  const of = ofInvoices(invoices);
  const planRows = await selectPlans(tx, of);
  return arrangementsOf({
    schedules: await selectSchedules(tx, of),
    plans: planRows,
    installments: planRows.length > 0 ? await selectInstallments(tx, of) : [],
  });
}

function groupByPlan(parts: readonly InstallmentRow[]): Map<string, InstallmentRow[]> {
  const groups = new Map<string, InstallmentRow[]>();
  for (const part of parts) groups.set(part.planId, [...(groups.get(part.planId) ?? []), part]);
  return groups;
}
