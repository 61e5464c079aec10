import type { ProviderHandlers } from '../platform/http/provider-call.ts';
import { getNoticeSettings, putNoticeSettings } from './change-notice-settings.ts';
import { changeCompany, getCompany } from './manage-companies.ts';
import { getProcessor, putProcessorKeys } from './processor-keys.ts';
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
  getProcessor: (_tx, deps, { caller, params }) => getProcessor(deps, { actor: caller, ...params }),
  putProcessorKeys: (tx, deps, { caller, params, body }) =>
    putProcessorKeys(tx, deps, { actor: caller, ...params, keys: body }),
} satisfies Partial<ProviderHandlers>;
