/** The word that was probably meant by one that was mistyped. */

const MISTAKES_MAX = 2;

/** How many letters are added, left out or replaced to get from one word to the other. */
function mistakesBetween(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...left].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...right].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** ' Did you mean …?' or nothing. */
export function hintFor(word: string, known: readonly string[]): string {
  const [best] = known
    .map((candidate) => ({ candidate, mistakes: mistakesBetween(word, candidate) }))
    .filter(({ candidate, mistakes }) => mistakes <= MISTAKES_MAX && mistakes < candidate.length)
    .sort((left, right) => left.mistakes - right.mistakes);
  return best ? ` Did you mean ${best.candidate}?` : '';
}
