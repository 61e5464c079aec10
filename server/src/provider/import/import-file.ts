/** Imports CSV or NDJSON, from wherever it comes, and reports what became of it. */
import type { Readable } from 'node:stream';
import type { IsoDate } from '@quittance/contract/dates';
import type {
  ImportFormat,
  ImportKindName,
  ImportReport,
} from '@quittance/contract/provider/imports';
import type { Deps } from '../../deps.ts';
import type { Actor } from '../actor.ts';
import { dateReader } from './date-format.ts';
import { contractImport } from './import-contracts.ts';
import { CUSTOMER_IMPORT } from './import-customers.ts';
import { invoiceImport } from './import-invoices.ts';
import { lineImport } from './import-lines.ts';
import { ESTIMATE_IMPORT, ORDER_IMPORT, projectImport } from './import-projects.ts';
import { type ImportKind, importRows } from './import-rows.ts';
import { readRows } from './read-rows.ts';
import { type BatchResult, FileRefused } from './rows.ts';

/** What the report keeps; further ones are only counted, so that memory does not grow with a file. */
const CHANGES_MAX = 200;
const ERRORS_MAX = 1000;
const COLUMNS_MAX = 100;

const DATES = ['dueDate', 'openedDate', 'startedOn', 'signedOn', 'expiresOn'];

const KINDS: Readonly<Record<ImportKindName, (today: IsoDate) => ImportKind>> = {
  customers: () => CUSTOMER_IMPORT,
  projects: projectImport,
  contracts: contractImport,
  orders: () => ORDER_IMPORT,
  estimates: () => ESTIMATE_IMPORT,
  invoices: invoiceImport,
  lines: lineImport,
};

export type FileImport = {
  actor: Actor;
  kind: ImportKindName;
  source: Readable;
  format: ImportFormat;
  /** 'column=field' for each column with another name. */
  map: readonly string[];
  dateFormat: string;
  isDryRun: boolean;
  /** In the company's calendar. */
  today: IsoDate;
  rowsMax: number;
  writers: number;
  onRead?(rows: number): void;
  onWritten?(rows: number): void;
};

function mapOf(given: readonly string[], fields: readonly string[]): Map<string, string> {
  const pairs = given.map((text): [string, string] => {
    const [column = '', field = '', ...rest] = text.split('=');
    if (rest.length > 0 || !fields.includes(field)) {
      throw new FileRefused('map', `${text}: write column=field; fields are ${fields.join(', ')}`);
    }
    return [column, field];
  });
  return new Map(pairs);
}

function add(report: ImportReport, { added, unchanged, changed, refused }: BatchResult): void {
  report.added += added;
  report.unchanged += unchanged;
  report.changed += changed.length;
  report.refused += refused.length;
  report.changes.push(...changed.slice(0, CHANGES_MAX - report.changes.length));
  report.errors.push(...refused.slice(0, ERRORS_MAX - report.errors.length));
}

/** Shares of a file are written beside each other. */
const byLine = (one: { line: number }, other: { line: number }) => one.line - other.line;

/** @throws FileRefused, AppError */
export async function importFile(deps: Deps, order: FileImport): Promise<ImportReport> {
  const { actor, source, format, isDryRun, today, rowsMax, writers } = order;
  const kind = KINDS[order.kind](today);
  const { fields } = kind;
  const map = mapOf(order.map, fields);
  const readDate = dateReader(order.dateFormat);
  const file = readRows(source, format, { fields, dates: DATES, map, readDate });
  const counts = { added: 0, changed: 0, unchanged: 0, refused: 0 };
  const report: ImportReport = {
    ...{ isDryRun, ...counts },
    ...{ ignoredColumns: [], changes: [], errors: [] },
  };
  await importRows(deps, {
    ...{ kind, actor, isDryRun, rows: file.rows, rowsMax, writers },
    onRead: (rows) => order.onRead?.(rows),
    onBatch(result) {
      add(report, result);
      order.onWritten?.(report.added + report.changed + report.unchanged + report.refused);
    },
  });
  return {
    ...report,
    ignoredColumns: [...file.ignored].slice(0, COLUMNS_MAX),
    changes: report.changes.sort(byLine),
    errors: report.errors.sort(byLine),
  };
}
