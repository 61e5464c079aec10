/** The page behind the link 'Turn off these emails' (R64). */
import { optionalMailNames } from '@quittance/contract/texts/en/optional-mails';

export const unsubscribeTexts = {
  names: optionalMailNames,
  askTitle: 'Turn off these emails?',
  ask: (company: string) => `${company} will no longer send you this kind of email:`,
  turnOff: 'Turn off',
  offTitle: 'These emails are turned off',
  off: (company: string) => `${company} no longer sends you this kind of email:`,
  turnOn: 'Turn on again',
  onTitle: 'These emails are turned on',
  on: (company: string) => `${company} sends you this kind of email:`,
  required:
    'Invoices, notices before automatic charges, confirmations and security emails are still sent: they are required.',
  allSettings: 'All email settings',
  unknownTitle: 'This link is not valid',
  unknown: 'Please use the link in a newer email, or sign in and change your profile.',
};

export type UnsubscribeTexts = typeof unsubscribeTexts;
