/** What a browser remembers of the console: the company that was used last. */

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
    // It is typed again.
  }
}
