/** Which companies have live processor keys. */

import { listCompaniesWithSecrets } from '../../companies/store.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Sealer, sealContext } from '../../platform/sealing/seal.ts';
import { isLive } from '../../processors/credentials.ts';
import { Secret } from '../../processors/secret.ts';

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
