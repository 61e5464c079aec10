/** Contacts of a customer, and the reauthentication that a change requires. */
import type { ContactType } from '@quittance/contract/vocabulary';

const kinds: Record<ContactType, string> = { EMAIL: 'Email', PHONE: 'Phone' };
const labels: Record<ContactType, string> = { EMAIL: 'Email address', PHONE: 'Phone number' };

export const contactsTexts = {
  title: 'Contacts',
  hint: 'We send receipts and notices to the contacts that are turned on.',
  failed: "We couldn't load your contacts",
  addOne: 'Add a contact',
  kind: 'Contact type',
  kinds,
  labels,
  phoneHint: 'US numbers only',
  add: 'Add contact',
  cancel: 'Cancel',
  save: 'Save',
  editNamed: (contact: string) => `Edit ${contact}`,
  use: (contact: string) => `Send receipts and notices to ${contact}`,
  removeNamed: (contact: string) => `Remove ${contact}`,
  removeAsked: 'Remove this contact?',
  remove: 'Remove',
  keep: 'Keep',
  primary: 'Primary',
  verified: 'Verified',
  notVerified: 'Not verified',
  bounced: 'Email bounced',
  notUsed: 'Off',
  checkMail: 'Check your email for the link',
  verify: 'Verify',
  verifyNamed: (contact: string) => `Verify ${contact}`,
  emailVerified: 'Your email address is verified.',
  signInAgain: {
    offer: "We'll email you a code. You won't lose your changes.",
    send: 'Send me a code',
    sent: 'We emailed you a code. It works for 10 minutes.',
    code: (digits: number) => `${digits}-digit code from the email`,
    incomplete: (digits: number) => `The code has ${digits} digits.`,
    submit: 'Sign in',
    notNow: 'Not now',
  },
};
