/** The names of the accounts in the journal of a company (R92). */
import { z } from 'zod';
import { plainText } from '../plain-text.ts';

/** The names under which accounts are exported, until the company chooses its own. */
export const JOURNAL_ACCOUNTS = {
  receivable: 'Accounts Receivable',
  stripe: 'Stripe Clearing',
  payengine: 'PayEngine Clearing',
  fiserv: 'Fiserv Clearing',
  manual: 'Undeposited Funds',
  disputed: 'Disputed Payments',
  feeIncome: 'Processing Fee Income',
  customerCredit: 'Customer Credits',
  creditNotes: 'Sales Returns and Allowances',
  waived: 'Discounts Given',
  returns: 'Returned Payments',
  /** Xero requires a tax rate on every line. */
  taxRate: 'Tax Exempt (0%)',
} as const;
export type JournalAccount = keyof typeof JOURNAL_ACCOUNTS;

const accountName = plainText({ max: 100 });

export const journalAccountsSchema = z.strictObject({
  receivable: accountName.describe('Account for amounts that customers owe.'),
  stripe: accountName.describe('Account for money at Stripe.'),
  payengine: accountName.describe('Account for money at PayEngine.'),
  fiserv: accountName.describe('Account for money at Fiserv.'),
  manual: accountName.describe('Account for cash, checks and other recorded payments.'),
  disputed: accountName.describe('Account for money that a dispute holds.'),
  feeIncome: accountName.describe('Account for processing fees that payers pay.'),
  customerCredit: accountName.describe('Account for credit of customers and overpayments.'),
  creditNotes: accountName.describe('Account for credit notes.'),
  waived: accountName.describe('Account for amounts that an accepted offer waived.'),
  returns: accountName.describe('Account for money that was returned.'),
  taxRate: accountName.describe('Name of the tax rate on every line of a Xero file.'),
});
export type JournalAccounts = z.infer<typeof journalAccountsSchema>;
