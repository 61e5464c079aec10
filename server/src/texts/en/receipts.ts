/** The words of a file with all receipts of a period. */
export const RECEIPTS_WORDS = {
  title: (from: string, to: string) => `Receipts, ${from} – ${to}`,
  empty: (from: string, to: string) => `No payments were made from ${from} to ${to}.`,
} as const;
