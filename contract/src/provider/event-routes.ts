/** Calls about events. */
import { eventPageSchema, eventQuerySchema } from './events.ts';
import type { ProviderRoute } from './route.ts';

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
} as const satisfies Record<string, ProviderRoute>;
