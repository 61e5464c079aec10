/** Selects the language of a page (R50) and stores a choice made in the address in the browser. */
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
  signedIn?: string | null;
  linked?: string | null;
};

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
 * The cookie is sent with links from other sites. The page can read it and sets it when a customer signs in. It
 * contains only a language.
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
