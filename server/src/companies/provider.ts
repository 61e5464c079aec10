import type { ProviderHandlers } from '../platform/http/provider-call.ts';
import { getNoticeSettings, putNoticeSettings } from './change-notice-settings.ts';
import { changeCompany, getCompany } from './manage-companies.ts';
import { getProcessor } from './processor-state.ts';
import { checkContrast, computeFeeExample } from './settings.ts';

export const providerHandlers = {
  getCompany: (tx, _deps, { caller }) => getCompany(tx, caller),
  changeCompany: (tx, deps, { caller, body }) =>
    changeCompany(tx, deps, { actor: caller, change: body }),
  getNoticeSettings: (tx, _deps, { caller }) => getNoticeSettings(tx, caller),
  putNoticeSettings: (tx, deps, { caller, body }) =>
    putNoticeSettings(tx, deps, { actor: caller, settings: body }),
  computeFeeExample: (tx, _deps, { caller, body }) => computeFeeExample(tx, caller, body),
  checkContrast: async (_tx, _deps, { body }) => checkContrast(body),
  getProcessor: (tx, deps, { caller, params }) =>
    getProcessor(tx, deps, { actor: caller, ...params }),
} satisfies Partial<ProviderHandlers>;
