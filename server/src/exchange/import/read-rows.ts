/** Reads rows of CSV, NDJSON or Excel one at a time, with the contract's field names. */
import type { ImportColumns } from '@quittance/contract/exchange/import-columns';
import type { ImportFile, ImportFormat } from '@quittance/contract/exchange/import-schemas';
import { z } from 'zod';
import { amountReadings } from './amount-format.ts';
import {
  type ColumnMap,
  type FoundField,
  fieldFinder,
  type NamedColumns,
  resolveFields,
  suggestFields,
} from './find-fields.ts';
import { csvReader, toLines } from './read-csv.ts';
import { readSheet, type Sheet } from './read-sheet.ts';
import {
  type Cell,
  type FileColumn,
  FileRefused,
  type LeftOut,
  type Refusal,
  type WrittenRow,
} from './rows.ts';
import {
  DELIMITERS,
  FIRST_ROWS,
  findHeaderRow,
  HEADER_ROWS_MAX,
  type Header,
  openText,
  type TextOrder,
} from './source-text.ts';

export type RowFile = {
  /** Reads the file from its beginning. Amounts and dates are as they are written. */
  rows: () => AsyncIterable<WrittenRow | LeftOut | Refusal>;
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
    if (found.size === COLUMNS_MAX) throw tooManyColumns();
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

const tooManyColumns = () =>
  new FileRefused('file', `The file has more than ${COLUMNS_MAX} columns.`);

const trimmed = (cell: Cell = '') => (typeof cell === 'string' ? cell.trim() : cell);

type RowReader = {
  readRow(line: number, fields: Fields, values: Cells): WrittenRow;
  /** Returns the field of each column. Its content may suggest one for a column without a known name. */
  readHeader(record: readonly string[]): Fields;
  readNames(names: readonly string[]): Fields;
};

/** The columns of the header, once it was read. */
type FoundColumns = { found: FileColumn[]; ignored: Set<string> };

function rowReader(named: NamedColumns, first: Records, columns: FoundColumns): RowReader {
  const findField = limited(fieldFinder(named));
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
    readHeader(record) {
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

const unreadable = (line: number, message: string): Refusal => ({
  line,
  code: 'INVALID_REQUEST',
  message,
});

async function* csvRows(
  chunks: AsyncIterable<string>,
  { delimiter, row }: Header,
  rows: RowReader,
) {
  const reader = csvReader(DELIMITERS[delimiter]);
  let header: Fields | null = null;
  let before = 0;
  async function* records() {
    for await (const line of toLines(chunks)) yield* reader.push(line);
    yield* reader.end();
  }
  for await (const found of records()) {
    if (header) {
      if ('message' in found) yield unreadable(found.line, found.message);
      else yield* readFitting(rows, header, found);
    } else if ('message' in found) {
      throw new FileRefused('file', `Line ${found.line} ${found.message}.`);
    } else {
      if (before === row) {
        header = rows.readHeader(found.values);
        reader.setWidth(header.length);
      }
      before += 1;
    }
  }
  if (header === null) throw new FileRefused('file', 'The file is empty.');
}

/** In the languages whose files we have seen, and 'Total for Moss Ltd' of QuickBooks. */
const SUM =
  /^(?:(?:grand |sub-?)?totals?(?: (?:for|general|général) ?.*)?|sum|summe|gesamt(?:summe|betrag)?|totale|totaal|totalt|suma|summa|razem|subtotale|zwischensumme)\s*:?$/i;

const isNumber = (cell: Cell) =>
  typeof cell === 'number' || Object.keys(amountReadings(cell)).length > 0;

function findSum(values: Cells): string | undefined {
  const [first, ...others] = values.map(trimmed).filter((value) => value !== '');
  const isShort = typeof first === 'string' && first.length <= NAME_CHARACTERS_MAX;
  const isSum = isShort && SUM.test(first) && others.every(isNumber);
  return isSum ? first : undefined;
}

function* readFitting(
  { readRow }: RowReader,
  header: Fields,
  { line, values }: { line: number; values: Cells },
) {
  const extra = values.slice(header.length).some((value) => trimmed(value) !== '');
  const leftOut = findSum(values);
  if (leftOut !== undefined) yield { line, leftOut };
  else if (extra)
    yield unreadable(line, `has ${values.length} columns, the header ${header.length}`);
  else if (values.some((value) => trimmed(value) !== '')) yield readRow(line, header, values);
}

type SheetHeader = { line: number; names: readonly string[]; first: Records };

async function findSheetHeader(
  { rows }: Sheet,
  isKnown: (name: string) => boolean,
): Promise<SheetHeader> {
  const head: { line: number; texts: string[] }[] = [];
  for await (const { line, values } of rows()) {
    const texts = values.map(String);
    if (texts.some((text) => text !== '')) head.push({ line, texts });
    if (head.length === HEADER_ROWS_MAX + FIRST_ROWS) break;
  }
  const records = head.map(({ texts }) => texts);
  const { row } = findHeaderRow(records.slice(0, HEADER_ROWS_MAX), isKnown);
  const header = head[row];
  if (!header) throw new FileRefused('file', 'The sheet is empty.');
  const first = records.slice(row + 1, row + 1 + FIRST_ROWS);
  return { line: header.line, names: header.texts, first };
}

async function* sheetRows({ rows }: Sheet, header: SheetHeader, reader: RowReader) {
  const fields = reader.readHeader(header.names);
  for await (const row of rows()) {
    if (row.line > header.line) yield* readFitting(reader, fields, row);
  }
}

const objectSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

async function* ndjsonRows(chunks: AsyncIterable<string>, { readNames, readRow }: RowReader) {
  for await (const { line, text } of toLines(chunks)) {
    if (text?.trim() === '') continue;
    const parsed = objectSchema.safeParse(text === null ? null : parseJson(text));
    if (!parsed.success) {
      yield unreadable(line, 'is not an object of texts and numbers');
      continue;
    }
    const values = Object.values(parsed.data).map((value) => value ?? '');
    yield readRow(line, readNames(Object.keys(parsed.data)), values);
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
  const readerFor = (header: readonly string[], first: Records = []) => {
    if (header.length > COLUMNS_MAX) throw tooManyColumns();
    const named = { ...all, map: maps.of(header.map((name) => name.trim())) };
    return rowReader(named, first, columns);
  };
  if (format === 'xlsx') {
    const sheet = await readSheet(source.source, sheetName);
    const { name, names } = sheet;
    const file = { format, sheet: name, sheets: names.slice(0, SHOWN_NAMES_MAX) };
    const header = await findSheetHeader(sheet, isKnown).catch((error: unknown) => {
      throw error instanceof FileRefused ? new FileRefused('file', error.message, { file }) : error;
    });
    const reader = readerFor(header.names, header.first);
    return { ...common, rows: () => sheetRows(sheet, header, reader), bytesRead: () => 0, file };
  }
  const { read, bytesRead, encoding, header } = await openText({ ...text, isKnown });
  const reader = format === 'ndjson' ? readerFor([]) : readerFor(header.names, header.first);
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
