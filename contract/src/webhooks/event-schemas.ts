/** A company's events, which its own systems read as a list or receive through webhooks. */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { pageQuerySchema } from '../http/pages-and-problems.ts';

export const EVENTS_OF = {
  customer: ['customer.created', 'customer.changed', 'customer.erased'],
  invoice: [
    'invoice.issued',
    'invoice.changed',
    'invoice.voided',
    'invoice.written_off',
    'invoice.disputed',
    'invoice.resolved',
    'invoice.paid',
    'invoice.reopened',
    'invoice.sent',
    'invoice.reminded',
    'invoice.bounced',
    'invoice.email_declined',
    'invoice.reminder_declined',
    'invoice.offer_made',
    'invoice.offer_withdrawn',
    'invoice.offer_accepted',
  ],
  inquiry: ['inquiry.question_asked', 'inquiry.dispute_opened', 'inquiry.answered'],
  link: ['link.created', 'link.revoked'],
  partial_request: [
    'partial_request.created',
    'partial_request.changed',
    'partial_request.canceled',
  ],
  payment: [
    'payment.pending',
    'payment.held',
    'payment.succeeded',
    'payment.failed',
    'payment.returned',
  ],
  credit_note: ['credit_note.issued', 'credit_note.voided'],
  credit: ['credit.applied', 'credit.undone'],
  refund: ['refund.requested', 'refund.succeeded', 'refund.failed'],
  dispute: ['dispute.opened', 'dispute.won', 'dispute.lost'],
  plan: [
    'plan.started',
    'plan.changed',
    'plan.pause_requested',
    'plan.suspended',
    'plan.paid_off',
    'plan.canceled',
    'plan.defaulted',
  ],
  schedule: [
    'schedule.created',
    'schedule.changed',
    'schedule.suspended',
    'schedule.canceled',
    'schedule.done',
  ],
  method: ['method.added', 'method.expiring', 'method.removed'],
  consent: ['consent.given'],
  project: ['project.created', 'project.changed'],
  order: ['order.created'],
  estimate: ['estimate.created', 'estimate.accepted'],
  contract: ['contract.created', 'contract.changed'],
  webhook_endpoint: [
    'webhook_endpoint.tested',
    'webhook_endpoint.failing',
    'webhook_endpoint.paused',
  ],
} as const;
export type EventObject = keyof typeof EVENTS_OF;
export type EventType = (typeof EVENTS_OF)[EventObject][number];

// The cast is safe because the lists are not empty, which keys() and flat() do not preserve in the type.
const EVENT_OBJECTS = Object.keys(EVENTS_OF) as [EventObject, ...EventObject[]];
export const EVENT_TYPES = Object.values(EVENTS_OF).flat() as [EventType, ...EventType[]]; // because of the same

export const eventTypeSchema = z.enum(EVENT_TYPES);

export const providerEventSchema = z.object({
  id: z.uuid().describe('Event ID, sent as `webhook-id`. Identical every time the event is sent.'),
  number: z
    .int()
    .describe(
      'Number of the event within the company, without gaps, in the order in which events became known.',
    ),
  type: eventTypeSchema,
  timestamp: instantSchema,
  objectType: z.enum(EVENT_OBJECTS),
  objectId: z.uuid(),
  sequence: z.int().describe("Event's sequence number for its object."),
  data: z
    .record(z.string(), z.unknown())
    .describe('Object after the change: IDs, references, states and amounts.'),
  isTest: z
    .literal(true)
    .optional()
    .describe('Present only in a test event. Its object does not exist.'),
});
export type ProviderEvent = z.infer<typeof providerEventSchema>;

const numberSchema = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const eventQuerySchema = z.strictObject({
  limit: pageQuerySchema.shape.limit,
  after: numberSchema.default(0).describe('Value of `number` from the last event that was read.'),
  type: eventTypeSchema.optional(),
});
