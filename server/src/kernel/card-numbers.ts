/**
 * Finds card numbers in text in any notation: with any separators, in digits of another script, with invisible
 * characters between digits, percent-encoded or escaped as JSON. A match must have a known issuer prefix and length
 * and a valid check digit, so that references, dates and phone numbers are not affected. Runs in linear time.
 * docs/security.md lists what is found and what is not.
 */

type Span = { start: number; end: number };

const LENGTH_MIN = 13;
const LENGTH_MAX = 19;

type Issuer = { from: number; to: number; lengths: readonly number[] };

const ISSUERS: readonly Issuer[] = [
  { from: 4000, to: 4999, lengths: [13, 16, 18, 19] }, // Visa
  { from: 5100, to: 5599, lengths: [16] }, // Mastercard
  { from: 2221, to: 2720, lengths: [16] },
  { from: 3400, to: 3499, lengths: [15] }, // American Express
  { from: 3700, to: 3799, lengths: [15] },
  { from: 3000, to: 3059, lengths: [14, 15, 16, 17, 18, 19] }, // Diners Club
  { from: 3600, to: 3699, lengths: [14, 15, 16, 17, 18, 19] },
  { from: 3800, to: 3999, lengths: [14, 15, 16, 17, 18, 19] },
  { from: 3500, to: 3599, lengths: [16, 17, 18, 19] }, // JCB
  { from: 5000, to: 5099, lengths: [13, 14, 15, 16, 17, 18, 19] }, // Maestro
  { from: 5600, to: 5899, lengths: [13, 14, 15, 16, 17, 18, 19] },
  { from: 6000, to: 6999, lengths: [16, 17, 18, 19] }, // Discover, UnionPay
];

/** A character's class is the value of its digit, or one of these constants. */
const SEPARATOR = 10;
const WORD = 11;
const INVISIBLE = 12;

const DECIMAL = /^\p{Nd}$/u;
const UNSEEN = /^[\p{Cf}\p{Mn}\p{Me}]$/u;
const LETTER_OR_NUMBER = /^[\p{L}\p{N}]$/u;

/** Blocks of decimal digits start at code points that end in 0 or 6. */
function decimalValue(code: number): number {
  const low = code % 16;
  const startsAtZero = DECIMAL.test(String.fromCodePoint(code - low));
  return startsAtZero && low < 10 ? low : low - 6;
}

function classify(code: number): number {
  const character = String.fromCodePoint(code);
  if (UNSEEN.test(character)) return INVISIBLE;
  const plain = character.normalize('NFKC');
  if (/^\d$/.test(plain)) return Number(plain);
  if (DECIMAL.test(character)) return decimalValue(code);
  return LETTER_OR_NUMBER.test(character) ? WORD : SEPARATOR;
}

/** Each code point is classified once per process: 0 is unknown, otherwise the class plus one. */
const CLASSES = new Uint8Array(0x110000);

function toClass(code: number): number {
  const known = CLASSES[code] ?? 0;
  if (known > 0) return known - 1;
  const found = classify(code);
  CLASSES[code] = found + 1;
  return found;
}

/**
 * A percent-encoded byte or a JSON escape, each of which represents one character. Percent-encoded letters are
 * excluded, because no encoder produces them.
 */
