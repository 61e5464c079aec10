/** Replaces the keys of a company's processor account, as an operator does. */
import { eq } from 'drizzle-orm';
import type { Deps } from '../../src/kernel/deps.ts';
import { sealContext } from '../../src/platform/sealing/seal.ts';
import { companies, companySecrets } from '../../src/schema/companies.ts';
import type { TestCompany } from './company.ts';
import { type Merchant, newMerchant, toColumns } from './merchant.ts';
import type { Sandbox } from './sandbox-process.ts';

export async function useKeysFrom(
  { database, sealer }: Pick<Deps, 'database' | 'sealer'>,
  { companyId }: TestCompany,
  merchant: Merchant,
): Promise<void> {
  const key = sealer.seal(merchant.privateKey, sealContext.processorKey(companyId));
  await database.asSystem(async (tx) => {
    await tx.update(companies).set(toColumns(merchant)).where(eq(companies.companyId, companyId));
    await tx
      .update(companySecrets)
      .set({ processorKeySealed: key })
      .where(eq(companySecrets.companyId, companyId));
  });
}

export async function otherAccount(
  sandbox: Pick<Sandbox, 'register'>,
  { merchant: { processor } }: TestCompany,
): Promise<Merchant> {
  const merchant = newMerchant(processor);
  await sandbox.register(merchant);
  return merchant;
}
