/** A customer's e-mail addresses and phone numbers. */
import { z } from 'zod';
import { contactIdSchema } from './ids.ts';
import { contactTypeSchema } from './vocabulary.ts';

export const contactSchema = z.object({
  contactId: contactIdSchema,
  type: contactTypeSchema,
  value: z.string(),
  isEnabled: z.boolean(),
  isVerified: z.boolean(),
});
export type Contact = z.infer<typeof contactSchema>;

export const contactsAnswerSchema = z.object({
  success: z.literal(true),
  contacts: z.array(contactSchema),
});

export const CONTACT_REMOVAL_REASON = 'Removed by customer';
