/**
 * Reads a file in batches of rows ready for staging. A small file is read in this process, a larger one in a child
 * process (ADR 0115), because reading occupies a whole core and would make payers wait.
 */
import type { IsoDate } from '@quittance/contract/dates';
import { IMPORT_COLUMNS } from '@quittance/contract/exchange/import-columns';
import type {
  ImportDecimal,
  ImportFile,
  ImportKindName,
} from '@quittance/contract/exchange/import-schemas';
import { amountReader } from './amount-format.ts';
import { dateReader, findDateFormat } from './date-format.ts';
import { type RowFile, type RowSource, readRows } from './read-rows.ts';
import { ROW_PARSERS } from './row-parsers.ts';
import {
  type FileColumn,
  FileRefused,
  type FileRow,
  type Refusal,
  refusalFor,
  refuseBroken,
} from './rows.ts';

export type ReadOrder = RowSource & {
  kind: ImportKindName;
  /** 'column=field' for each column whose name differs from its field. */
  map: readonly string[];
  /** A format such as MM/DD/YYYY, or 'auto'. */
  dateFormat: string;
  decimal: ImportDecimal | 'auto';
  /** In the company's calendar. */
  today: IsoDate;
  rowsMax: number;
};

export type ReadBatch = {
  rows: string;
  count: number;
  refused: Refusal[];
  rowsRead: number;
  bytesRead: number;
  ignoredColumns: string[];
  columns: readonly FileColumn[];
  file: ImportFile;
  /** The first rows of the file; empty in later batches. */
  sample: Record<string, string>[];
};

/** The refusal is plain data, because it may come from a child process. */
export type FileRefusal = { refusal: Pick<FileRefused, 'part' | 'message' | 'columns' | 'file'> };

const ROWS_TOGETHER = 5000;
const IGNORED_SHOWN_MAX = 100;
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

type OpenedFile = { file: ImportFile | undefined };

async function datesReader({ kind, dateFormat }: ReadOrder, file: RowFile) {
  const { dates } = IMPORT_COLUMNS[kind];
  const chosen = dateFormat === 'auto' ? null : dateFormat;
  const format = chosen ?? (await findDateFormat(file, dates));
  const readDate = dateReader(format);
  if (dates.length === 0) return (row: FileRow) => row;
  if (format !== null) file.file.dateFormat = format;
  return ({ line, fields }: FileRow): FileRow => {
    const read = { ...fields };
    for (const name of dates) {
      const text = fields[name];
      if (text !== undefined) read[name] = readDate(name, text);
    }
    return { line, fields: read };
  };
}

async function* read(order: ReadOrder, opened: OpenedFile): AsyncGenerator<ReadBatch> {
  const { kind, today, rowsMax, source, format, encoding, delimiter, sheet } = order;
  const named = IMPORT_COLUMNS[kind];
  const parse = ROW_PARSERS[kind];
  const readAmount = amountReader(order.decimal);
  const map = toMap(order.map, named.names);
  const columns = { ...named, map, readAmount };
  const file = await readRows({ source, format, encoding, delimiter, sheet }, columns);
  opened.file = file.file;
  const readDates = await datesReader(order, file);
  let rowsRead = 0;
  let rows: object[] = [];
  let refused: Refusal[] = [];
  let sample: Record<string, string>[] = [];
  const take = (): ReadBatch => {
    const ignoredColumns = [...file.ignored].slice(0, IGNORED_SHOWN_MAX);
    const batch = { rows: JSON.stringify(rows), count: rows.length, refused, sample };
    [rows, refused, sample] = [[], [], []];
    const bytesRead = file.bytesRead();
    const columns = file.columns().slice(0, IGNORED_SHOWN_MAX);
    return { ...batch, rowsRead, bytesRead, ignoredColumns, columns, file: file.file };
  };
  const readRow = (written: FileRow) => {
    let row = written;
    try {
      refuseBroken(row);
      row = readDates(row);
      rows.push(parse(row, today));
    } catch (error) {
      refused.push(refusalFor(row.line, error));
    }
    if (rowsRead <= SAMPLE_ROWS) sample.push(row.fields);
  };
  for await (const item of file.rows()) {
    rowsRead += 1;
    if (rowsRead > rowsMax) throw new FileRefused('rows', `has more than ${rowsMax} rows`);
    if ('message' in item) refused.push(item);
    else readRow(item);
    if (rowsRead % ROWS_TOGETHER === 0) yield take();
  }
  yield take();
}

/** The last batch may be empty. Nothing follows a refusal. */
export async function* readBatches(order: ReadOrder): AsyncGenerator<ReadBatch | FileRefusal> {
  const opened: OpenedFile = { file: undefined };
  try {
    yield* read(order, opened);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    const { part, message, columns } = error;
    yield { refusal: { part, message, columns, ...opened } };
  }
}
