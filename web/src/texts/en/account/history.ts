/** The history of agreements and actions. */
export const historyTexts = {
  title: 'Agreements and history',
  intro:
    'What you agreed to, word for word, and what happened next. Each entry is linked to the one before it, so any later change would show.',
  invoice: 'Invoice',
  method: 'Payment method',
  amount: 'Amount',
  fee: 'Processing fee',
  limit: 'Maximum amount',
  validFrom: 'Valid from',
  on: 'Day',
  version: 'Terms version',
  offSession: 'Charged automatically, as agreed',
  /** Follows 'View' and 'Hide'. */
  exactText: 'exact text',
  /** Follows 'View' and 'Hide'. */
  proof: 'verification details',
  entry: (position: number, hash: string) => `Entry ${position} · ${hash}`,
  pdf: 'Download history (PDF)',
  data: 'Download data file',
  lastEntry: (head: string) => `Last entry: ${head}`,
  howTo:
    'Keep the PDF. It names the last entry. With the data file and the verify-history.mjs script that comes with this software, anyone can check that no text was changed and no entry was removed or moved.',
  pager: 'entries',
  failed: "We couldn't load your history",
  none: 'No agreements or payments yet',
  noneHint: 'Your agreements and payments will appear here within a minute.',
};
