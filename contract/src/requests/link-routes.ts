import { z } from 'zod';
import type { ProviderRoute } from '../http/provider-route.ts';
import { estimateIdSchema, requestIdSchema } from '../ids.ts';
import {
  linkIdSchema,
  newProviderLinkSchema,
  providerLinkSchema,
  providerLinksSchema,
} from '../invoices/link-schemas.ts';

const estimateParams = z.object({ estimateId: estimateIdSchema });
const requestParams = z.object({ partialRequestId: requestIdSchema });

export const LINK_ROUTES = {
  createEstimateLink: {
    method: 'POST',
    path: '/estimates/{estimateId}/links',
    scope: 'write',
    alsoReads: true,
    tag: 'Links',
    summary: 'Create a public link to an accepted estimate',
    params: estimateParams,
    answer: newProviderLinkSchema,
    status: 201,
    errors: ['ESTIMATE_NOT_ACCEPTED', 'CUSTOMER_ERASED'],
  },
  listEstimateLinks: {
    method: 'GET',
    path: '/estimates/{estimateId}/links',
    scope: 'read',
    tag: 'Links',
    summary: 'List public links to an accepted estimate',
    params: estimateParams,
    answer: providerLinksSchema,
  },
  revokeEstimateLink: {
    method: 'DELETE',
    path: '/estimates/{estimateId}/links/{linkId}',
    scope: 'write',
    tag: 'Links',
    summary: 'Revoke a public link to an accepted estimate',
    params: estimateParams.extend({ linkId: linkIdSchema }),
    answer: providerLinkSchema,
  },
  createPartialRequestLink: {
    method: 'POST',
    path: '/partial-requests/{partialRequestId}/links',
    scope: 'write',
    alsoReads: true,
    tag: 'Links',
    summary: 'Create a public link to a partial-payment request',
    params: requestParams,
    answer: newProviderLinkSchema,
    status: 201,
    errors: ['REQUEST_NOT_CHANGEABLE', 'CUSTOMER_ERASED'],
  },
  listPartialRequestLinks: {
    method: 'GET',
    path: '/partial-requests/{partialRequestId}/links',
    scope: 'read',
    tag: 'Links',
    summary: 'List public links to a partial-payment request',
    params: requestParams,
    answer: providerLinksSchema,
  },
  revokePartialRequestLink: {
    method: 'DELETE',
    path: '/partial-requests/{partialRequestId}/links/{linkId}',
    scope: 'write',
    tag: 'Links',
    summary: 'Revoke a public link to a partial-payment request',
    params: requestParams.extend({ linkId: linkIdSchema }),
    answer: providerLinkSchema,
  },
} as const satisfies Record<string, ProviderRoute>;
