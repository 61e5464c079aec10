/**
 * The locks every money decision is made under: what is paid first (invoice and plan, the orders by
 * their ids, or the estimate), attempts after it. Two transactions can therefore not wait for each
 * other. It decides nothing.
 */
import type { CompanyId, InvoiceId, RequestId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import { lockPlan, type PlanRow } from '../../storage/arrangements/plans.ts';
import { type EstimateRow, lockEstimate } from '../../storage/billing/estimates.ts';
import { findRequest, type InvoiceRow, lockInvoice } from '../../storage/billing/invoices.ts';
import { lockRequestedOrders, type RequestedOrder } from '../../storage/billing/orders.ts';
import type { Tx } from '../../storage/database.ts';

/** What a payment is for, locked. */
export type Subject =
  | { kind: 'invoice'; invoice: InvoiceRow; plan: PlanRow | null }
  | { kind: 'orders'; requested: RequestedOrder[] }
  | { kind: 'estimate'; estimate: EstimateRow };

/** As an attempt knows what it is for. */
export type PayableKey = {
  companyId: CompanyId;
  requestId: RequestId;
  invoiceId: InvoiceId | null;
  planId: string | null;
};

export async function lockPayable(tx: Tx, key: PayableKey): Promise<Subject> {
  const { companyId, invoiceId, planId, requestId } = key;
  if (invoiceId) {
    const invoice = await lockInvoice(tx, { companyId, invoiceId });
    invariant(invoice, 'invoices are never deleted');
    const plan = planId ? await lockPlan(tx, { companyId, planId }) : null;
    return { kind: 'invoice', invoice, plan };
  }
  const request = await findRequest(tx, { companyId, requestId });
  if (!request?.estimateId) {
    return { kind: 'orders', requested: await lockRequestedOrders(tx, { companyId, requestId }) };
  }
  const estimate = await lockEstimate(tx, { companyId, estimateId: request.estimateId });
  invariant(estimate, 'estimates are never deleted');
  return { kind: 'estimate', estimate };
}
