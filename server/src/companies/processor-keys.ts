/** Processor keys of a company. They are replaced and tested, and never shown. */

import type { ProcessorKeys } from '@quittance/contract/companies/settings-schemas';
import { attemptIdSchema } from '@quittance/contract/ids';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { type Actor, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { sealContext } from '../platform/sealing/seal.ts';
import { isLive } from '../processors/credentials.ts';
import type { NotFound, Outcome } from '../processors/processor.ts';
import { Secret } from '../processors/secret.ts';
import { lockCompany, updateCompany } from './company-list.ts';
import { findCompanyAndProcessor } from './processor-for-company.ts';
import { requireLiveCompany } from './require-company.ts';
import { type CompanyRow, findCompanyWithSecrets, replaceSecrets } from './store.ts';

type ProcessorCommand = { actor: Actor; processor: ProcessorName };

/** Only the table owner may read secrets, so this runs as a separate statement. */
async function readSecrets(deps: Deps, { actor, processor }: ProcessorCommand) {
  const { companyId } = actor;
  const found = await deps.database.readAlone((tx) => findCompanyWithSecrets(tx, companyId));
  const { company, secrets } = found ?? {};
  invariant(company && secrets, 'a company has its processor secrets');
  if (company.processor !== processor) throw new AppError('NOT_FOUND');
  const key = deps.sealer.open(secrets.processorKeySealed, sealContext.processorKey(companyId));
  const extra = company.processorData.settings;
  return { company, secrets, isLive: isLive({ processorKey: new Secret(key), extra }) };
}

export async function getProcessor(deps: Deps, named: ProcessorCommand) {
  const { company, secrets, isLive: isLiveNow } = await readSecrets(deps, named);
  const { processor } = await findCompanyAndProcessor(deps, company.companyId);
  return {
    processor: company.processor,
    isLive: isLiveNow,
    processorData: company.processorData,
    hasWebhookSecret: secrets.webhookSecretSealed !== null,
    isPaused: processor?.charges.isPaused?.() ?? false,
  };
}

/**
 * Rejects settings that the processor does not have, because they would be sent to the processor or to browsers.
 */
function dataWith({ processorData }: CompanyRow, { publicKey, settings = {} }: ProcessorKeys) {
  const unknown = Object.keys(settings).filter((name) => !(name in processorData.settings));
  if (unknown.length > 0) {
    const fields = unknown.map((name) => `/settings/${name}`);
    throw new AppError('INVALID_REQUEST', { details: { fields } });
  }
  return {
    ...processorData,
    publicKey: publicKey ?? processorData.publicKey,
    settings: { ...processorData.settings, ...settings },
  };
}

/** A key that this server must not use, such as a live key on the embedded database, is not stored. */
function refuseUnusable(deps: Deps, company: CompanyRow, keys: ProcessorKeys): void {
  const processorData = dataWith(company, keys);
  try {
    deps.processors.create(company.processor, {
      owner: company.companyId,
      merchantId: processorData.merchantId,
      processorKey: new Secret(keys.processorKey),
      webhookSecret: keys.webhookSecret ? new Secret(keys.webhookSecret) : null,
      extra: processorData.settings,
    });
  } catch {
    throw new AppError('INVALID_REQUEST', { details: { fields: ['/processorKey'] } });
  }
}

/** Runs in its own transaction: the company role may not write the secrets table. */
async function replace(deps: Deps, { companyId }: Actor, keys: ProcessorKeys): Promise<void> {
  const { sealer, database } = deps;
  const { processorKey, webhookSecret } = keys;
  await database.asSystem(async (tx) => {
    const company = await lockCompany(tx, companyId);
    invariant(company, 'an actor has a company');
    await updateCompany(tx, companyId, { processorData: dataWith(company, keys) });
    await replaceSecrets(tx, companyId, {
      processorKeySealed: sealer.seal(processorKey, sealContext.processorKey(companyId)),
      ...(webhookSecret === undefined
        ? {}
        : {
            webhookSecretSealed:
              webhookSecret === null
                ? null
                : sealer.seal(webhookSecret, sealContext.webhookSecret(companyId)),
          }),
    });
  });
}

export async function putProcessorKeys(
  tx: Tx,
  deps: Deps,
  { keys, ...named }: ProcessorCommand & { keys: ProcessorKeys },
) {
  const { actor } = named;
  const { company } = await readSecrets(deps, named);
  refuseUnusable(deps, company, keys);
  await replace(deps, actor, keys);
  const subject = `company:${actor.companyId}`;
  const detail = { processor: named.processor, fields: Object.keys(keys) };
  await recordAction(tx, deps, {
    actor,
    action: 'company.processor_keys_replaced',
    subject,
    detail,
  });
  return getProcessor(deps, named);
}

const ANSWERED = { result: 'ACCEPTED', detail: null } as const;

function toResult(outcome: Outcome | NotFound) {
  if (outcome.kind !== 'unknown' && outcome.kind !== 'not_sent') return ANSWERED;
  const isRefused = outcome.kind === 'unknown' && outcome.isKeyRefused;
  return { result: isRefused ? 'REFUSED' : 'NO_ANSWER', detail: outcome.reason } as const;
}

export type TestedProcessor = Awaited<ReturnType<typeof askProcessor>>;

/**
 * Tests the keys by looking up a charge that was never made, which moves no money. Not in a transaction, because it
 * waits for the processor.
 */
export async function askProcessor(deps: Deps, { actor, processor: name }: ProcessorCommand) {
  const { companyId } = actor;
  await deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
    requireLiveCompany(tx, companyId),
  );
  const { isLive: isLiveNow } = await readSecrets(deps, { actor, processor: name });
  const { processor } = await findCompanyAndProcessor(deps, companyId);
  if (!processor) throw new AppError('NOT_FOUND');
  const reference = attemptIdSchema.parse(deps.entropy.uuid());
  const outcome = await processor.charges.lookup({ reference, processorReference: null });
  return { processor: name, isLive: isLiveNow, ...toResult(outcome) };
}

export async function recordTest(
  tx: Tx,
  deps: Deps,
  { actor, tested }: { actor: Actor; tested: TestedProcessor },
): Promise<TestedProcessor> {
  const { processor, result } = tested;
  const action = { action: 'company.processor_tested', subject: `company:${actor.companyId}` };
  await recordAction(tx, deps, { actor, ...action, detail: { processor, result } });
  return tested;
}
