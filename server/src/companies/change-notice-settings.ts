import type { NoticeSettings } from '@quittance/contract/companies/notice-schemas';
import { invariant } from '@quittance/domain/invariant';
import { type Actor, type ProviderDeps, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { updateNoticeSettings } from './notice-rows.ts';
import { toNoticeSettings } from './notice-settings.ts';
import { findCompany } from './store.ts';

export async function getNoticeSettings(tx: Tx, { companyId }: Actor): Promise<NoticeSettings> {
  const company = await findCompany(tx, companyId);
  invariant(company, 'a key belongs to a company');
  return toNoticeSettings(company);
}

export async function putNoticeSettings(
  tx: Tx,
  deps: ProviderDeps,
  { actor, settings }: { actor: Actor; settings: NoticeSettings },
): Promise<NoticeSettings> {
  await updateNoticeSettings(tx, actor.companyId, settings);
  const { addresses, kinds } = settings;
  const detail = { addresses: addresses.length, kinds };
  await recordAction(tx, deps, { actor, action: 'notices.set', subject: 'company', detail });
  return settings;
}
