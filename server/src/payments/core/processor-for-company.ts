/** A company's processor, ready to use: its sealed keys are opened here and nowhere else. */
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../../deps.ts';
import type { Processor } from '../../processors/processor.ts';
import { Secret } from '../../processors/secret.ts';
import { type CompanyRow, findSecrets } from '../../storage/billing/companies.ts';
import { sealContext } from '../../storage/seal.ts';

export async function processorOf(
  { database, processors, sealer }: Pick<Deps, 'database' | 'processors' | 'sealer'>,
  company: CompanyRow,
): Promise<Processor | null> {
  const row = await database.asSystem((tx) => findSecrets(tx, company.companyId));
  invariant(row, 'every company has its processor secrets');
  const { companyId, processorKeySealed, webhookSecretSealed } = row;
  return processors.create(company.processor, {
    owner: companyId,
    merchantId: company.processorData.merchantId,
    processorKey: new Secret(sealer.open(processorKeySealed, sealContext.processorKey(companyId))),
    webhookSecret: webhookSecretSealed
      ? new Secret(sealer.open(webhookSecretSealed, sealContext.webhookSecret(companyId)))
      : null,
    extra: company.processorData.settings,
  });
}
