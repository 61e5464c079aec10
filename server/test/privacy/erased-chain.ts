/**
 * A company's audit trail after a person was erased: complete, and without the salts of the person's IP addresses.
 */
import type { CompanyId } from '@quittance/contract/ids';
import { expect } from 'vitest';
import { verifyChain } from '../../src/platform/audit/verify-chain.ts';
import type { Database } from '../../src/platform/database/database.ts';

export async function expectChainWithoutSalts(
  database: Database,
  companyId: CompanyId,
): Promise<void> {
  const { problem, entries } = await verifyChain(database, companyId);
  expect(problem).toBeNull();
  expect(entries).toBeGreaterThan(10);
  const { rows } = await database.pool.query(
    'select from audit where company_id = $1 and address_salt is not null',
    [companyId],
  );
  expect(rows).toEqual([]);
}
