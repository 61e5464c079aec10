/** Imports of any size: the file is uploaded in parts, checked and written by a job, and reported row by row. */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { pageQuerySchema, toPage } from '../http/pages-and-problems.ts';
import { plainText } from '../plain-text.ts';
import {
  COLUMN_MAX,
  COLUMNS_MAX,
  IMPORT_DECIMALS,
  IMPORT_DELIMITERS,
  IMPORT_ENCODINGS,
  IMPORT_FORMATS,
  importKindSchema,
  importReportSchema,
  invalidValuesSchema,
  yearFromSchema,
} from './import-schemas.ts';

export const IMPORT_STATES = [
  'UPLOADING',
  'QUEUED',
  'RUNNING',
  'CHECKED',
  'DONE',
  'FAILED',
  'CANCELED',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** A part arrives within the time limit of a request, also on a slow line. */
export const IMPORT_PART_BYTES_MAX = 4 * 1024 * 1024;
export const IMPORT_PARTS_MAX = 128;
export const IMPORT_JOB_ROWS_MAX = 2_000_000;

const FILE_NAME_MAX = 200;

export const newImportSchema = z
  .strictObject({
    kind: importKindSchema.describe('Record type of all rows.'),
    fileName: plainText({ max: FILE_NAME_MAX }).describe(
      'Name of the file, for the list of imports.',
    ),
  })
  .meta({ id: 'NewImport' });
export type NewImport = z.infer<typeof newImportSchema>;

const mappingSchema = z.string().max(COLUMN_MAX);

/** Left out, a setting is detected, or taken from the company's last import of this record type. */
export const importStartSchema = z
  .strictObject({
    format: z
      .enum(IMPORT_FORMATS)
      .optional()
      .describe('File format. By default it is recognized by the name of the file.'),
    encoding: z
      .enum(IMPORT_ENCODINGS)
      .optional()
      .describe('Text encoding of the file. Detected by default.'),
    delimiter: z
      .enum(IMPORT_DELIMITERS)
      .optional()
      .describe('Character between the columns of a CSV file. Detected by default.'),
    sheet: z
      .string()
      .max(100)
      .optional()
      .describe(
        'Visible sheet of an Excel file. By default the only one with rows; if there are several, one must be chosen.',
      ),
    decimal: z
      .enum(IMPORT_DECIMALS)
      .optional()
      .describe(
        'Decimal separator of amounts and quantities. By default, the values of each column decide and, in doubt, the choice for the last file with the same columns.',
      ),
    map: z
      .array(mappingSchema)
      .max(COLUMNS_MAX)
      .default([])
      .describe(
        'Mapping `column=field` for a column whose name differs from the field name, or `column=` to ignore a column. Columns that are not named here are read as in the last import of this record type.',
      ),
    dateFormat: z
      .string()
      .max(20)
      .optional()
      .describe(
        'Order of day, month and year in all dates, such as `MM/DD/YYYY`. By default, the values of each column decide and, in doubt, the choice for the last file with the same columns; with `auto`, only the values decide.',
      ),
    yearFrom: yearFromSchema.optional(),
    invalidValues: invalidValuesSchema.optional(),
    isDryRun: z
      .boolean()
      .default(false)
      .describe('If true, the changes are reported but nothing is written, and the file stays.'),
  })
  .meta({ id: 'ImportStart' });
export type ImportStart = z.infer<typeof importStartSchema>;

export const importPartSchema = z
  .instanceof(Uint8Array)
  .describe('Part of the file, up to 4 MB.')
  .meta({ id: 'ImportPart' });

export const importSchema = z
  .object({
    id: z.uuid(),
    kind: importKindSchema.describe('Record type of all rows.'),
    fileName: z.string().describe('Name of the file.'),
    state: z
      .enum(IMPORT_STATES)
      .describe(
        '`UPLOADING` until it is started; `CHECKED` after a dry run; `FAILED` if the file could not be read. The file is deleted when an import is `DONE` or `CANCELED`, and otherwise after a day.',
      ),
    isDryRun: z.boolean().describe('Whether the last start was a dry run.'),
    bytes: z.int().describe('Size of the parts that were received.'),
    rowsRead: z.int().describe('Number of rows read so far.'),
    added: z.int().describe('Number of records added so far.'),
    changed: z.int().describe('Number of records changed so far.'),
    unchanged: z.int().describe('Number of rows whose records already matched the file.'),
    refused: z.int().describe('Number of rejected rows.'),
    notWritten: z
      .int()
      .describe('Number of rows that were left out because the import was canceled.'),
    report: importReportSchema
      .nullable()
      .describe(
        'Reading of the file, with the first changes and problems. Null until it was read.',
      ),
    createdAt: instantSchema,
    startedAt: instantSchema.nullable().describe('Time of the last start.'),
    finishedAt: instantSchema.nullable().describe('Time at which the last run ended.'),
  })
  .meta({ id: 'Import' });
export type Import = z.infer<typeof importSchema>;

export const importPartReceiptSchema = z
  .object({
    position: z.int().describe('Position of the part in the file.'),
    bytes: z.int().describe('Size of all parts that were received.'),
  })
  .meta({ id: 'ImportPartReceipt' });

export const importPageSchema = toPage(importSchema).meta({ id: 'ImportPage' });
export const importPageQuerySchema = pageQuerySchema;

export const importParams = z.object({ importId: z.uuid() });
export const importPartParams = z.object({
  importId: z.uuid(),
  position: z.coerce.number().int().min(1).max(IMPORT_PARTS_MAX),
});

export const importReportFileSchema = z
  .string()
  .describe(
    'CSV file with a line for each row that was rejected, changed, or left out because the import was canceled.',
  )
  .meta({ id: 'ImportReportFile' });
