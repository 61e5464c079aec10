/**
 * The lock order of every payment transaction: first the payable (invoice and plan, several invoices or orders by
 * id, or the estimate), then the attempt. Jobs are queued last (ADR 0053). A single order for all transactions
 * prevents deadlocks.
 */
import type { AttemptId, CompanyId, InvoiceId, RequestId } from '@quittance/contract/ids';
import type { Purpose } from '@quittance/contract/vocabulary';
import { invariant } from '@quittance/domain/invariant';
import { listInstallments } from '../../arrangements/installments.ts';
import { lockPlan, type PlanRow } from '../../arrangements/plans.ts';
import { findRequest, type InstallmentRow, lockInvoice } from '../../invoices/store.ts';
import { lockParts, type PaidPart } from '../../ledger/attempt-parts.ts';
import type { Tx } from '../../platform/database/database.ts';
import { together } from '../../platform/database/transaction.ts';
import { type EstimateRow, lockEstimate } from '../../projects/estimates.ts';
import { lockRequestedOrders, type RequestedOrder } from '../../projects/orders.ts';
import { lockSelection } from '../../requests/selections.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';

export type Payable =
  | {
      kind: 'invoice';
      invoice: InvoiceRow;
      plan: PlanRow | null;
      /** Installments of the plan, read behind its lock. */
      installments: readonly InstallmentRow[];
    }
  | { kind: 'orders'; requested: RequestedOrder[] }
  | { kind: 'invoices'; parts: PaidPart[] }
  | { kind: 'estimate'; estimate: EstimateRow };

/** References from an attempt to its payable. The attempt may not be written yet. */
export type PayableKey = {
  companyId: CompanyId;
  requestId: RequestId;
  invoiceId: InvoiceId | null;
  planId: string | null;
  /** Set for an attempt on several invoices, whose parts are its payable. */
  id?: AttemptId;
  purpose?: Purpose;
};

export async function lockPayable(tx: Tx, key: PayableKey): Promise<Payable> {
  const { companyId, invoiceId, planId, requestId, id: attemptId } = key;
  if (invoiceId) {
    const [invoice, plan, installments] = await together([
      lockInvoice(tx, { companyId, invoiceId }),
      planId ? lockPlan(tx, { companyId, planId }) : null,
      planId ? listInstallments(tx, { companyId, planId }) : [],
    ]);
    invariant(invoice, 'invoices are never deleted');
    return { kind: 'invoice', invoice, plan, installments };
  }
  if (attemptId && key.purpose === 'INVOICES') {
    return { kind: 'invoices', parts: await lockParts(tx, { companyId, attemptId }) };
  }
  const request = await findRequest(tx, { companyId, requestId });
  if (request?.kind === 'INVOICES') {
    return { kind: 'invoices', parts: await lockSelection(tx, { companyId, requestId }) };
  }
  if (!request?.estimateId) {
    return { kind: 'orders', requested: await lockRequestedOrders(tx, { companyId, requestId }) };
  }
  const estimate = await lockEstimate(tx, { companyId, estimateId: request.estimateId });
  invariant(estimate, 'estimates are never deleted');
  return { kind: 'estimate', estimate };
}
