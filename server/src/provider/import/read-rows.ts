/** Rows of a CSV or NDJSON file, one at a time, with the names of the contract's fields. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import type { FileRow, Refusal } from '../../provider/import/rows.ts';
import { OrderRefused } from '../../provider/operator-access.ts';
import type { DateReader } from './date-format.ts';

export type Columns = {
  /** Fields of the contract that the file may have. */
  fields: readonly string[];
  /** Fields that hold dates. */
  dates: readonly string[];
  /** Names in the file → fields. */
  map: ReadonlyMap<string, string>;
  readDate: DateReader;
};

export type RowFile = {
  rows: AsyncIterable<FileRow | Refusal>;
  /** Columns of the file that are no fields. */
  ignored: Set<string>;
  bytesRead(): number;
};

/** 'Account Ref', 'account_ref' and 'accountRef' are the same column. */
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Other names of fields. */
const ALIASES: Readonly<Record<string, string>> = { openedat: 'openedDate' };

function fieldFinder({ fields, map }: Columns, ignored: Set<string>) {
  const byPlainName = new Map(fields.map((field) => [plain(field), field]));
  const found = new Map<string, string | null>();
  return (column: string): string | null => {
    const known = found.get(column);
    if (known !== undefined) return known;
    const alias = ALIASES[plain(column)];
    const field =
      map.get(column) ??
      byPlainName.get(plain(column)) ??
      (alias !== undefined && fields.includes(alias) ? alias : null);
    if (field === null) ignored.add(column);
    found.set(column, field);
    return field;
  };
}

type Cell = readonly [column: string, value: string];

function rowReader(columns: Columns, ignored: Set<string>) {
  const fieldOf = fieldFinder(columns, ignored);
  const { dates, readDate } = columns;
  return (line: number, cells: readonly Cell[]): FileRow => {
    const fields: Record<string, string> = {};
    for (const [column, text] of cells) {
      const value = text.trim();
      const field = fieldOf(column);
      if (field === null || value === '') continue;
      fields[field] = dates.includes(field) ? readDate(value) : value;
    }
    return { line, fields };
  };
}

const RECORD_BYTES_MAX = 1_000_000;
const recordSchema = z.object({
  record: z.array(z.string()),
  info: z.object({ lines: z.int() }),
});

async function* csvRows(source: Readable, read: ReturnType<typeof rowReader>) {
  const parser = source.pipe(
    parse({
      bom: true,
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: RECORD_BYTES_MAX,
    }),
  );
  source.on('error', (error) => parser.destroy(error));
  let header: string[] | null = null;
  try {
    for await (const item of parser) {
      const { record, info } = recordSchema.parse(item);
      if (header === null) {
        header = record.map((name) => name.trim());
        continue;
      }
      const names = header;
      if (record.length > names.length) {
        yield {
          line: info.lines,
          message: `has ${record.length} columns, the header ${names.length}`,
        };
        continue;
      }
      yield read(
        info.lines,
        record.map((value, index): Cell => [names[index] ?? '', value]),
      );
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new OrderRefused(`The file is not readable as CSV: ${error.message}`);
  }
}

const objectSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

async function* ndjsonRows(source: Readable, read: ReturnType<typeof rowReader>) {
  let line = 0;
  for await (const text of createInterface({
    input: source,
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line += 1;
    if (text.trim() === '') continue;
    const parsed = objectSchema.safeParse(jsonOf(text));
    if (!parsed.success) {
      yield { line, message: 'is not an object of texts and numbers' };
      continue;
    }
    const cells = Object.entries(parsed.data).map(
      ([name, value]): Cell => [name, String(value ?? '')],
    );
    yield read(line, cells);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function readRows(path: string, columns: Columns): RowFile {
  const isJson = /\.(ndjson|jsonl)$/i.test(path);
  if (!isJson && !/\.csv$/i.test(path)) {
    throw new OrderRefused(`${path}: the name of the file must end with .csv or .ndjson`);
  }
  const source = createReadStream(path);
  const ignored = new Set<string>();
  const read = rowReader(columns, ignored);
  const rows = isJson ? ndjsonRows(source, read) : csvRows(source, read);
  return { rows, ignored, bytesRead: () => source.bytesRead };
}
