/** Endpoints that receive a company's events, and the outcome of each delivery. */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { toPage } from '../http/pages-and-problems.ts';
import { eventTypeSchema } from './event-schemas.ts';

const URL_MAX = 500;
export const ENDPOINTS_MAX = 20;

/** PAUSED means that deliveries failed for days. Nothing is sent until the endpoint is resumed. */
export const ENDPOINT_STATES = ['ACTIVE', 'PAUSED', 'DELETED'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

/** GIVEN_UP means that the delivery was not accepted within three days. */
export const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'GIVEN_UP'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const endpointIdSchema = z.uuid();
export const deliveryIdSchema = z.uuid();

const urlSchema = z
  .url({ protocol: /^https?$/ })
  .max(URL_MAX)
  .describe('HTTPS URL on the public internet. Redirects are not followed.');
const typesSchema = z
  .array(eventTypeSchema)
  .min(1)
  .nullable()
  .describe('Event types that are sent; null for all types.');

export const webhookEndpointSchema = z
  .object({
    id: endpointIdSchema,
    url: z.string(),
    types: z.array(eventTypeSchema).nullable(),
    state: z.enum(ENDPOINT_STATES),
    failingSince: instantSchema
      .nullable()
      .describe('Time since which the endpoint has accepted no events.'),
    createdAt: instantSchema,
  })
  .meta({ id: 'WebhookEndpoint' });
export type WebhookEndpoint = z.infer<typeof webhookEndpointSchema>;

export const webhookEndpointsSchema = z
  .object({ data: z.array(webhookEndpointSchema) })
  .meta({ id: 'WebhookEndpointList' });

export const webhookEndpointWithSecretSchema = webhookEndpointSchema
  .extend({
    secret: z
      .string()
      .describe('Signing secret `whsec_…`, which signs the events that are sent. Shown once.'),
  })
  .meta({ id: 'CreatedWebhookEndpoint' });

export const newWebhookEndpointSchema = z
  .strictObject({
    url: urlSchema,
    types: typesSchema.default(null),
  })
  .meta({ id: 'NewWebhookEndpoint' });
export type NewWebhookEndpoint = z.infer<typeof newWebhookEndpointSchema>;

export const webhookEndpointChangeSchema = z
  .strictObject({ url: urlSchema.optional(), types: typesSchema.optional() })
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field')
  .meta({ id: 'WebhookEndpointChange' });
export type WebhookEndpointChange = z.infer<typeof webhookEndpointChangeSchema>;

export const webhookDeliverySchema = z
  .object({
    id: deliveryIdSchema,
    eventId: z.uuid(),
    type: eventTypeSchema,
    objectId: z.uuid(),
    state: z.enum(DELIVERY_STATES),
    tries: z.int(),
    status: z.int().nullable().describe('HTTP status of the last response.'),
    failure: z.string().nullable().describe('Reason why the last attempt failed.'),
    createdAt: instantSchema,
    nextTryAt: instantSchema.nullable(),
    finishedAt: instantSchema.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

export const webhookDeliveryPageSchema = toPage(webhookDeliverySchema).meta({
  id: 'WebhookDeliveryPage',
});

export const testEventQuerySchema = z.strictObject({
  type: eventTypeSchema
    .optional()
    .describe('Event type of which an example is sent; `webhook_endpoint.tested` by default.'),
});

export const replaySchema = z
  .strictObject({
    since: instantSchema.describe('Earliest event time, inclusive.'),
    until: instantSchema.optional().describe('Latest event time, exclusive; now by default.'),
  })
  .meta({ id: 'Replay' });
export type Replay = z.infer<typeof replaySchema>;
export const replayedSchema = z
  .object({ count: z.int().describe('Number of events that are sent again.') })
  .meta({ id: 'Replayed' });
