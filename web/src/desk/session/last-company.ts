/** Stores the company that was last used in this browser's console. */

const KEY = 'desk-company';

export function lastCompany(): string {
  try {
    return window.localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function rememberCompany(domain: string): void {
  try {
    window.localStorage.setItem(KEY, domain);
  } catch {
    // Without storage, the company must be typed again.
  }
}
