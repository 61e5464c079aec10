/** Writes a plan with its installments. The attempt for its first payment follows in the same transaction. */
import type { MandateId, MethodId } from '@quittance/contract/ids';
import { moveInvoice } from '@quittance/domain/status/invoice-status';
import type { CompanyRow } from '../companies/store.ts';
import { updateInvoice } from '../invoices/store.ts';
import type { Deps } from '../kernel/deps.ts';
import type { Tx } from '../platform/database/database.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { insertInstallments } from './installments.ts';
import type { PlanTerms } from './plan-terms.ts';
import { insertPlan } from './plans.ts';

export type NewPlan = {
  invoice: InvoiceRow;
  company: CompanyRow;
  terms: PlanTerms;
  mandateId: MandateId;
  /** Null for a new method: settle() sets it once the first payment is accepted. */
  methodId: MethodId | null;
};

export async function writePlan(
  tx: Tx,
  deps: Deps,
  { invoice, company, terms, mandateId, methodId }: NewPlan,
): Promise<string> {
  const { companyId, customerId, id: invoiceId, status, dueOn: dueDate } = invoice;
  const { installments, ...amounts } = terms;
  const { id: planId } = await insertPlan(tx, {
    ...amounts,
    companyId,
    id: deps.entropy.uuid(),
    customerId,
    invoiceId,
    mandateId,
    methodId,
    count: installments.length,
    state: 'LIVE',
    createdAt: deps.clock.now(),
  });
  const rows = installments.map((part) => ({
    ...part,
    companyId,
    planId,
    customerId,
    status: 'OPEN' as const,
  }));
  await insertInstallments(tx, rows);
  const today = deps.clock.today(company.timeZone);
  const move = { status, event: 'planStarted', dueDate, today, statusBefore: null } as const;
  const change = { status: moveInvoice(move), updatedAt: deps.clock.now() };
  await updateInvoice(tx, { companyId, invoiceId }, change);
  return planId;
}
