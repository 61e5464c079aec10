/** Provider API handlers for `reports`. */

import type { ProviderHandlers } from '../platform/http/provider-call.ts';
import { acknowledgeAttention, getAttentionCounts, listAttention } from './attention.ts';
import { listAudit } from './audit-log.ts';
import { getClearing } from './clearing.ts';
import { getAging, getJournal } from './journal.ts';
import { getSummary } from './summary.ts';
import { deleteView, getView, listViews, putView } from './views.ts';

export const providerHandlers = {
  listAttention: (tx, deps, { caller, query }) => listAttention(tx, caller, { deps, query }),
  getAttentionCounts: (tx, deps, { caller }) => getAttentionCounts(tx, deps, caller),
  acknowledgeAttention: (tx, deps, { caller, params, body }) =>
    acknowledgeAttention(tx, deps, { actor: caller, ...params, ...body }),
  getSummary: (tx, deps, { caller, query }) => getSummary(tx, deps, { actor: caller, query }),
  listAudit: (tx, _deps, { caller, query }) => listAudit(tx, caller, query),
  getJournal: (tx, deps, { caller, query }) => getJournal(tx, deps, { actor: caller, query }),
  getClearing: (tx, deps, { caller, query }) => getClearing(tx, deps, { actor: caller, ...query }),
  getAging: (tx, deps, { caller, query }) => getAging(tx, deps, { actor: caller, ...query }),
  listViews: (tx, _deps, { caller }) => listViews(tx, caller),
  getView: (tx, _deps, { caller, params }) => getView(tx, { actor: caller, ...params }),
  putView: (tx, deps, { caller, params, body }) =>
    putView(tx, deps, { actor: caller, ...params, input: body }),
  deleteView: (tx, deps, { caller, params }) => deleteView(tx, deps, { actor: caller, ...params }),
} satisfies Partial<ProviderHandlers>;
