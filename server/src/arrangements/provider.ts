import type { ProviderHandlers } from '../platform/http/provider-call.ts';
import { listPlanInstallments, listPlans, listSchedules } from './list-arrangements.ts';

export const providerHandlers = {
  listPlans: (tx, _deps, { caller, query }) => listPlans(tx, caller, query),
  listInstallments: (tx, _deps, { caller, params }) =>
    listPlanInstallments(tx, { companyId: caller.companyId, ...params }),
  listSchedules: (tx, _deps, { caller, query }) => listSchedules(tx, caller, query),
} satisfies Partial<ProviderHandlers>;
