/** A company's processor client. The only place that decrypts a company's processor credentials. */
import type { CompanyId } from '@quittance/contract/ids';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../kernel/deps.ts';
import { type Sealer, sealContext } from '../platform/sealing/seal.ts';
import type { Processor } from '../processors/processor.ts';
import { Secret } from '../processors/secret.ts';
import {
  type CompanyRow,
  type CompanySecretsRow,
  findCompanyWithSecrets,
  findSecrets,
} from './store.ts';

type ProcessorDeps = Pick<Deps, 'database' | 'processors' | 'sealer'>;

type CompanyWithSecrets = { company: CompanyRow; secrets: CompanySecretsRow };

export function openSecrets(sealer: Sealer, secrets: CompanySecretsRow) {
  const { companyId, processorKeySealed, webhookSecretSealed } = secrets;
  return {
    processorKey: processorKeySealed
      ? new Secret(sealer.open(processorKeySealed, sealContext.processorKey(companyId)))
      : null,
    webhookSecret: webhookSecretSealed
      ? new Secret(sealer.open(webhookSecretSealed, sealContext.webhookSecret(companyId)))
      : null,
  };
}

/** Returns null if the company has not entered its keys yet. */
function createProcessor(
  { processors, sealer }: ProcessorDeps,
  { company, secrets }: CompanyWithSecrets,
): Processor | null {
  const { processorKey, webhookSecret } = openSecrets(sealer, secrets);
  if (!processorKey) return null;
  const { merchantId, publicKey, settings: extra } = company.processorData;
  const account = { owner: secrets.companyId, merchantId, publicKey, extra };
  return processors.create(company.processor, { ...account, processorKey, webhookSecret });
}

export async function processorForCompany(
  deps: ProcessorDeps,
  company: CompanyRow,
): Promise<Processor | null> {
  const secrets = await deps.database.readAlone((tx) => findSecrets(tx, company.companyId));
  invariant(secrets, 'every company has its processor secrets');
  return createProcessor(deps, { company, secrets });
}

export async function findCompanyAndProcessor(
  deps: ProcessorDeps,
  companyId: CompanyId,
): Promise<{ company: CompanyRow; processor: Processor | null }> {
  const found = await deps.database.readAlone((tx) => findCompanyWithSecrets(tx, companyId));
  const { company, secrets } = found ?? {};
  invariant(company && secrets, 'every row belongs to a company, which has its processor secrets');
  return { company, processor: createProcessor(deps, { company, secrets }) };
}

/**
 * `as`: the processor that a charge or method belongs to. A company that has moved to another processor has no
 * credentials for the old one.
 */
export async function findProcessor(
  deps: ProcessorDeps,
  companyId: CompanyId,
  as?: ProcessorName | 'manual',
): Promise<Processor | null> {
  const { company, processor } = await findCompanyAndProcessor(deps, companyId);
  return as !== undefined && as !== company.processor ? null : processor;
}
