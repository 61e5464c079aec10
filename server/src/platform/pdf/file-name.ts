/** File names for downloads, without the extension: only characters that are safe in a header and on every disk. */
const LENGTH_MAX = 100;

/** Returns `otherwise` if no safe character is left. */
export function safeFileName(text: string, otherwise: string): string {
  const safe = text
    .replaceAll(/[^\w.-]+/g, '-')
    .slice(0, LENGTH_MAX)
    .replaceAll(/^[.-]+|-+$/g, '');
  return safe || otherwise;
}
