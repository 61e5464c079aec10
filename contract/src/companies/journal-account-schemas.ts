/** The names of the accounts in the journal of a company (R92). */
import { z } from 'zod';
import { plainText } from '../plain-text.ts';
import { byProcessor } from '../processors/registry.ts';

/** The names under which accounts are exported, until the company chooses its own. */
export const JOURNAL_ACCOUNTS = {
  receivable: 'Accounts Receivable',
  ...byProcessor((displayName) => `${displayName} Clearing`),
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

function forEachAccount<Value>(make: (name: JournalAccount) => Value) {
  const names = Object.keys(JOURNAL_ACCOUNTS) as JournalAccount[]; // because keys() forgets the names
  const entries = names.map((name) => [name, make(name)] as const);
  return Object.fromEntries(entries) as Record<JournalAccount, Value>; // because fromEntries() forgets the names
}

export const journalAccountsSchema = z.strictObject(forEachAccount(() => accountName));
/** An account that a client does not know yet keeps its name. */
export const newJournalAccountsSchema = z
  .strictObject(forEachAccount((name) => accountName.default(JOURNAL_ACCOUNTS[name])))
  .prefault({});
export type JournalAccounts = z.infer<typeof journalAccountsSchema>;
