/** Imports that run as jobs: the uploaded file, the progress, and the rows to report. */
import { IMPORT_STATES, type ImportState } from '@quittance/contract/exchange/import-job-schemas';
import type {
  ImportDecimal,
  ImportDelimiter,
  ImportEncoding,
  ImportFormat,
  ImportInvalidValues,
  ImportKindName,
  ImportReport,
} from '@quittance/contract/exchange/import-schemas';
import type { CompanyId } from '@quittance/contract/ids';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import {
  bytesColumn,
  idColumn,
  instantColumn,
  leaseColumn,
  oneOf,
  referenceTo,
} from './columns.ts';
import { companies } from './companies.ts';

/** How the file is read. Formats that are left out are decided by the values and, in doubt, as remembered. */
export type ImportReading = {
  format: ImportFormat;
  encoding: ImportEncoding | 'auto';
  delimiter: ImportDelimiter | 'auto';
  decimal?: ImportDecimal | 'auto' | undefined;
  sheet?: string | undefined;
  map: readonly string[];
  dateFormat?: string | undefined;
  yearFrom?: number | undefined;
  invalidValues?: ImportInvalidValues | undefined;
};

/** How files with the same columns were read last. */
export type RememberedReading = {
  /** Stands for the names of the columns. */
  source: string;
  map: readonly string[];
  decimal?: ImportDecimal | 'auto' | undefined;
  dateFormat?: string | undefined;
};

export const IMPORT_ROW_RESULTS = ['REFUSED', 'CHANGED', 'NOT_WRITTEN'] as const;
export type ImportRowResult = (typeof IMPORT_ROW_RESULTS)[number];

export const imports = pgTable(
  'imports',
  {
    companyId: idColumn<CompanyId>('company_id')
      .notNull()
      .references(() => companies.companyId),
    id: idColumn<string>('id').notNull(),
    kind: text('kind').$type<ImportKindName>().notNull(),
    fileName: text('file_name').notNull(),
    state: text('state').$type<ImportState>().notNull(),
    actor: text('actor').notNull(),
    isDryRun: boolean('is_dry_run').notNull().default(false),
    reading: jsonb('reading').$type<ImportReading>(),
    bytes: integer('bytes').notNull().default(0),
    rowsRead: integer('rows_read').notNull().default(0),
    added: integer('added').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    unchanged: integer('unchanged').notNull().default(0),
    refused: integer('refused').notNull().default(0),
    notWritten: integer('not_written').notNull().default(0),
    /** Has samples of the file, which are personal data. */
    report: jsonb('report').$type<ImportReport>(),
    createdAt: instantColumn('created_at').notNull(),
    startedAt: instantColumn('started_at'),
    finishedAt: instantColumn('finished_at'),
    tries: integer('tries').notNull().default(0),
    /** The next run or, while no run is wanted, the time at which the file is deleted. Null without a file. */
    nextTryAt: instantColumn('next_try_at'),
    leasedBy: leaseColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    check('import_state_is_known', sql`${table.state} ${oneOf(IMPORT_STATES)}`),
    check(
      'import_that_is_queued_has_its_reading',
      sql`${table.state} not in ('QUEUED', 'RUNNING') or ${table.reading} is not null`,
    ),
    index('imports_by_time').on(table.companyId, table.createdAt, table.id),
    index('imports_with_a_file').on(table.nextTryAt).where(sql`${table.nextTryAt} is not null`),
  ],
);

/** The file, deleted as soon as it is imported or no longer wanted. */
export const importParts = pgTable(
  'import_parts',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    importId: idColumn<string>('import_id').notNull(),
    position: integer('position').notNull(),
    content: bytesColumn('content').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.importId, table.position] }),
    referenceTo(imports, [table.companyId, table.importId]),
  ],
);

export const importRows = pgTable(
  'import_rows',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    importId: idColumn<string>('import_id').notNull(),
    line: integer('line').notNull(),
    result: text('result').$type<ImportRowResult>().notNull(),
    details: text('details').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.importId, table.line] }),
    referenceTo(imports, [table.companyId, table.importId]),
    check('import_row_result_is_known', sql`${table.result} ${oneOf(IMPORT_ROW_RESULTS)}`),
  ],
);

/** How the company's last imports of a record type were read. */
export const importMappings = pgTable(
  'import_mappings',
  {
    companyId: idColumn<CompanyId>('company_id')
      .notNull()
      .references(() => companies.companyId),
    kind: text('kind').$type<ImportKindName>().notNull(),
    /** By column name, for files with columns that are not remembered. */
    map: jsonb('map').$type<readonly string[]>().notNull(),
    /** Read by processes of the previous release only. */
    dateFormat: text('date_format').notNull().default('auto'),
    decimal: text('decimal').$type<ImportDecimal | 'auto'>().notNull().default('auto'),
    /** The last one first. */
    sources: jsonb('sources').$type<readonly RememberedReading[]>().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.kind] })],
);
