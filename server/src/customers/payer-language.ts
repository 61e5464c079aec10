/**
 * The language in which a payer reads terms that need agreement (R27, R50). It is the language of the page: a
 * choice made in the address is in the browser's cookie.
 */
import { chooseLanguage, type Language, type LanguageSources } from '@quittance/contract/language';
import type { Principal } from '../kernel/principal.ts';

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
