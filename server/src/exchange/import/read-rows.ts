/** Reads rows of CSV or NDJSON one at a time, with the contract's field names. */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { ImportColumns } from '@quittance/contract/exchange/import-columns';
import type { ImportFormat } from '@quittance/contract/exchange/import-schemas';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { z } from 'zod';
import type { DateReader } from './date-format.ts';
import { FileRefused, type FileRow, type Refusal } from './rows.ts';

export type Columns = ImportColumns & {
  map: ReadonlyMap<string, string>;
  readDate: DateReader;
};

export type RowFile = {
  rows: AsyncIterable<FileRow | Refusal>;
  ignored: Set<string>;
};

/** A file with more columns is not a list of records, and its column names would exhaust memory. */
const COLUMNS_MAX = 500;
const NAME_CHARACTERS_MAX = 200;

/** 'Account Ref', 'account_ref' and 'accountRef' are the same column. */
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

function fieldFinder({ names, aliases, map }: Columns, ignored: Set<string>) {
  const byPlainName = new Map([
    ...Object.entries(aliases).map(([alias, name]) => [plain(alias), name] as const),
    ...names.map((name) => [plain(name), name] as const),
  ]);
  const found = new Map<string, string | null>();
  return (column: string): string | null => {
    const known = found.get(column);
    if (known !== undefined) return known;
    if (found.size === COLUMNS_MAX) {
      throw new FileRefused('file', `The file has more than ${COLUMNS_MAX} columns.`);
    }
    if (column.length > NAME_CHARACTERS_MAX) {
      const message = `The name of a column is longer than ${NAME_CHARACTERS_MAX} characters.`;
      throw new FileRefused('file', message);
    }
    const field = map.get(column) ?? byPlainName.get(plain(column)) ?? null;
    if (field === null) ignored.add(column);
    found.set(column, field);
    return field;
  };
}

type ReadRow = (line: number, names: readonly string[], values: readonly string[]) => FileRow;

function rowReader(columns: Columns, ignored: Set<string>): ReadRow {
  const toField = fieldFinder(columns, ignored);
  const dates = new Set(columns.dates);
  const { readDate } = columns;
  return (line, names, values) => {
    const fields: Record<string, string> = {};
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index]?.trim() ?? '';
      const field = toField(names[index] ?? '');
      if (field === null || value === '') continue;
      fields[field] = dates.has(field) ? readDate(value) : value;
    }
    return { line, fields };
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

async function* csvRows(source: Readable, read: ReadRow) {
  const parser = source.pipe(
    parse({
      bom: true,
      info: true,
      skip_empty_lines: true,
      // Listed explicitly, because detecting the delimiter is ten times slower when the first line is long.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: RECORD_SIZE_MAX,
    }),
  );
  source.on('error', (error) => parser.destroy(error));
  let header: string[] | null = null;
  try {
    for await (const item of parser) {
      const { record, info } = item as CsvRecord; // because the parser was asked for both
      if (header === null) {
        header = record.map((name) => name.trim());
        continue;
      }
      const names = header;
      if (record.length > names.length) {
        yield unreadable(info.lines, `has ${record.length} columns, the header ${names.length}`);
        continue;
      }
      yield read(info.lines, names, record);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FileRefused('file', `The file is not readable as CSV: ${error.message}`);
  }
}

const objectSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

async function* ndjsonRows(source: Readable, read: ReadRow) {
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
    yield read(line, Object.keys(parsed.data), values);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function readRows(source: Readable, format: ImportFormat, columns: Columns): RowFile {
  const ignored = new Set<string>();
  const read = rowReader(columns, ignored);
  const rows = format === 'ndjson' ? ndjsonRows(source, read) : csvRows(source, read);
  return { rows, ignored };
}
