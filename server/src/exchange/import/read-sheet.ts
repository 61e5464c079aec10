/** Reads the rows of a visible sheet of an Excel file, one at a time. */

import { openZip, type Zip } from './read-zip.ts';
import { type Cell, FileRefused, NO_VALUE } from './rows.ts';
import { type CellFormat, cellFormat } from './sheet-formats.ts';
import type { Source } from './source-text.ts';

type SheetRow = { line: number; values: readonly Cell[] };
export type Sheet = {
  name: string;
  /** The visible sheets. */
  names: readonly string[];
  /** Reads the sheet from its beginning. */
  rows: () => AsyncGenerator<SheetRow>;
};

const ATTRIBUTES = `((?:[^>"']|"[^"]*"|'[^']*')*?)`;

/** Elements with or without a prefix of their namespace, which do not contain elements of the same name. */
function* elements(xml: string, name: string) {
  const pattern = `<(?:\\w+:)?${name}(?=[\\s/>])${ATTRIBUTES}(?:/>|>([\\s\\S]*?)</(?:\\w+:)?${name}\\s*>)`;
  for (const [, attributes = '', content = ''] of xml.matchAll(new RegExp(pattern, 'g'))) {
    yield { attributes, content };
  }
}

function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(
    attributes,
  );
  const text = found?.[1] ?? found?.[2];
  return text === undefined ? undefined : decode(text);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

const fromCode = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

function decodeEntity(name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name] ?? '';
  return fromCode(Number(name.startsWith('#x') ? `0${name.slice(1)}` : name.slice(1)));
}

/** Excel writes control characters as _x000D_. */
const decode = (text: string) =>
  text
    .replace(/&(#x[0-9a-fA-F]+|#\d+|\w+);/g, (_, name: string) => decodeEntity(name))
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => fromCode(Number(`0x${code}`)));

/** Phonetic hints are not part of the text. */
function readText(xml: string): string {
  const parts = [...elements(xml.replace(/<(?:\w+:)?rPh[\s>][\s\S]*?<\/(?:\w+:)?rPh>/g, ''), 't')];
  return decode(parts.map(({ content }) => content).join(''));
}

/** A row or a text of Excel is far smaller. */
const ELEMENT_CHARACTERS_MAX = 4_000_000;

/** Yields parts that end with a closing tag, and the rest. */
async function* splitAfter(chunks: AsyncIterable<string>, name: string) {
  const end = new RegExp(`</(?:\\w+:)?${name}\\s*>`, 'g');
  let rest = '';
  for await (const chunk of chunks) {
    rest += chunk;
    let last = 0;
    for (const { index, 0: tag } of rest.matchAll(end)) last = index + tag.length;
    if (last > 0) yield rest.slice(0, last);
    rest = rest.slice(last);
    if (rest.length > ELEMENT_CHARACTERS_MAX) throw new RangeError('an element is too long');
  }
  yield rest;
}

async function readPart(zip: Zip, name: string): Promise<string> {
  let text = '';
  for await (const chunk of zip.has(name) ? zip.read(name) : []) text += chunk;
  return text;
}

async function readTexts(zip: Zip, path: string): Promise<string[]> {
  const texts: string[] = [];
  for await (const part of zip.has(path) ? splitAfter(zip.read(path), 'si') : []) {
    for (const { content } of elements(part, 'si')) texts.push(readText(content));
  }
  return texts;
}

function readFormats(styles: string, isOfMac: boolean): CellFormat[] {
  const codes = new Map(
    [...elements(styles, 'numFmt')].map(({ attributes }) => [
      Number(attribute(attributes, 'numFmtId')),
      attribute(attributes, 'formatCode'),
    ]),
  );
  const [cells] = elements(styles, 'cellXfs');
  return [...elements(cells?.content ?? '', 'xf')].map(({ attributes }) => {
    const id = Number(attribute(attributes, 'numFmtId') ?? 0);
    return cellFormat({ id, code: codes.get(id), isOfMac });
  });
}

type Workbook = { texts: readonly string[]; formats: readonly CellFormat[] };

function readCell(attributes: string, content: string, { texts, formats }: Workbook): Cell {
  const type = attribute(attributes, 't') ?? 'n';
  if (type === 'inlineStr') return readText(content);
  const [found] = elements(content, 'v');
  const value = decode(found?.content ?? '').trim();
  if (value === '') return /<(?:\w+:)?f[\s/>]/.test(content) && type !== 'str' ? NO_VALUE : '';
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type !== 'n') return value;
  const stored = Number(value);
  const format = formats[Number(attribute(attributes, 's') ?? 0)];
  if (Number.isNaN(stored)) return value;
  return format ? format(stored) : cellFormat({ id: 0, code: undefined, isOfMac: false })(stored);
}

const LETTERS = 26;

