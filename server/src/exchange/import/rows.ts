import { ERRORS, type ErrorCode } from '@quittance/contract/errors';
import type {
  ImportChange,
  ImportError,
  ImportFile,
  ImportQuestion,
  ImportReport,
} from '@quittance/contract/exchange/import-schemas';
import { type Cents, cents, dollarsToCents } from '@quittance/contract/money';
import { ZodError } from 'zod';
import { holdsCardNumber } from '../../kernel/card-numbers.ts';
import { AppError } from '../../kernel/errors.ts';

/** A number has one meaning in every file; a text is read with the format of its column. */
export type Cell = string | number;
export type WrittenRow = { line: number; fields: Readonly<Record<string, Cell>> };
export type FileRow = { line: number; fields: Readonly<Record<string, string>> };

/** The value of a text by the format with which it can be read; empty if it is not readable at all. */
export type Readings = Readonly<Record<string, string>>;

export type FileColumn = ImportReport['columns'][number];

/** A row of sums at the end of a list. */
export type LeftOut = { line: number; leftOut: string };

export type Refusal = ImportError;
export type Warning = ImportReport['warnings'][number];
export type Change = ImportChange;

export type BatchResult = {
  added: number;
  unchanged: number;
  changed: Change[];
  refused: Refusal[];
};

export const NOTHING: BatchResult = { added: 0, unchanged: 0, changed: [], refused: [] };

/** The API names the part as a field; a report names it in words. */
const SUBJECTS = {
  file: '',
  rows: 'The file ',
  map: 'The column mapping ',
  sheet: '',
  decimal: '',
  dateFormat: '',
} as const;

type RefusalDetails = {
  /** If the file could be opened, so that other columns or another format can be chosen. */
  columns?: readonly FileColumn[] | undefined;
  /** If the file could be opened, so that another sheet can be chosen. */
  file?: ImportFile | undefined;
  /** If a choice would resolve it. */
  question?: ImportQuestion | undefined;
};

/** A formula that was never computed, named like the errors that Excel itself shows. */
export const NO_VALUE = '#FORMULA!';

export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  readonly part: keyof typeof SUBJECTS;
  readonly details: RefusalDetails;

  constructor(part: FileRefused['part'], message: string, details: RefusalDetails = {}) {
    super(message);
    this.part = part;
    this.details = details;
  }

  get sentence(): string {
    return SUBJECTS[this.part] + this.message;
  }
}

const UNSTORABLE = /[\0\p{Cs}]/u;
/** Characters that remain when a text is decoded with the wrong encoding. */
const DAMAGED = /[\u0080-\u009f\ufffd]/;
/** Accented letters that Excel saved as “CSV (MS-DOS)”: é and ä, and á to ñ before another letter. */
const DAMAGED_WORD = /\p{L}(?:[\u201a\u201e]|[\u00a1-\u00a4]+\p{Ll})/u;
/** Errors of formulas, also as a spreadsheet exports them. */
const FORMULA_ERROR = /^#(?:N\/A|[A-Z]+(?:\/0)?[!?])$/;
const CARD_DIGITS_MIN = 13;
/** Twice the longest text that a field may have. */
const FIELD_CHARACTERS_MAX = 4000;
const SHOWN_CHARACTERS_MAX = 40;

/** Postgres stores neither the NUL character nor an unpaired surrogate, and we do not store card numbers. */
export function refuseBroken({ fields }: FileRow): void {
  for (const name in fields) {
    const text = fields[name] ?? '';
    if (text.length > FIELD_CHARACTERS_MAX) {
      throw new RowRefused(`${name}: is longer than ${FIELD_CHARACTERS_MAX} characters`);
    }
    if (FORMULA_ERROR.test(text)) {
      throw new RowRefused(
        text === NO_VALUE
          ? `${name}: has a formula without a value; open the file in Excel and save it`
          : `${name}: has ${text}, an error of a formula`,
      );
    }
    if (UNSTORABLE.test(text)) {
      throw new RowRefused(`${name}: has a character that cannot be stored`);
    }
    if (DAMAGED.test(text) || DAMAGED_WORD.test(text)) {
      throw new RowRefused(`${name}: has damaged characters; save the file again as “CSV UTF-8”`);
    }
    if (text.length >= CARD_DIGITS_MIN && holdsCardNumber(text)) {
      throw new AppError('CARD_DATA_REFUSED');
    }
  }
}

/** An `AppError`, so that a use case for several rows refuses only this one. */
export class RowRefused extends AppError {
  override readonly name = 'RowRefused';

  constructor(message: string) {
    super('INVALID_REQUEST');
    this.message = message;
  }
}

export function refusalWith(line: number, code: ErrorCode): Refusal {
  return { line, code, message: ERRORS[code].message };
}

/** The message of a schema speaks of types and patterns, which a bookkeeper does not know. */
function toWords(issue: ZodError['issues'][number]): string {
  const { message } = issue;
  if (issue.code === 'invalid_type') {
    if (message.endsWith('received undefined')) return 'is missing';
    return message.endsWith('received NaN') ? 'is not a number' : message;
  }
  if (issue.code === 'too_big' || issue.code === 'too_small') {
    const isLarge = issue.code === 'too_big';
    if (issue.origin !== 'string') return isLarge ? 'is too large' : 'is too small';
    return isLarge ? `is longer than ${issue.maximum} characters` : 'is too short';
  }
  return issue.code === 'invalid_value' ? `is not one of ${issue.values.join(', ')}` : message;
}

/** @throws the given error, if it does not concern a single row */
export function refusalFor(line: number, error: unknown): Refusal {
  const code = 'INVALID_REQUEST';
  if (error instanceof RowRefused) return { line, code, message: error.message };
  if (error instanceof AppError) return refusalWith(line, error.code);
  if (!(error instanceof ZodError)) throw error;
  const issues = error.issues.map((issue) => `${issue.path.join('.')}: ${toWords(issue)}`);
  return { line, code, message: issues.join('; ') };
}

export const quoted = (text: string) => `'${text.slice(0, SHOWN_CHARACTERS_MAX)}'`;

export function toCents(name: string, text: string): Cents {
  const amount = dollarsToCents(text);
  if (amount === null) {
    throw new RowRefused(
      `${name}: ${quoted(text)} is not a valid amount; write 1234.56, or choose the number format`,
    );
  }
  return amount;
}

export function optionalCents<Name extends string>(
  name: Name,
  text: string | undefined,
): Partial<Record<Name, Cents>> {
  // Safe because a computed name widens to string.
  return (text === undefined ? {} : { [name]: toCents(name, text) }) as Partial<
    Record<Name, Cents>
  >;
}

/** A price may be a discount, such as -5.00. */
export function toSignedCents(name: string, text: string): Cents {
  return text.startsWith('-') ? cents(-toCents(name, text.slice(1))) : toCents(name, text);
}

const toText = (value: unknown) => (value === null || value === undefined ? '' : String(value));

export type Difference<Fields> = { change: Fields; shown: Change['fields'] };

export function toDifference<Fields extends object>(
  stored: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): Difference<Fields> {
  const names = Object.keys(given).filter(
    (name) => given[name] !== null && given[name] !== stored[name],
  );
  const entries = names.map((name): [string, [string, string]] => [
    name,
    [toText(stored[name]), toText(given[name])],
  ]);
  // Safe because the names are fields of the change, with values of its schema.
  const change = Object.fromEntries(names.map((name) => [name, given[name]])) as Fields;
  return { change, shown: Object.fromEntries(entries) };
}
