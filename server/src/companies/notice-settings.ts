/** The notices that a company receives by email, and their addresses: its own settings or the defaults. */
import type { NoticeSettings } from '@quittance/contract/companies/notice-schemas';
import type { CompanyRow } from './store.ts';

const USUAL: NoticeSettings['kinds'] = [
  'RETURNED',
  'HELD',
  'DISPUTED',
  'QUESTION',
  'REFUND_FAILED',
  'ENDPOINT_PAUSED',
];

export function toNoticeSettings({
  notices,
  supportEmail,
}: Pick<CompanyRow, 'notices' | 'supportEmail'>): NoticeSettings {
  return notices ?? { addresses: supportEmail === null ? [] : [supportEmail], kinds: USUAL };
}
