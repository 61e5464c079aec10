/** Calls about requests to pay part of an order. */
import { z } from 'zod';
import type { ProviderRoute } from '../http/provider-route.ts';
import { orderIdSchema, requestIdSchema } from '../ids.ts';
import {
  newPartialRequestSchema,
  partialRequestSchema,
  partialRequestsSchema,
} from './partial-request-schemas.ts';

const orderParams = z.object({ orderId: orderIdSchema });
const requestParams = z.object({ partialRequestId: requestIdSchema });

export const PARTIAL_REQUEST_ROUTES = {
  createPartialRequest: {
    method: 'POST',
    path: '/orders/{orderId}/partial-requests',
    scope: 'write',
    tag: 'Partial requests',
    summary: 'Ask for a part of an order',
    description: 'The customer pays it in the portal, or anyone by a link to it.',
    params: orderParams,
    body: newPartialRequestSchema,
    answer: partialRequestSchema,
    status: 201,
    errors: ['ACCOUNT_NOT_PAYABLE', 'AMOUNT_CHANGED'],
  },
  listPartialRequests: {
    method: 'GET',
    path: '/orders/{orderId}/partial-requests',
    scope: 'read',
    tag: 'Partial requests',
    summary: 'List what is asked for on an order, the newest first',
    description: 'The last 100, with those that the customer made.',
    params: orderParams,
    answer: partialRequestsSchema,
  },
  getPartialRequest: {
    method: 'GET',
    path: '/partial-requests/{partialRequestId}',
    scope: 'read',
    tag: 'Partial requests',
    summary: 'Read a partial request',
    params: requestParams,
    answer: partialRequestSchema,
  },
  changePartialRequest: {
    method: 'PATCH',
    path: '/partial-requests/{partialRequestId}',
    scope: 'write',
    tag: 'Partial requests',
    summary: 'Ask for another amount',
    description:
      'Refused while a payment of it is open, and once it is paid or canceled. A request for several orders is changed by its customer only.',
    params: requestParams,
    body: newPartialRequestSchema,
    answer: partialRequestSchema,
    errors: [
      'ACCOUNT_NOT_PAYABLE',
      'ACCOUNT_IS_PROCESSING',
      'ACCOUNT_ALREADY_CLOSED',
      'AMOUNT_CHANGED',
      'REQUEST_NOT_CHANGEABLE',
    ],
  },
  cancelPartialRequest: {
    method: 'DELETE',
    path: '/partial-requests/{partialRequestId}',
    scope: 'write',
    tag: 'Partial requests',
    summary: 'Cancel a partial request',
    description: 'Its links end. Refused while a payment of it is open, and once it is paid.',
    params: requestParams,
    answer: partialRequestSchema,
    errors: ['ACCOUNT_IS_PROCESSING', 'ACCOUNT_ALREADY_CLOSED'],
  },
} as const satisfies Record<string, ProviderRoute>;
