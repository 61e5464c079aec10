/** The words of a history as a file, apart from how they are put together. */
export const HISTORY_WORDS = {
  title: 'History',
  subtitle: 'Agreements and payments',
  customer: 'Customer',
  customerRef: 'Customer reference',
  issued: 'Issued',
  entries: 'Entries',
  lastEntry: 'Last entry',
  invoice: (reference: string) => `Invoice ${reference}`,
  amount: (amount: string) => `Amount ${amount}`,
  withFee: (amount: string, fee: string) => `Amount ${amount} plus a processing fee of ${fee}`,
  limit: (amount: string) => `At most ${amount}`,
  on: (day: string) => `For ${day}`,
  from: (day: string) => `Valid from ${day}`,
  version: (version: string) => `Text version ${version}`,
  offSession: 'Charged automatically, as agreed',
  exactText: 'Exact text',
  hash: 'Hash',
  empty: 'Nothing was agreed or paid yet.',
  verify: 'How to verify this history',
  howTo:
    'Each entry has a hash over its content and the hash before it. Who changes, removes or reorders an entry changes ' +
    'every later hash. Keep this document: download the data file of your history at any later time, and verify that ' +
    'it still contains the last entry named above. The script verify-history.mjs does this without any other program.',
  page: (number: number, count: number) => `Page ${number} of ${count}`,
} as const;
