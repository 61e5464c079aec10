/** Provider API handlers for `projects`. */

import type { ProviderHandlers } from '../platform/http/provider-call.ts';
import {
  changeContract,
  createContract,
  deleteContractDocument,
  getContract,
  getContractDocument,
  listContracts,
} from './manage-contracts.ts';
import {
  cancelPartialRequest,
  changePartialRequest,
  createPartialRequest,
  getPartialRequest,
  listPartialRequests,
} from './manage-partial-requests.ts';
import {
  changeProject,
  createEstimate,
  createOrder,
  createProject,
  getProject,
  listEstimates,
  listOrders,
  listProjects,
} from './manage-projects.ts';

export const providerHandlers = {
  createProject: (tx, deps, { caller, body }) =>
    createProject(tx, deps, { actor: caller, input: body }),
  listProjects: (tx, _deps, { caller, query }) => listProjects(tx, caller, query),
  getProject: (tx, _deps, { caller, params }) => getProject(tx, caller, params.projectId),
  changeProject: (tx, deps, { caller, params, body }) =>
    changeProject(tx, deps, { actor: caller, ...params, change: body }),
  createOrder: (tx, deps, { caller, params, body }) =>
    createOrder(tx, deps, { actor: caller, input: { ...params, ...body } }),
  listOrders: (tx, _deps, { caller, params }) => listOrders(tx, caller, params.projectId),
  createEstimate: (tx, deps, { caller, params, body }) =>
    createEstimate(tx, deps, { actor: caller, input: { ...params, ...body } }),
  listEstimates: (tx, _deps, { caller, params }) => listEstimates(tx, caller, params.projectId),
  createContract: (tx, deps, { caller, body }) =>
    createContract(tx, deps, { actor: caller, input: body }),
  listContracts: (tx, _deps, { caller, query }) => listContracts(tx, caller, query),
  getContract: (tx, _deps, { caller, params }) => getContract(tx, { actor: caller, ...params }),
  changeContract: (tx, deps, { caller, params, body }) =>
    changeContract(tx, deps, { actor: caller, ...params, ...body }),
  getContractDocument: (tx, deps, { caller, params }) =>
    getContractDocument(tx, deps, { actor: caller, ...params }),
  deleteContractDocument: (tx, deps, { caller, params }) =>
    deleteContractDocument(tx, deps, { actor: caller, ...params }),
  createPartialRequest: (tx, deps, { caller, params, body }) =>
    createPartialRequest(tx, deps, { actor: caller, ...params, ...body }),
  listPartialRequests: (tx, _deps, { caller, params }) =>
    listPartialRequests(tx, caller, params.orderId),
  getPartialRequest: (tx, _deps, { caller, params }) =>
    getPartialRequest(tx, { actor: caller, requestId: params.partialRequestId }),
  changePartialRequest: (tx, deps, { caller, params, body }) =>
    changePartialRequest(tx, deps, {
      actor: caller,
      requestId: params.partialRequestId,
      ...body,
    }),
  cancelPartialRequest: (tx, deps, { caller, params }) =>
    cancelPartialRequest(tx, deps, { actor: caller, requestId: params.partialRequestId }),
} satisfies Partial<ProviderHandlers>;
