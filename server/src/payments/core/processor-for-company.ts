/** A company's processor client. The only place that decrypts a company's processor credentials. */
import type { CompanyId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../../deps.ts';
import type { Processor } from '../../processors/processor.ts';
import { Secret } from '../../processors/secret.ts';
import { type CompanyRow, findCompany, findSecrets } from '../../storage/billing/companies.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';
import { sealContext } from '../../storage/seal.ts';

type ProcessorDeps = Pick<Deps, 'database' | 'processors' | 'sealer'>;

/** Null when this server has no adapter for the company's processor. */
export async function processorForCompany(
  { database, processors, sealer }: ProcessorDeps,
  company: CompanyRow,
): Promise<Processor | null> {
  const row = await database.readAlone((tx) => findSecrets(tx, company.companyId));
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

/**
 * `as`: the processor a charge or method belongs to. A company that has moved to another processor
 * holds no credentials for the old one.
 */
export async function findProcessor(
  deps: ProcessorDeps,
  companyId: CompanyId,
  as?: Attempt['processor'],
): Promise<Processor | null> {
  const company = await deps.database.readInCompany({ companyId }, (tx) =>
    findCompany(tx, companyId),
  );
  invariant(company, 'every row belongs to a company');
  if (as !== undefined && as !== company.processor) return null;
  return processorForCompany(deps, company);
}
