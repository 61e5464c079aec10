/** The journal of a company's ledger for its accounting, and what is owed as of a day (R92). */
import { z } from 'zod';
import { isoDateSchema } from '../dates.ts';

/** QuickBooks Online and Xero read the columns of their own templates. */
export const JOURNAL_FORMATS = ['generic', 'quickbooks', 'xero'] as const;
export type JournalFormat = (typeof JOURNAL_FORMATS)[number];

export const JOURNAL_DAYS_MAX = 366;

export const journalQuerySchema = z.strictObject({
  from: isoDateSchema.describe("First day, in the company's time zone."),
  to: isoDateSchema.describe(
    `Last day, which must be over. At most ${JOURNAL_DAYS_MAX} days in all.`,
  ),
  format: z.enum(JOURNAL_FORMATS).default('generic').describe('Columns of the file.'),
});
export type JournalQuery = z.infer<typeof journalQuerySchema>;

export const agingQuerySchema = z.strictObject({
  asOf: isoDateSchema.optional().describe('Day at whose end amounts are owed; today by default.'),
});

export const clearingQuerySchema = z.strictObject({
  asOf: isoDateSchema
    .optional()
    .describe('Last day that counts, which must be over; yesterday by default.'),
});

export const csvFileSchema = z
  .instanceof(Uint8Array)
  .describe('Contents of a CSV file (RFC 4180, UTF-8).')
  .meta({ id: 'CsvFile' });
