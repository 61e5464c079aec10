/** A row of a file, and what comes of it. */
import { formatMessage } from '@quittance/contract/errors';
import { type Cents, cents, dollarsToCents } from '@quittance/contract/money';
import { ZodError } from 'zod';
import { AppError } from '../../errors.ts';

/** Its fields by the names of the contract, as text. What is empty is left out. */
export type FileRow = { line: number; fields: Readonly<Record<string, string>> };

export type Refusal = { line: number; message: string };
/** Old and new value of each field. */
export type Change = { line: number; ref: string; fields: Record<string, [string, string]> };

export type BatchResult = {
  added: number;
  unchanged: number;
  changed: Change[];
  refused: Refusal[];
};

const HALF_OF_A_PAIR = /\p{Cs}/u;

const isStorable = (text: string) => !text.includes('\0') && !HALF_OF_A_PAIR.test(text);

/** Of a row that may be staged: Postgres stores neither the character 0 nor half of a pair. */
export function refuseBroken({ fields }: FileRow): void {
  for (const [name, text] of Object.entries(fields)) {
    if (!isStorable(text)) throw new RowRefused(`${name}: has a character that cannot be stored`);
  }
}

export class RowRefused extends Error {
  override readonly name = 'RowRefused';
}

export function messageOf(error: unknown): string {
  if (error instanceof AppError) return `${error.code}: ${formatMessage(error.code)}`;
  if (error instanceof RowRefused) return error.message;
  if (!(error instanceof ZodError)) throw error;
  return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}

export function centsOf(name: string, text: string): Cents {
  const amount = dollarsToCents(text);
  if (amount === null) throw new RowRefused(`${name}: '${text}' is no amount; write 1234.56`);
  return amount;
}

/** A price may be a discount: -5.00 */
export function signedCentsOf(name: string, text: string): Cents {
  return text.startsWith('-') ? cents(-centsOf(name, text.slice(1))) : centsOf(name, text);
}

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value));

export type Difference<Fields> = { change: Fields; shown: Change['fields'] };

/** The given values that are not stored. What a file leaves empty stays as it is. */
export function differenceOf<Fields extends object>(
  stored: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): Difference<Fields> {
  const names = Object.keys(given).filter(
    (name) => given[name] !== null && given[name] !== stored[name],
  );
  const entries = names.map((name): [string, [string, string]] => [
    name,
    [textOf(stored[name]), textOf(given[name])],
  ]);
  // because the names are fields of the change, with values of its schema
  const change = Object.fromEntries(names.map((name) => [name, given[name]])) as Fields;
  return { change, shown: Object.fromEntries(entries) };
}
