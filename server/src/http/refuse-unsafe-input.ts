/**
 * Refuses input before it is processed: text that Postgres cannot store, and anything that could be a card
 * number. Card data must only be entered into the processor's own fields. The work for one request is bounded.
 */
import type { ErrorCode } from '@quittance/contract/errors';
import type { FastifyRequest } from 'fastify';
import { holdsCardNumber } from '../card-numbers.ts';
import { AppError } from '../errors.ts';

const LONE_SURROGATE = /\p{Surrogate}/u;
const DEPTH_MAX = 8;
/** What one request may have examined: the largest body once as it is and once joined, and its address. */
const CHARACTERS_MAX = 160 * 1024;

function isUnstorable(text: string): boolean {
  return text.includes('\0') || LONE_SURROGATE.test(text);
}

function textsOf(parts: unknown): string[] {
  return Object.values(parts ?? {})
    .flat()
    .filter((part) => typeof part === 'string');
}

/** Whether any part of a path or a query is text that Postgres cannot store. */
export function holdsUnstorable(parts: unknown): boolean {
  return textsOf(parts).some(isUnstorable);
}

/** Tokens and browser descriptions come from the processor and may contain long runs of digits. */
const FROM_PROCESSOR = new Set(['token', 'browserInfo']);

/** A token has letters; without them it is a number that poses as one. */
function isOpaque(name: string, part: unknown): part is string {
  return FROM_PROCESSOR.has(name) && typeof part === 'string' && /\p{L}/u.test(part);
}

const SHORT_MAX = 19;

/** A piece of a number; a longer text is looked at by itself. */
function isShort(part: unknown): boolean {
  return (typeof part === 'string' || typeof part === 'number') && String(part).length <= SHORT_MAX;
}

function createFilter() {
  let left = CHARACTERS_MAX;

  function refuseCardNumber(text: string): void {
    left -= text.length;
    if (left < 0) throw new AppError('INVALID_REQUEST');
    if (holdsCardNumber(text)) throw new AppError('CARD_DATA_REFUSED');
  }

  function refuseText(text: string): void {
    if (isUnstorable(text)) throw new AppError('INVALID_REQUEST');
    refuseCardNumber(text);
  }

  function refuseParts(value: object, depth: number): void {
    // A number may be cut into the elements of a list.
    if (Array.isArray(value)) refuseCardNumber(value.filter(isShort).join(' '));
    for (const [name, part] of Object.entries(value)) {
      if (!Array.isArray(value)) refuseText(name);
      if (!isOpaque(name, part)) refuseValue(part, depth + 1);
      else if (isUnstorable(part)) throw new AppError('INVALID_REQUEST');
    }
  }

  function refuseValue(value: unknown, depth = 0): void {
    if (depth > DEPTH_MAX) throw new AppError('INVALID_REQUEST');
    if (typeof value === 'string') refuseText(value);
    else if (typeof value === 'number') refuseCardNumber(String(value));
    else if (typeof value === 'object' && value !== null) refuseParts(value, depth);
  }

  return { refuseCardNumber, refuseText, refuseValue };
}

export type Input = Pick<FastifyRequest, 'params' | 'query' | 'body'> & {
  headers: Readonly<Record<string, string | string[] | undefined>>;
};

/** An id that cannot be stored gets the same answer as an unknown id. */
export function refuseUnsafeInput({ params, query, body, headers }: Input, notFound: ErrorCode) {
  const { refuseCardNumber, refuseText, refuseValue } = createFilter();
  if (holdsUnstorable(params)) throw new AppError(notFound);
  for (const text of textsOf(params)) refuseCardNumber(text);
  for (const text of [...Object.keys(query ?? {}), ...textsOf(query)]) refuseText(text);
  for (const text of [headers['idempotency-key'] ?? []].flat()) refuseText(text);
  refuseValue(body);
}
