/**
 * The language of a signed-in customer, which can be changed here and determines the language of the page (R50).
 */

import type { Language } from '@quittance/contract/language';
import { useEffect } from 'react';
import { LANGUAGE } from '#texts/site/language';
import {
  hrefIn,
  isLanguageInAddress,
  isLanguageRemembered,
  rememberLanguage,
} from '../../shared/lib/language.ts';
import { saveLanguage } from '../store/customer.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { selectSignedInCustomer } from '../store/reads.ts';
import type { ChooseLanguage } from './language-links.tsx';

/** If the setting cannot be saved, for example in a demo, the choice is stored in the browser. */
export function useChooseLanguage(): ChooseLanguage {
  const dispatch = useAppDispatch();
  return (language) => {
    void dispatch(saveLanguage({ body: { language } })).then(({ meta }) => {
      rememberLanguage(language);
      window.location.assign(hrefIn(meta.requestStatus === 'fulfilled' ? null : language));
    });
  };
}

/**
 * Reloads the page if its language differs from the customer's, which happens after sign-in or if the browser sent
 * no session with the document. The attempt is remembered and not repeated.
 */
export function useCustomerLanguage(): void {
  const language = useAppSelector((state): Language | null => {
    return selectSignedInCustomer(state)?.language ?? null;
  });
  useEffect(() => {
    if (language === null || language === LANGUAGE || isLanguageInAddress()) return;
    if (isLanguageRemembered(language)) return;
    rememberLanguage(language);
    window.location.reload();
  }, [language]);
}
