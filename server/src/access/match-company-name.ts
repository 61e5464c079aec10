/**
 * Whether a typed name is as good as a company's own: equal but for case and punctuation, or with a
 * typing error or two, or so far typed that only this company can be meant. Somebody who knows the
 * name finds it; nobody can leaf through the list (R3).
 */

/** 'Harbor Dental, LLC.' → 'harbor dental llc' */
export function plainName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

const LENGTH_MIN = 4;
/** How much of a name must have been typed before it counts as begun rather than guessed at. */
const SHARE_MIN = 0.6;
/** One error in this many characters, and at most two. */
const CHARACTERS_PER_ERROR = 5;
const ERRORS_MAX = 2;

/** How many characters must be added, dropped or changed (Levenshtein). */
function distance(left: string, right: string): number {
  let above = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const change = left[row - 1] === right[column - 1] ? 0 : 1;
      current.push(
        Math.min(
          (above[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (above[column - 1] ?? 0) + change,
        ),
      );
    }
    above = current;
  }
  return above[right.length] ?? 0;
}

export function isNearName(typed: string, name: string): boolean {
  const [wanted, own] = [plainName(typed), plainName(name)];
  if (wanted === '' || own === '') return false;
  if (wanted === own) return true;
  if (wanted.length < LENGTH_MIN) return false;
  if (own.startsWith(wanted)) return wanted.length >= own.length * SHARE_MIN;
  const allowed = Math.min(ERRORS_MAX, Math.floor(own.length / CHARACTERS_PER_ERROR));
  return distance(wanted, own) <= allowed;
}
