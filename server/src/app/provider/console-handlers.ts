/** The calls that the console makes beside those of the other resources. */
import {
  listPlanInstallments,
  listPlans,
  listSchedules,
} from '../../arrangements/list-arrangements.ts';
import { getProcessor, putProcessorKeys } from '../../companies/processor-keys.ts';
import { checkContrast, computeFeeExample } from '../../companies/settings.ts';
import { releaseHold } from '../../payments/reconciliation/release-hold.ts';
import { previewRefund } from '../../payments/refunds/order-refund.ts';
import {
  acknowledgeAttention,
  getAttentionCounts,
  listAttention,
} from '../../reports/attention.ts';
import { getSummary } from '../../reports/summary.ts';
import { deleteView, getView, listViews, putView } from '../../reports/views.ts';
import { previewReminder } from '../../requests/preview-reminder.ts';
import type { ProviderHandlers } from './call.ts';

type Names =
  | 'listAttention'
  | 'getAttentionCounts'
  | 'acknowledgeAttention'
  | 'listPlans'
  | 'listInstallments'
  | 'listSchedules'
  | 'previewRefund'
  | 'getSummary'
  | 'listViews'
  | 'getView'
  | 'putView'
  | 'deleteView'
  | 'computeFeeExample'
  | 'checkContrast'
  | 'previewReminder'
  | 'getProcessor'
  | 'putProcessorKeys'
  | 'releaseCharges';

export const CONSOLE_HANDLERS: Pick<ProviderHandlers, Names> = {
  listAttention: (tx, deps, { caller, query }) => listAttention(tx, caller, { deps, query }),
  getAttentionCounts: (tx, deps, { caller }) => getAttentionCounts(tx, deps, caller),
  acknowledgeAttention: (tx, deps, { caller, params, body }) =>
    acknowledgeAttention(tx, deps, { actor: caller, ...params, ...body }),

  listPlans: (tx, _deps, { caller, query }) => listPlans(tx, caller, query),
  listInstallments: (tx, _deps, { caller, params }) =>
    listPlanInstallments(tx, { companyId: caller.companyId, ...params }),
  listSchedules: (tx, _deps, { caller, query }) => listSchedules(tx, caller, query),
  previewRefund: (tx, deps, { caller, params, body }) =>
    previewRefund(tx, deps, { actor: caller, attemptId: params.paymentId, input: body }),

  getSummary: (tx, deps, { caller, query }) => getSummary(tx, deps, { actor: caller, query }),
  listViews: (tx, _deps, { caller }) => listViews(tx, caller),
  getView: (tx, _deps, { caller, params }) => getView(tx, { actor: caller, ...params }),
  putView: (tx, deps, { caller, params, body }) =>
    putView(tx, deps, { actor: caller, ...params, input: body }),
  deleteView: (tx, deps, { caller, params }) => deleteView(tx, deps, { actor: caller, ...params }),

  computeFeeExample: (tx, _deps, { caller, body }) => computeFeeExample(tx, caller, body),
  previewReminder: (tx, deps, { caller, body }) =>
    previewReminder(tx, deps, { actor: caller, question: body }),
  checkContrast: async (_tx, _deps, { body }) => checkContrast(body),
  getProcessor: (_tx, deps, { caller, params }) => getProcessor(deps, { actor: caller, ...params }),
  putProcessorKeys: (tx, deps, { caller, params, body }) =>
    putProcessorKeys(tx, deps, { actor: caller, ...params, keys: body }),
  releaseCharges: (tx, deps, { caller, body }) => releaseHold(tx, deps, { actor: caller, ...body }),
};
