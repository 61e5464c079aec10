/** Names of the emails that can be turned off (R64), for the profile and the unsubscribe page. */
import type { CopiedMail, OptionalMail } from '../../vocabulary.ts';

export const optionalMailNames = {
  INVOICES: 'New invoices',
  REMINDERS: 'Reminders about unpaid invoices',
  RECEIPTS: 'Receipts for payments you make',
  AUTOMATIC_RECEIPTS: 'Receipts for automatic payments',
  ANSWERS: 'Answers to your questions',
  EXPIRING_CARDS: 'Saved cards that expire soon',
} satisfies Record<OptionalMail, string>;

/** Copies that a contact can turn off (R94), for the unsubscribe page. */
export const copiedMailNames = {
  INVOICES: 'Copies of invoices',
  REMINDERS: 'Copies of reminders',
  RECEIPTS: 'Copies of receipts',
} satisfies Record<CopiedMail, string>;
