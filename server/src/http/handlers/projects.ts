/** Projects with what belongs to them, estimates, and partial requests. */

import type { Deps } from '../../deps.ts';
import { acceptEstimate } from '../../portal/projects/accept-estimate.ts';
import {
  createPartialRequest,
  readPartialRequest,
  updatePartialRequest,
} from '../../portal/projects/partial-request.ts';
import {
  readEstimate,
  readProject,
  readProjectEstimates,
  readProjectInvoices,
  readProjectOrders,
  readProjects,
  readProjectTransactions,
} from '../../portal/projects/projects.ts';
import type { Call, Handlers } from '../call.ts';

type Accept = Call<'acceptEstimate'> | Call<'acceptEstimateByGet'>;

async function accept(deps: Deps, { principal, params }: Accept) {
  const requestId = await acceptEstimate(deps, principal, params.id);
  return { success: true as const, requestId };
}

export const projectHandlers = {
  projects: async (deps, { principal }) => ({
    success: true,
    projects: await readProjects(deps, principal),
  }),
  project: async (deps, { principal, params, query }) => ({
    success: true,
    project: await readProject(deps, { principal, projectId: params.id, query }),
  }),
  projectInvoices: async (deps, { principal, params, query }) => ({
    success: true,
    ...(await readProjectInvoices(deps, { principal, projectId: params.id, query })),
  }),
  projectOrders: async (deps, { principal, params, query }) => ({
    success: true,
    orders: await readProjectOrders(deps, { principal, projectId: params.id, query }),
  }),
  projectEstimates: async (deps, { principal, params, query }) => ({
    success: true,
    estimates: await readProjectEstimates(deps, { principal, projectId: params.id, query }),
  }),
  projectTransactions: async (deps, { principal, params, query }) => ({
    success: true,
    ...(await readProjectTransactions(deps, { principal, projectId: params.id, query })),
  }),
  estimate: async (deps, { principal, params }) => ({
    success: true,
    estimate: await readEstimate(deps, principal, params.id),
  }),
  acceptEstimate: accept,
  acceptEstimateByGet: accept,
  partialRequest: async (deps, { principal, params }) => ({
    success: true,
    request: await readPartialRequest(deps, principal, params.id),
  }),
  createPartialRequest: async (deps, { principal, body }) => ({
    success: true,
    request: await createPartialRequest(deps, principal, body.orders),
  }),
  updatePartialRequest: async (deps, { principal, params, body }) => ({
    success: true,
    request: await updatePartialRequest(deps, { principal, requestId: params.id, body }),
  }),
} satisfies Handlers;
