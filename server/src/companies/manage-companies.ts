/** Creates companies and changes their settings, brand, fees, rules and plan terms. */

import { chargeRulesSchema } from '@quittance/contract/companies/charge-rules';
import { JOURNAL_ACCOUNTS } from '@quittance/contract/companies/journal-account-schemas';
import {
  feeSettingsSchema,
  preferenceSchema,
  SURCHARGE_BASIS_POINTS_MAX,
} from '@quittance/contract/companies/portal-schemas';
import type {
  CompanyChange,
  NewCompany,
  ProviderCompany,
} from '@quittance/contract/companies/provider-schemas';
import { companyIdSchema } from '@quittance/contract/ids';
import { RESERVED_DOMAINS } from '@quittance/contract/pages';
import { feeTerms } from '@quittance/domain/checkout/fees';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { type Actor, type ProviderDeps, recordAction } from '../platform/audit/recorded-action.ts';
import { type Tx, violatedConstraint } from '../platform/database/database.ts';
import { isInNetworks } from '../platform/http/networks.ts';
import { toChargeRules } from './charge-rules.ts';
import {
  insertCompany,
  insertSecrets,
  listCompanyRows,
  lockCompany,
  updateCompany,
} from './company-list.ts';
import {
  type CheckedAccount,
  checkChange,
  NO_DATA,
  recordVerification,
  sealSecrets,
  toColumns as toAccountColumns,
} from './processor-settings.ts';
import { brandColumns, type CompanyRow, findCompany, findCompanyByDomain } from './store.ts';

function show(row: CompanyRow): ProviderCompany {
  return {
    id: row.companyId,
    domain: row.domain,
    name: row.name,
    dba: row.dba,
    legalName: row.legalName,
    address: row.address?.split('\n') ?? [],
    supportEmail: row.supportEmail,
    supportPhone: row.supportPhone,
    mainColor: row.mainColor,
    secondaryColor: row.secondaryColor,
    timeZone: row.timeZone,
    feeSettings: row.feeSettings,
    isFeePayerCompany: row.isFeePayerCompany,
    rules: row.rules,
    preference: row.preference,
    chargeRules: toChargeRules(row),
    journalAccounts: { ...JOURNAL_ACCOUNTS, ...row.journalAccounts },
    isCreditApplied: row.isCreditApplied,
    isFeeKeepable: row.isFeeKeepable,
    shortfallMax: row.shortfallMax,
    isInvoiceAttached: row.isInvoiceAttached,
    staffNetworks: row.staffNetworks,
    processor: row.processor,
    createdAt: row.createdAt,
  };
}

const addressText = (lines: readonly string[]) => (lines.length === 0 ? null : lines.join('\n'));

async function create(
  tx: Tx,
  deps: ProviderDeps & Pick<Deps, 'processors'>,
  { company, checked }: { company: Omit<NewCompany, 'settings'>; checked: CheckedAccount | null },
): Promise<ProviderCompany> {
  const { address, ...input } = company;
  if (await findCompanyByDomain(tx, input.domain)) throw new AppError('DOMAIN_ALREADY_USED');
  const { clock, entropy, sealer } = deps;
  const companyId = checked?.account.companyId ?? companyIdSchema.parse(entropy.uuid());
  const row = await insertCompany(tx, {
    ...input,
    ...brandColumns(input),
    processorData: NO_DATA,
    ...(checked ? toAccountColumns(checked) : {}),
    companyId,
    address: addressText(address),
    createdAt: clock.now(),
  });
  await insertSecrets(tx, { companyId, ...(checked ? sealSecrets(sealer, checked.account) : {}) });
  if (checked) {
    await recordVerification(tx, { companyId, at: clock.now() }, checked.verification);
  }
  const actor = { companyId, name: 'operator' };
  const detail = { domain: row.domain, processor: row.processor };
  const subject = `company:${companyId}`;
  await recordAction(tx, deps, { actor, action: 'company.created', subject, detail });
  return show(row);
}

/** Without settings, the company enters its account in the console. */
async function checkSettings(
  deps: ProviderDeps & Pick<Deps, 'database' | 'processors'>,
  { processor, settings }: NewCompany,
): Promise<CheckedAccount | null> {
  if (Object.keys(settings).length === 0) return null;
  const companyId = companyIdSchema.parse(deps.entropy.uuid());
  const account = { companyId, processor, values: {} };
  return checkChange(deps, { account, change: settings, isOperator: true });
}

type CreatorDeps = ProviderDeps & Pick<Deps, 'database' | 'processors'>;

