import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { contactIdSchema } from '../ids.ts';
import { contactTypeSchema } from '../vocabulary.ts';

export const contactSchema = z.object({
  contactId: contactIdSchema,
  type: contactTypeSchema,
  value: z.string(),
  isEnabled: z.boolean(),
  isVerified: z.boolean(),
  /** An email to this address bounced. No email is sent to it until it is verified again. */
  isBounced: z.boolean(),
  isPrimary: z.boolean(),
  /** When the customer can first sign in with this contact; null if it cannot be used to sign in. */
  signInFrom: instantSchema.nullable(),
});
export type Contact = z.infer<typeof contactSchema>;

export const contactsAnswerSchema = z.object({
  success: z.literal(true),
  contacts: z.array(contactSchema),
});

/** R23 */
export const CONTACTS_MAX = 10;

export const CONTACT_REMOVAL_REASON = 'Removed by customer';
