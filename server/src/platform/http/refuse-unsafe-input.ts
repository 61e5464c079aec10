/**
 * Refuses unsafe input before it is processed: text that Postgres cannot store, and anything that could be a card
 * number. Card data must only be entered into the processor's own fields. The work per request is bounded.
 */
import type { ErrorCode } from '@quittance/contract/errors';
import type { FastifyRequest } from 'fastify';
import { holdsCardNumber } from '../../kernel/card-numbers.ts';
import { AppError } from '../../kernel/errors.ts';

const LONE_SURROGATE = /\p{Surrogate}/u;
const DEPTH_MAX = 8;
/**
 * Maximum number of characters checked per request. Covers the URL and the largest body twice: as sent, and with
 * split values joined.
 */
const CHARACTERS_MAX = 160 * 1024;
/** More values than any body has, including an invoice with the maximum number of lines. */
const VALUES_MAX = 2000;

function isUnstorable(text: string): boolean {
  return text.includes('\0') || LONE_SURROGATE.test(text);
}

function toTexts(parts: unknown): string[] {
  return Object.values(parts ?? {})
    .flat()
    .filter((part) => typeof part === 'string');
}

export function holdsUnstorable(parts: unknown): boolean {
  return toTexts(parts).some(isUnstorable);
}

/** Tokens and browser descriptions come from the processor and may contain long runs of digits. */
const FROM_PROCESSOR = new Set(['token', 'browserInfo']);

/** A token contains letters. A value without letters may be a card number passed off as a token. */
function isOpaque(name: string, part: unknown): part is string {
  return FROM_PROCESSOR.has(name) && typeof part === 'string' && /\p{L}/u.test(part);
}

const SHORT_MAX = 19;

/** Short parts may be fragments of a card number. Longer text is checked separately. */
function isShort(part: unknown): boolean {
  return (typeof part === 'string' || typeof part === 'number') && String(part).length <= SHORT_MAX;
}

function createFilter() {
  let charactersLeft = CHARACTERS_MAX;
  let valuesLeft = VALUES_MAX;
  /** Place of the value that is checked. Its names have been checked themselves. */
  const path: (string | number)[] = [];

  function refuse(code: ErrorCode, message: string): never {
    const field = path.length === 0 ? '(body)' : path.join('.');
    throw new AppError(code, { details: { fields: [{ field, message }] } });
  }

  function spend(values: number): void {
    valuesLeft -= values;
    if (valuesLeft < 0) refuse('INVALID_REQUEST', 'Expected fewer values.');
  }

  function refuseCardNumber(text: string): void {
    charactersLeft -= text.length;
    if (charactersLeft < 0) refuse('INVALID_REQUEST', 'Expected less text.');
    if (holdsCardNumber(text)) refuse('CARD_DATA_REFUSED', 'Expected no card number.');
  }

  function refuseUnstorable(text: string): void {
    if (isUnstorable(text)) {
      refuse('INVALID_REQUEST', 'Expected no NUL character and no half of a surrogate pair.');
    }
  }

  function refuseText(text: string): void {
    refuseUnstorable(text);
    refuseCardNumber(text);
  }

  function refuseAt(place: string | number, check: () => void): void {
    path.push(place);
    check();
    path.pop();
  }

  function refuseList(list: readonly unknown[], depth: number): void {
    spend(list.length);
    // A card number may be split across the elements of a list.
    if (list.length > 1) refuseCardNumber(list.filter(isShort).join(' '));
    for (const [index, part] of list.entries()) refuseAt(index, () => refuseValue(part, depth + 1));
  }

  function refuseFields(fields: object, depth: number): void {
    const entries = Object.entries(fields);
    spend(entries.length);
    for (const [name, part] of entries) {
      refuseText(name);
      refuseAt(name, () =>
        isOpaque(name, part) ? refuseUnstorable(part) : refuseValue(part, depth + 1),
      );
    }
  }

  function refuseValue(value: unknown, depth = 0): void {
    if (depth > DEPTH_MAX) refuse('INVALID_REQUEST', `Expected at most ${DEPTH_MAX} levels.`);
    if (typeof value === 'string') refuseText(value);
    else if (typeof value === 'number') refuseCardNumber(String(value));
    else if (Array.isArray(value)) refuseList(value, depth);
    else if (typeof value === 'object' && value !== null) refuseFields(value, depth);
  }

  function refuseTexts(place: string, texts: readonly string[]): void {
    spend(texts.length);
    refuseAt(place, () => {
      for (const text of texts) refuseText(text);
    });
  }

  return { refuseAt, refuseCardNumber, refuseTexts, refuseValue };
}

export type Input = Pick<FastifyRequest, 'params' | 'query' | 'body'> & {
  headers: Readonly<Record<string, string | string[] | undefined>>;
};

/** An id that cannot be stored gets the same response as an unknown id. */
export function refuseUnsafeInput({ params, query, body, headers }: Input, notFound: ErrorCode) {
  const { refuseAt, refuseCardNumber, refuseTexts, refuseValue } = createFilter();
  if (holdsUnstorable(params)) throw new AppError(notFound);
  refuseAt('(path)', () => {
    for (const text of toTexts(params)) refuseCardNumber(text);
  });
  refuseTexts('(query)', Object.keys(query ?? {}));
  for (const [name, part] of Object.entries(query ?? {})) {
    refuseTexts(`query.${name}`, toTexts([part]));
  }
  refuseTexts('Idempotency-Key', [headers['idempotency-key'] ?? []].flat());
  refuseValue(body);
}
