/** Which companies have live processor keys. */
import { isLive } from '../../processors/credentials.ts';
import { Secret } from '../../processors/secret.ts';
import { listCompaniesWithSecrets } from '../../storage/billing/companies.ts';
import type { Database } from '../../storage/database.ts';
import { type Sealer, sealContext } from '../../storage/seal.ts';

/** Their domains. */
export async function companiesWithLiveKeys(database: Database, sealer: Sealer): Promise<string[]> {
  const rows = await database.asSystem(listCompaniesWithSecrets);
  return rows
    .filter(({ company, secrets }) => {
      const context = sealContext.processorKey(secrets.companyId);
      const processorKey = new Secret(sealer.open(secrets.processorKeySealed, context));
      return isLive({ processorKey, extra: company.processorData.settings });
    })
    .map(({ company }) => company.domain);
}
