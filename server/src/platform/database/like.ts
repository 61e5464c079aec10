/** Patterns of `like`. */

/** A `like` pattern in which the wildcards of the search text are escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
