/** Formats a code as '123 456'. Codes are accepted with or without the space. */
export function grouped(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}
