/** Names of the emails that can be turned off (R64), for the profile and the unsubscribe page. */
import type { OptionalMail } from '../../vocabulary.ts';

export const optionalMailNames = {
  REMINDERS: 'Reminders of unpaid invoices',
  AUTOMATIC_RECEIPTS: 'Receipts of automatic payments',
  ANSWERS: 'Answers to your questions',
  EXPIRING_CARDS: 'Saved cards that expire soon',
} satisfies Record<OptionalMail, string>;
