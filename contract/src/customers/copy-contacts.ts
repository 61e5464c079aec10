/** Contacts that receive copies of a customer's invoices, reminders and receipts (R94). They cannot sign in. */
import { z } from 'zod';
import { COPIED_MAILS, COPY_ROLES } from '../vocabulary.ts';

export const COPY_CONTACTS_MAX = 10;

export const copyContactSchema = z.object({
  email: z.string(),
  role: z.enum(COPY_ROLES),
  /** Only the recipient can turn these on again. */
  turnedOff: z.array(z.enum(COPIED_MAILS)),
  /** An email to the address bounced. It gets no more until it is removed and added. */
  isBounced: z.boolean(),
});
export type CopyContact = z.infer<typeof copyContactSchema>;
