/**
 * The language of the page. It is fixed while the page is open, because it is the language of the scripts that the
 * document named (decision 0087). Another language needs another document.
 */
import { LANGUAGE_COOKIE, LANGUAGE_PARAMETER, type Language } from '@quittance/contract/language';

const YEAR_S = 365 * 24 * 60 * 60;

export function hrefIn(language: Language | null, { href }: { href: string } = window.location) {
  const url = new URL(href);
  if (language) url.searchParams.set(LANGUAGE_PARAMETER, language);
  else url.searchParams.delete(LANGUAGE_PARAMETER);
  return url.pathname + url.search + url.hash;
}

export function isLanguageInAddress({ search }: { search: string } = window.location): boolean {
  return new URLSearchParams(search).has(LANGUAGE_PARAMETER);
}

export function isLanguageRemembered(language: Language): boolean {
  return document.cookie.split('; ').includes(`${LANGUAGE_COOKIE}=${language}`);
}

/** Stores the language for the next document, for which the server chooses the language. */
export function rememberLanguage(language: Language): void {
  const scope = window.location.protocol === 'https:' ? 'SameSite=Lax;Secure' : 'SameSite=Lax';
  // biome-ignore lint/suspicious/noDocumentCookie: browsers of our target do not all have the Cookie Store
  document.cookie = `${LANGUAGE_COOKIE}=${language};Path=/;Max-Age=${YEAR_S};${scope}`;
}

/** Dispatched on the window before the page is loaded in another language. */
export const LANGUAGE_CHANGE = 'quittance:language';
