/** The state of an invoice's latest plan and of its installments, in one line. */

import { listInstallments } from '../../src/arrangements/installments.ts';
import { findNewestPlan } from '../../src/arrangements/plans.ts';
import type { Deps } from '../../src/kernel/deps.ts';
import type { TestInvoice } from './company.ts';

export async function readInstallments(
  { database }: Deps,
  { companyId, invoiceId }: TestInvoice,
): Promise<string> {
  return database.asSystem(async (tx) => {
    const plan = await findNewestPlan(tx, { companyId, invoiceId });
    if (!plan) return 'no plan';
    const rows = await listInstallments(tx, { companyId, planId: plan.id });
    const parts = rows.map(({ status, isMissed }) => (isMissed ? `${status} (missed)` : status));
    return `${plan.state}: ${parts.join(' ')}`;
  });
}
