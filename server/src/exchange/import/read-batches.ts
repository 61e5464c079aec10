/**
 * Reads a file in batches of rows ready for staging. A small file is read in this process, a larger one in a child
 * process (ADR 0115), because reading occupies a whole core and would make payers wait.
 */
import type { IsoDate } from '@quittance/contract/dates';
import { IMPORT_COLUMNS } from '@quittance/contract/exchange/import-columns';
import type {
  ImportDecimal,
  ImportFile,
  ImportInvalidValues,
  ImportKindName,
} from '@quittance/contract/exchange/import-schemas';
import { ZodError } from 'zod';
import type { RememberedReading } from '../../schema/imports.ts';
import { isDollar } from './amount-format.ts';
import { findFormats } from './column-formats.ts';
import { COLUMNS_SHOWN_MAX, toSource } from './find-fields.ts';
import { type ColumnMaps, type RowFile, type RowSource, readRows } from './read-rows.ts';
import { ROW_PARSERS } from './row-parsers.ts';
import {
  type FileColumn,
  FileRefused,
  type FileRow,
  quoted,
  type Refusal,
  RowRefused,
  refusalFor,
  refuseBroken,
  type Warning,
  type WrittenRow,
} from './rows.ts';

export type ReadOrder = RowSource & {
  kind: ImportKindName;
  /** 'column=field' for each column whose name differs from its field. */
  map: readonly string[];
  /** A format such as MM/DD/YYYY. 'auto': only by the values; left out: in doubt as remembered. */
  dateFormat?: string | undefined;
  decimal?: ImportDecimal | 'auto' | undefined;
  remembered?: { map: readonly string[]; sources: readonly RememberedReading[] } | undefined;
  /** First of the hundred years in which dates with two-digit years lie. */
  yearFrom?: number | undefined;
  invalidValues?: ImportInvalidValues | undefined;
  /** In the company's calendar. */
  today: IsoDate;
  rowsMax: number;
};

export type ReadBatch = {
  rows: string;
  count: number;
  refused: Refusal[];
  warnings: Warning[];
  rowsRead: number;
  bytesRead: number;
  ignoredColumns: string[];
  columns: readonly FileColumn[];
  file: ImportFile;
  /** The first rows of the file; empty in later batches. */
  sample: Record<string, string>[];
};

/** The refusal is plain data, because it may come from a child process. */
export type FileRefusal = { refusal: Pick<FileRefused, 'part' | 'message' | 'details'> };

const ROWS_TOGETHER = 5000;
const SAMPLE_ROWS = 5;

/** An empty field ignores the column. The last `=` separates, because a column's name may contain one. */
function toMap(given: readonly string[], fields: readonly string[]): Map<string, string | null> {
  const pairs = given.map((text): [string, string | null] => {
    const end = text.lastIndexOf('=');
    const field = text.slice(end + 1);
    if (end === -1 || (field !== '' && !fields.includes(field))) {
      throw new FileRefused('map', `${text}: write column=field; fields are ${fields.join(', ')}`);
    }
    return [text.slice(0, end), field === '' ? null : field];
  });
  return new Map(pairs);
}

/** An earlier date is more often the year of a contract than a later one is a due date. */
const YEARS_BEFORE = 80;

const toYearFrom = ({ yearFrom, today }: ReadOrder) =>
  yearFrom ?? Number(today.slice(0, 4)) - YEARS_BEFORE;

/** Only in doubt, and only for files with the same columns, a remembered format is used. */
function toMaps(order: ReadOrder, fields: readonly string[]) {
  const { map: given, remembered: { map: common, sources } = { map: [], sources: [] } } = order;
  let found: RememberedReading | undefined;
  const all = [...sources.flatMap(({ map }) => map), ...common, ...given];
  const maps: ColumnMaps = {
    known: toMap(all, fields),
    of(header) {
      const source = toSource(header);
      found = sources.find((one) => one.source === source);
      return toMap([...(found?.map ?? common), ...given], fields);
    },
  };
  return { maps, remembered: () => found };
}

/** The amounts of the row are in this currency. */
function refuseOtherCurrency(fields: Record<string, string>): void {
  const { currency } = fields;
  if (currency !== undefined && !isDollar(currency)) {
    throw new RowRefused(`currency: ${quoted(currency)} is not USD`);
  }
  delete fields['currency'];
}

/** The others decide about money, or which record a row is. */
const OMITTABLE = ['email', 'phone', 'language', 'copyEmails', 'note', 'poNumber', 'description'];

