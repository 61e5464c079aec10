/** Outbox payload of an email to a customer: template, recipient and data. */
import { contactIdSchema, customerIdSchema } from '@quittance/contract/ids';
import { z } from 'zod';

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

export const mailDataSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
export type MailData = z.infer<typeof mailDataSchema>;

export const mailPayloadSchema = z.object({
  customerId: customerIdSchema,
  template: z.enum(MAIL_TEMPLATES),
  data: mailDataSchema,
  secretSealed: z.string().optional(),
  contactId: contactIdSchema.optional(),
  /** The contact that this copy goes to (R94). */
  copyTo: contactIdSchema.optional(),
});
export type MailPayload = z.infer<typeof mailPayloadSchema>;
