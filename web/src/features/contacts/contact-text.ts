/** Formats a US phone number: '(503) 555-0142' for '+15035550142'. Other values are unchanged. */

const AMERICAN = /^\+1(\d{3})(\d{3})(\d{4})$/;

export function contactText(value: string): string {
  const [, area, exchange, line] = AMERICAN.exec(value) ?? [];
  return area && exchange && line ? `(${area}) ${exchange}-${line}` : value;
}
