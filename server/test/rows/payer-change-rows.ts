/** One row in each table for payers' changes to upcoming charges. */
import { randomUUID } from 'node:crypto';
import type { Tx } from '../../src/platform/database/database.ts';
import { calendarFeeds, planPauses } from '../../src/schema/arrangement-changes.ts';
import { AT, type SmallCustomer } from './money-rows.ts';

export async function fillPayerChanges(tx: Tx, small: SmallCustomer): Promise<void> {
  const { companyId, customerId, invoiceId, mandateId, planId } = small;
  const whose = { companyId, customerId, createdAt: AT };
  await tx.insert(planPauses).values({
    ...whose,
    id: randomUUID(),
    invoiceId,
    planId,
    mandateId,
    months: 1,
    dates: [],
    state: 'REFUSED',
  });
  await tx.insert(calendarFeeds).values({ ...whose, tokenHash: invoiceId });
}
