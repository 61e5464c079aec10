/**
 * Reads a file in batches of rows ready for staging. A small file is read in this process, a larger one in a child
 * process (ADR 0115), because reading occupies a whole core and would make payers wait.
 */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { IsoDate } from '@quittance/contract/dates';
import { IMPORT_COLUMNS } from '@quittance/contract/exchange/import-columns';
import type { ImportFormat, ImportKindName } from '@quittance/contract/exchange/import-schemas';
import { dateReader } from './date-format.ts';
import { type Columns, readRows } from './read-rows.ts';
import { ROW_PARSERS } from './row-parsers.ts';
import { FileRefused, type FileRow, type Refusal, refusalFor, refuseBroken } from './rows.ts';

export type ReadOrder = {
  kind: ImportKindName;
  source: string | Uint8Array;
  format: ImportFormat;
  /** 'column=field' for each column whose name differs from its field. */
  map: readonly string[];
  dateFormat: string;
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
};

/** The refusal is plain data, because it may come from a child process. */
export type FileRefusal = { refusal: Pick<FileRefused, 'part' | 'message'> };

const ROWS_TOGETHER = 5000;
const IGNORED_SHOWN_MAX = 100;
const CHUNK_BYTES = 64 * 1024;

function toMap(given: readonly string[], fields: readonly string[]): Map<string, string> {
  const pairs = given.map((text): [string, string] => {
    const [column = '', field = '', ...rest] = text.split('=');
    if (rest.length > 0 || !fields.includes(field)) {
      throw new FileRefused('map', `${text}: write column=field; fields are ${fields.join(', ')}`);
    }
    return [column, field];
  });
  return new Map(pairs);
}

function* toChunks(content: Uint8Array) {
  for (let from = 0; from < content.length; from += CHUNK_BYTES) {
    yield content.subarray(from, from + CHUNK_BYTES);
  }
}

function open(source: ReadOrder['source']) {
  if (typeof source === 'string') {
    const file = createReadStream(source);
    return { stream: file, bytesRead: () => file.bytesRead };
  }
  return { stream: Readable.from(toChunks(source)), bytesRead: () => source.length };
}

async function* read(order: ReadOrder): AsyncGenerator<ReadBatch> {
  const { kind, format, today, rowsMax } = order;
  const named = IMPORT_COLUMNS[kind];
  const parse = ROW_PARSERS[kind];
  const readDate = dateReader(order.dateFormat);
  const columns: Columns = { ...named, map: toMap(order.map, named.names), readDate };
  const { stream, bytesRead } = open(order.source);
  const file = readRows(stream, format, columns);
  let rowsRead = 0;
  let rows: object[] = [];
  let refused: Refusal[] = [];
  const take = (): ReadBatch => {
    const ignoredColumns = [...file.ignored].slice(0, IGNORED_SHOWN_MAX);
    const batch = { rows: JSON.stringify(rows), count: rows.length, refused };
    [rows, refused] = [[], []];
    return { ...batch, rowsRead, bytesRead: bytesRead(), ignoredColumns };
  };
  const readRow = (row: FileRow) => {
    try {
      refuseBroken(row);
      rows.push(parse(row, today));
    } catch (error) {
      refused.push(refusalFor(row.line, error));
    }
  };
  for await (const item of file.rows) {
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
  try {
    yield* read(order);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    yield { refusal: { part: error.part, message: error.message } };
  }
}
