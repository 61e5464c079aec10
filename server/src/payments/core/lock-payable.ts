/**
 * The lock order of every payment transaction: first the payable (invoice and plan, the orders by id,
 * or the estimate), then the attempt. Jobs are queued last (ADR 0053). One order for all prevents deadlocks.
 */
import type { CompanyId, InvoiceId, RequestId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import { lockPlan, type PlanRow } from '../../storage/arrangements/plans.ts';
import { type EstimateRow, lockEstimate } from '../../storage/billing/estimates.ts';
import { findRequest, type InvoiceRow, lockInvoice } from '../../storage/billing/invoices.ts';
import { lockRequestedOrders, type RequestedOrder } from '../../storage/billing/orders.ts';
import type { Tx } from '../../storage/database.ts';
import { together } from '../../storage/transaction.ts';

/** What a payment pays, locked. */
export type Payable =
  | { kind: 'invoice'; invoice: InvoiceRow; plan: PlanRow | null }
  | { kind: 'orders'; requested: RequestedOrder[] }
  | { kind: 'estimate'; estimate: EstimateRow };

/** An attempt's references to its payable. */
export type PayableKey = {
  companyId: CompanyId;
  requestId: RequestId;
  invoiceId: InvoiceId | null;
  planId: string | null;
};

export async function lockPayable(tx: Tx, key: PayableKey): Promise<Payable> {
  const { companyId, invoiceId, planId, requestId } = key;
  if (invoiceId) {
    const [invoice, plan] = await together([
      lockInvoice(tx, { companyId, invoiceId }),
      planId ? lockPlan(tx, { companyId, planId }) : null,
    ]);
    invariant(invoice, 'invoices are never deleted');
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
