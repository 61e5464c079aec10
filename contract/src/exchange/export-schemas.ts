/** An export of everything that a company owns, by kind of object. */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { RECORD_KINDS, type RecordKind } from '../http/record-rights.ts';

export const EXPORT_KINDS = RECORD_KINDS;
export type ExportKind = RecordKind;

export const exportKindSchema = z.enum(EXPORT_KINDS);

const EXPORT_FORMATS = ['ndjson', 'csv'] as const;

export const exportQuerySchema = z.strictObject({
  format: z
    .enum(EXPORT_FORMATS)
    .default('ndjson')
    .describe(
      '`ndjson`: one JSON object per line. `csv`: a header and one row per object; lists and objects are cells with JSON.',
    ),
  from: instantSchema.optional().describe('Earliest creation time, inclusive. Not for `metadata`.'),
  to: instantSchema.optional().describe('Latest creation time, exclusive.'),
});
export type ExportQuery = z.infer<typeof exportQuerySchema>;

export const exportLinesSchema = z
  .instanceof(Uint8Array)
  .describe(
    'One JSON object per line, terminated by a line feed, or one CSV row, for each object of the exported type. Customers, invoices and payments have the fields of this API, and more.',
  )
  .meta({ id: 'ExportLines' });
