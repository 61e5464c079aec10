/** Contacts of a customer, and the reauthentication that a change requires. */
import type { ContactType } from '@quittance/contract/vocabulary';

const kinds: Record<ContactType, string> = { EMAIL: 'E-mail', PHONE: 'Phone' };
const labels: Record<ContactType, string> = { EMAIL: 'E-mail address', PHONE: 'Phone number' };

export const contactsTexts = {
  title: 'Contacts',
  hint: 'Receipts and notices go to the addresses that are switched on.',
  failed: 'Your contacts could not be loaded',
  addOne: 'Add a contact',
  kind: 'Kind of contact',
  kinds,
  labels,
  phoneHint: 'Numbers in the United States',
  add: 'Add contact',
  cancel: 'Cancel',
  save: 'Save',
  editNamed: (contact: string) => `Edit ${contact}`,
  use: (contact: string) => `Use ${contact}`,
  removeNamed: (contact: string) => `Remove ${contact}`,
  removeAsked: 'Remove this contact?',
  remove: 'Remove',
  keep: 'Keep',
  primary: 'Primary',
  verified: 'Verified',
  notVerified: 'Not verified',
  bounced: 'Mail came back',
  notUsed: 'Not used',
  checkMail: 'Check your mail for the link',
  verify: 'Verify',
  verifyNamed: (contact: string) => `Verify ${contact}`,
  emailVerified: 'Your e-mail address is verified.',
  signInAgain: {
    offer: 'We send a code to your e-mail address. What you typed here stays.',
    send: 'Send me a code',
    sent: 'A mail with a code is on its way. It is good for 10 minutes.',
    code: (digits: number) => `${digits}-digit code from the mail`,
    incomplete: (digits: number) => `The code has ${digits} digits.`,
    submit: 'Sign in',
    notNow: 'Not now',
  },
};