/**
 * Operators only. Runs in its own transaction across companies, because no company scope exists yet. `work` calls
 * `insert` in it, and stores what belongs to the company from the beginning.
 */
export async function withNewCompany<Result>(
  deps: CreatorDeps,
  input: NewCompany,
  work: (tx: Tx, insert: () => Promise<ProviderCompany>) => Promise<Result>,
): Promise<Result> {
  if (RESERVED_DOMAINS.includes(input.domain)) throw new AppError('DOMAIN_RESERVED');
  const checked = await checkSettings(deps, input);
  const { settings: _, ...company } = input;
  try {
    return await deps.database.asSystem((tx) =>
      work(tx, () => create(tx, deps, { company, checked })),
    );
  } catch (error) {
    // Two operators used the same domain at the same moment.
    if (violatedConstraint(error) === 'company_domain_is_unique') {
      throw new AppError('DOMAIN_ALREADY_USED');
    }
    throw error;
  }
}

export function createCompany(deps: CreatorDeps, input: NewCompany): Promise<ProviderCompany> {
  return withNewCompany(deps, input, (_tx, insert) => insert());
}

export async function getCompany(tx: Tx, { companyId }: Actor): Promise<ProviderCompany> {
  const row = await findCompany(tx, companyId);
  invariant(row, 'an actor has a company');
  return show(row);
}

/** Operators only: reads across companies. */
export async function listCompanies({ database }: Pick<Deps, 'database'>) {
  return (await database.asSystem(listCompanyRows)).map(show);
}

const omitUndefined = (given: object) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

function toColumns(row: CompanyRow, change: CompanyChange) {
  const {
    address,
    feeSettings,
    isSurchargeExcluded: _,
    preference,
    rules,
    chargeRules,
    journalAccounts,
    mainColor,
    secondaryColor,
    ...same
  } = change;
  const colors = {
    mainColor: mainColor ?? row.mainColor,
    secondaryColor: secondaryColor ?? row.secondaryColor,
  };
  return {
    ...omitUndefined(same),
    ...(address === undefined ? {} : { address: addressText(address) }),
    ...(rules === undefined ? {} : { rules: { ...row.rules, ...omitUndefined(rules) } }),
    ...(feeSettings === undefined
      ? {}
      : {
          feeSettings: feeSettingsSchema.parse({
            ...row.feeSettings,
            ...omitUndefined(feeSettings),
          }),
        }),
    ...(preference === undefined
      ? {}
      : {
          preference: preferenceSchema.parse({ ...row.preference, ...omitUndefined(preference) }),
        }),
    ...(chargeRules === undefined
      ? {}
      : {
          chargeRules: chargeRulesSchema.parse({
            ...toChargeRules(row),
            ...omitUndefined(chargeRules),
          }),
        }),
    ...(journalAccounts === undefined
      ? {}
      : { journalAccounts: { ...row.journalAccounts, ...omitUndefined(journalAccounts) } }),
    ...(mainColor === undefined && secondaryColor === undefined ? {} : brandColumns(colors)),
  };
}

/** A percentage that is already in force may stay (R110). */
function refuseHighSurcharge(row: CompanyRow, { actor, change }: CompanyUpdate): void {
  const { feeSettings, preference, isSurchargeExcluded } = change;
  const inForce = feeTerms(row).feeSettings.card;
  const wanted = Math.max(feeSettings?.card ?? 0, preference?.feeSettings?.card ?? 0);
  if (wanted <= Math.max(inForce, SURCHARGE_BASIS_POINTS_MAX)) return;
  // Only owners among the staff may call this. An API key is no person.
  const isByOwner = actor.name.startsWith('staff:');
  if (!isByOwner || !isSurchargeExcluded) throw new AppError('SURCHARGE_TOO_HIGH');
}

type CompanyUpdate = { actor: Actor; change: CompanyChange };

export async function changeCompany(
  tx: Tx,
  deps: ProviderDeps,
  update: CompanyUpdate,
): Promise<ProviderCompany> {
  const { actor, change } = update;
  const { companyId, address } = actor;
  const { staffNetworks = [] } = change;
  if (address !== undefined && !isInNetworks(staffNetworks, address)) {
    throw new AppError('NETWORKS_LOCK_OUT');
  }
  const row = await lockCompany(tx, companyId);
  invariant(row, 'an actor has a company');
  refuseHighSurcharge(row, update);
  const changed = await updateCompany(tx, companyId, toColumns(row, change));
  const detail = { fields: Object.keys(change) };
  const subject = `company:${companyId}`;
  await recordAction(tx, deps, { actor, action: 'company.changed', subject, detail });
  return show(changed);
}
