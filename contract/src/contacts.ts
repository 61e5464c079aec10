/** A customer's e-mail addresses and phone numbers. */
import { z } from 'zod';
import { instantSchema } from './dates.ts';
import { contactIdSchema } from './ids.ts';
import { contactTypeSchema } from './vocabulary.ts';

export const contactSchema = z.object({
  contactId: contactIdSchema,
  type: contactTypeSchema,
  value: z.string(),
  isEnabled: z.boolean(),
  isVerified: z.boolean(),
  /** Mail to it came back: it gets none until it is verified anew. */
  isBounced: z.boolean(),
  isPrimary: z.boolean(),
  /** From when the customer can sign in with it; null when not at all as it stands. */
  signInFrom: instantSchema.nullable(),
});
export type Contact = z.infer<typeof contactSchema>;

export const contactsAnswerSchema = z.object({
  success: z.literal(true),
  contacts: z.array(contactSchema),
});

/** A customer has at most so many (R23). */
export const CONTACTS_MAX = 10;

export const CONTACT_REMOVAL_REASON = 'Removed by customer';
