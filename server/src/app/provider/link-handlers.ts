/** The calls about partial requests, and about public links to whatever can be paid. */

import {
  cancelPartialRequest,
  changePartialRequest,
  createPartialRequest,
  getPartialRequest,
  listPartialRequests,
} from '../../projects/manage-partial-requests.ts';
import { createLink, listLinks, revokeLink } from '../../requests/manage-links.ts';
import type { ProviderHandlers } from './call.ts';

type Names =
  | 'createPartialRequest'
  | 'listPartialRequests'
  | 'getPartialRequest'
  | 'changePartialRequest'
  | 'cancelPartialRequest'
  | 'createInvoiceLink'
  | 'listInvoiceLinks'
  | 'revokeInvoiceLink'
  | 'createEstimateLink'
  | 'listEstimateLinks'
  | 'revokeEstimateLink'
  | 'createPartialRequestLink'
  | 'listPartialRequestLinks'
  | 'revokePartialRequestLink';

export const LINK_HANDLERS: Pick<ProviderHandlers, Names> = {
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

  createInvoiceLink: (tx, deps, { caller, params: to }) =>
    createLink(tx, deps, { actor: caller, to }),
  listInvoiceLinks: (tx, deps, { caller, params: to }) =>
    listLinks(tx, deps, { actor: caller, to }),
  revokeInvoiceLink: (tx, deps, { caller, params: { linkId, ...to } }) =>
    revokeLink(tx, deps, { actor: caller, to, linkId }),

  createEstimateLink: (tx, deps, { caller, params: to }) =>
    createLink(tx, deps, { actor: caller, to }),
  listEstimateLinks: (tx, deps, { caller, params: to }) =>
    listLinks(tx, deps, { actor: caller, to }),
  revokeEstimateLink: (tx, deps, { caller, params: { linkId, ...to } }) =>
    revokeLink(tx, deps, { actor: caller, to, linkId }),

  createPartialRequestLink: (tx, deps, { caller, params: to }) =>
    createLink(tx, deps, { actor: caller, to }),
  listPartialRequestLinks: (tx, deps, { caller, params: to }) =>
    listLinks(tx, deps, { actor: caller, to }),
  revokePartialRequestLink: (tx, deps, { caller, params: { linkId, ...to } }) =>
    revokeLink(tx, deps, { actor: caller, to, linkId }),
};
