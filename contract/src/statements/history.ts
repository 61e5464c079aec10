/** History entries: what the payer agreed to, and the events that followed (R62). */
import { z } from 'zod';
import { instantSchema, isoDateSchema } from '../dates.ts';
import { centsSchema } from '../money.ts';

const methodLabel = z.string().nullable();
const invoice = z.string().nullable();

/** The content of an entry. The hash covers its JSON text, so new fields may be added only to new entries. */
export const historyContentSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('CONSENT'),
    at: instantSchema,
    id: z.uuid(),
    purpose: z.string(),
    method: methodLabel,
    /** The maximum that may be charged under the consent; null if it has no limit of its own. */
    limit: centsSchema.nullable(),
    from: isoDateSchema,
    version: z.string(),
    text: z.string(),
  }),
  z.object({
    kind: z.literal('CONSENT_ENDED'),
    at: instantSchema,
    id: z.uuid(),
    purpose: z.string(),
  }),
  z.object({
    kind: z.literal('PAYMENT'),
    at: instantSchema,
    id: z.uuid(),
    state: z.enum(['SUBMITTED', 'SUCCEEDED', 'FAILED', 'RETURNED']),
    isOffSession: z.boolean(),
    isWaiver: z.boolean(),
    invoice,
    method: methodLabel,
    amount: centsSchema,
    fee: centsSchema,
    consent: z.uuid().nullable(),
  }),
  z.object({
    kind: z.enum(['REFUND', 'REFUND_FAILED']),
    at: instantSchema,
    id: z.uuid(),
    payment: z.uuid(),
    amount: centsSchema,
  }),
  z.object({
    kind: z.literal('DISPUTE'),
    at: instantSchema,
    id: z.uuid(),
    payment: z.uuid(),
    state: z.enum(['OPEN', 'WON', 'LOST']),
    amount: centsSchema,
  }),
  z.object({
    kind: z.literal('CHANGE'),
    at: instantSchema,
    action: z.string(),
    by: z.enum(['PAYER', 'COMPANY', 'SYSTEM']),
    invoice,
    method: methodLabel,
    amount: centsSchema.nullable(),
    on: isoDateSchema.nullable(),
  }),
]);
export type HistoryContent = z.infer<typeof historyContentSchema>;

export const historyEntrySchema = z.object({
  position: z.int(),
  hash: z.string(),
  content: historyContentSchema,
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;
