/** A running plan under the locks of the charge protocol, with its unpaid installments. */
import type { UnpaidInstallment } from '@quittance/domain/charges/plan-changes';
import { listInstallments } from '../../arrangements/installments.ts';
import { findPlan, lockPlan, type PlanRow } from '../../arrangements/plans.ts';
import type { InstallmentRow } from '../../invoices/store.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { type ChangeContext, lockOwnInvoice } from './prepared-change.ts';

export type LockedPlan = {
  context: ChangeContext;
  plan: PlanRow;
  invoice: InvoiceRow;
  rows: InstallmentRow[];
  /** In order. No charge has ever been sent for these installments. */
  unpaid: (InstallmentRow & UnpaidInstallment)[];
};

/** Returns the agreed day of the month: the day of the anchor date, or the day the payer changed it to. */
export function dayOfMonth({ plan }: Pick<LockedPlan, 'plan'>): number {
  return plan.dayOfMonth ?? Number(plan.anchorOn.slice(8));
}

/**
 * A plan with a late installment cannot be changed. A failed installment keeps its date, from which its retries are
 * counted, and is paid first.
 */
export async function lockChangeablePlan(
  tx: Tx,
  context: ChangeContext,
  planId: string,
): Promise<LockedPlan> {
  const { companyId } = context.principal;
  const found = await findPlan(tx, { companyId, planId });
  if (!found) throw new AppError('NOT_FOUND');
  const invoice = await lockOwnInvoice(tx, context, found.invoiceId);
  const plan = await lockPlan(tx, { companyId, planId });
  const isRunning = plan?.state === 'LIVE' && invoice.status === 'PAYMENT_PLAN_IN_PROGRESS';
  if (!isRunning) throw new AppError('CHARGE_NOT_CHANGEABLE');
  const rows = await listInstallments(tx, { companyId, planId });
  const unpaid = rows.filter(({ status }) => status !== 'SUCCESS' && status !== 'CANCELED');
  const isLate = unpaid.some(({ status, tries }) => status !== 'OPEN' || tries > 0);
  if (isLate || unpaid.length === 0) throw new AppError('CHARGE_NOT_CHANGEABLE');
  return { context, plan, invoice, rows, unpaid };
}
