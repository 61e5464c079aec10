/** Outbox payload of an email to a customer: template, recipient and data. */
import { contactIdSchema, customerIdSchema, mandateIdSchema } from '@quittance/contract/ids';
import { z } from 'zod';
import { keyedTexts, type TextKey } from './en/keyed-texts.ts';

export const MAIL_TEMPLATES = [
  'sign-in',
  'find-invoice',
  'invoice',
  'invoice-reminder',
  'receipt',
  'payment-submitted',
  'payment-scheduled',
  'upcoming-charge',
  'payment-failed',
  'payment-returned',
  'refund-failed',
  'method-removed',
  'method-expiring',
  'arrangement-suspended',
  'arrangement-reminder',
  'fee-changed',
  'plan-changed',
  'plan-defaulted',
  'schedule-ended',
  'schedule-moved',
  'charge-changed',
  'agreement',
  'auto-pay-changed',
  'contact-verification',
  'contact-changed',
  'inquiry-answered',
  'passkey-added',
  'passkey-removed',
] as const;
export type MailTemplate = (typeof MAIL_TEMPLATES)[number];

/** No payer waits for these emails. They are sent after all other email and within the caps (ADR 0072). */
const BULK: readonly MailTemplate[] = ['invoice', 'invoice-reminder'];

export const isBulk = (template: MailTemplate) => BULK.includes(template);

// The cast is needed because `keys()` forgets the union.
export const TEXT_KEYS = Object.keys(keyedTexts) as TextKey[];

/** A value that is no key of this release is dropped: the email then has its general text. */
const textKeySchema = z.enum(TEXT_KEYS).nullish().catch(null);

export const mailDataSchema = z
  .object({ event: textKeySchema, arrangement: textKeySchema, reversal: textKeySchema })
  .catchall(z.union([z.string(), z.number(), z.null()]).optional());
export type MailData = z.infer<typeof mailDataSchema>;

/** The agreement in an email of its own. An unknown one has a general text. */
export const agreementKindSchema = z
  .enum(['plan', 'method', 'methodChange', 'pause', 'other'])
  .catch('other');
export type AgreementKind = z.infer<typeof agreementKindSchema>;

export const mailPayloadSchema = z.object({
  customerId: customerIdSchema,
  template: z.enum(MAIL_TEMPLATES),
  data: mailDataSchema,
  secretSealed: z.string().optional(),
  contactId: contactIdSchema.optional(),
  /** The email carries the stored text of this mandate (R109). */
  agreement: mandateIdSchema.nullish(),
  /** The contact that this copy goes to (R94). */
  copyTo: contactIdSchema.optional(),
});
export type MailPayload = z.infer<typeof mailPayloadSchema>;
