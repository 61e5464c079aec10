/** The name of a file that a browser saves, without its ending: only what is safe in a header and on every disk. */
const LENGTH_MAX = 100;

/** `otherwise` if nothing is left. */
export function safeFileName(text: string, otherwise: string): string {
  const safe = text
    .replaceAll(/[^\w.-]+/g, '-')
    .slice(0, LENGTH_MAX)
    .replaceAll(/^[.-]+|-+$/g, '');
  return safe || otherwise;
}
