/** Reads rows of CSV, NDJSON or Excel one at a time, with the contract's field names. */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { ImportColumns } from '@quittance/contract/exchange/import-columns';
import type { ImportFile, ImportFormat } from '@quittance/contract/exchange/import-schemas';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { z } from 'zod';
import {
  type ColumnMap,
  type FoundField,
  fieldFinder,
  type NamedColumns,
  resolveFields,
  suggestFields,
} from './find-fields.ts';
import { readSheet } from './read-sheet.ts';
import { type Cell, type FileColumn, FileRefused, type Refusal, type WrittenRow } from './rows.ts';
import {
  DELIMITERS,
  FIRST_ROWS,
  findHeaderRow,
  HEADER_ROWS_MAX,
  type Header,
  LINE_ENDS,
  openText,
  type TextOrder,
} from './source-text.ts';

export type RowFile = {
  /** Reads the file from its beginning. Amounts and dates are as they are written. */
  rows: () => AsyncIterable<WrittenRow | Refusal>;
  ignored: Set<string>;
  bytesRead: () => number;
  file: ImportFile;
  columns: () => readonly FileColumn[];
};

export type RowSource = Omit<TextOrder, 'isKnown'> & {
  format: ImportFormat;
  sheet: string | undefined;
};

/** A file with more columns is not a list of records, and its column names would exhaust memory. */
const COLUMNS_MAX = 500;
const NAME_CHARACTERS_MAX = 200;
const SHOWN_NAMES_MAX = 30;

type FindField = (column: string) => FoundField;

/** Remembers what was found, because lines of JSON repeat the names. */
function limited(findField: FindField): FindField {
  const found = new Map<string, FoundField>();
  return (column) => {
    const known = found.get(column);
    if (known !== undefined) return known;
    if (found.size === COLUMNS_MAX) {
      throw new FileRefused('file', `The file has more than ${COLUMNS_MAX} columns.`);
    }
    if (column.length > NAME_CHARACTERS_MAX) {
      const message = `The name of a column is longer than ${NAME_CHARACTERS_MAX} characters.`;
      throw new FileRefused('file', message);
    }
    const result = findField(column);
    found.set(column, result);
    return result;
  };
}

type Fields = readonly (string | null)[];
type Cells = readonly Cell[];
type Records = readonly (readonly string[])[];

const trimmed = (cell: Cell = '') => (typeof cell === 'string' ? cell.trim() : cell);

type RowReader = {
  readRow(line: number, fields: Fields, values: Cells): WrittenRow;
  /** Returns the field of each column. Its content may suggest one for a column without a known name. */
  readHeader(record: readonly string[], first: Records): Fields;
  readNames(names: readonly string[]): Fields;
};

/** The columns of the header, once it was read. */
type FoundColumns = { found: FileColumn[]; ignored: Set<string> };

function rowReader(named: NamedColumns, findField: FindField, columns: FoundColumns): RowReader {
  const { required } = named;
  const readNames = (names: readonly string[]) => {
    const fields = resolveFields(names.map(findField));
    for (const [index, field] of fields.entries()) {
      if (field === null) columns.ignored.add(names[index] ?? '');
    }
    return fields;
  };
  return {
    readNames,
    readRow(line, columnFields, values) {
      const fields: Record<string, Cell> = {};
      for (let index = 0; index < values.length; index += 1) {
        const field = columnFields[index];
        if (field === null || field === undefined) continue;
        const value = trimmed(values[index]);
        if (value !== '') fields[field] = value;
      }
      return { line, fields };
    },
    readHeader(record, first) {
      const names = record.map((name) => name.trim());
      const fields = readNames(names);
      columns.ignored.delete('');
      const found = names.map((name, index) => ({ name, field: fields[index] ?? null }));
      columns.found = suggestFields(found, first, named).filter(({ name }) => name !== '');
      const missing = required.filter((name) => !fields.includes(name));
      if (missing.length === 0) return fields;
      const subject =
        missing.length === 1 ? `Column ${missing[0]} is` : `Columns ${missing.join(', ')} are`;
      const given = columns.found.slice(0, SHOWN_NAMES_MAX).map(({ name }) => name);
      const message = `${subject} missing. Found: ${given.join('; ')}`;
      throw new FileRefused('file', message, { columns: columns.found });
    },
  };
}

/** In bytes for CSV, in characters for JSON. */
const RECORD_SIZE_MAX = 1_000_000;

type CsvRecord = { record: string[]; info: InfoRecord };

const unreadable = (line: number, message: string): Refusal => ({
  line,
  code: 'INVALID_REQUEST',
  message,
});

