/**
 * Settings of a company's processor account. They are checked before they are stored (their format, that the keys
 * belong together, and that the processor accepts them), and secrets are never shown.
 */

import type { ProcessorData } from '@quittance/contract/companies/portal-schemas';
import type { ProcessorChange } from '@quittance/contract/companies/settings-schemas';
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import {
  type FieldProblem,
  isNamedField,
  isSecretField,
  type ProcessorValues,
  settingProblems,
} from '@quittance/contract/processors/processor-fields';
import { PROCESSOR_DESCRIPTIONS } from '@quittance/contract/processors/registry';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { type Actor, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { type Sealer, sealContext } from '../platform/sealing/seal.ts';
import type { Verification } from '../processors/processor.ts';
import { Secret } from '../processors/secret.ts';
import { isLive, isOwnScript } from '../processors/servers.ts';
import { lockCompany, updateCompany } from './company-list.ts';
import { forgetRefusedEvents, recordCheck } from './connections.ts';
import { openSecrets } from './processor-for-company.ts';
import { requireLiveCompany } from './require-company.ts';
import { findCompanyWithSecrets, replaceSecrets } from './store.ts';

export type ProcessorCommand = { actor: Actor; processor: ProcessorName };

type SettingsDeps = Pick<Deps, 'database' | 'processors' | 'sealer' | 'clock'>;

/** The settings as stored, and the secrets that belong to them. */
type Account = {
  companyId: CompanyId;
  processor: ProcessorName;
  values: ProcessorValues;
};

export const NO_DATA: ProcessorData = {
  publicKey: null,
  scriptUrl: null,
  merchantId: null,
  settings: {},
};

/** Only the table owner may read secrets, so this runs as a separate statement. */
export async function readAccount(
  { database, sealer }: Pick<Deps, 'database' | 'sealer'>,
  companyId: CompanyId,
) {
  const found = await database.readAlone((tx) => findCompanyWithSecrets(tx, companyId));
  const { company, secrets } = found ?? {};
  invariant(company && secrets, 'a company has its processor secrets');
  const { publicKey, merchantId, scriptUrl, settings } = company.processorData;
  const { processorKey, webhookSecret } = openSecrets(sealer, secrets);
  const values = {
    ...settings,
    publicKey,
    merchantId,
    scriptUrl,
    processorKey: processorKey?.reveal() ?? null,
    webhookSecret: webhookSecret?.reveal() ?? null,
  };
  return { company, account: { companyId, processor: company.processor, values } };
}

const keysIn = ({ values }: Account) => ({
  processorKey: new Secret(values['processorKey'] ?? ''),
  extra: settingsIn(values),
});

export const isLiveAccount = (account: Account): boolean =>
  isLive(account.processor, keysIn(account));

function settingsIn(values: ProcessorValues): Record<string, string> {
  const named = Object.entries(values).flatMap(([name, value]) =>
    value === null || isSecretField(name) || isNamedField(name) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(named);
}

function toData(account: Account): ProcessorData {
  const { publicKey = null, merchantId = null, scriptUrl = null } = account.values;
  return { publicKey, merchantId, scriptUrl, settings: settingsIn(account.values) };
}

/** The usual script follows the mode of the keys, unless another one was chosen. */
function withScript({ processors }: SettingsDeps, account: Account): Account {
  const { processor, values } = account;
  const { scriptUrl = null } = values;
  const usual = [true, false].map((isLiveKey) => processors.usualScript(processor, isLiveKey));
  if (scriptUrl !== null && !usual.includes(scriptUrl)) return account;
  const script = processors.usualScript(processor, isLiveAccount(account));
  return { ...account, values: { ...values, scriptUrl: script } };
}

function withChange(deps: SettingsDeps, account: Account, change: ProcessorChange): Account {
  const given = Object.entries(change).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const values: ProcessorValues = { ...account.values, ...Object.fromEntries(given) };
  return withScript(deps, { ...account, values });
}

const refuse = (fields: FieldProblem[]) =>
  new AppError('PROCESSOR_SETTINGS_REFUSED', { details: { fields } });

/** `isOperator`: only an operator may load a script that is not the processor's, because it runs on our pages. */
type Manner = { isOperator?: boolean };

type Change = { before: Account; after: Account; names: readonly string[] };

function scriptProblems({ processors }: SettingsDeps, { before, after }: Change): FieldProblem[] {
  const { processor, values } = after;
  const { scriptUrl = null } = values;
  if (scriptUrl === null || scriptUrl === before.values['scriptUrl']) return [];
  if (isOwnScript(processor, scriptUrl, processors.overrideOf(processor))) return [];
  return [
    { field: 'scriptUrl', message: "The script must be on one of the processor's own hosts." },
  ];
}

function formProblems(
  deps: SettingsDeps,
  change: Change,
  { isOperator = false }: Manner,
): FieldProblem[] {
  const description = PROCESSOR_DESCRIPTIONS[change.after.processor];
  const unknown = change.names
    .filter((name) => !(name in description.fields))
    .map((field) => ({ field, message: 'This processor has no such setting.' }));
  const problems = [...unknown, ...settingProblems(description, change.after.values)];
  return problems.length > 0 || isOperator ? problems : scriptProblems(deps, change);
}

async function verify({ processors }: SettingsDeps, account: Account): Promise<Verification> {
  const { companyId, processor: name, values } = account;
  const { processorKey, extra } = keysIn(account);
  const { webhookSecret = null, merchantId = null, publicKey = null } = values;
  const processor = processors.create(name, {
    owner: companyId,
    merchantId,
    publicKey,
    processorKey,
    webhookSecret: webhookSecret === null ? null : new Secret(webhookSecret),
    extra,
  });
  invariant(processor, 'the processor is in the registry');
  return processor.verify();
}

/** An account that this server must not use, such as a live one on the embedded database, is refused. */
async function verifyOrRefuse(deps: SettingsDeps, account: Account): Promise<Verification> {
  try {
    return await verify(deps, account);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'refused', field: 'processorKey', message };
  }
}

export type CheckedAccount = { account: Account; verification: Verification };

/**
 * Not in a transaction, because it waits for the processor. Without a response the settings are stored anyway, and
 * the connection is checked again later.
 *
 * @throws AppError
 */
export async function checkChange(
  deps: SettingsDeps,
  { account, change, ...manner }: { account: Account; change: ProcessorChange } & Manner,
): Promise<CheckedAccount> {
  const changed = withChange(deps, account, change);
  const names = Object.keys(change);
  const problems = formProblems(deps, { before: account, after: changed, names }, manner);
  if (problems.length > 0) throw refuse(problems);
  const verification = await verifyOrRefuse(deps, changed);
  if (verification.kind === 'refused') {
    const { field, message } = verification;
    throw refuse([{ field, message }]);
  }
  return { account: changed, verification };
}

export function sealSecrets(sealer: Sealer, { companyId, values }: Account) {
  const { processorKey = null, webhookSecret = null } = values;
  return {
    processorKeySealed:
      processorKey && sealer.seal(processorKey, sealContext.processorKey(companyId)),
    webhookSecretSealed:
      webhookSecret && sealer.seal(webhookSecret, sealContext.webhookSecret(companyId)),
  };
}

const PROBLEMS = { accepted: null, refused: 'KEY_REFUSED', no_response: 'NO_RESPONSE' } as const;

export function recordVerification(
  tx: Tx,
  { companyId, at }: { companyId: CompanyId; at: Instant },
  verification: Verification,
): Promise<void> {
  const { kind } = verification;
  const detail = kind === 'accepted' ? null : verification.message;
  return recordCheck(tx, { companyId, at, problem: PROBLEMS[kind], detail });
}

export const toColumns = ({ account }: CheckedAccount) => ({ processorData: toData(account) });

/** Runs in its own transaction: the company role may not write the secrets table. */
async function storeAccount(deps: SettingsDeps, checked: CheckedAccount): Promise<void> {
  const { account, verification } = checked;
  const { companyId } = account;
  const at = deps.clock.now();
  await deps.database.asSystem(async (tx) => {
    invariant(await lockCompany(tx, companyId), 'an account belongs to a company');
    await updateCompany(tx, companyId, toColumns(checked));
    await replaceSecrets(tx, companyId, sealSecrets(deps.sealer, account));
    await recordVerification(tx, { companyId, at }, verification);
    await forgetRefusedEvents(tx, companyId);
  });
}

export async function requireAccount(deps: Deps, { actor, processor }: ProcessorCommand) {
  const found = await readAccount(deps, actor.companyId);
  if (found.account.processor !== processor) throw new AppError('NOT_FOUND');
  return found;
}

async function requireChangeable({ database }: Deps, { companyId }: Actor): Promise<void> {
  await database.inCompany({ companyId, asProvider: true }, (tx) =>
    requireLiveCompany(tx, companyId),
  );
}

type ChangeCommand = ProcessorCommand & { change: ProcessorChange } & Manner;

/** Runs outside the transaction of the call and returns the work inside it. */
export async function changeProcessor(deps: Deps, command: ChangeCommand) {
  const { actor, processor, change, ...manner } = command;
  await requireChangeable(deps, actor);
  const { account } = await requireAccount(deps, { actor, processor });
  const checked = await checkChange(deps, { account, change, ...manner });
  return async (tx: Tx) => {
    await storeAccount(deps, checked);
    const subject = `company:${actor.companyId}`;
    const detail = { processor, fields: Object.keys(change) };
    await recordAction(tx, deps, { actor, action: 'company.processor_changed', subject, detail });
  };
}

const RESULTS = { accepted: 'ACCEPTED', refused: 'REFUSED', no_response: 'NO_ANSWER' } as const;

function toTested(account: Account, verification: Verification) {
  const { kind } = verification;
  return {
    processor: account.processor,
    isLive: isLiveAccount(account),
    result: RESULTS[kind],
    detail: kind === 'accepted' ? null : verification.message,
  };
}

/** Checks the stored settings as if they were saved now, which moves no money. */
export async function testAccount(deps: SettingsDeps, account: Account): Promise<Verification> {
  if ((account.values['processorKey'] ?? null) === null) {
    return { kind: 'refused', field: 'processorKey', message: 'There is no key yet.' };
  }
  const [problem] = settingProblems(PROCESSOR_DESCRIPTIONS[account.processor], account.values);
  return problem ? { kind: 'refused', ...problem } : verifyOrRefuse(deps, account);
}

/** Runs outside the transaction of the call and returns the work inside it. */
export async function testProcessor(deps: Deps, command: ProcessorCommand) {
  const { actor } = command;
  await requireChangeable(deps, actor);
  const { account } = await requireAccount(deps, command);
  const verification = await testAccount(deps, account);
  const tested = toTested(account, verification);
  return async (tx: Tx) => {
    const { companyId } = actor;
    const at = deps.clock.now();
    await deps.database.asSystem((system) =>
      recordVerification(system, { companyId, at }, verification),
    );
    const { processor, result } = tested;
    const action = { action: 'company.processor_tested', subject: `company:${companyId}` };
    await recordAction(tx, deps, { actor, ...action, detail: { processor, result } });
    return tested;
  };
}
