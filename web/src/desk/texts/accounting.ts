/** Files for the company's accounting, and the account names in them (R92). */
import { byProcessor } from '@quittance/contract/processors/registry';

export const accountingTexts = {
  text: 'Files for your accounting, from the ledger of this portal.',
  journal: 'Journal',
  journalText:
    'Debits and credits for each day, and an entry for each payout from your processor. Only complete days are exported, so the same dates always give the same file.',
  from: 'From',
  to: 'To',
  format: 'Columns',
  formats: { generic: 'Generic', quickbooks: 'QuickBooks Online', xero: 'Xero' },
  downloadJournal: 'Download journal',
  journalName: (from: string, to: string, format: string) => `journal-${from}-${to}-${format}.csv`,
  clearing: 'Money held by the processor',
  clearingText:
    'Payments that had not been paid out at the end of a day. Their sum equals the balance of the clearing account in the journal.',
  noPayouts: (processor: string) =>
    `${processor} reports no payouts. Enter its deposits and fees in your accounting yourself.`,
  downloadClearing: 'Download balance',
  clearingName: (day: string) => `clearing-${day}.csv`,
  aging: 'Receivables aging',
  agingText: 'Invoices that were open at the end of a day, with their balances.',
  asOf: 'As of',
  downloadAging: 'Download aging',
  agingName: (day: string) => `aging-${day}.csv`,
  names: 'Account names',
  namesText:
    'As in your chart of accounts. For Xero, enter account codes. Xero accepts no journal lines for bank accounts, so enter another account for payouts.',
  nameMissing: 'Enter a name.',
  accounts: {
    receivable: 'Owed by customers',
    ...byProcessor((displayName) => `Money at ${displayName}`),
    manual: 'Recorded payments',
    disputed: 'Held by disputes',
    feeIncome: 'Processing fees',
    customerCredit: 'Customer credit',
    creditNotes: 'Credit notes',
    writtenOff: 'Write-offs',
    waived: 'Settlement discounts',
    returns: 'Returned money',
    bank: 'Payouts to your bank',
    processorFees: 'Processor fees',
    otherPayouts: 'Payouts from other sales',
    taxRate: 'Tax rate (Xero)',
    quickBooksCustomer: 'Customer (QuickBooks)',
  },
};
