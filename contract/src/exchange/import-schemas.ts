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

export const IMPORT_FORMATS = ['csv', 'ndjson', 'xlsx'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];
export const IMPORT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number];
export const IMPORT_DELIMITERS = ['comma', 'semicolon', 'tab', 'pipe'] as const;
export type ImportDelimiter = (typeof IMPORT_DELIMITERS)[number];
export const IMPORT_DECIMALS = ['point', 'comma'] as const;
export type ImportDecimal = (typeof IMPORT_DECIMALS)[number];
/** Usual formats to choose from. Others are accepted. */
export const IMPORT_DATE_FORMATS = [
  'YYYY-MM-DD',
  'DD.MM.YYYY',
  'DD/MM/YYYY',
  'DD-MM-YYYY',
  'MM/DD/YYYY',
  'MM-DD-YYYY',
  'YYYY/MM/DD',
] as const;

const AUTO = 'auto';

/** The limit for imports through the API, which responds only after all rows are written. */
export const IMPORT_ROWS_MAX = 10_000;
export const IMPORT_BYTES_MAX = 10 * 1024 * 1024;

export const COLUMN_MAX = 200;
export const COLUMNS_MAX = 50;
const columnSchema = z.string().max(COLUMN_MAX);

export const yearFromSchema = z
  .int()
  .min(1900)
  .max(2100)
  .describe(
    'First of the hundred years in which dates with two-digit years lie. By default 80 years ago: in 2026, `46` is 1946 and `45` is 2045.',
  );

export const IMPORT_INVALID_VALUES = ['refuse', 'omit'] as const;
export type ImportInvalidValues = (typeof IMPORT_INVALID_VALUES)[number];
export const invalidValuesSchema = z
  .enum(IMPORT_INVALID_VALUES)
  .describe(
    'Rows with an invalid value that they can do without, such as a phone number: `refuse` (the default) rejects the row, `omit` imports it without the value and with a warning. Amounts, dates and references are never left out.',
  );

export const importQuerySchema = z.strictObject({
  kind: importKindSchema.describe('Record type of all rows.'),
  format: z
    .enum(IMPORT_FORMATS)
    .default('csv')
    .describe('File format. An Excel file is also recognized by its content.'),
  encoding: z
    .enum([AUTO, ...IMPORT_ENCODINGS])
    .default(AUTO)
    .describe('Text encoding of the file. Detected by default.'),
  delimiter: z
    .enum([AUTO, ...IMPORT_DELIMITERS])
    .default(AUTO)
    .describe('Character between the columns of a CSV file. Detected by default.'),
  sheet: z
    .string()
    .max(100)
    .optional()
    .describe(
      'Visible sheet of an Excel file. By default the only one with rows; if there are several, one must be chosen.',
    ),
  decimal: z
    .enum([AUTO, ...IMPORT_DECIMALS])
    .default(AUTO)
    .describe(
      'Decimal separator of amounts and quantities. By default, the values of each column decide; a file with a column such as `1,250`, which could be either, or with both in one column is rejected.',
    ),
  map: z
    .union([columnSchema, z.array(columnSchema).max(COLUMNS_MAX)])
    .optional()
    .describe(
      'Mapping `column=field` for a column whose name differs from the field name, or `column=` to ignore a column. Repeat the parameter to map several columns.',
    ),
  dateFormat: z
    .string()
    .max(20)
    .default(AUTO)
    .describe(
      'Order of day, month and year in all dates, such as `MM/DD/YYYY` or `DD.MM.YY`. By default, the values of each column decide; a file with a column that could be `DD/MM/YYYY` or `MM/DD/YYYY`, or with both in one column, is rejected. Dates such as `2026-12-31` and `10-Nov-2026` are always accepted.',
    ),
  yearFrom: z.coerce.number().pipe(yearFromSchema).optional(),
  invalidValues: invalidValuesSchema.optional(),
  dryRun: z
    .enum(['true', 'false'])
    .default('false')
    .describe('If `true`, the changes are reported but nothing is written.'),
});

