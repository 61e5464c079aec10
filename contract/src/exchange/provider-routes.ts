import { z } from 'zod';
import type { ProviderRoute } from '../http/provider-route.ts';
import { exportKindSchema, exportLinesSchema } from './export-schemas.ts';
import {
  importPageQuerySchema,
  importPageSchema,
  importParams,
  importPartParams,
  importPartReceiptSchema,
  importPartSchema,
  importReportFileSchema,
  importSchema,
  importStartSchema,
  newImportSchema,
} from './import-job-schemas.ts';
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
      'New records are added and records that differ are updated; repeating an import changes nothing. Invalid rows are rejected with their line numbers, and the other rows are imported. Nothing is written until all rows have been read. A file can have up to 10,000 rows and 10 MB: import a larger file as a job (`POST /import-jobs`). A dry run requires the `read` scope; without that scope, the report of an import has no `changes`.',
    query: importQuerySchema,
    body: importFileSchema,
    bodyType: 'application/octet-stream',
    answer: importReportSchema,
    errors: ['IMPORT_TOO_LARGE', 'WRONG_FILE'],
  },
  createImport: {
    method: 'POST',
    path: '/import-jobs',
    scope: 'write',
    answersNew: true,
    tag: 'Imports',
    summary: 'Begin an import of any size',
    description:
      'Upload the file in parts, then start the import. It runs as a job, at most one at a time per server process. A file that is not imported is deleted after a day. A company can have five files that are not imported.',
    body: newImportSchema,
    answer: importSchema,
    status: 201,
  },
  putImportPart: {
    method: 'PUT',
    path: '/import-jobs/{importId}/parts/{position}',
    scope: 'write',
    answersNew: true,
    tag: 'Imports',
    summary: 'Upload a part of the file',
    description:
      'The parts of a file have the positions 1, 2, 3 and so on, up to 128, with up to 4 MB each. A part that is sent again replaces the earlier one.',
    params: importPartParams,
    body: importPartSchema,
    bodyType: 'application/octet-stream',
    answer: importPartReceiptSchema,
    errors: ['IMPORT_TOO_LARGE', 'IMPORT_NOT_WAITING'],
  },
  startImport: {
    method: 'POST',
    path: '/import-jobs/{importId}/start',
    scope: 'write',
    tag: 'Imports',
    summary: 'Check or import the uploaded file',
    description:
      'After a dry run, or if the file could not be read, the import can be started again with other settings, without uploading the file again. An import that is not a dry run saves its column mapping, date format and decimal separator for later imports of the same record type. Each batch of rows is written whole or not at all. If the server stops, the import continues without adding a row twice.',
    params: importParams,
    body: importStartSchema,
    answer: importSchema,
    errors: ['IMPORT_NOT_WAITING'],
  },
  cancelImport: {
    method: 'POST',
    path: '/import-jobs/{importId}/cancel',
    scope: 'write',
    tag: 'Imports',
    summary: 'Cancel an import',
    description:
      'Nothing is written after this call. Rows that were written before stay; the report lists those that were left out. Importing the same file again completes it.',
    params: importParams,
    answer: importSchema,
    errors: ['IMPORT_NOT_WAITING'],
  },
  getImport: {
    method: 'GET',
    path: '/import-jobs/{importId}',
    scope: 'read',
    tag: 'Imports',
    summary: 'Retrieve an import with its progress',
    params: importParams,
    answer: importSchema,
  },
  listImports: {
    method: 'GET',
    path: '/import-jobs',
    scope: 'read',
    tag: 'Imports',
    summary: 'List imports of the last 30 days, newest first',
    query: importPageQuerySchema,
    answer: importPageSchema,
  },
  getImportReport: {
    method: 'GET',
    path: '/import-jobs/{importId}/report',
    scope: 'read',
    tag: 'Imports',
    summary: 'Download the report of an import as CSV',
    description:
      'The file has the columns line, result and details. All rows that it does not name were added or already matched.',
    params: importParams,
    answer: importReportFileSchema,
    answerType: 'text/csv',
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
