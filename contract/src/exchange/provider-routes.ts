import { z } from 'zod';
import type { ProviderRoute } from '../http/provider-route.ts';
import { exportKindSchema, exportLinesSchema } from './export-schemas.ts';
import { importFileSchema, importQuerySchema, importReportSchema } from './import-schemas.ts';

export const EXCHANGE_ROUTES = {
  importRows: {
    method: 'POST',
    path: '/imports',
    scope: 'write',
    answersNew: true,
    tag: 'Imports',
    summary: 'Import rows from a file',
    description:
      'New records are added and records that differ are updated; repeating an import changes nothing. Invalid rows are rejected with their line numbers, and the other rows are imported. Nothing is written until all rows have been read. A file can have up to 10,000 rows and 10 MB: split a larger file, or import the file with the command-line tool. A dry run requires the `read` scope; without that scope, the report of an import has no `changes`.',
    query: importQuerySchema,
    body: importFileSchema,
    bodyType: 'application/octet-stream',
    answer: importReportSchema,
    errors: ['IMPORT_TOO_LARGE', 'WRONG_FILE'],
  },
  exportKind: {
    method: 'GET',
    path: '/exports/{kind}',
    scope: 'read',
    tag: 'Exports',
    summary: 'Export all objects of a type',
    description:
      'The response is streamed and reflects the data at the time of the call. Amounts are in cents. If the connection ends before the last line, the export was cut off: call the endpoint again. A client that reads nothing for a minute is disconnected.',
    params: z.object({ kind: exportKindSchema }),
    answer: exportLinesSchema,
    answerType: 'application/x-ndjson',
  },
} as const satisfies Record<string, ProviderRoute>;
