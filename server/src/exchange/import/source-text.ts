/** Opens a file as people save it: finds its encoding, its delimiter and its header, and decodes it to UTF-8. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type {
  ImportDelimiter,
  ImportEncoding,
  ImportFormat,
} from '@quittance/contract/exchange/import-schemas';
import { csvReader, LINE_END } from './read-csv.ts';
import { FileRefused } from './rows.ts';

export type Source = string | Uint8Array;

const CHUNK_BYTES = 64 * 1024;

function* toChunks(content: Uint8Array) {
  for (let from = 0; from < content.length; from += CHUNK_BYTES) {
    yield content.subarray(from, from + CHUNK_BYTES);
  }
}

function openSource(source: Source) {
  if (typeof source === 'string') {
    const file = createReadStream(source, { highWaterMark: CHUNK_BYTES });
    return { stream: file, bytesRead: () => file.bytesRead };
  }
  return { stream: Readable.from(toChunks(source)), bytesRead: () => source.length };
}

async function readHead(source: Source): Promise<Buffer> {
  if (typeof source !== 'string') return Buffer.from(source.subarray(0, CHUNK_BYTES));
  for await (const chunk of createReadStream(source, { end: CHUNK_BYTES - 1 })) {
    return Buffer.from(chunk as Uint8Array); // because the stream has no encoding
  }
  return Buffer.alloc(0);
}

const ZIP = Buffer.from('PK\u0003\u0004');
const OTHER_FILES: readonly [Buffer, string][] = [
  [
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    'This is an old Excel file (.xls). Save it as .xlsx or CSV.',
  ],
  [Buffer.from('%PDF'), 'This is a PDF. Export the data as .xlsx or CSV.'],
];

const startsWith = (head: Buffer, bytes: Buffer) => head.subarray(0, bytes.length).equals(bytes);

/**
 * A spreadsheet is recognized by its content, because people rename files.
 *
 * @throws FileRefused
 */
export async function findFormat(source: Source, format: ImportFormat): Promise<ImportFormat> {
  const head = await readHead(source);
  if (startsWith(head, ZIP)) return 'xlsx';
  const [, message] = OTHER_FILES.find(([bytes]) => startsWith(head, bytes)) ?? [];
  if (message !== undefined) throw new FileRefused('file', message);
  if (format === 'xlsx') throw new FileRefused('file', 'This is not an Excel file (.xlsx).');
  return format;
}

const MARKS: readonly [ImportEncoding, Buffer][] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

/** In UTF-16, most bytes of one half of each pair are zero for a text in a Latin script. */
function findUtf16(head: Buffer): ImportEncoding | null {
  const pairs = Math.floor(head.length / 2);
  let [evenZeros, oddZeros] = [0, 0];
  for (let index = 0; index < pairs * 2; index += 1) {
    if (head[index] !== 0) continue;
    if (index % 2 === 0) evenZeros += 1;
    else oddZeros += 1;
  }
  if (oddZeros > pairs / 2) return 'utf-16le';
  return evenZeros > pairs / 2 ? 'utf-16be' : null;
}

