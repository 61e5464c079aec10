/** The customer's email preferences (R64). */
import { optionalMailNames } from '@quittance/contract/texts/en/optional-mails';

export const mailPreferenceTexts = {
  title: 'Emails',
  hint: 'Choose which emails you want.',
  failed: "We couldn't load your email settings.",
  names: optionalMailNames,
  texts: {
    INVOICES: 'Your invoices stay available here, and their due dates stay the same.',
    REMINDERS: 'We send them before and after an invoice is due.',
    RECEIPTS: 'Receipts stay available under Payments.',
    AUTOMATIC_RECEIPTS: 'Receipts stay available under Payments.',
    ANSWERS: "We'll tell you when the company answers. The answer is also on the invoice page.",
    EXPIRING_CARDS: "We'll tell you before an automatic payment fails.",
  },
  requiredSection: 'emails that are always sent',
  required: [
    {
      name: 'Notices before automatic charges',
      why: 'Law and card network rules require them.',
    },
    {
      name: 'Confirmations of what you agreed to',
      why: 'They are your copy of each authorization.',
    },
    { name: 'Failed and returned payments', why: 'You may need to do something.' },
    { name: 'Sign-in and security', why: 'They protect your account.' },
  ],
};
