/** Contacts that receive copies of the customer's emails (R94). */
import type { CopiedMail, CopyRole } from '@quittance/contract/vocabulary';

const roles: Record<CopyRole, string> = { BILLING: 'Can pay', COPY: 'Copy only' };
const turnedOff: Record<CopiedMail, string> = {
  INVOICES: 'Invoices turned off',
  REMINDERS: 'Reminders turned off',
  RECEIPTS: 'Receipts turned off',
};

export const copyContactsTexts = {
  title: 'Copies',
  hint: 'These people also get your invoices, reminders and receipts. They cannot sign in, and each can turn the emails off.',
  failed: "We couldn't load who gets copies.",
  addOne: 'Send copies to someone',
  add: 'Send copies',
  role: 'What they can do',
  roles,
  roleTexts: {
    BILLING: 'Their emails have a link that shows the invoice and can pay it.',
    COPY: 'Their emails have no link.',
  } satisfies Record<CopyRole, string>,
  turnedOff,
  bounced: 'Email bounced',
  removeNamed: (email: string) => `Stop copies to ${email}`,
};
