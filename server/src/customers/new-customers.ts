/** Inserts customers. A company can have up to two test customers (R34), even under concurrency. */
import type { CompanyId } from '@quittance/contract/ids';
import { AppError } from '../kernel/errors.ts';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { lockRow } from '../platform/database/rows.ts';
import { companies } from '../schema/companies.ts';
import { customers } from '../schema/customers.ts';

const TEST_CUSTOMERS_MAX = 2;

export type CustomerInsert = typeof customers.$inferInsert;

/** @throws AppError */
export async function limitTestCustomers(
  tx: Tx,
  rows: readonly Pick<CustomerInsert, 'companyId' | 'isTest'>[],
): Promise<void> {
  const added = new Map<CompanyId, number>();
  for (const { companyId, isTest } of rows)
    if (isTest) added.set(companyId, (added.get(companyId) ?? 0) + 1);
  for (const [companyId, more] of added)
    if ((await countTestCustomers(tx, companyId)) + more > TEST_CUSTOMERS_MAX)
      throw new AppError('TEST_DEBTORS_MAX_2');
}

export async function addCustomers(tx: Tx, rows: CustomerInsert[]): Promise<void> {
  await limitTestCustomers(tx, rows);
  await tx.insert(customers).values(rows);
}

/** Locks the company, so that concurrent inserts are counted one after another. */
async function countTestCustomers(tx: Tx, companyId: CompanyId): Promise<number> {
  await lockRow(tx, companies, { companyId });
  return tx.$count(customers, matching(customers, { companyId, isTest: true }));
}
