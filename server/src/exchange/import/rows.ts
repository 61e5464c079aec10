/** A row of a file, and what comes of it. */

import { ERRORS, type ErrorCode } from '@quittance/contract/errors';
import type { ImportChange, ImportError } from '@quittance/contract/exchange/import-schemas';
import { type Cents, cents, dollarsToCents } from '@quittance/contract/money';
import { ZodError } from 'zod';
import { holdsCardNumber } from '../../kernel/card-numbers.ts';
import { AppError } from '../../kernel/errors.ts';

/** Its fields by the names of the contract, as text. What is empty is left out. */
export type FileRow = { line: number; fields: Readonly<Record<string, string>> };

export type Refusal = ImportError;
/** Old and new value of each field. */
export type Change = ImportChange;

export type BatchResult = {
  added: number;
  unchanged: number;
  changed: Change[];
  refused: Refusal[];
};

export const NOTHING: BatchResult = { added: 0, unchanged: 0, changed: [], refused: [] };

/** The whole file is refused, or how it is to be read. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  readonly part: 'map' | 'dateFormat' | 'file' | 'rows';

  constructor(part: FileRefused['part'], message: string) {
    super(message);
    this.part = part;
  }
}

const UNSTORABLE = /[\0\p{Cs}]/u;
/** Digits of the shortest card number. */
const CARD_DIGITS_MIN = 13;
/** Twice the longest text that a field may have. */
const FIELD_CHARACTERS_MAX = 4000;
const SHOWN_CHARACTERS_MAX = 40;

/** Of a row that may be staged: Postgres stores neither the character 0 nor half of a pair, and we no card numbers. */
export function refuseBroken({ fields }: FileRow): void {
  for (const name in fields) {
    const text = fields[name] ?? '';
    if (text.length > FIELD_CHARACTERS_MAX) {
      throw new RowRefused(`${name}: is longer than ${FIELD_CHARACTERS_MAX} characters`);
    }
    if (UNSTORABLE.test(text)) {
      throw new RowRefused(`${name}: has a character that cannot be stored`);
    }
    if (text.length >= CARD_DIGITS_MIN && holdsCardNumber(text)) {
      throw new AppError('CARD_DATA_REFUSED');
    }
  }
}

export class RowRefused extends Error {
  override readonly name = 'RowRefused';
}

export function refusalWith(line: number, code: ErrorCode): Refusal {
  return { line, code, message: ERRORS[code].message };
}

/** @throws what is no error of a row */
export function refusalFor(line: number, error: unknown): Refusal {
  if (error instanceof AppError) return refusalWith(line, error.code);
  const code = 'INVALID_REQUEST';
  if (error instanceof RowRefused) return { line, code, message: error.message };
  if (!(error instanceof ZodError)) throw error;
  const issues = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return { line, code, message: issues.join('; ') };
}

export function toCents(name: string, text: string): Cents {
  const amount = dollarsToCents(text);
  if (amount === null) {
    const shown = text.slice(0, SHOWN_CHARACTERS_MAX);
    throw new RowRefused(`${name}: '${shown}' is no amount; write 1234.56`);
  }
  return amount;
}

/** The amount under the same name, if the row has one. */
export function optionalCents<Name extends string>(
  name: Name,
  text: string | undefined,
): Partial<Record<Name, Cents>> {
  // because a computed name is widened to string
  return (text === undefined ? {} : { [name]: toCents(name, text) }) as Partial<
    Record<Name, Cents>
  >;
}

/** A price may be a discount: -5.00 */
export function toSignedCents(name: string, text: string): Cents {
  return text.startsWith('-') ? cents(-toCents(name, text.slice(1))) : toCents(name, text);
}

const toText = (value: unknown) => (value === null || value === undefined ? '' : String(value));

export type Difference<Fields> = { change: Fields; shown: Change['fields'] };

/** The given values that are not stored. What a file leaves empty stays as it is. */
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
  // because the names are fields of the change, with values of its schema
  const change = Object.fromEntries(names.map((name) => [name, given[name]])) as Fields;
  return { change, shown: Object.fromEntries(entries) };
}
