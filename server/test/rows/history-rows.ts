/** Rows of the tables from which statements and histories are read. */
import { randomUUID } from 'node:crypto';
import { cents } from '@quittance/contract/money';
import type { Tx } from '../../src/platform/database/database.ts';
import { billingChanges, historyEntries } from '../../src/schema/history.ts';
import { AT, type SmallCustomer } from './money-rows.ts';

export async function fillHistory(tx: Tx, small: SmallCustomer): Promise<void> {
  const { companyId, customerId, invoiceId } = small;
  const change = { kind: 'REBILLED', amountCents: cents(100), at: AT } as const;
  const id = randomUUID();
  await tx.insert(billingChanges).values({ companyId, customerId, invoiceId, id, ...change });
  const entry = { position: 1, fact: 'consent:1', content: '{}', hash: 'hash' };
  await tx.insert(historyEntries).values({ companyId, customerId, ...entry });
}
