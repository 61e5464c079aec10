/** Reads rows of CSV, NDJSON or Excel one at a time, with the contract's field names. */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { ImportColumns } from '@quittance/contract/exchange/import-columns';
import type { ImportFile, ImportFormat } from '@quittance/contract/exchange/import-schemas';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { z } from 'zod';
import type { AmountReader } from './amount-format.ts';
import type { DateReader } from './date-format.ts';
import { readSheet } from './read-sheet.ts';
import { type FileColumn, FileRefused, type FileRow, type Refusal } from './rows.ts';
import {
  DELIMITERS,
  findHeaderRow,
  type Header,
  LINE_ENDS,
  openText,
  type TextOrder,
} from './source-text.ts';

export type Columns = ImportColumns & {
  /** Null for a column to ignore. */
  map: ReadonlyMap<string, string | null>;
  readDate: DateReader;
  readAmount: AmountReader;
};

export type RowFile = {
  rows: AsyncIterable<FileRow | Refusal>;
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

/** 'Account Ref', 'account_ref' and 'accountRef' are the same column. */
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

type FindField = (column: string) => string | null;

function fieldByName({ names, aliases, map }: Columns): FindField {
  const byPlainName = new Map([
    ...Object.entries(aliases).map(([alias, name]) => [plain(alias), name] as const),
    ...names.map((name) => [plain(name), name] as const),
  ]);
  return (column) => {
    const mapped = map.get(column);
    return mapped === undefined ? (byPlainName.get(plain(column)) ?? null) : mapped;
  };
}

function fieldFinder(findField: FindField, ignored: Set<string>): FindField {
  const found = new Map<string, string | null>();
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
    const field = findField(column);
    if (field === null) ignored.add(column);
    found.set(column, field);
    return field;
  };
}

type ReadRow = (line: number, names: readonly string[], values: readonly string[]) => FileRow;

type RowReader = { readRow: ReadRow; readHeader: (record: readonly string[]) => string[] };

/** The columns of the header, once it was read. */
type FoundColumns = { found: FileColumn[] };

function rowReader(named: Columns, toField: FindField, columns: FoundColumns): RowReader {
  const dates = new Set(named.dates);
  const amounts = new Set(named.amounts);
  const { readDate, readAmount, required } = named;
  const readValue = (field: string, value: string) => {
    if (dates.has(field)) return readDate(value);
    return amounts.has(field) ? readAmount(value) : value;
  };
  return {
    readRow(line, names, values) {
      const fields: Record<string, string> = {};
      for (let index = 0; index < values.length; index += 1) {
        const value = values[index]?.trim() ?? '';
        const field = toField(names[index] ?? '');
        if (field === null || value === '') continue;
        fields[field] = readValue(field, value);
      }
      return { line, fields };
    },
    readHeader(record) {
      const names = record.map((name) => name.trim());
      const given = names.filter((name) => name !== '');
      columns.found = given.map((name) => ({ name, field: toField(name) }));
      const fields = new Set(columns.found.map(({ field }) => field));
      const missing = required.filter((name) => !fields.has(name));
      if (missing.length === 0) return names;
      const subject =
        missing.length === 1 ? `Column ${missing[0]} is` : `Columns ${missing.join(', ')} are`;
      const found = given.slice(0, SHOWN_NAMES_MAX).join('; ');
      throw new FileRefused('file', `${subject} missing. Found: ${found}`, columns.found);
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

async function* csvRows(source: Readable, { delimiter, row }: Header, reader: RowReader) {
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
  let header: string[] | null = null;
  let before = 0;
  try {
    for await (const item of parser) {
      const { record, info } = item as CsvRecord; // because the parser was asked for both
      if (header === null) {
        if (before === row) header = reader.readHeader(record);
        before += 1;
        continue;
      }
      yield* readFitting(reader, header, { line: info.lines, values: record });
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FileRefused('file', `The file is not valid CSV. ${toSentence(error)}`);
  }
  if (header === null) throw new FileRefused('file', 'The file is empty.');
}

function* readFitting(
  { readRow }: RowReader,
  names: string[],
  { line, values }: { line: number; values: string[] },
) {
  const extra = values.slice(names.length).some((value) => value.trim() !== '');
  if (extra) yield unreadable(line, `has ${values.length} columns, the header ${names.length}`);
  else if (values.some((value) => value.trim() !== '')) yield readRow(line, names, values);
}

function* sheetRows(rows: readonly string[][], headerRow: number, reader: RowReader) {
  const header = rows[headerRow];
  if (!header) throw new FileRefused('file', 'The sheet is empty.');
  const names = reader.readHeader(header);
  for (const [index, values] of rows.entries()) {
    if (index > headerRow) yield* readFitting(reader, names, { line: index + 1, values });
  }
}

const objectSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

async function* ndjsonRows(source: Readable, { readRow }: RowReader) {
  let line = 0;
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
    const values = Object.values(parsed.data).map((value) => String(value ?? ''));
    yield readRow(line, Object.keys(parsed.data), values);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const HEADER_ROWS_MAX = 10;

/** @throws FileRefused */
export async function readRows(source: RowSource, named: Columns): Promise<RowFile> {
  const { format, sheet: sheetName, ...text } = source;
  const findField = fieldByName(named);
  const isKnown = (name: string) => findField(name) !== null;
  const ignored = new Set<string>();
  const columns: FoundColumns = { found: [] };
  const reader = rowReader(named, fieldFinder(findField, ignored), columns);
  const common = { ignored, columns: () => columns.found };
  if (format === 'xlsx') {
    const { name, names, rows } = await readSheet(source.source, sheetName);
    const { row } = findHeaderRow(rows.slice(0, HEADER_ROWS_MAX), isKnown);
    const file = { format, sheet: name, sheets: names.slice(0, SHOWN_NAMES_MAX) };
    return { ...common, rows: toAsync(sheetRows(rows, row, reader)), bytesRead: () => 0, file };
  }
  const { stream, bytesRead, encoding, header } = await openText({ ...text, isKnown });
  if (format === 'ndjson') {
    return { ...common, rows: ndjsonRows(stream, reader), bytesRead, file: { format, encoding } };
  }
  const file = { format, encoding, delimiter: header.delimiter };
  return { ...common, rows: csvRows(stream, header, reader), bytesRead, file };
}

async function* toAsync<Item>(items: Iterable<Item>) {
  yield* items;
}
