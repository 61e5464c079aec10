/** Calls that import rows of a file, and export what a company owns. */

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
    summary: 'Import rows of a file',
    description:
      'Adds what is new and changes what differs; repeating it changes nothing. Wrong rows are refused with their line, and the others are imported. Nothing is written before all rows are read. Up to 10,000 rows and 10 MB: split a larger file, or import it with the command line. A dry run needs the scope `read`; without it, the report of an import has no `changes`.',
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
    summary: 'Export everything of a kind',
    description:
      'Streamed, and as of the moment of the call. Amounts are in cents. A connection that ends before the last line was cut off: call again. A reader that takes nothing for a minute is disconnected.',
    params: z.object({ kind: exportKindSchema }),
    answer: exportLinesSchema,
    answerType: 'application/x-ndjson',
  },
} as const satisfies Record<string, ProviderRoute>;
