/**
 * Reads CSV line by line. A quotation mark in a wrong place refuses its line only: reading goes on with the next one,
 * so that no mark hides the rows after it.
 */

/** Without text if the line is too long to be read. */
type TextLine = { line: number; text: string | null };

type CsvRecord = { line: number; values: readonly string[] };
type CsvProblem = { line: number; message: string };

export const LINE_END = /\r\n|\n|\r/;
/** Also the longest record. */
const CHARACTERS_MAX = 1_000_000;
const LINES_MAX = 1000;

/** A line ends as on Windows, Unix or an old Mac. */
export async function* toLines(chunks: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let rest = '';
  let line = 0;
  let isTooLong = false;
  for await (const chunk of chunks) {
    rest += chunk;
    // The other half of a line end may be in the next chunk.
    const end = rest.endsWith('\r') ? rest.length - 1 : rest.length;
    const lines = rest.slice(0, end).split(LINE_END);
    rest = (lines.pop() ?? '') + rest.slice(end);
    for (const text of lines) {
      line += 1;
      yield { line, text: isTooLong || text.length > CHARACTERS_MAX ? null : text };
      isTooLong = false;
    }
    if (rest.length > CHARACTERS_MAX) {
      isTooLong = true;
      rest = rest.endsWith('\r') ? '\r' : '';
    }
  }
  for (const text of rest.split(LINE_END)) {
    line += 1;
    if (isTooLong || text !== '') yield { line, text: isTooLong ? null : text };
    isTooLong = false;
  }
}

/** Returns the values of a record, or why the text is not a whole one. */
function splitRecord(text: string, delimiter: string): string[] | 'open' | 'stray' {
  const values: string[] = [];
  for (let at = 0; ; at += 1) {
    if (text[at] === '"') {
      let value = '';
      for (at += 1; ; at += 1) {
        const quote = text.indexOf('"', at);
        if (quote === -1) return 'open';
        value += text.slice(at, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        value += '"';
      }
      values.push(value);
    } else {
      const found = text.indexOf(delimiter, at);
      const end = found === -1 ? text.length : found;
      const value = text.slice(at, end);
      if (value.includes('"')) return 'stray';
      values.push(value);
      at = end;
    }
    if (at === text.length) return values;
    if (text[at] !== delimiter) return 'stray';
  }
}

const STRAY =
  'has a quotation mark inside a value; put the value in quotation marks and write "" for each mark in it';
const UNCLOSED = 'has a quotation mark that is not closed';
const TOO_LONG = 'is too long';

type Parsed = { values: readonly string[]; count: number } | { message: string };

/** `width` is the number of columns, once it is known. */
export function csvReader(delimiter: string) {
  let waiting: TextLine[] = [];
  let tried = 0;
  let width = 0;

  const isRow = ({ text }: TextLine) => text?.split(delimiter).length === width;

  /** Both lines would be rows without the mark, so it rather hides rows than encloses a value. */
  const hidesRows = (lines: readonly TextLine[]) =>
    lines.length > 1 && [...lines.slice(0, 1), ...lines.slice(-1)].every(isRow);

  function parseFirst(isEnd: boolean): Parsed | null {
    let characters = 0;
    for (const [index, { text }] of waiting.entries()) {
      const count = index + 1;
      if (text === null) return { message: count === 1 ? TOO_LONG : UNCLOSED };
      characters += text.length;
      if (count <= tried) continue;
      tried = count;
      if (count > 1 && !text.includes('"')) continue;
      const lines = waiting.slice(0, count);
      const found = splitRecord(lines.map((one) => one.text).join('\n'), delimiter);
      if (found === 'open') continue;
      if (found === 'stray') return { message: count === 1 ? STRAY : UNCLOSED };
      return hidesRows(lines) ? { message: UNCLOSED } : { values: found, count };
    }
    const isTooMuch = characters > CHARACTERS_MAX || waiting.length === LINES_MAX;
    return isEnd || isTooMuch ? { message: UNCLOSED } : null;
  }

  function* advance(isEnd: boolean): Generator<CsvRecord | CsvProblem> {
    for (let [first] = waiting; first; [first] = waiting) {
      const parsed = parseFirst(isEnd);
      if (parsed === null) return;
      const { line } = first;
      tried = 0;
      waiting = waiting.slice('values' in parsed ? parsed.count : 1);
      yield 'values' in parsed ? { line, values: parsed.values } : { line, ...parsed };
    }
  }

  return {
    *push(line: TextLine): Generator<CsvRecord | CsvProblem> {
      if (waiting.length === 0) {
        if (line.text === '') return;
        if (line.text?.includes('"') === false) {
          yield { line: line.line, values: line.text.split(delimiter) };
          return;
        }
      }
      waiting.push(line);
      yield* advance(false);
    },
    end: () => advance(true),
    setWidth(columns: number): void {
      width = columns;
    },
  };
}
