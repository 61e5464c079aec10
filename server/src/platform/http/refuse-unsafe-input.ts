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

  function spend(values: number): void {
    valuesLeft -= values;
    if (valuesLeft < 0) throw new AppError('INVALID_REQUEST');
  }

  function refuseCardNumber(text: string): void {
    charactersLeft -= text.length;
    if (charactersLeft < 0) throw new AppError('INVALID_REQUEST');
    if (holdsCardNumber(text)) throw new AppError('CARD_DATA_REFUSED');
  }

  function refuseText(text: string): void {
    if (isUnstorable(text)) throw new AppError('INVALID_REQUEST');
    refuseCardNumber(text);
  }

  function refuseList(list: readonly unknown[], depth: number): void {
    spend(list.length);
    // A card number may be split across the elements of a list.
    if (list.length > 1) refuseCardNumber(list.filter(isShort).join(' '));
    for (const part of list) refuseValue(part, depth + 1);
  }

  function refuseFields(fields: object, depth: number): void {
    const entries = Object.entries(fields);
    spend(entries.length);
    for (const [name, part] of entries) {
      refuseText(name);
      if (!isOpaque(name, part)) refuseValue(part, depth + 1);
      else if (isUnstorable(part)) throw new AppError('INVALID_REQUEST');
    }
  }

  function refuseValue(value: unknown, depth = 0): void {
    if (depth > DEPTH_MAX) throw new AppError('INVALID_REQUEST');
    if (typeof value === 'string') refuseText(value);
    else if (typeof value === 'number') refuseCardNumber(String(value));
    else if (Array.isArray(value)) refuseList(value, depth);
    else if (typeof value === 'object' && value !== null) refuseFields(value, depth);
  }

  function refuseTexts(texts: readonly string[]): void {
    spend(texts.length);
    for (const text of texts) refuseText(text);
  }

  return { refuseCardNumber, refuseTexts, refuseValue };
}

export type Input = Pick<FastifyRequest, 'params' | 'query' | 'body'> & {
  headers: Readonly<Record<string, string | string[] | undefined>>;
};

/** An id that cannot be stored gets the same response as an unknown id. */
export function refuseUnsafeInput({ params, query, body, headers }: Input, notFound: ErrorCode) {
  const { refuseCardNumber, refuseTexts, refuseValue } = createFilter();
  if (holdsUnstorable(params)) throw new AppError(notFound);
  for (const text of toTexts(params)) refuseCardNumber(text);
  refuseTexts([...Object.keys(query ?? {}), ...toTexts(query)]);
  refuseTexts([headers['idempotency-key'] ?? []].flat());
  refuseValue(body);
}
