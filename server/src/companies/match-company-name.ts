/**
 * Checks whether a typed name matches a company's name: equal apart from case and punctuation, with at most two
 * typing errors, or a prefix of most of the name. This prevents enumerating the list of companies (R3).
 */

/** 'Harbor Dental, LLC.' → 'harbor dental llc' */
export function normalizeName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

const LENGTH_MIN = 4;
/** A prefix matches only when it covers at least this share of the name. */
const SHARE_MIN = 0.6;
const CHARACTERS_PER_ERROR = 5;
const ERRORS_MAX = 2;

function editDistance(left: string, right: string): number {
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

export function matchesCompanyName(typed: string, name: string): boolean {
  const [wanted, own] = [normalizeName(typed), normalizeName(name)];
  if (wanted === '' || own === '') return false;
  if (wanted === own) return true;
  if (wanted.length < LENGTH_MIN) return false;
  if (own.startsWith(wanted)) return wanted.length >= own.length * SHARE_MIN;
  const allowed = Math.min(ERRORS_MAX, Math.floor(own.length / CHARACTERS_PER_ERROR));
  return editDistance(wanted, own) <= allowed;
}
