/**
 * Refuses input before it is processed: text that Postgres cannot store, and anything that could be a card
 * number. Card data must only be entered into the processor's own fields.
 */
import { holdsCardNumber } from '../card-numbers.ts';
import { AppError } from '../errors.ts';

const LONE_SURROGATE = /\p{Surrogate}/u;
const DEPTH_MAX = 8;

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

function refuseCardNumber(text: string): void {
  if (holdsCardNumber(text)) throw new AppError('CARD_DATA_REFUSED');
}

/** Of a query: its values stand in the browser's history and in the logs of proxies. */
export function refuseUnsafeQuery(query: unknown): void {
  if (holdsUnstorable(query)) throw new AppError('INVALID_REQUEST');
  for (const text of textsOf(query)) refuseCardNumber(text);
}

function refuseText(text: string): void {
  if (isUnstorable(text)) throw new AppError('INVALID_REQUEST');
  refuseCardNumber(text);
}

/** Tokens and browser descriptions come from the processor and may contain long runs of digits. */
const FROM_PROCESSOR = new Set(['token', 'browserInfo']);

/** A token has letters; without them it is a number that poses as one. */
function isOpaque(name: string, part: unknown): part is string {
  return FROM_PROCESSOR.has(name) && typeof part === 'string' && /\p{L}/u.test(part);
}

function refuseParts(value: object, depth: number): void {
  // A number may be cut into the elements of a list.
  if (Array.isArray(value)) refuseCardNumber(value.filter(isShort).join(' '));
  for (const [name, part] of Object.entries(value)) {
    if (!Array.isArray(value)) refuseText(name);
    if (!isOpaque(name, part)) refuseUnsafeInput(part, depth + 1);
    else if (isUnstorable(part)) throw new AppError('INVALID_REQUEST');
  }
}

const SHORT_MAX = 19;

/** A piece of a number; a longer text is looked at by itself. */
function isShort(part: unknown): boolean {
  return (typeof part === 'string' || typeof part === 'number') && String(part).length <= SHORT_MAX;
}

export function refuseUnsafeInput(value: unknown, depth = 0): void {
  if (depth > DEPTH_MAX) throw new AppError('INVALID_REQUEST');
  if (typeof value === 'string') refuseText(value);
  else if (typeof value === 'number') refuseCardNumber(String(value));
  else if (typeof value === 'object' && value !== null) refuseParts(value, depth);
}
