/** A company can have up to two test customers (product §5.16, R34). */
import { randomUUID } from 'node:crypto';
import { customerIdSchema } from '@quittance/contract/ids';
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { addCustomers } from '../../src/customers/new-customers.ts';
import { customers } from '../../src/schema/customers.ts';
import { useDatabase } from '../database.ts';
import { fillEveryTable, type SmallCompany } from '../rows/every-table.ts';
import { AT } from '../rows/money-rows.ts';

const fresh = useDatabase();

const customer = ({ companyId }: SmallCompany, isTest: boolean) => {
  const id = customerIdSchema.parse(randomUUID());
  const names = { firstName: 'Test', lastName: 'Customer' };
  return { companyId, id, ...names, customerRef: id, internalRef: id, isTest, createdAt: AT };
};

async function add(rows: ReturnType<typeof customer>[]): Promise<string | null> {
  return fresh.database
    .asSystem((tx) => addCustomers(tx, rows))
    .then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
}

const computeCount = ({ companyId }: SmallCompany) =>
  fresh.database.asSystem((tx) =>
    tx.$count(customers, and(eq(customers.companyId, companyId), eq(customers.isTest, true))),
  );

describe('Test customers (product §5.16, R34)', () => {
  it('a company can have up to two test customers', async () => {
    const harbor = await fillEveryTable(fresh.database, 'harbor');
    const summit = await fillEveryTable(fresh.database, 'summit');
    expect(await add([customer(harbor, true), customer(harbor, false)])).toBeNull();
    expect(await add([customer(harbor, true)])).toBeNull();
    expect(await add([customer(harbor, true)])).toBe('TEST_DEBTORS_MAX_2');
    expect(await add([customer(harbor, false)])).toBeNull();
    expect(await add([customer(summit, true), customer(summit, true)])).toBeNull();
  });

  it('the limit of test customers holds for batches and concurrent calls', async () => {
    const company = await fillEveryTable(fresh.database, 'northwind');
    const three = [1, 2, 3].map(() => customer(company, true));
    expect(await add(three)).toBe('TEST_DEBTORS_MAX_2');
    expect(await computeCount(company)).toBe(0);
    const answers = await Promise.all(three.map((one) => add([one])));
    expect(answers.filter((code) => code === null)).toHaveLength(2);
    expect(await computeCount(company)).toBe(2);
  });
});