async function isValid(source: Source, encoding: ImportEncoding): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of openSource(source).stream) {
      decoder.decode(chunk as Uint8Array, { stream: true }); // because the stream has no encoding
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** Bytes without a character in Windows-1252. */
const UNUSED_1252 = new Set([0x00, 0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Excel for Mac also saves in an encoding of its own, with line ends of its own. */
const isOfMac = (head: Buffer) => head.includes('\r') && !head.includes('\n');

/**
 * A file without a byte order mark is UTF-8 if all of it is valid UTF-8. Otherwise Excel on Windows saved it.
 *
 * @throws FileRefused
 */
async function findEncoding(source: Source, head: Buffer): Promise<ImportEncoding> {
  const [marked] = MARKS.find(([, mark]) => startsWith(head, mark)) ?? [];
  const found = marked ?? findUtf16(head) ?? 'utf-8';
  if (await isValid(source, found)) return found;
  const isOfWindows = !head.some((byte) => UNUSED_1252.has(byte)) && !isOfMac(head);
  if (!marked && isOfWindows) return 'windows-1252';
  throw new FileRefused(
    'file',
    'The text of the file cannot be read. Save it as “CSV UTF-8” or as .xlsx.',
  );
}

async function* decoded(stream: Readable, encoding: ImportEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of stream) {
    yield decoder.decode(chunk as Uint8Array, { stream: true }); // because the stream has no encoding
  }
  yield decoder.decode();
}

export const DELIMITERS: Readonly<Record<ImportDelimiter, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  pipe: '|',
};
const DELIMITER_NAMES = ['comma', 'semicolon', 'tab', 'pipe'] as const satisfies ImportDelimiter[];

/** Titles and empty lines may stand above the header. */
export const HEADER_ROWS_MAX = 10;
/** Rows below the header whose content suggests fields. */
export const FIRST_ROWS = 10;

export type Header = {
  delimiter: ImportDelimiter;
  row: number;
  names: readonly string[];
  first: readonly (readonly string[])[];
};

/** The end of the head may cut the last record. */
function firstRecords(text: string, delimiter: ImportDelimiter): (readonly string[])[] {
  const reader = csvReader(DELIMITERS[delimiter]);
  const lines = text.split(LINE_END).map((one, index) => ({ line: index + 1, text: one }));
  const records: (readonly string[])[] = [];
  for (const line of lines) {
    for (const found of reader.push(line)) if ('values' in found) records.push(found.values);
    if (records.length >= HEADER_ROWS_MAX + FIRST_ROWS) break;
  }
  return records;
}

/** Returns the row with the most known columns, the first one if none is known. */
export function findHeaderRow(
  records: readonly (readonly string[])[],
  isKnown: (name: string) => boolean,
) {
  const counts = records.map((record) => record.filter((name) => isKnown(name.trim())).length);
  const known = Math.max(0, ...counts);
  return { row: known === 0 ? 0 : counts.indexOf(known), known };
}

function findHeader(
  text: string,
  given: ImportDelimiter | 'auto',
  isKnown: (name: string) => boolean,
): Header {
  const names = given === 'auto' ? DELIMITER_NAMES : [given];
  const found = names.map((delimiter) => {
    const records = firstRecords(text, delimiter);
    const { row, known } = findHeaderRow(records.slice(0, HEADER_ROWS_MAX), isKnown);
    const first = records.slice(row + 1, row + 1 + FIRST_ROWS);
    return { delimiter, row, first, known, names: records[row] ?? [] };
  });
  const best = found.reduce((one, other) =>
    other.known > one.known ||
    (other.known === one.known && other.names.length > Math.max(1, one.names.length))
      ? other
      : one,
  );
  return best;
}

export type OpenedText = {
  /** Reads the file from its beginning. */
  read: () => AsyncIterable<string>;
  bytesRead: () => number;
  encoding: ImportEncoding;
  header: Header;
};

export type TextOrder = {
  source: Source;
  encoding: ImportEncoding | 'auto';
  delimiter: ImportDelimiter | 'auto';
  isKnown: (name: string) => boolean;
};

/** @throws FileRefused */
export async function openText(order: TextOrder): Promise<OpenedText> {
  const { source } = order;
  const head = await readHead(source);
  const encoding = order.encoding === 'auto' ? await findEncoding(source, head) : order.encoding;
  if (order.encoding !== 'auto' && !(await isValid(source, encoding))) {
    throw new FileRefused('file', `The file is not valid ${encoding}. Choose another encoding.`);
  }
  // As a stream, because the head may end within a character, and Node otherwise reads Windows-1252 as Latin-1.
  const text = new TextDecoder(encoding).decode(head, { stream: true });
  const header = findHeader(text, order.delimiter, order.isKnown);
  let bytesRead = () => 0;
  const read = () => {
    const opened = openSource(source);
    bytesRead = opened.bytesRead;
    return decoded(opened.stream, encoding);
  };
  return { read, bytesRead: () => bytesRead(), encoding, header };
}
