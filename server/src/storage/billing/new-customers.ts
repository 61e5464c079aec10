/**
 * Where customers come into being. A company has at most two for trying things out (R34), however many
 * come at once; everything else about a customer is written by whoever brings them.
 */
import type { CompanyId } from '@quittance/contract/ids';
import { and, count, eq } from 'drizzle-orm';
import { AppError } from '../../errors.ts';
import type { Tx } from '../database.ts';
import { companies } from '../schema/companies.ts';
import { customers } from '../schema/customers.ts';

export const TEST_CUSTOMERS_MAX = 2;

export type CustomerInsert = typeof customers.$inferInsert;

export async function addCustomers(tx: Tx, rows: CustomerInsert[]): Promise<void> {
  const added = new Map<CompanyId, number>();
  for (const { companyId, isTest } of rows)
    if (isTest) added.set(companyId, (added.get(companyId) ?? 0) + 1);
  for (const [companyId, more] of added)
    if ((await countTestCustomers(tx, companyId)) + more > TEST_CUSTOMERS_MAX)
      throw new AppError('TEST_DEBTORS_MAX_2');
  await tx.insert(customers).values(rows);
}

/** Holds the company, so that two who add at the same time count one after the other. */
async function countTestCustomers(tx: Tx, companyId: CompanyId): Promise<number> {
  await tx
    .select({ id: companies.companyId })
    .from(companies)
    .where(eq(companies.companyId, companyId))
    .for('update');
  const [row] = await tx
    .select({ found: count() })
    .from(customers)
    .where(and(eq(customers.companyId, companyId), eq(customers.isTest, true)));
  return row?.found ?? 0;
}
