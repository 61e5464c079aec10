/** Calls about events, webhook endpoints and what was delivered to them. */
import { z } from 'zod';
import { eventPageSchema, eventQuerySchema } from '../events.ts';
import { pageQuerySchema } from '../pages-and-problems.ts';
import type { ProviderRoute } from '../route.ts';
import {
  deliveryIdSchema,
  endpointIdSchema,
  newWebhookEndpointSchema,
  replayedSchema,
  replaySchema,
  webhookDeliveryPageSchema,
  webhookEndpointChangeSchema,
  webhookEndpointSchema,
  webhookEndpointsSchema,
  webhookEndpointWithSecretSchema,
} from '../webhook-endpoints.ts';

const params = z.object({ endpointId: endpointIdSchema });
const deliveryParams = z.object({ endpointId: endpointIdSchema, deliveryId: deliveryIdSchema });
const tag = 'Webhook endpoints';

export const EVENT_ROUTES = {
  listEvents: {
    method: 'GET',
    path: '/events',
    scope: 'read',
    tag: 'Events',
    summary: 'List events, the oldest first',
    description:
      'For polling: call it again with `after` of the answer. No event is left out, and those of an object are in their order.',
    query: eventQuerySchema,
    answer: eventPageSchema,
  },
  createWebhookEndpoint: {
    method: 'POST',
    path: '/webhook-endpoints',
    scope: 'write',
    tag,
    summary: 'Add a webhook endpoint',
    description:
      'It receives the events from now on, signed as Standard Webhooks defines it. An address of a private network is refused.',
    body: newWebhookEndpointSchema,
    answer: webhookEndpointWithSecretSchema,
    status: 201,
  },
  listWebhookEndpoints: {
    method: 'GET',
    path: '/webhook-endpoints',
    scope: 'read',
    tag,
    summary: 'List webhook endpoints',
    answer: webhookEndpointsSchema,
  },
  getWebhookEndpoint: {
    method: 'GET',
    path: '/webhook-endpoints/{endpointId}',
    scope: 'read',
    tag,
    summary: 'Read a webhook endpoint',
    params,
    answer: webhookEndpointSchema,
  },
  changeWebhookEndpoint: {
    method: 'PATCH',
    path: '/webhook-endpoints/{endpointId}',
    scope: 'write',
    tag,
    summary: 'Change a webhook endpoint',
    params,
    body: webhookEndpointChangeSchema,
    answer: webhookEndpointSchema,
  },
  deleteWebhookEndpoint: {
    method: 'DELETE',
    path: '/webhook-endpoints/{endpointId}',
    scope: 'write',
    tag,
    summary: 'Delete a webhook endpoint',
    description: 'What is not delivered yet is given up.',
    params,
    answer: webhookEndpointSchema,
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/webhook-endpoints/{endpointId}/rotate-secret',
    scope: 'write',
    tag,
    summary: 'Replace the secret of a webhook endpoint',
    description: 'For a day, webhooks are signed with both secrets.',
    params,
    answer: webhookEndpointWithSecretSchema,
  },
  resumeWebhookEndpoint: {
    method: 'POST',
    path: '/webhook-endpoints/{endpointId}/resume',
    scope: 'write',
    tag,
    summary: 'Resume a paused webhook endpoint',
    description: 'What waits is sent at once.',
    params,
    answer: webhookEndpointSchema,
  },
  testWebhookEndpoint: {
    method: 'POST',
    path: '/webhook-endpoints/{endpointId}/test',
    scope: 'write',
    tag,
    summary: 'Send a test event',
    description: 'A `webhook_endpoint.tested` event, for this endpoint only.',
    params,
    answer: webhookEndpointSchema,
  },
  replayEvents: {
    method: 'POST',
    path: '/webhook-endpoints/{endpointId}/replay',
    scope: 'write',
    tag,
    summary: 'Send all events since an instant again',
    params,
    body: replaySchema,
    answer: replayedSchema,
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/webhook-endpoints/{endpointId}/deliveries',
    scope: 'read',
    tag,
    summary: 'List deliveries, the newest first',
    params,
    query: pageQuerySchema,
    answer: webhookDeliveryPageSchema,
  },
  replayDelivery: {
    method: 'POST',
    path: '/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/replay',
    scope: 'write',
    tag,
    summary: 'Send the event of a delivery again',
    params: deliveryParams,
    answer: replayedSchema,
  },
} as const satisfies Record<string, ProviderRoute>;
