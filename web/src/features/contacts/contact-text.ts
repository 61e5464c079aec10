/** A contact as people write it: '(503) 555-0142', not '+15035550142'. Other texts stay as they are. */

const AMERICAN = /^\+1(\d{3})(\d{3})(\d{4})$/;

export function contactText(value: string): string {
  const [, area, exchange, line] = AMERICAN.exec(value) ?? [];
  return area && exchange && line ? `(${area}) ${exchange}-${line}` : value;
}
