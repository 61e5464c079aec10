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
    summary: 'Create a partial-payment request for an order',
    description:
      'The customer can pay the partial-payment request in the portal, and anyone with a public link to the request can pay the request.',
    params: orderParams,
    body: newPartialRequestSchema,
    answer: partialRequestSchema,
    status: 201,
    errors: ['ACCOUNT_NOT_PAYABLE', 'AMOUNT_CHANGED', 'CUSTOMER_ERASED'],
  },
  listPartialRequests: {
    method: 'GET',
    path: '/orders/{orderId}/partial-requests',
    scope: 'read',
    tag: 'Partial requests',
    summary: 'List partial-payment requests for an order, newest first',
    description:
      'Returns the 100 most recent partial-payment requests, including those created by the customer.',
    params: orderParams,
    answer: partialRequestsSchema,
  },
  getPartialRequest: {
    method: 'GET',
    path: '/partial-requests/{partialRequestId}',
    scope: 'read',
    tag: 'Partial requests',
    summary: 'Retrieve a partial-payment request',
    params: requestParams,
    answer: partialRequestSchema,
  },
  changePartialRequest: {
    method: 'PATCH',
    path: '/partial-requests/{partialRequestId}',
    scope: 'write',
    tag: 'Partial requests',
    summary: 'Update the amount of a partial-payment request',
    description:
      'The update fails while a payment for the request is open, and after the request is paid or canceled. Only the customer can change a request for several orders.',
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
    summary: 'Cancel a partial-payment request',
    description:
      'The links to the request expire. The cancellation fails while a payment for the request is open, and after the request is paid.',
    params: requestParams,
    answer: partialRequestSchema,
    errors: ['ACCOUNT_IS_PROCESSING', 'ACCOUNT_ALREADY_CLOSED'],
  },
} as const satisfies Record<string, ProviderRoute>;
