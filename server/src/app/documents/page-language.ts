/** In which language a page is sent (R50), and how the browser remembers what was chosen in its address. */
import {
  chooseLanguage,
  LANGUAGE_COOKIE,
  LANGUAGE_PARAMETER,
  type Language,
  toLanguage,
} from '@quittance/contract/language';
import type { Deps } from '../../kernel/deps.ts';
import { cookieOptions, readCookie } from '../../platform/http/cookie-names.ts';
import type { Exchange } from '../../platform/http/register-route.ts';

const YEAR_S = 365 * 24 * 60 * 60;

type Page = {
  exchange: Exchange;
  url: URL;
  /** The setting of the customer who is signed in. */
  signedIn?: string | null;
  /** The setting of the customer whose link it is. */
  linked?: string | null;
};

/** The language of a page, whose choice in the address is remembered. */
export function languageOfPage({ publicUrl }: Pick<Deps, 'publicUrl'>, page: Page): Language {
  const { exchange, url, signedIn = null, linked = null } = page;
  const address = url.searchParams.get(LANGUAGE_PARAMETER);
  const { headers } = exchange.request;
  const chosen = toLanguage(address);
  if (chosen) rememberLanguage(publicUrl, exchange, chosen);
  return chooseLanguage({
    address,
    signedIn,
    remembered: readCookie(headers.cookie, LANGUAGE_COOKIE),
    linked,
    acceptLanguage: headers['accept-language'],
  });
}

/**
 * Sent with links from other sites, and readable for the page, which sets it when a customer signs in: it says nothing
 * but a language.
 */
function rememberLanguage(publicUrl: string, { reply }: Exchange, language: Language): void {
  const { secure } = cookieOptions(publicUrl);
  reply.setCookie(LANGUAGE_COOKIE, language, {
    path: '/',
    maxAge: YEAR_S,
    sameSite: 'lax',
    secure,
  });
}
