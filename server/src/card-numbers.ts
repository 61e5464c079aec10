/**
 * Finds card numbers in text, however they are written: with any separators, in digits of another script, with
 * invisible characters between them, percent-encoded or escaped as JSON. A number counts when its issuer's prefix
 * and length fit and its check digit is right, so that references, dates and phone numbers are let through.
 */

type Span = { start: number; end: number };

/** Lengths by prefix: Visa, Mastercard, American Express, Diners Club, JCB, Maestro, Discover and UnionPay. */
const ISSUERS: readonly RegExp[] = [
  /^4(?:\d{12}|\d{15}|\d{17,18})$/,
  /^5[1-5]\d{14}$/,
  /^(?:222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}$/,
  /^3[47]\d{13}$/,
  /^3(?:0[0-5]|[689]\d)\d{11,16}$/,
  /^35\d{14,17}$/,
  /^5[0678]\d{11,17}$/,
  /^6\d{15,18}$/,
];

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = index % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function isCardNumber(digits: string): boolean {
  return ISSUERS.some((issuer) => issuer.test(digits)) && passesLuhn(digits);
}

const DECIMAL = /^\p{Nd}$/u;
const INVISIBLE = /^[\p{Cf}\p{Mn}\p{Me}]$/u;
const LETTER_OR_NUMBER = /^[\p{L}\p{N}]$/u;

/** A percent-encoded byte, or an escape of JSON; both stand for one character. */
const ESCAPE = /%([0-9a-f]{2})|\\u([0-9a-f]{4})|\\[nrtbf"\\/]/iy;

/** Blocks of decimal digits start at code points that end in 0 or 6. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const low = code % 16;
  const startsAtZero = DECIMAL.test(String.fromCodePoint(code - low));
  return String(startsAtZero && low < 10 ? low : low - 6);
}

type Piece = { kind: 'digit' | 'word' | 'separator'; digit: string } & Span;

function pieceOf(character: string, span: Span): Piece | null {
  if (INVISIBLE.test(character)) return null;
  const plain = character.normalize('NFKC');
  if (/^\d$/.test(plain)) return { kind: 'digit', digit: plain, ...span };
  if (DECIMAL.test(character)) return { kind: 'digit', digit: digitOf(character), ...span };
  const kind = LETTER_OR_NUMBER.test(character) ? 'word' : 'separator';
  return { kind, digit: '', ...span };
}

function escapedAt(text: string, start: number): { character: string; length: number } | null {
  ESCAPE.lastIndex = start;
  const found = ESCAPE.exec(text);
  if (!found) return null;
  const [whole, percent, unicode] = found;
  const code = percent ?? unicode;
  const character = code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16));
  return { character, length: whole.length };
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (let start = 0; start < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(start) ?? 0);
    const escaped = escapedAt(text, start) ?? { character, length: character.length };
    const end = start + escaped.length;
    const piece = pieceOf(escaped.character, { start, end });
    if (piece) pieces.push(piece);
    start = end;
  }
  return pieces;
}

/** Digits without anything between them. `gap`: how many separators precede; a word is a gap without end. */
type Group = { digits: string; gap: number; isPhone: boolean } & Span;

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let gap = Number.POSITIVE_INFINITY;
  for (const { kind, digit, start, end } of piecesOf(text)) {
    const last = groups.at(-1);
    if (kind === 'digit' && last && gap === 0) {
      last.digits += digit;
      last.end = end;
    } else if (kind === 'digit') {
      groups.push({ digits: digit, gap, isPhone: text[start - 1] === '+', start, end });
      gap = 0;
    } else {
      gap = kind === 'word' ? Number.POSITIVE_INFINITY : gap + 1;
    }
  }
  return groups;
}

const GAP_MAX = 4;
const DIGITS_MAX = 19;
/** A number that runs on into its expiry and security code. */
const LENGTHS_AT_THE_START = [16, 15];

/** The card number that starts with the first of these groups, if one does. */
function spanFrom([first, ...others]: readonly Group[]): Span | null {
  if (!first || first.isPhone) return null;
  const { start, end } = first;
  if (first.digits.length > DIGITS_MAX) {
    const isStart = (length: number) => isCardNumber(first.digits.slice(0, length));
    return LENGTHS_AT_THE_START.some(isStart) ? { start, end } : null;
  }
  let { digits } = first;
  let found = isCardNumber(digits) ? { start, end } : null;
  for (const group of others) {
    if (group.gap > GAP_MAX || digits.length >= DIGITS_MAX) break;
    digits += group.digits;
    if (isCardNumber(digits)) found = { start, end: group.end };
  }
  return found;
}

/** Ids contain long runs of digits; they are recognized by their shape and blanked, at the same length. */
const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

/** Neither a digit of another script nor an escaped one. */
const IS_PLAIN = /^[ -$&-[\]-~\s]*$/;
const ENOUGH_DIGITS = new RegExp(`\\d(?:[^0-9A-Za-z]{0,${GAP_MAX}}\\d){12}`);

/** False for most texts, among them every line about a request; the rest is looked at character by character. */
function mayHoldCardNumber(text: string): boolean {
  return ENOUGH_DIGITS.test(text) || !IS_PLAIN.test(text);
}

function findCardNumbers(input: string): Span[] {
  const text = input.replace(UUID, (id) => 'u'.repeat(id.length));
  if (!mayHoldCardNumber(text)) return [];
  const groups = groupsOf(text);
  const spans: Span[] = [];
  for (const [index, { start }] of groups.entries()) {
    if (start < (spans.at(-1)?.end ?? 0)) continue;
    const span = spanFrom(groups.slice(index, index + DIGITS_MAX));
    if (span) spans.push(span);
  }
  return spans;
}

export function holdsCardNumber(text: string): boolean {
  return findCardNumbers(text).length > 0;
}

export function withoutCardNumbers(text: string, replacement: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of findCardNumbers(text)) {
    parts.push(text.slice(from, start), replacement);
    from = end;
  }
  return parts.length === 0 ? text : [...parts, text.slice(from)].join('');
}