/** Returns the fields without which the row is valid, if it has only such problems. */
function findOmittable(error: unknown, fields: FileRow['fields']): string[] {
  if (!(error instanceof ZodError)) return [];
  const names = error.issues.map(({ path: [name] }) =>
    name === 'copyContacts' ? 'copyEmails' : String(name),
  );
  const isEach = names.every((name) => OMITTABLE.includes(name) && name in fields);
  return isEach ? [...new Set(names)] : [];
}

type OpenedFile = { opened: RowFile | null };

async function* read(order: ReadOrder, to: OpenedFile): AsyncGenerator<ReadBatch> {
  const { kind, today, rowsMax, source, format, encoding, delimiter, sheet } = order;
  const named = IMPORT_COLUMNS[kind];
  const parse = ROW_PARSERS[kind];
  const { maps, remembered } = toMaps(order, named.names);
  const file = await readRows({ source, format, encoding, delimiter, sheet }, named, maps);
  to.opened = file;
  let rowsRead = 0;
  let rows: object[] = [];
  let refused: Refusal[] = [];
  let warnings: Warning[] = [];
  let sample: Record<string, string>[] = [];
  const take = (read = rowsRead): ReadBatch => {
    const ignoredColumns = [...file.ignored].slice(0, COLUMNS_SHOWN_MAX);
    const batch = { rows: JSON.stringify(rows), count: rows.length, refused, warnings, sample };
    [rows, refused, warnings, sample] = [[], [], [], []];
    const bytesRead = file.bytesRead();
    const columns = file.columns().slice(0, COLUMNS_SHOWN_MAX);
    return { ...batch, rowsRead: read, bytesRead, ignoredColumns, columns, file: file.file };
  };
  const yearFrom = toYearFrom(order);
  const { dates, amounts } = named;
  const { decimal, dateFormat } = order;
  const settings = { decimal, dateFormat, remembered: remembered(), yearFrom, rowsMax };
  const finding = findFormats(file.rows(), { dates, amounts, ...settings });
  let formats = await finding.next();
  for (; !formats.done; formats = await finding.next()) yield take(formats.value);
  const { found, hasShortYears, read: readCell } = formats.value;
  Object.assign(file.file, { formats: found, ...(hasShortYears ? { yearFrom } : {}) });
  const parseRow = (row: FileRow) => {
    try {
      return parse(row, today);
    } catch (error) {
      const { line, fields } = row;
      const invalid = order.invalidValues === 'omit' ? findOmittable(error, fields) : [];
      if (invalid.length === 0) throw error;
      const { message } = refusalFor(line, error);
      const left = Object.entries(fields).filter(([name]) => !invalid.includes(name));
      const parsed = parse({ line, fields: Object.fromEntries(left) }, today);
      warnings.push({ line, message: `imported without ${invalid.join(', ')}: ${message}` });
      return parsed;
    }
  };
  const readRow = ({ line, fields: written }: WrittenRow) => {
    const fields: Record<string, string> = {};
    try {
      for (const name in written) fields[name] = String(written[name]);
      refuseBroken({ line, fields });
      for (const name in written) fields[name] = readCell(name, written[name] ?? '');
      refuseOtherCurrency(fields);
      rows.push(parseRow({ line, fields }));
    } catch (error) {
      refused.push(refusalFor(line, error));
    }
    if (rowsRead <= SAMPLE_ROWS) sample.push(fields);
  };
  for await (const item of file.rows()) {
    rowsRead += 1;
    if (rowsRead > rowsMax) throw new FileRefused('rows', `has more than ${rowsMax} rows`);
    if ('message' in item) refused.push(item);
    else if ('leftOut' in item) {
      warnings.push({ line: item.line, message: `left out as a sum: ${quoted(item.leftOut)}` });
    } else readRow(item);
    if (rowsRead % ROWS_TOGETHER === 0) yield take();
  }
  yield take();
}

/** The last batch may be empty. Nothing follows a refusal. */
export async function* readBatches(order: ReadOrder): AsyncGenerator<ReadBatch | FileRefusal> {
  const to: OpenedFile = { opened: null };
  try {
    yield* read(order, to);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    const { part, message } = error;
    const { opened } = to;
    const isFormat = part === 'decimal' || part === 'dateFormat';
    const details = opened && {
      file: opened.file,
      ...(isFormat ? { columns: opened.columns() } : {}),
    };
    yield { refusal: { part, message, details: { ...details, ...error.details } } };
  }
}
