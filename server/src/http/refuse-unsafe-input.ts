/**
 * Refuses input before it is processed: text that Postgres cannot store, and anything that could be a card
 * number. Card data must only be entered into the processor's own fields.
 */
import { AppError } from '../errors.ts';

const LONE_SURROGATE = /\p{Surrogate}/u;
const CARD_LIKE = /\d(?:[ -]?\d){11,18}/g;
const DEPTH_MAX = 8;

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = index % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function holdsCardNumber(text: string): boolean {
  const candidates = text.match(CARD_LIKE) ?? [];
  return candidates.some((candidate) => {
    const digits = candidate.replace(/\D/g, '');
    return digits.length >= 12 && digits.length <= 19 && passesLuhn(digits);
  });
}

function isUnstorable(text: string): boolean {
  return text.includes('\0') || LONE_SURROGATE.test(text);
}

function refuseUnstorable(text: string): void {
  if (isUnstorable(text)) throw new AppError('INVALID_REQUEST');
}

/** Whether any part of a path or a query is text that Postgres cannot store. */
export function holdsUnstorable(parts: unknown): boolean {
  return Object.values(parts ?? {})
    .flat()
    .some((part) => typeof part === 'string' && isUnstorable(part));
}

function refuseText(text: string): void {
  refuseUnstorable(text);
  if (holdsCardNumber(text)) throw new AppError('CARD_DATA_REFUSED');
}

/** UUIDs may contain long runs of digits; they are recognized by their shape. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Tokens and browser descriptions come from the processor and may contain long runs of digits. */
const FROM_PROCESSOR = new Set(['token', 'browserInfo']);

export function refuseUnsafeInput(value: unknown, depth = 0): void {
  if (depth > DEPTH_MAX) throw new AppError('INVALID_REQUEST');
  if (typeof value === 'string') {
    if (!UUID.test(value)) refuseText(value);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const isOpaque =
      FROM_PROCESSOR.has(name) && typeof part === 'string' && !/^[\d -]+$/.test(part);
    if (isOpaque) {
      refuseUnstorable(part);
    } else {
      refuseUnsafeInput(part, depth + 1);
    }
  }
}
