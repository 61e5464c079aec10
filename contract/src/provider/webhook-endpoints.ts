/** Where a company receives its events, and what became of each delivery. */

/** PAUSED: it failed for days; nothing is sent until it is resumed. */
export const ENDPOINT_STATES = ['ACTIVE', 'PAUSED', 'DELETED'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

/** GIVEN_UP: not accepted within three days. */
export const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'GIVEN_UP'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