/** The index of column 'AB' is 27. */
function toColumn(place: string | undefined, next: number): number {
  const [letters] = /^[A-Z]+/.exec(place ?? '') ?? [];
  if (letters === undefined) return next;
  return [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - 64, 0) - 1;
}

/** The last column of Excel is XFD. */
const COLUMNS_MAX = 16_384;

async function* readSheetRows(
  zip: Zip,
  path: string,
  workbook: Workbook,
): AsyncGenerator<SheetRow> {
  let line = 0;
  for await (const part of splitAfter(zip.read(path), 'row')) {
    for (const row of elements(part, 'row')) {
      line = Number(attribute(row.attributes, 'r') ?? line + 1);
      const values: Cell[] = [];
      for (const cell of elements(row.content, 'c')) {
        const column = toColumn(attribute(cell.attributes, 'r'), values.length);
        if (column >= COLUMNS_MAX) throw new RangeError('a column is not one of Excel');
        while (values.length < column) values.push('');
        values[column] = readCell(cell.attributes, cell.content, workbook);
      }
      yield { line, values };
    }
  }
}

async function hasRows(rows: AsyncGenerator<SheetRow>): Promise<boolean> {
  for await (const { values } of rows) if (values.some((value) => value !== '')) return true;
  return false;
}

/** Parts of a workbook by the end of their relation's type. */
async function readRelations(zip: Zip) {
  const relations = await readPart(zip, 'xl/_rels/workbook.xml.rels');
  return [...elements(relations, 'Relationship')].map(({ attributes }) => {
    const target = attribute(attributes, 'Target') ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    const type = attribute(attributes, 'Type')?.split('/').at(-1);
    return { id: attribute(attributes, 'Id'), type, path };
  });
}

async function openWorkbook(zip: Zip) {
  const book = await readPart(zip, 'xl/workbook.xml');
  const relations = await readRelations(zip);
  const findPath = (type: string) => relations.find((one) => one.type === type)?.path ?? '';
  const isOfMac = /<(?:\w+:)?workbookPr\s[^>]*date1904\s*=\s*["'](?:1|true)["']/.test(book);
  const workbook: Workbook = {
    texts: await readTexts(zip, findPath('sharedStrings')),
    formats: readFormats(await readPart(zip, findPath('styles')), isOfMac),
  };
  return [...elements(book, 'sheet')].flatMap(({ attributes }) => {
    const path = relations.find(({ id }) => id === attribute(attributes, 'id'))?.path ?? '';
    const isVisible = (attribute(attributes, 'state') ?? 'visible') === 'visible';
    const name = attribute(attributes, 'name') ?? '';
    return isVisible && zip.has(path)
      ? [{ name, rows: () => readable(readSheetRows(zip, path, workbook)) }]
      : [];
  });
}

const UNREADABLE = 'The Excel file cannot be read. Save it again, or save it as CSV.';

async function* readable(rows: AsyncGenerator<SheetRow>): AsyncGenerator<SheetRow> {
  try {
    yield* rows;
  } catch {
    throw new FileRefused('file', UNREADABLE);
  }
}

/**
 * Formulas have the value that Excel stored.
 *
 * @throws FileRefused
 */
export async function readSheet(source: Source, chosen: string | undefined): Promise<Sheet> {
  const sheets = await openZip(source)
    .then(openWorkbook)
    .catch(() => {
      throw new FileRefused('file', UNREADABLE);
    });
  const names = sheets.map(({ name }) => name);
  const [only, ...others] = await findFilled(sheets, chosen);
  if (only && others.length === 0) return { ...only, names };
  const choices = [only, ...others].flatMap((sheet) => sheet?.name ?? []);
  const listed = `${names.join(', ')}.`;
  const message = only
    ? `The file has several sheets with rows: ${choices.join(', ')}. Choose one.`
    : `The file has no visible sheet “${chosen ?? ''}”. Its visible sheets are: ${listed}`;
  const question = { setting: 'sheet', field: null, line: null, text: null } as const;
  throw new FileRefused(only ? 'sheet' : 'file', message, {
    columns: [],
    file: { format: 'xlsx', sheets: names },
    ...(only
      ? {
          question: {
            ...question,
            choices: choices.map((name) => ({ choice: name, value: name })),
          },
        }
      : {}),
  });
}

type NamedSheet = Pick<Sheet, 'name' | 'rows'>;

/** Without a choice, empty sheets do not count, unless there is no other one. */
async function findFilled(sheets: readonly NamedSheet[], chosen: string | undefined) {
  if (chosen !== undefined) return sheets.filter(({ name }) => name === chosen);
  const filled: NamedSheet[] = [];
  for (const sheet of sheets) if (await hasRows(sheet.rows())) filled.push(sheet);
  return filled.length > 0 ? filled : sheets.slice(0, 1);
}
