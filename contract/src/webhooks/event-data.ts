/**
 * Field types of the objects in events. Stored events are not checked against them: an event from an older version
 * can lack newer fields.
 */
import { z } from 'zod';
import { instantSchema, isoDateSchema } from '../dates.ts';
import { type Metadata, metadataSchema } from '../http/metadata.ts';
import { inquiryKindSchema } from '../invoices/inquiry-schemas.ts';
import { PAYMENT_STATES } from '../invoices/payment-provider-schemas.ts';
import { centsSchema } from '../money.ts';
import {
  chargeKindSchema,
  contractStatusSchema,
  estimateStatusSchema,
  invoiceStatusSchema,
  methodTypeSchema,
  projectStatusSchema,
} from '../vocabulary.ts';
import {
  EVENTS_OF,
  type EventObject,
  eventTypeSchema,
  providerEventSchema,
} from './event-schemas.ts';
import { ENDPOINT_STATES } from './webhook-endpoints.ts';

const id = z.uuid();
const text = z.string();
const amount = centsSchema;

const paymentPart = z.object({ invoiceId: id, amount, fee: amount, refunded: amount });

export const EVENT_FIELDS = {
  customer: { customerRef: text, externalRef: text.nullable(), isTest: z.boolean() },
  invoice: {
    customerId: id,
    accountRef: text,
    externalRef: text.nullable(),
    status: invoiceStatusSchema,
    total: amount,
    tax: amount,
    credited: amount,
    waived: amount,
    paidBefore: amount,
    paid: amount,
    refunded: amount,
    balance: amount,
    dueDate: isoDateSchema.nullable(),
    offer: amount.nullable(),
    voidedAt: instantSchema.nullable(),
    updatedAt: instantSchema,
  },
  inquiry: {
    customerId: id,
    invoiceId: id,
    kind: inquiryKindSchema,
    answeredAt: instantSchema.nullable(),
  },
  link: {
    customerId: id,
    requestId: id,
    invoiceId: id.nullable(),
    expiresAt: instantSchema.nullable(),
    revokedAt: instantSchema.nullable(),
  },
  partial_request: { customerId: id, amount },
  payment: {
    customerId: id,
    invoiceId: id.nullable(),
    parts: z.array(paymentPart).nullable(),
    planId: id.nullable(),
    scheduleId: id.nullable(),
    type: text,
    state: z.enum(PAYMENT_STATES),
    amount,
    fee: amount,
    refunded: amount,
    method: methodTypeSchema,
    processor: text,
    processorReference: text.nullable(),
    responseCode: text.nullable(),
    reference: text.nullable(),
    receivedDate: isoDateSchema.nullable(),
  },
  credit_note: {
    customerId: id,
    invoiceId: id.nullable(),
    number: text.nullable(),
    amount,
    credit: amount,
  },
  credit: { customerId: id, invoiceId: id.nullable(), amount },
  refund: {
    paymentId: id,
    origin: text,
    state: text,
    amount,
    invoiceId: id.nullable(),
    failureReason: text.nullable(),
  },
  dispute: { paymentId: id, state: text, amount, code: text.nullable() },
  plan: { customerId: id, invoiceId: id, state: text, amount, fee: amount, installments: z.int() },
  schedule: {
    customerId: id,
    invoiceId: id,
    state: text,
    amount,
    fee: amount,
    chargeOn: isoDateSchema,
  },
  method: { customerId: id, kind: chargeKindSchema, state: text, processor: text },
  consent: {
    customerId: id,
    methodId: id.nullable(),
    purpose: text,
    kind: text,
    cap: amount.nullable(),
    textVersion: text,
    authorizedFrom: isoDateSchema.nullable(),
  },
  project: { customerId: id, projectRef: text, status: projectStatusSchema },
  order: {
    customerId: id,
    projectId: id,
    orderRef: text,
    status: projectStatusSchema,
    total: amount,
    paid: amount,
  },
  estimate: {
    customerId: id,
    projectId: id.nullable(),
    estimateRef: text,
    status: estimateStatusSchema,
    total: amount,
    paid: amount,
    expiresOn: isoDateSchema.nullable(),
  },
  contract: {
    customerId: id,
    contractRef: text,
    status: contractStatusSchema,
    amount,
    paid: amount,
  },
  webhook_endpoint: {
    state: z.enum(ENDPOINT_STATES),
    /** The type of the example that was sent instead of this event. */
    exampleType: eventTypeSchema.nullable().optional(),
  },
} as const satisfies Readonly<Record<EventObject, z.core.$ZodLooseShape>>;

/** Their metadata is added when an event is read or sent, so that an erased customer's is not kept. */
export const OBJECTS_WITH_METADATA: readonly EventObject[] = ['customer', 'invoice', 'payment'];

const METADATA = {
  metadata: metadataSchema
    .optional()
    .describe('Metadata of the object at the time at which the event is read or sent.'),
};

type EventBase = z.infer<typeof providerEventSchema>;
export type EventData<Fields> = { id: string; metadata?: Metadata | undefined } & {
  [Name in keyof Fields]: Fields[Name] extends z.ZodType ? z.infer<Fields[Name]> : never;
};

/** An event whose data has the type of its object: test `objectType` first. */
export type TypedEvent = {
  [Name in EventObject]: Omit<EventBase, 'type' | 'objectType' | 'data'> & {
    type: (typeof EVENTS_OF)[Name][number];
    objectType: Name;
    data: EventData<(typeof EVENT_FIELDS)[Name]>;
  };
}[EventObject];

/** 'partial_request' → 'PartialRequestEvent' */
export const toEventName = (object: EventObject) =>
  `${object.replace(/(^|_)(.)/g, (_, __, letter: string) => letter.toUpperCase())}Event`;

const toEventSchema = (object: EventObject) =>
  providerEventSchema
    .extend({
      type: z.enum(EVENTS_OF[object]),
      objectType: z.literal(object),
      data: z.object({
        id,
        ...EVENT_FIELDS[object],
        ...(OBJECTS_WITH_METADATA.includes(object) ? METADATA : {}),
      }),
    })
    .meta({ id: toEventName(object) });

const OBJECTS = Object.keys(EVENTS_OF) as EventObject[]; // because keys() widens the union to string
const [first, ...others] = OBJECTS.map(toEventSchema);

const anyEventSchema: unknown = z
  .discriminatedUnion('objectType', [first ?? toEventSchema('customer'), ...others])
  .meta({ id: 'Event' });
export const typedEventSchema = anyEventSchema as z.ZodType<TypedEvent>; // because both have the fields of EVENT_FIELDS

export const eventPageSchema = z
  .object({
    data: z.array(typedEventSchema),
    after: z.int().describe('Value of `after` for the next call, now or later.'),
    hasMore: z.boolean(),
  })
  .meta({ id: 'EventPage' });
