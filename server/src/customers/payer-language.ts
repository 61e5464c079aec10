/**
 * The language in which a payer reads what they are to agree to (R27, R50). It is the language of the page: a choice in its
 * address is in the browser's cookie.
 */
import { chooseLanguage, type Language, type LanguageSources } from '@quittance/contract/language';
import type { Principal } from '../kernel/principal.ts';

/** What the browser says with each call. */
export type BrowserLanguage = Pick<LanguageSources, 'remembered' | 'acceptLanguage'>;

type Reader = { principal: Principal; browser: BrowserLanguage };

export function payerLanguage({ principal, browser }: Reader, setting: Language | null): Language {
  const isSignedIn = principal.kind === 'customer';
  return chooseLanguage({
    address: null,
    signedIn: isSignedIn ? setting : null,
    linked: isSignedIn ? null : setting,
    ...browser,
  });
}
