/** Formats a company's contact for payers, on pages, in mandates, in emails and on receipts. */

export type SupportContact = { supportEmail: string | null; supportPhone: string | null };

const AMERICAN = /^\+1(\d{3})(\d{3})(\d{4})$/;

/** Returns '(503) 555-0142' for '+15035550142'. Other values are returned unchanged. */
export function formatPhone(value: string): string {
  const [, area, exchange, line] = AMERICAN.exec(value) ?? [];
  return area && exchange && line ? `(${area}) ${exchange}-${line}` : value;
}

/** Returns '+15035550142' for '(503) 555-0142': numbers of the US need no country code. Other texts are only trimmed. */
export function parsePhone(text: string): string {
  const digits = text.replace(/^\s*\+?1(?=\D|\d{10}\s*$)/, '').replaceAll(/[\s().-]/g, '');
  return /^[2-9]\d{9}$/.test(digits) ? `+1${digits}` : text.trim();
}

/** Returns 'billing@harbor.example or (207) 555-0142', or null if the company has no support contact. */
export function contactWords(
  { supportEmail, supportPhone }: SupportContact,
  { or }: { or: string },
): string | null {
  const ways = [supportEmail, supportPhone && formatPhone(supportPhone)].filter(Boolean);
  return ways.join(or) || null;
}