export const importFileSchema = z
  .instanceof(Uint8Array)
  .describe('CSV or Excel file (.xlsx) with a header, or one JSON object per line.')
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
      .describe(
        'Old and new value of each changed field. Amounts are in cents. Lines of an invoice are described by position, as `line 1`.',
      ),
  })
  .meta({ id: 'ImportChange' });
export type ImportChange = z.infer<typeof importChangeSchema>;

export const importReadSchema = z
  .object({
    format: z.enum(IMPORT_FORMATS).describe('Format of the file.'),
    encoding: z.enum(IMPORT_ENCODINGS).optional().describe('Text encoding. Not for Excel files.'),
    delimiter: z.enum(IMPORT_DELIMITERS).optional().describe('Delimiter of a CSV file.'),
    sheet: z.string().optional().describe('Sheet of an Excel file that was read.'),
    sheets: z.array(z.string()).optional().describe('Visible sheets of an Excel file.'),
    formats: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        'Format of each field with amounts or dates that was found in its values: `point` or `comma`, or a date format.',
      ),
    yearFrom: z
      .int()
      .optional()
      .describe('First of the hundred years in which the two-digit years of the file lie.'),
  })
  .meta({ id: 'ImportRead' });
export type ImportFile = z.infer<typeof importReadSchema>;

const importQuestionSchema = z
  .object({
    setting: z.enum(['decimal', 'dateFormat', 'sheet']).describe('Setting to choose.'),
    field: z.string().nullable().describe('Field of the column in doubt.'),
    line: z.int().nullable().describe('Line of a value that can be read in several ways.'),
    text: z.string().nullable().describe('The value as it is written.'),
    choices: z
      .array(z.object({ choice: z.string(), value: z.string() }))
      .describe('Values of the setting, each with what the text then means.'),
  })
  .meta({ id: 'ImportQuestion' });
export type ImportQuestion = z.infer<typeof importQuestionSchema>;

export const importReportSchema = z
  .object({
    isDryRun: z
      .boolean()
      .describe('Whether the import was a dry run, so that nothing was written.'),
    added: z.int().describe('Number of records added.'),
    changed: z.int().describe('Number of records changed.'),
    unchanged: z.int().describe('Number of rows whose records already matched the file.'),
    refused: z.int().describe('Number of rejected rows. All other rows were imported.'),
    file: importReadSchema.describe('Format of the file as it was read.'),
    sample: z
      .array(z.record(z.string(), z.string()))
      .describe('First 5 rows as they were read, by field.'),
    problem: z
      .string()
      .nullable()
      .describe(
        'Why no row could be read, such as a missing column. Only in a dry run; otherwise the call fails.',
      ),
    question: importQuestionSchema
      .nullable()
      .describe('Choice that would resolve the problem. Start again with one of its values.'),
    columns: z
      .array(
        z.object({
          name: z.string(),
          field: z.string().nullable(),
          suggestedField: z.string().optional(),
        }),
      )
      .describe(
        'Columns of the file (first 100), with the field that each of them is read as. If there is none, the first values may suggest one, which is used only if it is named in `map`.',
      ),
    ignoredColumns: z.array(z.string()).describe('File columns that do not match any field.'),
    warned: z.int().describe('Number of warnings.'),
    warnings: z
      .array(z.object({ line: z.int().min(1), message: z.string() }))
      .describe(
        'Rows that were left out because they are sums, and rows that were imported without an invalid value (first 200).',
      ),
    changes: z.array(importChangeSchema).describe('First 200 changes.'),
    errors: z.array(importErrorSchema).describe('Reasons why rows were rejected (first 1000).'),
  })
  .meta({ id: 'ImportReport' });
export type ImportReport = z.infer<typeof importReportSchema>;
