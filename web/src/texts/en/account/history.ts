/** The history of agreements and actions. */
export const historyTexts = {
  title: 'Agreements and history',
  intro:
    'What you agreed to, word for word, and what followed. Each entry is chained to the one before it, so that later changes would show.',
  invoice: 'Invoice',
  method: 'Payment method',
  amount: 'Amount',
  fee: 'Processing fee',
  limit: 'At most',
  validFrom: 'Valid from',
  on: 'Day',
  version: 'Version of the text',
  offSession: 'Charged automatically, as agreed',
  /** Follows 'View' and 'Hide'. */
  exactText: 'exact text',
  /** Follows 'View' and 'Hide'. */
  proof: 'verification details',
  entry: (position: number, hash: string) => `Entry ${position} · ${hash}`,
  pdf: 'History as PDF',
  data: 'Data file for verification',
  lastEntry: (head: string) => `Last entry: ${head}`,
  howTo:
    'Keep the PDF: it names the last entry. With the data file and the script verify-history.mjs of this software, anyone can check that no text was changed, and no entry removed or moved.',
  pager: 'entries',
  failed: "We couldn't load your history",
  none: 'Nothing was agreed or paid yet',
  noneHint: 'Your consents and payments appear here within a minute.',
};
