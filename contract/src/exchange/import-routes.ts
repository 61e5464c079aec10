/** The call that imports rows of a file. */

import type { ProviderRoute } from '../http/provider-route.ts';
import { importFileSchema, importQuerySchema, importReportSchema } from './import-schemas.ts';

export const IMPORT_ROUTES = {
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
} as const satisfies Record<string, ProviderRoute>;