/** The message of the parser names its own options, which a bookkeeper does not know. */
function toSentence({ code, ...details }: CsvError): string {
  const line = String(details['lines']);
  if (code === 'CSV_MAX_RECORD_SIZE') return `Line ${line} is too long.`;
  if (code === 'CSV_QUOTE_NOT_CLOSED') {
    return 'A quotation mark is not closed before the end of the file.';
  }
  return `Line ${line} has a quotation mark inside a value. Put the value in quotation marks and write "" for each mark in it.`;
}

async function* csvRows(source: Readable, { delimiter, row, first }: Header, reader: RowReader) {
  const parser = source.pipe(
    parse({
      bom: true,
      info: true,
      skip_empty_lines: true,
      delimiter: DELIMITERS[delimiter],
      record_delimiter: LINE_ENDS,
      relax_column_count: true,
      max_record_size: RECORD_SIZE_MAX,
    }),
  );
  source.on('error', (error) => parser.destroy(error));
  let header: Fields | null = null;
  let before = 0;
  try {
    for await (const item of parser) {
      const { record, info } = item as CsvRecord; // because the parser was asked for both
      if (header === null) {
        if (before === row) header = reader.readHeader(record, first);
        before += 1;
        continue;
      }
      yield* readFitting(reader, header, { line: info.lines, values: record });
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FileRefused('file', `The file is not valid CSV. ${toSentence(error)}`);
  } finally {
    source.destroy();
  }
  if (header === null) throw new FileRefused('file', 'The file is empty.');
}

function* readFitting(
  { readRow }: RowReader,
  header: Fields,
  { line, values }: { line: number; values: Cells },
) {
  const extra = values.slice(header.length).some((value) => trimmed(value) !== '');
  if (extra) yield unreadable(line, `has ${values.length} columns, the header ${header.length}`);
  else if (values.some((value) => trimmed(value) !== '')) yield readRow(line, header, values);
}

function* sheetRows(rows: readonly string[][], headerRow: number, reader: RowReader) {
  const header = rows[headerRow];
  if (!header) throw new FileRefused('file', 'The sheet is empty.');
  const first = rows.slice(headerRow + 1, headerRow + 1 + FIRST_ROWS);
  const fields = reader.readHeader(header, first);
  for (const [index, values] of rows.entries()) {
    if (index > headerRow) yield* readFitting(reader, fields, { line: index + 1, values });
  }
}

const objectSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

async function* ndjsonRows(source: Readable, { readNames, readRow }: RowReader) {
  let line = 0;
  try {
    for await (const text of createInterface({
      input: source,
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      line += 1;
      if (text.trim() === '') continue;
      const parsed = objectSchema.safeParse(text.length > RECORD_SIZE_MAX ? null : parseJson(text));
      if (!parsed.success) {
        yield unreadable(line, 'is not an object of texts and numbers');
        continue;
      }
      const values = Object.values(parsed.data).map((value) => value ?? '');
      yield readRow(line, readNames(Object.keys(parsed.data)), values);
    }
  } finally {
    source.destroy();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export type ColumnMaps = {
  /** Columns that a map names, wherever the header is. */
  known: ColumnMap;
  of: (header: readonly string[]) => ColumnMap;
};

/** @throws FileRefused */
export async function readRows(
  source: RowSource,
  all: ImportColumns,
  maps: ColumnMaps,
): Promise<RowFile> {
  const { format, sheet: sheetName, ...text } = source;
  const findKnown = fieldFinder({ ...all, map: maps.known });
  const isKnown = (name: string) => findKnown(name).field !== null;
  const columns: FoundColumns = { found: [], ignored: new Set() };
  const common = { ignored: columns.ignored, columns: () => columns.found };
  const readerFor = (header: readonly string[]) => {
    const named = { ...all, map: maps.of(header.map((name) => name.trim())) };
    return rowReader(named, limited(fieldFinder(named)), columns);
  };
  if (format === 'xlsx') {
    const { name, names, rows } = await readSheet(source.source, sheetName);
    const { row } = findHeaderRow(rows.slice(0, HEADER_ROWS_MAX), isKnown);
    const reader = readerFor(rows[row] ?? []);
    const file = { format, sheet: name, sheets: names.slice(0, SHOWN_NAMES_MAX) };
    return {
      ...common,
      rows: () => toAsync(sheetRows(rows, row, reader)),
      bytesRead: () => 0,
      file,
    };
  }
  const { read, bytesRead, encoding, header } = await openText({ ...text, isKnown });
  const reader = readerFor(format === 'ndjson' ? [] : header.names);
  if (format === 'ndjson') {
    return {
      ...common,
      rows: () => ndjsonRows(read(), reader),
      bytesRead,
      file: { format, encoding },
    };
  }
  const file = { format, encoding, delimiter: header.delimiter };
  return { ...common, rows: () => csvRows(read(), header, reader), bytesRead, file };
}

async function* toAsync<Item>(items: Iterable<Item>) {
  yield* items;
}
