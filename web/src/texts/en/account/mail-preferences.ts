/** The customer's email preferences (R64). */
import { optionalMailNames } from '@quittance/contract/texts/en/optional-mails';

export const mailPreferenceTexts = {
  title: 'Emails',
  hint: 'Choose which emails you want.',
  failed: "We couldn't load your email settings.",
  names: optionalMailNames,
  texts: {
    INVOICES: 'Your invoices stay available here, and are due as before.',
    REMINDERS: 'Before and after an invoice is due.',
    RECEIPTS: 'Receipts stay available under Payments.',
    AUTOMATIC_RECEIPTS: 'Receipts stay available under Payments.',
    ANSWERS: 'When the company has answered. The answer is on the invoice.',
    EXPIRING_CARDS: 'So that automatic payments do not fail.',
  },
  requiredSection: 'emails that are always sent',
  required: [
    {
      name: 'Notices before automatic charges',
      why: 'Law and card network rules require them.',
    },
    { name: 'Confirmations of what you agreed to', why: 'They are your record.' },
    { name: 'Failed and returned payments', why: 'You may need to do something.' },
    { name: 'Sign-in and security', why: 'They protect your account.' },
  ],
};
