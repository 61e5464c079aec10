/** What a company is told by mail, and where: what it has set, or what is usual. */
import type { NoticeSettings } from '@quittance/contract/companies/notice-schemas';
import type { CompanyRow } from './store.ts';

/** What the company has to act on. */
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
