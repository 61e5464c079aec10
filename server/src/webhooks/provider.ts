/** Provider API handlers for `webhooks`. */

import { listEvents } from '../platform/events/list-events.ts';
import type { ProviderHandlers } from '../platform/http/provider-call.ts';
import { listDeliveries, replayDelivery, replayEvents } from './deliveries.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  resumeEndpoint,
  rotateSecret,
  testEndpoint,
} from './endpoints.ts';

export const providerHandlers = {
  createWebhookEndpoint: (tx, deps, { caller, body }) =>
    createEndpoint(tx, deps, { actor: caller, input: body }),
  listWebhookEndpoints: (tx, _deps, { caller }) => listEndpoints(tx, caller),
  getWebhookEndpoint: (tx, _deps, { caller, params }) =>
    getEndpoint(tx, { actor: caller, ...params }),
  changeWebhookEndpoint: (tx, deps, { caller, params, body }) =>
    changeEndpoint(tx, deps, { actor: caller, ...params, change: body }),
  deleteWebhookEndpoint: (tx, deps, { caller, params }) =>
    deleteEndpoint(tx, deps, { actor: caller, ...params }),
  rotateWebhookSecret: (tx, deps, { caller, params }) =>
    rotateSecret(tx, deps, { actor: caller, ...params }),
  resumeWebhookEndpoint: (tx, deps, { caller, params }) =>
    resumeEndpoint(tx, deps, { actor: caller, ...params }),
  testWebhookEndpoint: (tx, deps, { caller, params, query }) =>
    testEndpoint(tx, deps, { actor: caller, ...params, ...query }),
  replayEvents: (tx, deps, { caller, params, body }) =>
    replayEvents(tx, deps, { actor: caller, ...params, ...body }),
  listWebhookDeliveries: (tx, _deps, { caller, params, query }) =>
    listDeliveries(tx, { actor: caller, ...params, page: query }),
  replayDelivery: (tx, deps, { caller, params }) =>
    replayDelivery(tx, deps, { actor: caller, ...params }),
  listEvents: (tx, _deps, { caller, query }) => listEvents(tx, caller, query),
} satisfies Partial<ProviderHandlers>;
