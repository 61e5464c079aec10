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
  writtenOff: 'Bad Debts',
  returns: 'Returned Payments',
  bank: 'Bank Account',
  processorFees: 'Merchant Account Fees',
  otherPayouts: 'Other Processor Activity',
  /** Xero requires a tax rate on every line. */
  taxRate: 'Tax Exempt (0%)',
  /** QuickBooks requires a customer on lines of accounts receivable. */
  quickBooksCustomer: 'Portal Customers',
} as const;
export type JournalAccount = keyof typeof JOURNAL_ACCOUNTS;

const accountName = plainText({ max: 100 });

export const journalAccountsSchema = z.strictObject({
  receivable: accountName,
  stripe: accountName,
  payengine: accountName,
  fiserv: accountName,
  manual: accountName,
  disputed: accountName,
  feeIncome: accountName,
  customerCredit: accountName,
  creditNotes: accountName,
  waived: accountName,
  writtenOff: accountName,
  returns: accountName,
  bank: accountName,
  processorFees: accountName,
  otherPayouts: accountName,
  taxRate: accountName,
  quickBooksCustomer: accountName,
});
export type JournalAccounts = z.infer<typeof journalAccountsSchema>;