const ESCAPE =
  /%(?!4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])([0-9a-f]{2})|\\u([0-9a-f]{4})|\\[nrtbf"\\/]/iy;
const PERCENT = 0x25;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const PLUS = 0x2b;

function escapedAt(text: string, start: number): { code: number; length: number } | null {
  ESCAPE.lastIndex = start;
  const found = ESCAPE.exec(text);
  if (!found) return null;
  const [whole, percent, unicode] = found;
  const hex = percent ?? unicode;
  return { code: hex === undefined ? SPACE : Number.parseInt(hex, 16), length: whole.length };
}

/** Kind of group that begins at a digit: none, a run of contiguous digits, or a run that follows a plus sign. */
const NOTHING = 0;
const GROUP = 1;
const PHONE = 2;

/**
 * Digits with only separators between them, the kind of group that begins at each digit, and each digit's position
 * in the text.
 */
type Chain = {
  length: number;
  digits: Uint8Array;
  begins: Uint8Array;
  starts: Uint32Array;
  ends: Uint32Array;
};

const newChain = (lengthMax: number): Chain => ({
  length: 0,
  digits: new Uint8Array(lengthMax),
  begins: new Uint8Array(lengthMax),
  starts: new Uint32Array(lengthMax),
  ends: new Uint32Array(lengthMax),
});

function groupAt(text: string, start: number): number {
  if (text.charCodeAt(start - 1) !== PLUS) return GROUP;
  const before = start < 2 ? SEPARATOR : toClass(text.charCodeAt(start - 2));
  return before === SEPARATOR || before === INVISIBLE ? PHONE : GROUP;
}

/** Yields the chains that are long enough. The same object is reused for every chain. */
function* chainsIn(text: string): Generator<Chain> {
  const chain = newChain(text.length);
  const { digits, begins, starts, ends } = chain;
  let isInGroup = false;
  for (let start = 0, end = 0; start < text.length; start = end) {
    const code = text.codePointAt(start) ?? 0;
    const escaped = code === PERCENT || code === BACKSLASH ? escapedAt(text, start) : null;
    end = start + (escaped?.length ?? (code > 0xffff ? 2 : 1));
    const found = toClass(escaped?.code ?? code);
    if (found === INVISIBLE) continue;
    if (found < SEPARATOR) {
      const at = chain.length;
      digits[at] = found;
      begins[at] = isInGroup ? NOTHING : groupAt(text, start);
      starts[at] = start;
      ends[at] = end;
      chain.length = at + 1;
    } else if (found === WORD) {
      if (chain.length >= LENGTH_MIN) yield chain;
      chain.length = 0;
    }
    isInGroup = found < SEPARATOR;
  }
  if (chain.length >= LENGTH_MIN) yield chain;
}

/** Allowed lengths for each four-digit prefix, one bit per length. */
const LENGTHS = new Uint32Array(10_000);
for (const { from, to, lengths } of ISSUERS) {
  const bits = lengths.reduce((all, length) => all | (1 << length), 0);
  LENGTHS.fill(bits, from, to + 1);
}

function toChecker({ digits, length }: Chain) {
  const prefixes = new Uint16Array(length);
  /**
   * Prefix sums for the Luhn check. One array doubles the digits at odd positions, the other those at even
   * positions.
   */
  const odd = new Int32Array(length + 1);
  const even = new Int32Array(length + 1);
  let prefix = 0;
  for (let index = 0; index < length; index += 1) {
    const digit = digits[index] ?? 0;
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2;
    const isOdd = index % 2 === 1;
    odd[index + 1] = (odd[index] ?? 0) + (isOdd ? doubled : digit);
    even[index + 1] = (even[index] ?? 0) + (isOdd ? digit : doubled);
    prefix = (prefix % 1000) * 10 + digit;
    if (index > 2) prefixes[index - 3] = prefix;
  }
  return (from: number, to: number): boolean => {
    const lengths = LENGTHS[prefixes[from] ?? 0] ?? 0;
    if ((lengths & (1 << (to - from))) === 0) return false;
    // The Luhn check does not double the last digit.
    const sum = to % 2 === 1 ? odd : even;
    return ((sum[to] ?? 0) - (sum[from] ?? 0)) % 10 === 0;
  };
}

/**
 * Lengths of a card number inside a longer run of digits, such as when the expiry date and security code follow
 * directly.
 */
const LENGTHS_IN_A_RUN = [16, 15];
/** Longer than a phone number. */
const LENGTH_AFTER_PLUS = 16;

function* numbersIn(chain: Chain): Generator<{ from: number; to: number }> {
  const { length, begins } = chain;
  const isNumber = toChecker(chain);
  const isEnd = (at: number) => at === length || (at < length && begins[at] !== NOTHING);

  function endOfGroup(from: number): number {
    let end = from + 1;
    while (!isEnd(end)) end += 1;
    return end;
  }

  function isNumberInRun(from: number, to: number): boolean {
    return LENGTHS_IN_A_RUN.some(
      (digits) => isNumber(from, from + digits) || isNumber(to - digits, to),
    );
  }

  function endAfterPlus(from: number): number | null {
    const to = from + LENGTH_AFTER_PLUS;
    if (!isEnd(to) || !isNumber(from, to)) return null;
    return begins.subarray(from + 1, to).includes(PHONE) ? null : to;
  }

  function findEnd(from: number): number | null {
    const end = endOfGroup(from);
    if (end - from > LENGTH_MAX) return isNumberInRun(from, end) ? end : null;
    if (begins[from] === PHONE) return endAfterPlus(from);
    for (let to = from + LENGTH_MAX; to >= from + LENGTH_MIN; to -= 1)
      if (isEnd(to) && isNumber(from, to)) return to;
    return null;
  }

  for (let from = 0; from < length; ) {
    const to = begins[from] === NOTHING ? null : findEnd(from);
    if (to !== null) yield { from, to };
    from = to ?? from + 1;
  }
}

/**
 * Ids contain long runs of digits. A UUID that contains a letter is recognized by its shape and replaced by filler
 * of the same length.
 */
const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

function withoutIds(text: string): string {
  return text.replace(UUID, (id) => (/[a-f]/i.test(id) ? 'u'.repeat(id.length) : id));
}

function* findCardNumbers(text: string): Generator<Span> {
  for (const chain of chainsIn(withoutIds(text)))
    for (const { from, to } of numbersIn(chain))
      yield { start: chain.starts[from] ?? 0, end: chain.ends[to - 1] ?? text.length };
}

export function holdsCardNumber(text: string): boolean {
  return text.length >= LENGTH_MIN && findCardNumbers(text).next().done === false;
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
