/** Imports: the rows that a file may contain, and the report about them. */
import { z } from 'zod';
import { errorCodeSchema } from '../http/pages-and-problems.ts';

/** In import order: the records that a row refers to must already exist. */
export const IMPORT_KINDS = [
  'customers',
  'projects',
  'contracts',
  'orders',
  'estimates',
  'invoices',
  'lines',
] as const;
export const importKindSchema = z.enum(IMPORT_KINDS);
export type ImportKindName = z.infer<typeof importKindSchema>;

export const IMPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** The limit for imports through the API, which responds only after all rows are written. */
export const IMPORT_ROWS_MAX = 10_000;
export const IMPORT_BYTES_MAX = 10 * 1024 * 1024;

const COLUMN_MAX = 200;
const COLUMNS_MAX = 50;
const columnSchema = z.string().max(COLUMN_MAX);

export const importQuerySchema = z.strictObject({
  kind: importKindSchema.describe('Record type of all rows.'),
  format: z.enum(IMPORT_FORMATS).default('csv').describe('File format.'),
  map: z
    .union([columnSchema, z.array(columnSchema).max(COLUMNS_MAX)])
    .optional()
    .describe(
      'Mapping `column=field` for a column whose name differs from the field name. Repeat the parameter to map several columns.',
    ),
  dateFormat: z
    .string()
    .max(20)
    .default('YYYY-MM-DD')
    .describe('Date format for all dates: `YYYY`, `MM` and `DD` once each, such as `MM/DD/YYYY`.'),
  dryRun: z
    .enum(['true', 'false'])
    .default('false')
    .describe('If `true`, the changes are reported but nothing is written.'),
});

export const importFileSchema = z
  .instanceof(Uint8Array)
  .describe('CSV file with a header, or one JSON object per line, in UTF-8.')
  .meta({ id: 'ImportFile' });

export const importErrorSchema = z
  .object({
    line: z.int().min(1).describe('Line number in the file, starting at 1.'),
    code: errorCodeSchema,
    message: z.string().describe('Human-readable explanation of the problem.'),
  })
  .meta({ id: 'ImportError' });
export type ImportError = z.infer<typeof importErrorSchema>;

export const importChangeSchema = z
  .object({
    line: z.int().min(1).describe('Line number in the file, starting at 1.'),
    ref: z.string().describe('Reference number of the changed record.'),
    fields: z
      .record(z.string(), z.array(z.string()).length(2))
      .describe('Old and new value of each changed field. Amounts are in cents.'),
  })
  .meta({ id: 'ImportChange' });
export type ImportChange = z.infer<typeof importChangeSchema>;

export const importReportSchema = z
  .object({
    isDryRun: z
      .boolean()
      .describe('Whether the import was a dry run, so that nothing was written.'),
    added: z.int().describe('Number of records added.'),
    changed: z.int().describe('Number of records changed.'),
    unchanged: z.int().describe('Number of rows whose records already matched the file.'),
    refused: z.int().describe('Number of rejected rows. All other rows were imported.'),
    ignoredColumns: z.array(z.string()).describe('File columns that do not match any field.'),
    changes: z.array(importChangeSchema).describe('First 200 changes.'),
    errors: z.array(importErrorSchema).describe('Reasons why rows were rejected (first 1000).'),
  })
  .meta({ id: 'ImportReport' });
export type ImportReport = z.infer<typeof importReportSchema>;
