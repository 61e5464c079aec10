/** Adds another customer to a company. */
import { randomUUID } from 'node:crypto';
import { customerIdSchema } from '@quittance/contract/ids';
import type { Deps } from '../../src/kernel/deps.ts';
import { customers } from '../../src/schema/customers.ts';
import type { TestCompany } from './company.ts';

export async function addNeighbor(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  company: TestCompany,
): Promise<TestCompany> {
  const id = customerIdSchema.parse(randomUUID());
  const { companyId } = company;
  const names = { firstName: 'Noah', lastName: 'Berg', customerRef: `C-${id.slice(0, 8)}` };
  await database.asSystem((tx) =>
    tx
      .insert(customers)
      .values({ companyId, id, ...names, internalRef: id, createdAt: clock.now() }),
  );
  return { ...company, customerId: id };
}
